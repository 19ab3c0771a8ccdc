import { percentOf, requireWhole, roundOffOf, type BasisPoints, type Paise } from './money.ts'
import type { AmountType } from './vocabulary.ts'

/**
 * What a coupon takes off. `amount`: paise, or basis points when it is a percentage; then `maximum` is the most that it
 * takes off in paise, and 0 or absent sets no bound.
 */
export type Coupon = {
  amountType: AmountType
  amount: Paise | BasisPoints
  minimum: Paise
  maximum?: Paise | undefined
}

/**
 * An extra charge. `amount`: paise, or basis points when it is a percentage. It applies to subtotals from `minimum` to
 * `maximum`, both included; a `maximum` of 0 sets no upper bound.
 */
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

/** The rules that a bill was made by, kept with the order so that its bill can be computed again. */
export type BillRules = {
  coupon: Coupon | null
  referralPercent: BasisPoints
  charges: Charge[]
  /** Whether the total is rounded to the nearest rupee; absent in orders of earlier releases. */
  roundsOff?: boolean | undefined
}

/** One line of an order; `price` is for one unit. */
export type BillLine = { price: Paise; quantity: number }

export type Bill = Reductions & { lineTotals: Paise[] }

type Reductions = {
  subtotal: Paise
  discount: Paise
  referralDiscount: Paise
  charges: { title: string; amount: Paise; id?: string; sac?: string }[]
  chargesTotal: Paise
  /** What rounding to the nearest rupee added, negative if it took something off; 0 without it. */
  roundOff: Paise
  total: Paise
}

const amountOf = (rule: { amountType: AmountType; amount: number }, subtotal: Paise): Paise =>
  rule.amountType === 'percentage' ? percentOf(subtotal, rule.amount) : rule.amount

function discountOf(coupon: Coupon, subtotal: Paise): Paise {
  const amount = amountOf(coupon, subtotal)
  const { amountType, maximum = 0 } = coupon
  return amountType === 'percentage' && maximum > 0 ? Math.min(amount, maximum) : amount
}

const applies = (charge: Charge, subtotal: Paise) =>
  subtotal >= charge.minimum && (charge.maximum === 0 || subtotal <= charge.maximum)

const sum = (amounts: Paise[]): Paise => amounts.reduce((total, amount) => total + amount, 0)

/**
 * Shared by both kinds of bills: minimums and bounds apply to the ordered subtotal, amounts are computed from
 * `subtotal`.
 */
export function applyRules(rules: BillRules, ordered: Paise, subtotal: Paise): Reductions {
  const { coupon, referralPercent } = rules
  for (const rule of [...rules.charges, ...(coupon ? [coupon] : [])]) requireWhole(rule.amount, 0, 'Amount')
  const discount = coupon && ordered >= coupon.minimum ? Math.min(discountOf(coupon, subtotal), subtotal) : 0
  const referralDiscount = Math.min(percentOf(subtotal, referralPercent), subtotal - discount)
  const charges = rules.charges
    .filter((charge) => applies(charge, ordered))
    .map((charge) => ({
      title: charge.title,
      amount: amountOf(charge, subtotal),
      ...(charge.id !== undefined && { id: charge.id }),
      ...(charge.sac && { sac: charge.sac }),
    }))
  const chargesTotal = sum(charges.map(({ amount }) => amount))
  const exact = subtotal - discount - referralDiscount + chargesTotal
  requireWhole(exact, 0, 'Total')
  const roundOff = rules.roundsOff ? roundOffOf(exact) : 0
  return { subtotal, discount, referralDiscount, charges, chargesTotal, roundOff, total: exact + roundOff }
}

/** The subtotal of ordered lines (paise), with the total of each. */
export function lineTotalsOf(lines: readonly BillLine[]) {
  const lineTotals = lines.map(({ price, quantity }) => {
    requireWhole(price, 0, 'Price')
    requireWhole(quantity, 1, 'Quantity')
    return price * quantity
  })
  const subtotal = sum(lineTotals)
  requireWhole(subtotal, 0, 'Subtotal')
  return { lineTotals, subtotal }
}

/**
 * Computes the bill of an order (domain rules, Orders): subtotal − coupon − referral discount + charges, in paise, rounded
 * to the nearest rupee if the rules say so.
 * Percentages are of the subtotal and are rounded once, half up. The coupon is applied first; both discounts together
 * never exceed the subtotal. A coupon below its minimum, or a charge outside its bounds, does not apply.
 * Throws RangeError if a price, quantity or amount is negative, not whole, or above 2^53.
 */
export function bill({ lines, ...rules }: BillRules & { lines: BillLine[] }): Bill {
  const { lineTotals, subtotal } = lineTotalsOf(lines)
  return { lineTotals, ...applyRules(rules, subtotal, subtotal) }
}

/** The rules that apply to an order of this subtotal; only these are kept with it. */
export const rulesToKeep = (
  { coupon, referralPercent, charges, roundsOff }: BillRules,
  subtotal: Paise,
): BillRules => ({
  coupon: coupon && {
    amountType: coupon.amountType,
    amount: coupon.amount,
    minimum: coupon.minimum,
    ...(coupon.maximum && { maximum: coupon.maximum }),
  },
  referralPercent,
  charges: charges.filter((charge) => applies(charge, subtotal)),
  ...(roundsOff && { roundsOff }),
})
