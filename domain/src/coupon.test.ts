import { expect, test } from 'vitest'
import { couponError, expireAt } from './coupon.ts'

const now = new Date('2026-11-21T13:16:00+05:30')
const justAfter = new Date(now.getTime() + 1)
const good = {
  coupon: { isActive: true, expireAt: justAfter, minimum: 50_000 },
  subtotal: 50_000,
  now,
  usedBefore: false,
}

test('accepts a coupon until the millisecond before its expiry and at exactly its minimum', () => {
  expect(couponError(good)).toBeNull()
})

test.each([
  [{ coupon: null }, 'There is no coupon of this name'],
  [{ coupon: { ...good.coupon, isActive: false } }, 'This coupon is not active'],
  [{ coupon: { ...good.coupon, expireAt: now } }, 'This coupon has expired'],
  [{ usedBefore: true }, 'You have already used this coupon'],
  [{ subtotal: 49_999 }, 'This coupon needs items worth at least ₹500.00'],
  [{ subtotal: 0, usedBefore: true }, 'You have already used this coupon'],
])('%j: %s', (change, message) => {
  expect(couponError({ ...good, ...change })).toBe(message)
})

test('expires a coupon of 30 days 30 × 24 hours after its creation', () => {
  expect(expireAt(new Date('2026-11-21T13:16:00+05:30'), 30)).toEqual(new Date('2026-12-21T13:16:00+05:30'))
})
