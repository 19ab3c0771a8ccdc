import { freshKey } from '@kirana/contract/wire/request'
import { orders, type OrderRow } from '@kirana/contract/orders'
import type { DeliveryStatusName } from '@kirana/contract/wire/shapes'
import { messageOf } from '#/lib/api-error.ts'
import { call, markAllStale, queryClient } from '#/lib/api.ts'
import { applyStreamEvent, createRefetcher } from '#/lib/live/lists.ts'
import { sessionOf } from '#/lib/session/session.ts'
import { createStore } from '#/lib/store.ts'
import * as list from './changes.ts'
import type { Change } from './changes.ts'
import type { StatusPress } from '#/lib/pick-question.ts'
import { entries, isRead, update as updateEntries, type Entry } from './queue.ts'
import { ANSWER_MS, checkPerson, isRefusal, send, sendWith } from './sender.ts'

const changesIn = (all: readonly Entry[]) => all.filter((one) => one.kind === 'status')
/** Status changes made on this device: queued, rejected, and done ones that can be undone. Shared by its tabs. */
export const changes = createStore<readonly Change[]>([])

/** The rows of orders changed in this tab, by id. The lists are updated from them before the server's event arrives. */
const pressed = new Map<string, OrderRow>()
const MAX_PRESSED = 200
/** Rows whose status has changed since. A list that was loaded earlier may still show them. */
const outdated = new WeakSet<OrderRow>()
const refetch = createRefetcher(queryClient)

/** Applies `apply` to the status changes. They keep their position among the other entries of the queue. */
function update(apply: (changes: readonly Change[]) => readonly Change[]) {
  updateEntries((all) => {
    const next = new Map(list.pruned(apply(changesIn(all)), Date.now()).map((one) => [one.key, one]))
    const known = new Set(all.map(({ key }) => key))
    return [
      ...all.flatMap((one) => (one.kind === 'status' ? (next.get(one.key) ?? []) : one)),
      ...[...next.values()].filter(({ key }) => !known.has(key)),
    ]
  })
}

/**
 * Sets an order's status. The change is sent immediately, or as soon as there is a network, also after a reload.
 * `order` is the row that the user saw: the server rejects the change if its status has changed since. `reason`: why a
 * paid order is canceled.
 */
export function changeStatus(order: OrderRow, to: DeliveryStatusName, reason?: string) {
  pressed.set(order._id, order)
  const [oldest] = pressed.keys()
  if (pressed.size > MAX_PRESSED && oldest) pressed.delete(oldest)
  ask({
    orderId: order._id,
    number: order.order_id,
    from: order.delivaryStatus,
    to,
    ...(reason && { reason }),
  })
}

/** Sets an order's status and discards its pick. */
export const discardPick = (change: StatusPress) => ask({ ...change, discardsPick: true })

function ask({
  orderId,
  number,
  from,
  to,
  reason,
  discardsPick = false,
}: StatusPress & { discardsPick?: boolean }) {
  update((all) =>
    list.withAsked(all, {
      kind: 'status',
      key: freshKey(),
      by: sessionOf('staff')?._id ?? '',
      orderId,
      number,
      from,
      to,
      discardsPick,
      ...(reason && { reason }),
      at: Date.now(),
      state: 'queued',
      isSent: false,
      isUndo: false,
      message: '',
    }),
  )
  send()
}

/** The current row of an order that was changed in this tab. */
export const pressedOrder = (orderId: string) => pressed.get(orderId)

/** Whether this row was changed in this tab and is outdated. */
export const isOutdated = (order: OrderRow) => outdated.has(order)

/** Undoes a change (`withUndone`). */
export function undo(key: string) {
  update((all) => list.withUndone(all, key, { key: freshKey(), at: Date.now() }))
  send()
}

export const dismiss = (key: string) => update((all) => list.without(all, key))

/** Removes the rejected change of an order, if there is one. */
export const dismissRefused = (orderId: string) =>
  update((all) => all.filter((change) => change.orderId !== orderId || change.state !== 'refused'))

/** Shows the order's new status in this tab's lists before the server's event arrives. */
function showDone({ orderId, to }: Change) {
  const order = pressed.get(orderId)
  if (!order) return
  const row = { ...order, delivaryStatus: to }
  pressed.set(orderId, row)
  outdated.add(order)
  applyStreamEvent(queryClient, { type: 'order.changed', row })
}

const reload = () => {
  markAllStale()
  refetch(
    [orders.list.path, orders.get.path, orders.stages.path].flatMap((path) =>
      queryClient.getQueryCache().findAll({ queryKey: [path], type: 'active' }),
    ),
  )
}

entries.subscribe(() => {
  const before = list.queuedOf(changes.get())
  changes.set(changesIn(entries.get()))
  const queued = new Set(list.queuedOf(changes.get()).map(({ key }) => key))
  // A change has left the queue, because this tab or another one has sent it.
  if (before.some(({ key }) => !queued.has(key))) reload()
})

/** Sends one change; false when it must be sent again. */
async function attempt(change: Change) {
  const { key, by, orderId, from, to, reason, discardsPick, isUndo } = change
  update((all) => list.withSent(all, key))
  try {
    const { isWaiting, message } = await call(
      orders.changeStatus,
      {
        params: { orderId, status: to },
        query: {
          from,
          ...(reason && { reason }),
          ...(discardsPick && { discardPick: 'true' }),
          ...(isUndo && { undo: 'true' }),
        },
      },
      { key, person: by, signal: AbortSignal.timeout(ANSWER_MS) },
    )
    if (!isWaiting) showDone(change)
    // `isWaiting`: the status has not changed yet, because a second person has to approve it.
    update((all) =>
      isWaiting
        ? list.withRefused(all, key, { message, code: 'waiting' })
        : list.withDone(all, key, Date.now()),
    )
  } catch (error) {
    checkPerson(error)
    if (!isRefusal(error)) return false
    update((all) => list.withRefused(all, key, { message: messageOf(error), code: error.code }))
  }
  return true
}

sendWith({ status: attempt })

/** Removes changes that can no longer be recalled, and sends the waiting ones of the signed-in user. */
export function startOutbox() {
  const prune = () => update((all) => all)
  prune()
  send()
  return isRead.subscribe(prune)
}
