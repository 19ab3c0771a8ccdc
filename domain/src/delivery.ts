import type { Paise } from './money.ts'
import type { DeliveryStatus, PaymentMethod, Payer, PaymentStatus } from './vocabulary.ts'

/** The inputs of a status change. `coins` are for the customer, `referralCoins` for the owner of the referral code. */
export type OrderFacts = {
  total: Paise
  paymentMethod: PaymentMethod
  paymentStatus: PaymentStatus
  paidBy: Payer
  coins: number
  referralCoins: number
  hasCoupon: boolean
  /** The refunds of claims of an order that was not paid online; absent: none. */
  claimed?: Paise
}

/** The effects of a status change. Numbers are signed changes: positive granted, negative taken back. */
export type DeliveryEffects = {
  /** The payment status from now on. */
  paymentStatus: PaymentStatus
  /** What has paid the order after the change. */
  paidBy: Payer
  /** Loyalty coins for the customer. */
  customerCoins: number
  /** Coins for the owner of the referral code. */
  referrerCoins: number
  /** Money in the customer's wallet: a refund above 0, its reversal below 0. */
  customerMoney: Paise
  /** The refund to the source of an online payment. */
  sourceRefund: Paise
  /** The customer's `totalPayment`. */
  totalPayment: Paise
  /** What happens to the recorded use of the coupon. */
  coupon: 'keep' | 'release' | 'claim'
  /** The order needs an invoice from now on; the caller issues one unless it exists. */
  issuesInvoice: boolean
}

/** Facts about a status change that only a person can confirm. */
export type DeliveryClaims = {
  /** The store has the cash of this order. Used only when a delivered cash order is canceled. */
  cashCollected?: boolean
  /** The customer paid the rider by UPI. */
  paidByUpi?: boolean
  /** The store has the money of the UPI payment. */
  isUpiVerified?: boolean
}

/** The stages of an order on its way to the customer, in order. */
export const deliveryStages = ['confirmed', 'prepared', 'dispatched', 'outForDelivery'] as const
export type DeliveryStage = (typeof deliveryStages)[number]

/** The status after `status` in the usual course of an order; null for the last one. */
export function nextStatus(status: DeliveryStatus): DeliveryStatus | null {
  const way: readonly DeliveryStatus[] = [...deliveryStages, 'delivered']
  const step = way.indexOf(status)
  return step < 0 ? null : (way[step + 1] ?? null)
}

/**
 * Whether staff must say if the cash was collected: when a delivered order that was paid in cash, and is not free, is
 * canceled.
 */
export const needsCashAnswer = (
  { total, paidBy }: Pick<OrderFacts, 'total' | 'paidBy'>,
  from: DeliveryStatus,
  to: DeliveryStatus,
) => paidBy === 'cash' && from === 'delivered' && to === 'canceled' && total > 0

type Payment = Pick<OrderFacts, 'paymentMethod' | 'paymentStatus'>

/** An online order is packed only after it is paid: until then it is not among the new orders. */
export const isUnpaidOnline = ({ paymentMethod, paymentStatus }: Payment) =>
  paymentMethod === 'online' && paymentStatus !== 'paid'

/**
 * Why the payment forbids a status; null when it does not. An online order moves only once it is paid, and stays
 * canceled: its money is being refunded, or was never received.
 */
export function paymentRefusal(order: Payment, from: DeliveryStatus, to: DeliveryStatus): string | null {
  if (order.paymentMethod !== 'online' || from === to) return null
  if (from === 'canceled')
    return order.paymentStatus === 'paid'
      ? 'The payment of this order goes back to the customer, so the order stays canceled'
      : 'This order was not paid, so it stays canceled'
  return isUnpaidOnline(order) && to !== 'canceled' ? 'This order is not paid yet' : null
}

/**
 * A cash order is paid on delivery, and due again when Delivered is corrected. Canceling a delivered order refunds the
 * cash to the wallet only if staff confirm that it was collected. Reopening the order charges the wallet again: from
 * then on the wallet has paid it, whether or not it is delivered. A UPI payment remains when Delivered is corrected, so
 * nothing is left to collect. Canceling refunds it to the wallet if it is verified; otherwise it counts as never paid.
 */
function payerAfter(
  { paymentMethod, paidBy, total }: OrderFacts,
  from: DeliveryStatus,
  to: DeliveryStatus,
  { cashCollected = false, paidByUpi = false, isUpiVerified = false }: DeliveryClaims,
): Payer {
  if (paymentMethod !== 'cod' || paidBy === 'wallet') return paidBy
  if (paidBy === 'upi') return to === 'canceled' && !isUpiVerified ? 'none' : 'upi'
  if (paidBy === 'none') return to === 'delivered' ? (paidByUpi ? 'upi' : 'cash') : 'none'
  if (from !== 'delivered') return 'wallet'
  return to === 'canceled' && cashCollected && total > 0 ? 'cash' : 'none'
}

function statusOfPayment(order: OrderFacts, to: DeliveryStatus, paidBy: Payer): PaymentStatus {
  if (isUnpaidOnline(order)) return to === 'canceled' ? 'failed' : order.paymentStatus
  return paidBy === 'none' ? 'due' : 'paid'
}

/** The cumulative effects of an order in `status`, independent of its history. */
function effectsIn(order: OrderFacts, status: DeliveryStatus, paidBy: Payer) {
  const isDelivered = status === 'delivered'
  const isCanceled = status === 'canceled'
  const goesToWallet = paidBy === 'cash' || paidBy === 'upi' || paidBy === 'wallet'
  const kept = order.total - (order.claimed ?? 0)
  return {
    customerCoins: isDelivered ? order.coins : 0,
    referrerCoins: isDelivered ? order.referralCoins : 0,
    totalPayment: isDelivered ? kept : 0,
    customerMoney: isCanceled && goesToWallet ? kept : 0,
    sourceRefund: isCanceled && paidBy === 'online' ? order.total : 0,
    holdsCoupon: order.hasCoupon && !isCanceled,
  }
}

/** Whether an order in this status has an invoice that is not credited, once the change to it is done. */
export const needsInvoice = (status: DeliveryStatus) => status !== 'confirmed' && status !== 'canceled'

/**
 * The effects of a status change (domain rules, Orders): those of the new state minus those of the old one, so the
 * result does not depend on the path. `order.paymentStatus` and `order.paidBy` are those before the change. Setting the
 * current status again has no effect, whatever the claims.
 */
export function deliveryEffects(
  order: OrderFacts,
  from: DeliveryStatus,
  to: DeliveryStatus,
  claims: DeliveryClaims = {},
): DeliveryEffects {
  const paidBy = from === to ? order.paidBy : payerAfter(order, from, to, claims)
  const before = effectsIn(order, from, order.paidBy)
  const after = effectsIn(order, to, paidBy)
  return {
    paymentStatus: from === to ? order.paymentStatus : statusOfPayment(order, to, paidBy),
    paidBy,
    customerCoins: after.customerCoins - before.customerCoins,
    referrerCoins: after.referrerCoins - before.referrerCoins,
    customerMoney: after.customerMoney - before.customerMoney,
    sourceRefund: after.sourceRefund - before.sourceRefund,
    totalPayment: after.totalPayment - before.totalPayment,
    coupon: before.holdsCoupon === after.holdsCoupon ? 'keep' : after.holdsCoupon ? 'claim' : 'release',
    issuesInvoice: !needsInvoice(from) && needsInvoice(to),
  }
}
