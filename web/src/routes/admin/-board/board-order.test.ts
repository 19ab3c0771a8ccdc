import type { OrderRow } from '@kirana/contract/orders'
import { expect, test } from 'vitest'
import { boardOrder, mostLate } from './board-order.ts'

const MINUTE = 60_000
const NOW = Date.now()
const times = { gettingLateMinutes: 4, lateMinutes: 8 }

/** An order placed `minutes` ago. `staffId`: the picker who has claimed it until `until` (ms from now). */
function order(orderNumber: number, minutes: number, deliveryTime: string, staffId = '', until = MINUTE) {
  const pick = staffId && {
    state: 'claimed',
    staffId,
    by: staffId,
    until: new Date(NOW + until).toISOString(),
  }
  return {
    _id: String(orderNumber),
    orderNumber,
    deliveryTime,
    dateAndTime: new Date(NOW - minutes * MINUTE).toISOString(),
    delivaryStatus: 'Confirmed',
    pick: pick || null,
  } as OrderRow
}
const ids = (rows: readonly OrderRow[]) => rows.map(({ _id }) => _id).join(' ')

test('the user’s own picks come first, then free orders by promised time, then picks of others', () => {
  const rows = [
    order(1, 30, '10 min', 'ravi'),
    order(2, 20, '60 min'),
    order(3, 5, '10–15 min'),
    // Its delivery time has no number, so the setting for late orders applies.
    order(4, 5, 'soon'),
    order(5, 1, '10 min', 'me'),
    // Its claim has expired.
    order(6, 40, '10 min', 'ravi', -MINUTE),
  ]
  expect(ids(boardOrder(rows, times, 'me'))).toBe('5 6 4 3 2 1')
})

test('at most three orders are the most late: the unclaimed ones that are longest past their promised time', () => {
  const rows = [
    order(1, 60, '10 min', 'ravi'),
    order(2, 12, '10 min'),
    order(3, 30, '25 min'),
    order(4, 40, '10 min'),
    order(5, 9, 'soon'),
    order(6, 9, '10 min'),
  ]
  expect(mostLate(rows, times, NOW)).toBe('4 3 2')
  expect(mostLate([], times, NOW)).toBe('')
})
