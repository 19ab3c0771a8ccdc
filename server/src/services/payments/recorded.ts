import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { requireRow } from '../../errors.ts'

const paid = { amount: z.int(), paymentId: z.string() }
const recordedRow = z.strictObject({
  recorded: z.strictObject({
    isDone: z.boolean(),
    paid: z.array(z.strictObject({ ...paid, order: z.string() })),
    unmatched: z.array(z.strictObject({ ...paid, currency: z.string() })),
    refunds: z.array(z.strictObject({ ...paid, order: z.nullable(z.string()) })),
    faults: z.int(),
  }),
})

/**
 * The results of the comparison with the provider at `now`: paid orders, payments that pay no order, and refunds, with
 * amounts in paise, and the number of reports that could not be recorded. `isDone`: the comparison is complete. One
 * statement.
 */
export async function recordedAt(db: Db, provider: string, now: Date) {
  const at = sql`${now.toISOString()}::timestamptz`
  const rows = await rowsOf(db, recordedRow).execute(sql`
    SELECT json_build_object(
      'isDone', EXISTS (SELECT FROM payment_audits WHERE provider = ${provider} AND until >= ${at}),
      'paid', (SELECT coalesce(json_agg(json_build_object('order', o.order_id, 'paymentId', p.payment_id, 'amount', p.amount)
        ORDER BY o.number), '[]') FROM payments p JOIN orders o ON o.id = p.order_id WHERE p.paid_at = ${at} AND p.state = 'paid'),
      'unmatched', (SELECT coalesce(json_agg(json_build_object('paymentId', p.payment_id, 'amount', p.amount,
        'currency', p.currency) ORDER BY p.id), '[]') FROM payments p WHERE p.paid_at = ${at} AND p.state = 'unmatched'),
      'refunds', (SELECT coalesce(json_agg(json_build_object('order', o.order_id, 'paymentId', p.payment_id, 'amount', r.amount)
        ORDER BY r.id), '[]') FROM refunds r JOIN payments p ON p.id = r.payment LEFT JOIN orders o ON o.id = p.order_id
        WHERE r.done_at = ${at}),
      'faults', (SELECT count(*)::int FROM payment_faults
        WHERE created_at = ${at} AND settled_at IS NULL)) AS recorded`)
  return requireRow(rows, 'Comparison').recorded
}
