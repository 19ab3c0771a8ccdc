import { refundStates } from '@kirana/domain/payment'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'

/** The refunds of a payment as `refundsOfPayment` selects them. Amounts are paise. */
export const storedRefunds = z.array(
  z.strictObject({
    _id: z.string(),
    amount: z.int(),
    state: z.enum(refundStates),
    error: z.string(),
    by: z.string(),
    at: z.string(),
  }),
)

/** SQL for the refunds of `payments p`, oldest first: a JSON array. */
export const refundsOfPayment = sql`(
  SELECT coalesce(json_agg(json_build_object('_id', r.id, 'amount', r.amount, 'state', r.state, 'error', r.error, 'by', r.by,
    'at', r.created_at) ORDER BY r.id), '[]') FROM refunds r WHERE r.payment = p.id)`

export const toRefunds = (stored: z.output<typeof storedRefunds>) =>
  stored.map((refund) => ({ ...refund, at: new Date(refund.at) }))
