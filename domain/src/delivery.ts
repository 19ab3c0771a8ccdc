import type { Paise } from './money.ts'
import type { DeliveryStatus, PaymentMethod, PaymentStatus } from './vocabulary.ts'

/** The inputs of a status change. `coins` are for the customer, `referralCoins` for the owner of the referral code. */
export type OrderFacts = {
  total: Paise
  paymentMethod: PaymentMethod
  paymentStatus: PaymentStatus
  coins: number
  referralCoins: number
  hasCoupon: boolean
}

/** The effects of a status change. Numbers are signed changes: positive granted, negative taken back. */
export type DeliveryEffects = {
  /** The payment status from now on. */
  paymentStatus: PaymentStatus
  /** Loyalty coins for the customer. */
  customerCoins: number
  /** Coins for the owner of the referral code. */
  referrerCoins: number
  /** Money in the customer's wallet: a refund above 0, its reversal below 0. */
  customerMoney: Paise
  /** What goes back to where an online payment came from. */
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
}

/** The stages of an order on its way to the customer, in order. */
export const deliveryStages = ['confirmed', 'prepared', 'dispatched', 'outForDelivery'] as const
export type DeliveryStage = (typeof deliveryStages)[number]

/** The status that one press leads to; null where the way ends. */
export function nextStatus(status: DeliveryStatus): DeliveryStatus | null {
  const way: readonly DeliveryStatus[] = [...deliveryStages, 'delivered']
  const step = way.indexOf(status)
  return step < 0 ? null : (way[step + 1] ?? null)
}

/** Whether staff must say if the cash was collected: a delivered cash order that is not free is canceled. */
export const needsCashAnswer = (
  { total, paymentMethod }: Pick<OrderFacts, 'total' | 'paymentMethod'>,
  from: DeliveryStatus,
  to: DeliveryStatus,
) => paymentMethod === 'cod' && from === 'delivered' && to === 'canceled' && total > 0

type Payment = Pick<OrderFacts, 'paymentMethod' | 'paymentStatus'>

/** Nobody packs an online order before it is paid: it is not among the new orders. */
export const isUnpaidOnline = ({ paymentMethod, paymentStatus }: Payment) =>
  paymentMethod === 'online' && paymentStatus !== 'paid'

/**
 * Why the payment forbids a status; null when it does not. An online order moves only once it is paid, and stays
 * canceled: its money is on the way back, or never came.
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
 * Cash is paid on delivery, and due again when Delivered is corrected. Canceling a delivered order refunds the cash only
 * if staff confirm that it was collected. The order then stays paid, also when it is reopened: the refund is reversed,
 * and the customer does not pay at the door again.
 */
function paymentAfter(
  order: OrderFacts,
  from: DeliveryStatus,
  to: DeliveryStatus,
  { cashCollected = false }: DeliveryClaims,
): PaymentStatus {
  if (isUnpaidOnline(order)) return to === 'canceled' ? 'failed' : order.paymentStatus
  if (order.paymentMethod !== 'cod') return order.paymentStatus
  if (to === 'delivered') return 'paid'
  if (from !== 'delivered') return order.paymentStatus
  return to === 'canceled' && cashCollected ? 'paid' : 'due'
}

/** The cumulative effects of an order in `status`, independent of its history. */
function effectsIn(order: OrderFacts, status: DeliveryStatus, paymentStatus: PaymentStatus) {
  const isDelivered = status === 'delivered'
  const isCanceled = status === 'canceled'
  return {
    customerCoins: isDelivered ? order.coins : 0,
    referrerCoins: isDelivered ? order.referralCoins : 0,
    totalPayment: isDelivered ? order.total : 0,
    customerMoney:
      isCanceled && paymentStatus === 'paid' && order.paymentMethod !== 'online' ? order.total : 0,
    sourceRefund:
      isCanceled && paymentStatus === 'paid' && order.paymentMethod === 'online' ? order.total : 0,
    holdsCoupon: order.hasCoupon && !isCanceled,
  }
}

/** Whether an order in this status has an invoice that is not credited, once the change to it is done. */
export const needsInvoice = (status: DeliveryStatus) => status !== 'confirmed' && status !== 'canceled'

/**
 * The effects of a status change (domain rules, Orders): those of the new state minus those of the old one, so the
 * result does not depend on the path. `order.paymentStatus` is the status before the change. Setting the current status
 * again has no effect, whatever the claims.
 */
export function deliveryEffects(
  order: OrderFacts,
  from: DeliveryStatus,
  to: DeliveryStatus,
  claims: DeliveryClaims = {},
): DeliveryEffects {
  const paymentStatus = from === to ? order.paymentStatus : paymentAfter(order, from, to, claims)
  const before = effectsIn(order, from, order.paymentStatus)
  const after = effectsIn(order, to, paymentStatus)
  return {
    paymentStatus,
    customerCoins: after.customerCoins - before.customerCoins,
    referrerCoins: after.referrerCoins - before.referrerCoins,
    customerMoney: after.customerMoney - before.customerMoney,
    sourceRefund: after.sourceRefund - before.sourceRefund,
    totalPayment: after.totalPayment - before.totalPayment,
    coupon: before.holdsCoupon === after.holdsCoupon ? 'keep' : after.holdsCoupon ? 'claim' : 'release',
    issuesInvoice: !needsInvoice(from) && needsInvoice(to),
  }
}
