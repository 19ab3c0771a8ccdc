import { percentOf, requireWhole, type BasisPoints, type Paise } from './money.ts'
import type { AmountType } from './vocabulary.ts'

/** What a coupon takes off. `amount`: paise, or basis points when it is a percentage. */
export type Coupon = { amountType: AmountType; amount: Paise | BasisPoints; minimum: Paise }

/** An extra charge. `amount`: paise, or basis points when it is a percentage. A `maximum` of 0 means no upper bound. */
export type Charge = {
  title: string
  amountType: AmountType
  amount: Paise | BasisPoints
  minimum: Paise
  maximum: Paise
  /** Kept with the bill, so that its tax can be found on the day of the invoice. */
  id?: string
  sac?: string
}

/** One line to be billed: the price of one, and how many. */
export type BillLine = { price: Paise; quantity: number }

export type Bill = {
  lineTotals: Paise[]
  subtotal: Paise
  discount: Paise
  referralDiscount: Paise
  charges: { title: string; amount: Paise; id?: string; sac?: string }[]
  chargesTotal: Paise
  total: Paise
}

const amountOf = (rule: { amountType: AmountType; amount: number }, subtotal: Paise): Paise =>
  rule.amountType === 'percentage' ? percentOf(subtotal, rule.amount) : rule.amount

const applies = (charge: Charge, subtotal: Paise) =>
  subtotal >= charge.minimum && (charge.maximum === 0 || subtotal <= charge.maximum)

const sum = (amounts: Paise[]): Paise => amounts.reduce((total, amount) => total + amount, 0)

/**
 * The bill of an order (domain rules, Orders): Σ line price − coupon − referral + charges. Every percentage is one of
 * Σ line price and is rounded once, half up. The discounts together never exceed Σ line price, the coupon first.
 * A coupon below its minimum takes nothing off; charges whose bounds do not hold are left out.
 * Throws RangeError for a price, quantity or amount that is no whole number, is negative, or would pass 2^53 paise.
 */
export function bill(order: {
  lines: BillLine[]
  coupon: Coupon | null
  referralPercent: BasisPoints
  charges: Charge[]
}): Bill {
  const { lines, coupon, referralPercent } = order
  const lineTotals = lines.map(({ price, quantity }) => {
    requireWhole(price, 0, 'Price')
    requireWhole(quantity, 1, 'Quantity')
    return price * quantity
  })
  const subtotal = sum(lineTotals)
  requireWhole(subtotal, 0, 'Subtotal')

  for (const rule of [...order.charges, ...(coupon ? [coupon] : [])]) requireWhole(rule.amount, 0, 'Amount')
  const wanted = coupon && subtotal >= coupon.minimum ? amountOf(coupon, subtotal) : 0
  const discount = Math.min(wanted, subtotal)
  const referralDiscount = Math.min(percentOf(subtotal, referralPercent), subtotal - discount)
  const charges = order.charges
    .filter((charge) => applies(charge, subtotal))
    .map((charge) => ({
      title: charge.title,
      amount: amountOf(charge, subtotal),
      ...(charge.id !== undefined && { id: charge.id }),
      ...(charge.sac && { sac: charge.sac }),
    }))

  const chargesTotal = sum(charges.map(({ amount }) => amount))
  const total = subtotal - discount - referralDiscount + chargesTotal
  requireWhole(total, 0, 'Total')
  return { lineTotals, subtotal, discount, referralDiscount, charges, chargesTotal, total }
}
