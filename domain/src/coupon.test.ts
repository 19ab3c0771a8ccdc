import { expect, test } from 'vitest'
import { COUPON_USED_UP, couponError, expireAt } from './coupon.ts'

const now = new Date('2026-11-21T13:16:00+05:30')
const justAfter = new Date(now.getTime() + 1)
const good = {
  isActive: true,
  firstDay: null,
  expireAt: justAfter,
  minimum: 50_000,
  totalUses: 0,
  usesPerCustomer: 1,
  uses: 7,
  usesOfCustomer: 0,
}
const use = { coupon: good, subtotal: 50_000, now }

test('accepts a coupon until the millisecond before its expiry and at exactly its minimum', () => {
  expect(couponError(use)).toBeNull()
})

test.each([
  [{ isActive: false }, 'This coupon is not active'],
  [{ firstDay: '2026-11-22' }, 'This coupon can be used from 22 Nov 2026'],
  [{ firstDay: '2026-11-21' }, null],
  [{ expireAt: now }, 'This coupon has expired'],
  [{ usesOfCustomer: 1 }, 'You have already used this coupon'],
  [{ usesOfCustomer: 1, usesPerCustomer: 2 }, null],
  [{ usesOfCustomer: 9, usesPerCustomer: 0 }, null],
  [{ totalUses: 8 }, null],
  [{ totalUses: 7 }, COUPON_USED_UP],
  // The minimum comes last: the customer cannot change the other reasons.
  [{ usesOfCustomer: 1, minimum: 60_000 }, 'You have already used this coupon'],
  [{ minimum: 50_001 }, 'This coupon needs items worth at least ₹500.01'],
])('%j: %s', (change, message) => {
  expect(couponError({ ...use, coupon: { ...good, ...change } })).toBe(message)
})

test('says that a name is unknown', () => {
  expect(couponError({ ...use, coupon: null })).toBe('There is no coupon of this name')
})

test.each([
  // The last day is days after the first one, and belongs to the coupon until its end.
  ['2026-11-21T13:16:00+05:30', null, 30, '2026-12-22T00:00:00+05:30'],
  ['2026-11-21T23:59:59.999+05:30', null, 1, '2026-11-23T00:00:00+05:30'],
  // Half an hour later in Kolkata than in UTC: the day is the 22nd.
  ['2026-11-21T18:30:00Z', null, 1, '2026-11-24T00:00:00+05:30'],
  ['2026-11-21T13:16:00+05:30', '2026-12-30', 3, '2027-01-03T00:00:00+05:30'],
])('a coupon of %s with the first day %s and %i days expires at %s', (createdAt, firstDay, days, expiry) => {
  expect(expireAt(new Date(createdAt), { firstDay, days })).toEqual(new Date(expiry))
})
