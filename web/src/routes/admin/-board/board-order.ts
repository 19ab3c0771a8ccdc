import type { OrderRow } from '@kirana/contract/orders'
import type { LateTimes } from '@kirana/domain/lateness'
import { promisedAt, promiseOrder } from '#/lib/promise.ts'
import { isClaimed, isOwnPick } from '../-orders/pick-link.tsx'

/** Number of late orders with a red background. If every card had one, it would mean nothing. */
const MOST_LATE = 3

/** Sorts orders: the user's own picks first, then free orders by promised time, then picks of others. */
export function boardOrder(rows: readonly OrderRow[], times: LateTimes, me: string | undefined): OrderRow[] {
  const rank = (order: OrderRow) => (isOwnPick(order, me) ? 0 : isClaimed(order) ? 2 : 1)
  return promiseOrder(rows, times).toSorted((a, b) => rank(a) - rank(b))
}

/**
 * The ids, separated by spaces, of the orders that are longest past their promised time and that no picker has claimed.
 */
export const mostLate = (rows: readonly OrderRow[], times: LateTimes, now: number) =>
  promiseOrder(
    rows.filter((order) => !isClaimed(order, now) && promisedAt(order, times) <= now),
    times,
  )
    .slice(0, MOST_LATE)
    .map(({ _id }) => _id)
    .join(' ')
