import { freshKey } from '@kirana/contract/wire/request'
import { orders } from '@kirana/contract/orders'
import { pick as calls, type OrderPick, type PickedLine } from '@kirana/contract/pick'
import { messageOf } from '#/lib/api-error.ts'
import { call, markAllStale, queryClient, read, reloadAll } from '#/lib/api.ts'
import { afterPaint } from '#/lib/browser/after-paint.ts'
import { sessionOf } from '#/lib/session/session.ts'
import { createStore, useStore } from '#/lib/store.ts'
import { forget, keep, keptRows } from './kept.ts'
import { ANSWER_MS, createSender, isRefusal } from './sender.ts'

/** What became of a line, as the picker set it. */
export type LineSetting = Pick<PickedLine, 'line' | 'found' | 'grams' | 'swap'> & {
  short: { quantity: number; reason: Exclude<PickedLine['reason'], ''> } | null
}

/** Something that a picker did on this device and the server has not confirmed; without a setting it ends the pick. */
type PickAction = {
  /** The `actionId`: sent again after a lost answer, or by two tabs, it counts once. */
  id: string
  /** Id of the staff member. */
  by: string
  orderId: string
  setting: LineSetting | null
}

/** Why an action of an order was not accepted; what was to follow it was dropped. */
type Refusal = { orderId: string; code: string; message: string; dropped: number }

/** In the order of the presses, of all tabs. */
const actions = createStore<readonly PickAction[]>([])
/** Those that would be lost with the browser: it is still writing them down. */
const unkept = createStore<ReadonlySet<string>>(new Set())
/** What earlier visits left is known: before, a press would count from what the server has. */
const isRead = createStore(false)
const refusals = createStore<readonly Refusal[]>([])
/** Ended in this tab: what was read before they were forgotten brings none of them back. */
const ended = new Set<string>()
const channel = new BroadcastChannel('kirana-picks')
// A BroadcastChannel reaches its own origin only.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const tell = () => channel.postMessage(null)

const isMine = ({ by }: PickAction) => by === sessionOf('staff')?._id

/** Shows the pick as a call has answered it: answers to earlier requests may still be on their way. */
export async function showPick(pick: OrderPick) {
  const { queryKey } = read(calls.get, { params: { orderId: pick.orderId } })
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, pick)
}

/** Does something with an order: sent at once or, without a network, as soon as there is one, also after a reload. */
export function act(orderId: string, setting: LineSetting | null) {
  dismissRefusal(orderId)
  const action = { id: freshKey(), by: sessionOf('staff')?._id ?? '', orderId, setting }
  actions.set([...actions.get(), action])
  unkept.set(new Set([...unkept.get(), action.id]))
  // Where storage is blocked it lasts until the tab is closed.
  void keep(action)
    .then(tell, () => {})
    .then(() => unkept.set(new Set([...unkept.get()].filter((id) => id !== action.id))))
  afterPaint(sender.send)
}

function end(done: readonly PickAction[]) {
  const ids = done.map(({ id }) => id)
  for (const id of ids) ended.add(id)
  actions.set(actions.get().filter(({ id }) => !ended.has(id)))
  void forget(ids).then(tell, () => {})
}

/** What all tabs have written down, then what this one is still writing. */
async function readKept() {
  const kept = (await keptRows<PickAction>()).filter(({ id }) => !ended.has(id))
  const writing = actions.get().filter(({ id }) => unkept.get().has(id) && kept.every((one) => one.id !== id))
  actions.set([...kept, ...writing])
}

export const dismissRefusal = (orderId: string) =>
  refusals.set(refusals.get().filter((one) => one.orderId !== orderId))

async function send({ id: actionId, orderId, setting }: PickAction) {
  const signal = AbortSignal.timeout(ANSWER_MS)
  if (setting === null) {
    await call(calls.done, { body: { orderId, actionId } }, { signal })
    markAllStale()
    await reloadAll([calls.get, orders.get])
    return
  }
  const { swap, ...rest } = setting
  const body = {
    ...rest,
    orderId,
    actionId,
    swap: swap && {
      variantId: swap.variantId,
      quantity: swap.quantity,
      agreed: swap.agreed,
      reason: swap.reason,
    },
  }
  const { data } = await call(calls.line, { body }, { signal })
  await showPick(data)
}

function refuse({ orderId, by }: PickAction, { code, message }: { code: string; message: string }) {
  const dropped = actions.get().filter((one) => one.orderId === orderId && one.by === by)
  end(dropped)
  dismissRefusal(orderId)
  refusals.set([...refusals.get(), { orderId, code, message, dropped: dropped.length }])
  void reloadAll([calls.get])
}

async function attempt(action: PickAction) {
  try {
    await send(action)
    end([action])
  } catch (error) {
    if (!isRefusal(error)) return false
    // Somebody has let go of the order meanwhile, in another tab for example: the picker goes on.
    if (error.code === 'unclaimed' && (await reclaim(action.orderId))) return attempt(action)
    refuse(action, { code: error.code, message: messageOf(error) })
  }
  return true
}

const reclaim = async (orderId: string) =>
  call(calls.claim, { body: { orderId } }).then(
    () => true,
    () => false,
  )

/** Sends what the person who is signed in did in any tab: whichever sends it first, it counts once. */
const sender = createSender(() => actions.get().find(isMine), attempt)

let isStarted = false

/** Sends what earlier visits left, and goes on when the network is back, until the tab is closed. */
export function startPicks() {
  if (isStarted) return
  isStarted = true
  channel.onmessage = () => void readKept().catch(() => {})
  void readKept()
    .catch(() => {})
    .then(() => {
      isRead.set(true)
      sender.start()
    })
}

/** What waits to be stored of an order, how many of it would survive the end of the browser, and what was refused. */
export function usePickQueue(orderId: string) {
  const waiting = useStore(actions).filter((action) => action.orderId === orderId && isMine(action))
  const writing = useStore(unkept)
  const refusal = useStore(refusals).find((one) => one.orderId === orderId)
  const kept = waiting.filter(({ id }) => !writing.has(id)).length
  return { waiting, kept, refusal, isRead: useStore(isRead), isStuck: useStore(sender.isStuck) }
}
