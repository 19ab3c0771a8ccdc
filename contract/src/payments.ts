import { faultKinds, mismatches, paymentStates } from '@kirana/domain/payment'
import * as z from 'zod/mini'
import { boundedText, MAX_NUMBER } from './wire/bounded.ts'
import { PaymentRefund } from './wire/order-payment.ts'
import { forAnyone, forStaff, get, post } from './wire/route.ts'
import { byPage, orderSort, paged } from './wire/lists.ts'
import { byId, id, moment, optionalText, required, rupees } from './wire/shapes.ts'

/**
 * A payment in the list. `order` and `order_id` are '' if the order is unknown. `amount` is in rupees, or in the main
 * unit of `currency`.
 */
export const Payment = z.object({
  _id: id,
  order: z.string(),
  order_id: z.string(),
  provider: z.string(),
  paymentId: z.string(),
  amount: rupees,
  /** The amount that is neither refunded nor on its way back. */
  left: rupees,
  currency: z.string(),
  state: z.enum(paymentStates),
  /** Why the payment is unmatched; null if it is not. */
  mismatch: z.nullable(z.enum(mismatches)),
  /** Staff must decide about it, or a refund failed. */
  isOpen: z.boolean(),
  refunds: z.array(PaymentRefund),
  dateAndTime: z.string(),
})
export type Payment = z.input<typeof Payment>

/** How the money of a refund that is settled by hand was returned. */
export const SettleReason = required('Say how the money went back', 500)

/** A report of the payment provider that the store could not record, or a refund beyond what was paid. */
export const PaymentFault = z.object({
  _id: id,
  kind: z.enum(faultKinds),
  /** The provider's id of the event, payment or refund; a digest of the report if no id can be read. */
  subject: z.string(),
  /** The type of the event; '' for payments, refunds and events whose type cannot be read. */
  type: z.string(),
  reason: z.string(),
  /** Whether the provider is polled again automatically; otherwise staff must check the report. */
  isRetried: z.boolean(),
  at: moment,
})
export type PaymentFault = z.input<typeof PaymentFault>

const DAY = 'Date must be YYYY-MM-DD'

export const payments = {
  list: get(
    forStaff('payments'),
    '/payments/get/all/:page',
    'Online payments, 20 a page: first those that need a decision of staff, then those of a day (Asia/Kolkata), ' +
      'both newest first unless sorted',
    {
      params: byPage,
      query: z.object({
        day: z._default(boundedText(MAX_NUMBER, DAY).check(z.regex(/^(20\d\d-\d\d-\d\d)?$/, DAY)), ''),
        sort: orderSort,
      }),
      data: paged(Payment),
    },
  ),
  connection: get(
    forStaff('payments'),
    '/payments/connection',
    'Whether an account of the payment provider is set, and whether it is in test mode, where payments move no ' +
      'money; how many webhooks with a wrong signature this server process has received since the last valid one, ' +
      'and when the latest arrived',
    {
      data: z.object({
        isSet: z.boolean(),
        isTest: z.boolean(),
        wrongWebhooks: z.object({ count: z.int(), lastAt: z.nullable(moment) }),
      }),
    },
  ),
  faults: get(
    forStaff('payments'),
    '/payments/faults',
    'Reports of the payment provider that could not be recorded, and refunds beyond what was paid: how many are ' +
      'open, and the newest 50 of them',
    { data: z.object({ total: z.int(), newest: z.array(PaymentFault) }) },
  ),
  settleFault: post(
    forStaff('payments'),
    '/payments/faults/settle/:id',
    'Marks a report that could not be recorded as handled, or, with the reason, a refund beyond what was paid',
    {
      fresh: true,
      params: byId,
      body: z.object({ reason: optionalText(500) }),
      message: 'Marked as handled',
    },
  ),
  retryRefund: post(
    forStaff('payments'),
    '/payments/refund/retry/:id',
    'Requests again what is still due of a failed refund; settles it if nothing is due',
    { fresh: true, params: byId, message: 'Refund requested again' },
  ),
  settleRefund: post(
    forStaff('payments'),
    '/payments/refund/settle/:id',
    'Settles a failed refund that was dealt with elsewhere, with the reason',
    { fresh: true, params: byId, body: z.object({ reason: SettleReason }), message: 'Refund settled' },
  ),
  refund: post(
    forStaff('payments'),
    '/payments/refund/:id',
    'Refunds what is left of a payment that belongs to no order to its source',
    { fresh: true, params: byId, message: 'Refund requested' },
  ),
  settle: post(
    forStaff('payments'),
    '/payments/settle/:id',
    'Marks a payment that belongs to no order as dealt with, without a refund',
    { fresh: true, params: byId, message: 'Payment marked as settled' },
  ),
  razorpay: post(
    forAnyone,
    '/payments/razorpay/webhook',
    'Events of Razorpay, signed in X-Razorpay-Signature over the bytes of the body; answers 200 to every signed ' +
      'one, and stores those that cannot be read',
    { isSigned: true, message: 'OK' },
  ),
}
