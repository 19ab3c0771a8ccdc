import { freshKey } from '@kirana/contract/wire/request'
import { orders } from '@kirana/contract/orders'
import { pick as calls, type OrderPick } from '@kirana/contract/pick'
import { messageOf } from '#/lib/api-error.ts'
import { call, markAllStale, queryClient, read, reloadAll } from '#/lib/api.ts'
import { afterPaint } from '#/lib/browser/after-paint.ts'
import { sessionOf } from '#/lib/session/session.ts'
import { createStore, useStore } from '#/lib/store.ts'
import type { LineSetting, PickAction } from './pick-action.ts'
import { entries, isRead, unsaved, update, type Entry } from './queue.ts'
import { ANSWER_MS, isRefusal, isStuck, send, sendWith } from './sender.ts'

/** Why an action of an order was not accepted, with it and the actions that were to follow it: none is stored. */
export type Refusal = { orderId: string; code: string; message: string; dropped: readonly PickAction[] }

const refusals = createStore<readonly Refusal[]>([])
/** The actions of all refusals that have not been dismissed. */
export const refusedActions = () => refusals.get().flatMap(({ dropped }) => dropped)

/** Shows the pick as a call has answered it: answers to earlier requests may still be on their way. */
export async function showPick(pick: OrderPick) {
  const { queryKey } = read(calls.get, { params: { orderId: pick.orderId } })
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, pick)
}

/** Does something with an order: sent at once or, without a network, as soon as there is one, also after a reload. */
export function act(orderId: string, setting: LineSetting | null) {
  dismissRefusal(orderId)
  const by = sessionOf('staff')?._id ?? ''
  update((all) => [...all, { kind: 'pick', key: freshKey(), by, orderId, setting }])
  afterPaint(send)
}

/** A person who signs in after another one has nothing to do with what was refused to them. */
const isOwnRefusal = ({ orderId, dropped }: Refusal, id: string) =>
  orderId === id && dropped[0]?.by === sessionOf('staff')?._id

export const dismissRefusal = (orderId: string) =>
  refusals.set(refusals.get().filter((one) => !isOwnRefusal(one, orderId)))

/** Sends again what was refused of an order, under the same keys: nothing of it is stored. */
export function retryRefused(orderId: string) {
  const refused = refusals.get().find((one) => isOwnRefusal(one, orderId))
  dismissRefusal(orderId)
  update((all) => [...all, ...(refused?.dropped ?? [])])
  send()
}

async function sendAction({ key: actionId, orderId, setting }: PickAction) {
  const signal = AbortSignal.timeout(ANSWER_MS)
  if (setting === null) {
    await call(calls.done, { body: { orderId, actionId } }, { signal })
    // The order is stored: whether its pick can be forgotten here must not decide whether Done is sent again.
    void import('./kept.ts').then(({ forgetPick }) => forgetPick(orderId)).catch(() => {})
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
  const isDropped = (one: Entry): one is PickAction =>
    one.kind === 'pick' && one.orderId === orderId && one.by === by
  const dropped = entries.get().filter(isDropped)
  update((all) => all.filter((one) => !isDropped(one)))
  dismissRefusal(orderId)
  refusals.set([...refusals.get(), { orderId, code, message, dropped }])
  void reloadAll([calls.get])
}

async function attempt(action: PickAction) {
  try {
    await sendAction(action)
    update((all) => all.filter(({ key }) => key !== action.key))
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

/** From now on this tab sends the actions of all tabs. */
export const startPicks = () => sendWith({ pick: attempt })

/** By order: what waits to be stored of it, how many of it would survive the end of the browser, and what was refused. */
export function usePickQueues() {
  const me = sessionOf('staff')?._id
  const all = useStore(entries)
  const writing = useStore(unsaved)
  const refused = useStore(refusals)
  const state = { isRead: useStore(isRead), isStuck: useStore(isStuck) }
  return (orderId: string) => {
    const waiting = all.filter(
      (one): one is PickAction => one.kind === 'pick' && one.orderId === orderId && one.by === me,
    )
    const refusal = refused.find((one) => isOwnRefusal(one, orderId))
    const kept = waiting.filter(({ key }) => !writing.has(key)).length
    return { waiting, kept, refusal, ...state }
  }
}

export const usePickQueue = (orderId: string) => usePickQueues()(orderId)
