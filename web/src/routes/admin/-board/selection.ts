import type { OrderRow } from '@kirana/contract/orders'
import { MAX_ROUND } from '@kirana/domain/round'
import { createStore, useStore } from '#/lib/store.ts'
import { isClaimed } from '../-orders/pick-link.tsx'

/** The ids of the orders that are chosen to be picked together, in the order of the presses. */
const selected = createStore<readonly string[]>([])

export const clearSelection = () => selected.set([])

export const toggle = (orderId: string) => {
  const ids = selected.get()
  selected.set(ids.includes(orderId) ? ids.filter((id) => id !== orderId) : [...ids, orderId])
}

/** Whether a new order can join a round: nobody picks it. */
export const isSelectable = (order: OrderRow) =>
  order.delivaryStatus === 'Confirmed' && order.pick?.state !== 'done' && !isClaimed(order)

/** Whether an order is chosen, and whether there is no room for another. A card renders again only when that changes. */
export const useSelected = (orderId: string) => {
  const isSelected = useStore(selected, (ids) => ids.includes(orderId))
  const isFull = useStore(selected, (ids) => ids.length >= MAX_ROUND)
  return { isSelected, isFull }
}

/** The chosen orders that can still be picked together. */
export const useSelection = (rows: readonly OrderRow[]) => {
  const ids = useStore(selected)
  return ids.filter((id) => rows.some((row) => row._id === id && isSelectable(row)))
}
