import { paymentStates, refundStates, settlements } from '@kirana/domain/payment'
import * as z from 'zod/mini'
import { id, moment, rupees } from './shapes.ts'

/**
 * A refund of a payment. `error` says why the last attempt failed, `settledAs` how the refund was closed without a
 * transfer of its own, and `reason` why staff closed it.
 */
export const PaymentRefund = z.object({
  _id: id,
  amount: rupees,
  state: z.enum(refundStates),
  settledAs: z.nullable(z.enum(settlements)),
  reason: z.string(),
  /** Made in the provider's dashboard. */
  isFromDashboard: z.boolean(),
  error: z.string(),
  by: z.string(),
  at: moment,
})
export type PaymentRefund = z.input<typeof PaymentRefund>

/**
 * The online payment of an order, as the order's details show it. `left` is the amount neither refunded nor on its way
 * back.
 */
export const OrderPayment = z.object({
  provider: z.string(),
  /** The provider's id, '' until the money is captured. */
  paymentId: z.string(),
  amount: rupees,
  left: rupees,
  state: z.enum(paymentStates),
  refunds: z.array(PaymentRefund),
})
export type OrderPayment = z.input<typeof OrderPayment>
