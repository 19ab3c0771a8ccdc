import type { OrderRow } from '@kirana/contract/orders'
import { byAge, MAX_ROUND } from '@kirana/domain/round'
import { useDeferredValue } from 'react'
import { queryClient } from '#/lib/query-client.ts'
import { sessionOf } from '#/lib/session/session.ts'
import { createStore, useStore } from '#/lib/store.ts'
import { isClaimed } from '../-orders/pick-link.tsx'

const NONE: readonly string[] = []
/** The ids of the orders selected to be picked together, in the order of selection. */
export const selected = createStore(NONE)

export const clearSelection = () => selected.set(NONE)

export const toggle = (orderId: string) => {
  const ids = selected.get()
  selected.set(ids.includes(orderId) ? ids.filter((id) => id !== orderId) : [...ids, orderId])
}

/** Whether a new order can join a round: it is not being picked at `now` (ms since 1970). */
export const isSelectable = (order: OrderRow, now = Date.now()) =>
  order.delivaryStatus === 'Confirmed' && order.pick?.state !== 'done' && !isClaimed(order, now)

/**
 * Deselects orders that can no longer join a round, because they would count towards its maximum. `rows`: all Confirmed
 * orders.
 */
export function keepSelectable(rows: readonly OrderRow[]) {
  const can = new Set(rows.filter((row) => isSelectable(row)).map(({ _id }) => _id))
  const left = selected.get().filter((id) => can.has(id))
  if (left.length < selected.get().length) selected.set(left)
}

// Clear the selection when the user signs out.
queryClient.getQueryCache().subscribe(({ query }) => {
  if (query.queryKey[0] === 'session' && !sessionOf('staff')) clearSelection()
})

/**
 * Whether an order is selected, and whether the maximum is reached. A card renders again only when one of them changes.
 */
export const useSelected = (orderId: string) => {
  const isSelected = useStore(selected, (ids) => ids.includes(orderId))
  const isFull = useStore(selected, (ids) => ids.length >= MAX_ROUND)
  return { isSelected, isFull }
}

/** The selected orders that can still be picked together, the oldest first. */
export const useSelection = (rows: readonly OrderRow[]) => {
  // The pressed checkbox is drawn before the link to the round.
  const ids = useDeferredValue(useStore(selected))
  return byAge(rows.filter((row) => ids.includes(row._id) && isSelectable(row)))
}
