import type { Paise } from './money.ts'
import type { DeliveryStatus, PaymentMethod, PaymentStatus } from './vocabulary.ts'

/** What a status change depends on. `coins` for the customer, `referralCoins` for the owner of the referral code. */
export type OrderFacts = {
  total: Paise
  paymentMethod: PaymentMethod
  paymentStatus: PaymentStatus
  coins: number
  referralCoins: number
  hasCoupon: boolean
}

/** What follows from a status change. All numbers are signed changes: above 0 granted, below 0 taken back. */
export type DeliveryEffects = {
  /** The payment status from now on. */
  paymentStatus: PaymentStatus
  /** Loyalty coins for the customer. */
  customerCoins: number
  /** Coins for the owner of the referral code. */
  referrerCoins: number
  /** Money in the customer's wallet: a refund above 0, its reversal below 0. */
  customerMoney: Paise
  /** The customer's `totalPayment`. */
  totalPayment: Paise
  /** Whether the use of the coupon is given back, or taken again. */
  coupon: 'keep' | 'release' | 'claim'
  /** The order needs an invoice from here on; the caller issues one unless it has one. */
  issuesInvoice: boolean
}

/**
 * Cash on delivery changes hands at the door: it is paid in Delivered, and due again when Delivered was a correction.
 * Cancelling a delivered order refunds cash that the store keeps, so the order stays paid, also when it is taken up
 * again afterwards: the refund goes back and nobody pays at the door twice.
 */
function paymentAfter(order: OrderFacts, from: DeliveryStatus, to: DeliveryStatus): PaymentStatus {
  if (order.paymentMethod !== 'cod') return order.paymentStatus
  if (to === 'delivered') return 'paid'
  if (from === 'delivered' && to !== 'canceled') return 'due'
  return order.paymentStatus
}

/** What an order has brought about while it stands in `status`, however it came there. */
function standing(order: OrderFacts, status: DeliveryStatus, paymentStatus: PaymentStatus) {
  const isDelivered = status === 'delivered'
  const isCanceled = status === 'canceled'
  return {
    customerCoins: isDelivered ? order.coins : 0,
    referrerCoins: isDelivered ? order.referralCoins : 0,
    totalPayment: isDelivered ? order.total : 0,
    customerMoney: isCanceled && paymentStatus === 'paid' ? order.total : 0,
    holdsCoupon: order.hasCoupon && !isCanceled,
  }
}

const neverInvoiced = (status: DeliveryStatus) => status === 'confirmed' || status === 'canceled'

/**
 * What follows when an order goes `from` one status `to` another (domain rules, Orders): what stands in the new state
 * minus what stood in the old one, so that any way round leaves the same behind. `order.paymentStatus` is the one
 * before the change. The status it already has changes nothing.
 */
export function deliveryEffects(
  order: OrderFacts,
  from: DeliveryStatus,
  to: DeliveryStatus,
): DeliveryEffects {
  const paymentStatus = from === to ? order.paymentStatus : paymentAfter(order, from, to)
  const before = standing(order, from, order.paymentStatus)
  const after = standing(order, to, paymentStatus)
  return {
    paymentStatus,
    customerCoins: after.customerCoins - before.customerCoins,
    referrerCoins: after.referrerCoins - before.referrerCoins,
    customerMoney: after.customerMoney - before.customerMoney,
    totalPayment: after.totalPayment - before.totalPayment,
    coupon: before.holdsCoupon === after.holdsCoupon ? 'keep' : after.holdsCoupon ? 'claim' : 'release',
    issuesInvoice: neverInvoiced(from) && !neverInvoiced(to),
  }
}
