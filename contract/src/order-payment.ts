import { paymentStates, refundStates } from '@kirana/domain/payment'
import * as z from 'zod/mini'
import { id, moment, rupees } from './shapes.ts'

/** A refund to the source of a payment. `error` says why the last attempt failed. */
export const PaymentRefund = z.object({
  _id: id,
  amount: rupees,
  state: z.enum(refundStates),
  error: z.string(),
  by: z.string(),
  at: moment,
})
export type PaymentRefund = z.input<typeof PaymentRefund>

/** The online payment of an order, as its detail shows it. */
export const OrderPayment = z.object({
  provider: z.string(),
  /** The provider's id, '' until the money is captured. */
  paymentId: z.string(),
  amount: rupees,
  state: z.enum(paymentStates),
  refunds: z.array(PaymentRefund),
})
export type OrderPayment = z.input<typeof OrderPayment>
