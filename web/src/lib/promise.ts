import type { OrderRow } from '@kirana/contract/orders'
import type { LateTimes, Urgency } from '@kirana/domain/lateness'
import { promisedMinutes } from '@kirana/domain/promise'

const MINUTE = 60_000

type Placed = Pick<OrderRow, 'dateAndTime' | 'deliveryTime'>

/**
 * When an order is promised, in ms since 1970: the longest time of its delivery time after it was placed or, where that
 * names none, the time after which the store calls an order late.
 */
export const promisedAt = ({ dateAndTime, deliveryTime }: Placed, { lateMinutes }: LateTimes) =>
  Date.parse(dateAndTime) + (promisedMinutes(deliveryTime) ?? lateMinutes) * MINUTE

/** `late`: beyond its promise. `now`: ms since 1970. */
export function promiseUrgency(order: Placed, times: LateTimes, now: number): Urgency {
  if (now >= promisedAt(order, times)) return 'late'
  return now - Date.parse(order.dateAndTime) >= times.gettingLateMinutes * MINUTE ? 'soon' : 'fresh'
}

/** By promised time, the earliest first. */
export const promiseOrder = <T extends Placed & { orderNumber: number }>(
  rows: readonly T[],
  times: LateTimes,
): T[] =>
  rows.toSorted((a, b) => promisedAt(a, times) - promisedAt(b, times) || a.orderNumber - b.orderNumber)
