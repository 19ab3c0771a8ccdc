import type { OrderRow } from '@kirana/contract/orders'
import type { LateTimes, Urgency } from '@kirana/domain/lateness'
import { promisedMinutes } from '@kirana/domain/promise'

const MINUTE = 60_000

type Placed = Pick<OrderRow, 'dateAndTime' | 'deliveryTime'>

/**
 * The promised delivery time of an order, in ms since 1970: the time of placing plus the longest time in its
 * `deliveryTime`. If that contains no number, plus the store's setting for late orders.
 */
export const promisedAt = ({ dateAndTime, deliveryTime }: Placed, { lateMinutes }: LateTimes) =>
  Date.parse(dateAndTime) + (promisedMinutes(deliveryTime) ?? lateMinutes) * MINUTE

/** The urgency of an order. `late`: the promised time has passed. `now`: ms since 1970. */
export function promiseUrgency(order: Placed, times: LateTimes, now: number): Urgency {
  if (now >= promisedAt(order, times)) return 'late'
  return now - Date.parse(order.dateAndTime) >= times.gettingLateMinutes * MINUTE ? 'soon' : 'fresh'
}

/** Sorts by promised time, the earliest first. */
export const promiseOrder = <T extends Placed & { orderNumber: number }>(
  rows: readonly T[],
  times: LateTimes,
): T[] =>
  rows.toSorted((a, b) => promisedAt(a, times) - promisedAt(b, times) || a.orderNumber - b.orderNumber)
