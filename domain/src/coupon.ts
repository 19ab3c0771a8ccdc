import { addDays, dayInKolkata, formatDay } from './calendar.ts'
import { formatRupees, type Paise } from './money.ts'

/**
 * The expiry of a coupon: 00:00 in Kolkata of the day after its last one, which is `days` after `firstDay` ('YYYY-MM-DD'), or
 * after the day of its creation if that is null.
 */
export const expireAt = (
  createdAt: Date,
  { firstDay, days }: { firstDay: string | null; days: number },
): Date => new Date(`${addDays(firstDay ?? dayInKolkata(createdAt), days + 1)}T00:00:00+05:30`)

/** A coupon, and how often it was used: by all customers, and by the ordering customer. */
export type UsedCoupon = {
  isActive: boolean
  /** 'YYYY-MM-DD'; null: it can be used since its creation. */
  firstDay: string | null
  expireAt: Date
  minimum: Paise
  /** How many orders may use it, in total and per customer; 0: any number. */
  totalUses: number
  usesPerCustomer: number
  uses: number
  usesOfCustomer: number
}

const isReached = (limit: number, uses: number) => limit > 0 && uses >= limit

/**
 * The message for a customer whose coupon cannot be used, or null if it can (domain rules, Orders). `coupon` is null if
 * the name is unknown. The coupon is expired from `expireAt` on. The minimum is checked last, because it is the only
 * reason that the customer can do something about.
 */
export function couponError(use: { coupon: UsedCoupon | null; subtotal: Paise; now: Date }): string | null {
  const { coupon, subtotal, now } = use
  if (!coupon) return 'There is no coupon of this name'
  if (!coupon.isActive) return 'This coupon is not active'
  if (coupon.firstDay !== null && dayInKolkata(now) < coupon.firstDay)
    return `This coupon can be used from ${formatDay(coupon.firstDay)}`
  if (now.getTime() >= coupon.expireAt.getTime()) return 'This coupon has expired'
  if (isReached(coupon.usesPerCustomer, coupon.usesOfCustomer)) return 'You have already used this coupon'
  if (isReached(coupon.totalUses, coupon.uses)) return COUPON_USED_UP
  if (subtotal < coupon.minimum)
    return `This coupon needs items worth at least ${formatRupees(coupon.minimum)}`
  return null
}

export const COUPON_USED_UP = 'This coupon has been used as often as it can be'
