import { freshKey } from '@kirana/contract/wire/request'
import { orders } from '@kirana/contract/orders'
import { pick as calls, type OrderPick } from '@kirana/contract/pick'
import { messageOf } from '#/lib/api-error.ts'
import { call, markAllStale, queryClient, read, reloadAll } from '#/lib/api.ts'
import { afterPaint } from '#/lib/browser/after-paint.ts'
import { sessionOf } from '#/lib/session/session.ts'
import { useStore } from '#/lib/store.ts'
import type { LineSetting, PickAction } from './pick-action.ts'
import { entries, isRead, unsaved, update, type Entry } from './queue.ts'
import { ANSWER_MS, checkPerson, isRefusal, isStuck, send, sendWith } from './sender.ts'

/** Why the server rejected actions on an order, and the rejected actions, none of which is stored. */
export type Refusal = { code: string; message: string; dropped: readonly PickAction[] }

const DAY_MS = 24 * 60 * 60_000

/** Whether an entry is an action on this order by the signed-in user. */
const isOwn = (one: Entry, orderId: string): one is PickAction =>
  one.kind === 'pick' && one.orderId === orderId && one.by === sessionOf('staff')?._id
const isOwnRefused = (one: Entry, orderId: string) => isOwn(one, orderId) && one.refused !== undefined

/** Shows the pick that a call has returned. Cancels earlier requests, whose responses would be older. */
export async function showPick(pick: OrderPick) {
  const { queryKey } = read(calls.get, { params: { orderId: pick.orderId } })
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, pick)
}

/** Queues an action on an order. It is sent immediately, or as soon as there is a network, also after a reload. */
export function act(orderId: string, setting: LineSetting | null) {
  const by = sessionOf('staff')?._id ?? ''
  update((all) => [
    ...all.filter((one) => !isOwnRefused(one, orderId)),
    { kind: 'pick', key: freshKey(), by, orderId, setting },
  ])
  afterPaint(send)
}

export const dismissRefusal = (orderId: string) =>
  update((all) => all.filter((one) => !isOwnRefused(one, orderId)))

/** Sends the rejected actions on an order again with the same keys. The server has stored none of them. */
export function retryRefused(orderId: string) {
  update((all) =>
    all.map((one) => {
      if (!isOwn(one, orderId)) return one
      const { refused: _, ...action } = one
      return action
    }),
  )
  send()
}

async function sendAction({ key: actionId, by, orderId, setting }: PickAction) {
  const options = { person: by, signal: AbortSignal.timeout(ANSWER_MS) }
  if (setting === null) {
    await call(calls.done, { body: { orderId, actionId } }, options)
    // The result is ignored, because Done is stored and must not be sent again if the stored pick cannot be deleted.
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
  const { data } = await call(calls.line, { body }, options)
  await showPick(data)
}

/**
 * Marks an action and all later ones on the same order as rejected. They stay in the queue until the user has read the
 * reason, a day at most.
 */
function refuse({ orderId }: PickAction, { code, message }: { code: string; message: string }) {
  const refused = { code, message, at: Date.now() }
  update((all) => all.map((one) => (isOwn(one, orderId) ? { ...one, refused } : one)))
  void reloadAll([calls.get])
}

/** Removes actions that were rejected more than a day ago, for example on orders that are no longer picked. */
const pruneRefused = () =>
  update((all) =>
    all.filter((one) => one.kind !== 'pick' || !one.refused || Date.now() - one.refused.at < DAY_MS),
  )

async function attempt(action: PickAction) {
  try {
    await sendAction(action)
    update((all) => all.filter(({ key }) => key !== action.key))
  } catch (error) {
    checkPerson(error)
    if (!isRefusal(error)) return false
    // The order was released since, for example in another tab, so claim it again.
    if (error.code === 'unclaimed' && (await reclaim(action))) return attempt(action)
    refuse(action, { code: error.code, message: messageOf(error) })
  }
  return true
}

const reclaim = async ({ by, orderId }: PickAction) =>
  call(calls.claim, { body: { orderId } }, { person: by }).then(
    () => true,
    () => false,
  )

/** From now on, this tab sends the actions of all tabs. */
export function startPicks() {
  pruneRefused()
  sendWith({ pick: attempt })
}

/** Returns the queue of an order: its waiting actions, how many of them are on the disk, and the rejected ones. */
export function usePickQueues() {
  const all = useStore(entries)
  const writing = useStore(unsaved)
  const state = { isRead: useStore(isRead), isStuck: useStore(isStuck) }
  return (orderId: string) => {
    const mine = all.filter((one) => isOwn(one, orderId))
    const waiting = mine.filter(({ refused }) => !refused)
    const dropped = mine.filter(({ refused }) => refused)
    const why = dropped[0]?.refused
    const refusal: Refusal | undefined = why && { code: why.code, message: why.message, dropped }
    const kept = waiting.filter(({ key }) => !writing.has(key)).length
    return { waiting, kept, refusal, ...state }
  }
}

export const usePickQueue = (orderId: string) => usePickQueues()(orderId)
