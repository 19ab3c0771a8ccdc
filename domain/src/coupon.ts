import { formatRupees, type Paise } from './money.ts'

const DAY_IN_MS = 24 * 60 * 60 * 1000

/** The moment from which a coupon made at `createdAt` no longer works: that many times 24 hours later. */
export const expireAt = (createdAt: Date, days: number): Date =>
  new Date(createdAt.getTime() + days * DAY_IN_MS)

/**
 * Why a coupon cannot be used for a cart of `subtotal`, as a sentence for the customer, or null (domain rules, Orders).
 * `coupon` is null when there is none of that name. At `expireAt` itself it has expired; a minimum exactly reached is
 * reached. What the customer can still change, the minimum, is said last.
 */
export function couponRefusal(use: {
  coupon: { isActive: boolean; expireAt: Date; minimum: Paise } | null
  subtotal: Paise
  now: Date
  usedBefore: boolean
}): string | null {
  const { coupon, subtotal, now, usedBefore } = use
  if (!coupon) return 'There is no coupon of this name'
  if (!coupon.isActive) return 'This coupon is not active'
  if (now.getTime() >= coupon.expireAt.getTime()) return 'This coupon has expired'
  if (usedBefore) return 'You have used this coupon already'
  if (subtotal < coupon.minimum)
    return `This coupon needs items worth at least ${formatRupees(coupon.minimum)}`
  return null
}
