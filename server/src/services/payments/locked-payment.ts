import type { RefundFacts } from '@kirana/domain/refunds'
import { paymentStates, refundStates, settlements } from '@kirana/domain/payment'
import { deliveryStatuses } from '@kirana/domain/vocabulary'
import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { currentInvoice, storedInvoice } from '../invoices/partial-notes.ts'
import { isFromDashboard } from '../shared/refund-rows.ts'

const Refund = z.strictObject({
  id: z.string(),
  amount: z.int(),
  state: z.enum(refundStates),
  settledAs: z.nullable(z.enum(settlements)),
  isAccepted: z.boolean(),
  isFromDashboard: z.boolean(),
  /** Whether the refund was sent to the provider at least once. */
  isSent: z.boolean(),
  isMatch: z.boolean(),
  /** The provider's ids of its failed attempts. */
  failedIds: z.array(z.string()),
  at: z.string(),
}) satisfies z.ZodMiniType<RefundFacts>

const LockedPayment = z.strictObject({
  id: z.string(),
  amount: z.int(),
  currency: z.string(),
  state: z.enum(paymentStates),
  orderId: z.nullable(z.string()),
  isSettled: z.boolean(),
  refunds: z.array(Refund),
  /** The order that the payment is for; null for unmatched money. */
  order: z.nullable(
    z.strictObject({
      id: z.string(),
      userId: z.string(),
      status: z.enum(deliveryStatuses),
      total: z.int(),
      invoice: z.nullable(storedInvoice),
    }),
  ),
})
export type StoredRefund = z.output<typeof Refund>
export type LockedPayment = z.output<typeof LockedPayment>

const idRow = z.strictObject({ id: z.string() })
const paymentRow = z.strictObject({ payment: LockedPayment })

/**
 * Locks the order of payment `p`, then the payment, and reads its refunds. Every change of an order locks in this
 * sequence. Two statements, because a statement that waited for a lock does not see rows committed during the wait.
 * Null if the payment does not exist.
 * @param isMatch the SQL condition of refund `r` that the caller looks for
 */
export async function lockPayment(
  tx: Db,
  where: SQL,
  isMatch: SQL = sql`false`,
): Promise<LockedPayment | null> {
  const [locked] = await rowsOf(tx, idRow).execute(sql`
    WITH its_order AS (SELECT id FROM orders WHERE id = (SELECT p.order_id FROM payments p WHERE ${where}) FOR UPDATE)
    SELECT p.id FROM payments p WHERE ${where} AND (SELECT count(*) FROM its_order) >= 0 FOR UPDATE OF p`)
  if (!locked) return null
  const rows = await rowsOf(tx, paymentRow).execute(sql`
    SELECT json_build_object('id', p.id, 'amount', p.amount, 'currency', p.currency, 'state', p.state,
      'orderId', p.order_id, 'isSettled', p.settled_at IS NOT NULL,
      'refunds', (SELECT coalesce(json_agg(json_build_object('id', r.id, 'amount', r.amount, 'state', r.state,
          'settledAs', r.settled_as, 'isAccepted', r.provider_refund_id IS NOT NULL, 'isFromDashboard', ${isFromDashboard},
          'isSent', r.attempts > 0, 'isMatch', coalesce(${isMatch}, false), 'failedIds', r.failed_ids,
          'at', r.created_at) ORDER BY r.id), '[]')
        FROM refunds r WHERE r.payment = p.id),
      'order', CASE WHEN o.id IS NOT NULL THEN json_build_object('id', o.id, 'userId', o.user_id, 'status', o.status,
        'total', o.total, 'invoice', ${currentInvoice}) END) AS payment
    FROM payments p LEFT JOIN orders o ON o.id = p.order_id AND p.state = 'paid' WHERE p.id = ${locked.id}`)
  return rows[0]?.payment ?? null
}
