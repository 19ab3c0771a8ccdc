import { formatRupees, type Paise } from './money.ts'

const DAY_IN_MS = 24 * 60 * 60 * 1000

/** The expiry of a coupon: `days` × 24 hours after `createdAt`. */
export const expireAt = (createdAt: Date, days: number): Date =>
  new Date(createdAt.getTime() + days * DAY_IN_MS)

/**
 * The message for a customer whose coupon cannot be used, or null if it can (domain rules, Orders). `coupon` is null if
 * the name is unknown. The coupon is expired from `expireAt` on. The minimum is checked last, because it is the only
 * reason that the customer can do something about.
 */
export function couponError(use: {
  coupon: { isActive: boolean; expireAt: Date; minimum: Paise } | null
  subtotal: Paise
  now: Date
  usedBefore: boolean
}): string | null {
  const { coupon, subtotal, now, usedBefore } = use
  if (!coupon) return 'There is no coupon of this name'
  if (!coupon.isActive) return 'This coupon is not active'
  if (now.getTime() >= coupon.expireAt.getTime()) return 'This coupon has expired'
  if (usedBefore) return 'You have already used this coupon'
  if (subtotal < coupon.minimum)
    return `This coupon needs items worth at least ${formatRupees(coupon.minimum)}`
  return null
}
