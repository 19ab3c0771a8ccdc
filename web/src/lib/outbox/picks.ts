import { freshKey } from '@kirana/contract/request'
import { orders } from '@kirana/contract/orders'
import { pick as calls, type OrderPick, type PickedLine } from '@kirana/contract/pick'
import { ApiError, isFinal, messageOf } from '#/lib/api-error.ts'
import { call, queryClient, read, reloadAll } from '#/lib/api.ts'
import { sessionOf } from '#/lib/session/session.ts'
import { createStore, useStore } from '#/lib/store.ts'
import { PICKS_KEY, storedList, tabId } from './storage.ts'

/** What became of a line, as the picker set it. */
export type LineSetting = Pick<PickedLine, 'line' | 'found' | 'grams' | 'swap'> & {
  short: { quantity: number; reason: Exclude<PickedLine['reason'], ''> } | null
}

/** Something that a picker did on this device and the server has not confirmed; without a setting it ends the pick. */
export type PickAction = {
  /** The `actionId`: sent again after a lost answer, it counts once. */
  id: string
  /** Id of the staff member. */
  by: string
  tab: string
  at: number
  orderId: string
  setting: LineSetting | null
}

/** How many actions of an order were made on this device and how many the server has stored. */
type Tally = { orderId: string; made: number; stored: number }
/** Why an action of an order was not accepted; what was to follow it was dropped. */
export type Refusal = { orderId: string; code: string; message: string; dropped: number }

const ANSWER_MS = 15_000
const FIRST_RETRY_MS = 1000
const LAST_RETRY_MS = 15_000
/** Left behind by a tab that was closed: any other tab sends it. */
const ORPHANED_MS = 30_000
const MAX_TALLIES = 50

const storage = storedList<PickAction>(PICKS_KEY)
const tallyStorage = storedList<Tally>('kirana-pick-tallies')
export const pickActions = createStore<readonly PickAction[]>(storage.read())
const tallies = createStore<readonly Tally[]>(tallyStorage.read())
const refusals = createStore<readonly Refusal[]>([])
/** Whether the queue waits for the network, or for a server that answers. */
const isStuck = createStore(false)
let isSending = false
let failures = 0
let retry: ReturnType<typeof setTimeout> | undefined

function update(apply: (actions: readonly PickAction[]) => readonly PickAction[]) {
  // Another tab may have changed the stored ones: start from them.
  const next = apply(storage.read(pickActions.get()))
  storage.write(next)
  pickActions.set(next)
}

function count(orderId: string, made: number, stored: number) {
  const all = tallyStorage.read(tallies.get())
  const before = all.find((one) => one.orderId === orderId) ?? { orderId, made: 0, stored: 0 }
  const tally = { orderId, made: before.made + made, stored: before.stored + stored }
  const next = [...all.filter((one) => one.orderId !== orderId), tally].slice(-MAX_TALLIES)
  tallyStorage.write(next)
  tallies.set(next)
}

const pickKey = (orderId: string) => read(calls.get, { params: { orderId } }).queryKey

/** Does something with an order: sent at once or, without a network, as soon as there is one, also after a reload. */
export function act(orderId: string, setting: LineSetting | null) {
  dismissRefusal(orderId)
  count(orderId, 1, 0)
  const action = {
    id: freshKey(),
    by: sessionOf('staff')?._id ?? '',
    tab: tabId,
    at: Date.now(),
    orderId,
    setting,
  }
  update((all) => [...all, action])
  void sendQueued()
}

export const dismissRefusal = (orderId: string) =>
  refusals.set(refusals.get().filter((one) => one.orderId !== orderId))

/** The next action that this tab has to send for the person who is signed in; those of an order stay in their order. */
const next = () =>
  pickActions
    .get()
    .find(
      ({ by, tab, at }) => by === sessionOf('staff')?._id && (tab === tabId || Date.now() - at > ORPHANED_MS),
    )

/** A 401 keeps the actions for the same person's next sign-in; a 429 is for later. */
const isRefusal = (error: unknown): error is ApiError =>
  isFinal(error) && error instanceof ApiError && error.status !== 401 && error.status !== 429

const show = (pick: OrderPick) => queryClient.setQueryData(pickKey(pick.orderId), pick)

async function send({ id: actionId, orderId, setting }: PickAction) {
  const signal = AbortSignal.timeout(ANSWER_MS)
  if (setting === null) {
    await call(calls.done, { body: { orderId, actionId } }, { signal })
    void queryClient.invalidateQueries({ refetchType: 'none' })
    await reloadAll([calls.get, orders.get])
    return
  }
  const { line, found, short, swap, grams } = setting
  const body = {
    orderId,
    actionId,
    line,
    found,
    short,
    grams,
    swap: swap && { variantId: swap.variantId, quantity: swap.quantity, agreed: swap.agreed },
  }
  const { data } = await call(calls.line, { body }, { signal })
  // Answers to earlier requests may still be on their way.
  await queryClient.cancelQueries({ queryKey: pickKey(orderId) })
  show(data)
}

function refuse(action: PickAction, { code, message }: { code: string; message: string }) {
  const { orderId } = action
  const isDropped = (one: PickAction) => one.orderId === orderId && one.by === action.by
  const dropped = pickActions.get().filter(isDropped).length
  count(orderId, -dropped, 0)
  update((all) => all.filter((one) => !isDropped(one)))
  refusals.set([
    ...refusals.get().filter((one) => one.orderId !== orderId),
    { orderId, code, message, dropped },
  ])
  void reloadAll([calls.get])
}

/** Sends one action; false when it must be sent again. */
async function attempt(action: PickAction) {
  try {
    await send(action)
    count(action.orderId, 0, 1)
    update((all) => all.filter(({ id }) => id !== action.id))
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

async function sendQueued() {
  if (isSending) return
  isSending = true
  clearTimeout(retry)
  try {
    for (let action = next(); action; action = next()) {
      const isAnswered = navigator.onLine && (await attempt(action))
      if (!isAnswered) {
        isStuck.set(true)
        failures += 1
        const wait = Math.min(FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 10), LAST_RETRY_MS)
        retry = setTimeout(() => void sendQueued(), wait)
        return
      }
      failures = 0
      isStuck.set(false)
    }
    isStuck.set(false)
  } finally {
    isSending = false
  }
}

let isStarted = false

/** Sends what earlier visits left, and goes on when the network is back, until the tab is closed. */
export function startPicks() {
  if (isStarted) return
  isStarted = true
  const wake = () => {
    failures = 0
    void sendQueued()
  }
  storage.onOtherTab(() => pickActions.set(storage.read(pickActions.get())))
  setInterval(wake, ORPHANED_MS)
  addEventListener('online', wake)
  wake()
}

const noTally = { made: 0, stored: 0 }

/** What waits to be stored of an order, how many of its actions were stored, and what was refused. */
export function usePickQueue(orderId: string) {
  const waiting = useStore(pickActions).filter((action) => action.orderId === orderId)
  const tally = useStore(tallies).find((one) => one.orderId === orderId) ?? noTally
  const refusal = useStore(refusals).find((one) => one.orderId === orderId)
  return { waiting, tally, refusal, isStuck: useStore(isStuck) }
}
