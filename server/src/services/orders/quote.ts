import { cashRounding } from '@kirana/domain/cash'
import { bill, type Bill, type BillRules, rulesToKeep } from '@kirana/domain/bill'
import { couponError } from '@kirana/domain/coupon'
import { closedSentence } from '@kirana/domain/opening'
import {
  orderablePieces,
  type OrderLimits,
  reachedLimits,
  type ReachedLimit,
} from '@kirana/domain/order-limits'
import { packWeight } from '@kirana/domain/weight'
import { pricePaid } from '@kirana/domain/price'
import { normaliseReferralCode, referralError } from '@kirana/domain/referral'
import { shortageMessage } from '@kirana/domain/stock'
import { validate as isUuid } from 'uuid'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'
import type { Address } from '../../tables/orders.ts'
import { estimateOf, openNow, type OpenNow } from '../shared/opening.ts'
import { type Cart, type QuoteInputs, readInputs, type StoredLine } from './quote-inputs.ts'

type Line = {
  productId: string
  variantId: string
  title: string
  category: string
  image: string
  quantityText: string
  quantity: number
  price: number
  total: number
  /** Loyalty coins for one piece. */
  coins: number
  /** Milligrams of one piece; null if its pieces are not weighed. */
  weight: number | null
  /** Pieces that can be sold; null if its stock is not tracked. */
  available: number | null
}

export type Quote = {
  lines: Line[]
  bill: Bill
  /** The rounding that a payment in cash adds to the bill, in paise. */
  cashRounding: number
  /** The rules by which the bill was computed. */
  rules: BillRules
  coupon: { id: string; name: string } | null
  /** Whether a coupon of the cart's name exists, usable or not. */
  knowsCoupon: boolean
  referral: { code: string; owner: string; coins: number } | null
  /** Loyalty coins for the customer on delivery. */
  coins: number
  deliveryTime: string
  opening: OpenNow
  /** The message for the customer while the store is closed; null while it is open. */
  closed: string | null
  address: Address | null
  limits: OrderLimits
  /** The limits that the order would exceed. */
  reached: ReachedLimit[]
  nthNewestPlacedAt: string | null
  /** The missing pieces, one sentence for each line. */
  shortages: string[]
  /**
   * Sentences about a closed store, exceeded limits, or an invalid coupon, code or pincode. A quote shows all of them,
   * placing an order throws the first.
   */
  problems: string[]
}

export const itemUnavailable = () =>
  new HttpError(422, 'Something in the cart is not available any more', { code: 'unavailable' })

const quantityText = ({ amount, unit }: StoredLine) => `${amount / 1000} ${unit}`

function referralOf(inputs: QuoteInputs, cart: Cart, customer: string | null) {
  const typed = normaliseReferralCode(cart.referCode)
  const code = typed || inputs.invitedWith
  const owner = typed ? inputs.referrer : inputs.inviter
  if (code === '') return { referral: null, problem: null }
  const problem = referralError({ owner, customer, isFirstOrder: inputs.isFirstOrder })
  if (problem === null && owner !== null)
    return { referral: { code, owner, coins: inputs.pointsPerReferral }, problem: null }
  return { referral: null, problem: typed ? problem : null }
}

/**
 * Prices a cart (paise) at `now` by the store's own catalogue, charges, coupon and referral rules, in one statement.
 * The contract has merged lines of the same variant.
 * @throws HttpError 422 when an item cannot be bought
 */
export async function quote(db: Db, cart: Cart, customer: string | null, now: Date): Promise<Quote> {
  if (cart.items.some(({ productId, variantId }) => !isUuid(productId) || !isUuid(variantId)))
    throw itemUnavailable()
  const inputs = await readInputs(db, cart, customer, now)
  const lines = inputs.lines.map((line) => {
    if (line.title === null) throw itemUnavailable()
    return { ...line, quantityText: quantityText(line), price: pricePaid(line) }
  })
  const subtotal = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)

  const couponProblem = cart.coupon
    ? couponError({
        coupon: inputs.coupon && { ...inputs.coupon, expireAt: new Date(inputs.coupon.expireAt) },
        subtotal,
        now,
      })
    : null
  const coupon = couponProblem === null ? inputs.coupon : null
  const { referral, problem: referralProblem } = referralOf(inputs, cart, customer)
  const rules = {
    coupon,
    referralPercent: referral ? inputs.referralDiscount : 0,
    charges: inputs.charges,
    roundsOff: inputs.roundsOff,
  }
  const billed = bill({ lines, ...rules })
  const opening = openNow(inputs.opening, inputs.deliveryTime, now)
  const shortages = lines.flatMap((line) =>
    line.available === null || line.available >= line.quantity
      ? []
      : [shortageMessage({ ...line, available: line.available })],
  )
  const { limits, unpaid, nthNewestPlacedAt } = inputs
  const total = billed.total
  const reached = reachedLimits({ lines, total, payment: cart.payment ?? null, unpaid, limits })
  const closed = opening.isOpen ? null : closedSentence(opening.opensAt, now)
  return {
    lines: lines.map((line, i) => ({
      productId: line.productId,
      variantId: line.variantId,
      title: line.title,
      category: line.category,
      image: line.image,
      quantityText: line.quantityText,
      quantity: line.quantity,
      price: line.price,
      total: billed.lineTotals[i] ?? 0,
      coins: line.loyaltyCoins,
      weight: line.byWeight ? packWeight(line.amount, line.unit) : null,
      available: line.available,
    })),
    bill: billed,
    cashRounding: cashRounding({ total, roundsCash: inputs.roundCash && cart.payment === 'cod' }),
    rules: rulesToKeep(rules, subtotal),
    coupon,
    knowsCoupon: inputs.coupon !== null,
    referral,
    coins: lines.reduce((sum, { loyaltyCoins, quantity }) => sum + loyaltyCoins * quantity, 0),
    deliveryTime: estimateOf(inputs.opening, inputs.deliveryTime),
    opening,
    closed,
    address: inputs.address,
    limits,
    reached,
    nthNewestPlacedAt,
    shortages,
    problems: [
      closed,
      ...reached.map(({ message }) => message),
      ...shortages,
      couponProblem,
      referralProblem,
      inputs.delivers ? null : 'We do not deliver to this pincode yet',
    ].filter((problem) => problem !== null),
  }
}

/** The bill for responses: of a quote, and in the 409 when an order's total has changed. */
export const billView = ({ lines, bill, cashRounding: added, problems, opening, limits }: Quote) => ({
  lines: lines.map(({ quantityText, total, available, ...line }) => ({
    ...line,
    productQuantity: quantityText,
    totalPrice: total,
    available: orderablePieces(available, limits),
  })),
  subtotal: bill.subtotal,
  discount: bill.discount,
  referDiscount: bill.referralDiscount,
  charges: bill.charges,
  roundOff: bill.roundOff,
  totalPrice: bill.total,
  ...(added !== 0 && { cashRounding: added }),
  notes: problems,
  ...opening,
})
