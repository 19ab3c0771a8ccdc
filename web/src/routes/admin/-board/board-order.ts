import type { OrderRow } from '@kirana/contract/orders'
import type { LateTimes } from '@kirana/domain/lateness'
import { promisedAt, promiseOrder } from '#/lib/promise.ts'
import { isClaimed, isOwnPick } from '../-orders/pick-link.tsx'

/** How many of the late orders are filled red: if every card is, red says nothing. */
const MOST_LATE = 3

/** Own picks first, then by promised time, then what others pick. */
export function boardOrder(rows: readonly OrderRow[], times: LateTimes, me: string | undefined): OrderRow[] {
  const rank = (order: OrderRow) => (isOwnPick(order, me) ? 0 : isClaimed(order) ? 2 : 1)
  return promiseOrder(rows, times).toSorted((a, b) => rank(a) - rank(b))
}

/** The ids of the orders that are longest beyond their promise and that nobody picks, each after a space. */
export const mostLate = (rows: readonly OrderRow[], times: LateTimes, now: number) =>
  promiseOrder(
    rows.filter((order) => !isClaimed(order, now) && promisedAt(order, times) <= now),
    times,
  )
    .slice(0, MOST_LATE)
    .map(({ _id }) => _id)
    .join(' ')
