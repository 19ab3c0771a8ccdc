import { expect, test } from 'vitest'
import {
  type CheckoutFacts,
  isExpired,
  mismatchOf,
  nextCheck,
  refundRetrySeconds,
  refundsItself,
  refundDestination,
} from './payment.ts'

const open: CheckoutFacts = { state: 'created', amount: 5_000 }
const right = { amount: 5_000, currency: 'INR' }

test.each([
  ['pays an open checkout', open, right, null],
  ['pays after a failed attempt', { ...open, state: 'failed' }, right, null],
  ['of an unknown order pays nothing', null, right, 'unknown'],
  ['below the amount pays nothing', open, { ...right, amount: 4_999 }, 'amount'],
  ['above the amount pays nothing', open, { ...right, amount: 5_001 }, 'amount'],
  ['in another currency pays nothing', open, { ...right, currency: 'USD' }, 'currency'],
  ['of a paid order is the second one', { ...open, state: 'paid' }, right, 'twice'],
  ['of a closed order is late', { ...open, state: 'expired' }, right, 'late'],
] as const)('a payment %s', (_, checkout, capture, mismatch) => {
  expect(mismatchOf(checkout, capture)).toBe(mismatch)
})

test('only payments of unknown orders or in a foreign currency wait for a decision of staff', () => {
  const all = ['late', 'twice', 'amount', 'currency', 'unknown'] as const
  expect(all.filter((mismatch) => !refundsItself(mismatch))).toEqual(['currency', 'unknown'])
})

test('the wait before a retry doubles each time, up to 15 minutes', () => {
  expect([1, 2, 3, 6, 7, 8, 100].map(refundRetrySeconds)).toEqual([15, 30, 60, 480, 900, 900, 900])
})

test('an open checkout is polled every few minutes, at its expiry, and every minute after that', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 8, minute))
  expect([0, 13, 14, 15, 20].map((minute) => nextCheck(at(15), at(minute), 180))).toEqual(
    [3, 15, 15, 16, 21].map(at),
  )
  expect([0, 13].map((minute) => nextCheck(at(15), at(minute), 300))).toEqual([5, 15].map(at))
})

test('a checkout expires on time if the provider reports it as unpaid, otherwise 15 minutes later', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 8, minute))
  expect([14, 15].map((minute) => isExpired(at(15), at(minute), true))).toEqual([false, true])
  expect([15, 29, 30].map((minute) => isExpired(at(15), at(minute), false))).toEqual([false, false, true])
})

test.each([
  ['online', true, 100, 'source'],
  ['online', true, 99, 'wallet'],
  ['online', true, 0, 'source'],
  ['wallet', true, 1, 'wallet'],
  ['cod', true, 5_000, 'wallet'],
  ['cod', false, 5_000, null],
] as const)(
  'of an order by %s, paid: %s, %i paise are refunded to: %s',
  (paymentMethod, isPaid, amount, way) => {
    expect(refundDestination({ paymentMethod, isPaid }, amount)).toBe(way)
  },
)
