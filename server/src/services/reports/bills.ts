import { dayAfter } from '@kirana/domain/calendar'
import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { noteTotal } from '../shared/note-total.ts'
import { startOfDay } from '../shared/pages.ts'
import { isCounted } from './facts.ts'

const billedRow = z.strictObject({
  day: z.string(),
  deliveries: z.int(),
  deliveredBills: z.int(),
  net: z.int(),
})

/**
 * For each business day from `from` to `to`: the bills of orders delivered on it, and invoices less credit notes dated
 * on it, in paise. Empty days are omitted. An order counts on the day of its latest delivery, as long as its status is
 * Delivered. One statement, which reads the deliveries and documents of these days by index.
 */
export function billsByDay(db: Db, { from, to }: { from: string; to: string }) {
  const isIn = (at: SQL) => sql`${at} >= ${startOfDay(from)} AND ${at} < ${startOfDay(dayAfter(to))}`
  return rowsOf(db, billedRow).execute(sql`
    SELECT day::text AS day, sum(deliveries)::int AS deliveries, sum(delivered)::float8 AS "deliveredBills",
      sum(net)::float8 AS net
    FROM (
      SELECT report_day(h.created_at) AS day, 1 AS deliveries, o.total AS delivered, 0 AS net
      FROM order_history h JOIN orders o ON o.id = h.order_id
      WHERE ${isIn(sql`h.created_at`)} AND h.to_status = 'delivered' AND o.status = 'delivered' AND ${isCounted}
        AND NOT EXISTS (SELECT FROM order_history l
          WHERE l.order_id = h.order_id AND l.step > h.step AND l.to_status = 'delivered')
      UNION ALL
      SELECT report_day(i.created_at), 0, 0, coalesce(i.total, o.total)
      FROM invoices i LEFT JOIN orders o ON i.total IS NULL AND o.id = i.order_id WHERE ${isIn(sql`i.created_at`)}
      UNION ALL
      SELECT report_day(n.created_at), 0, 0, -(${noteTotal})
      FROM credit_notes n JOIN invoices i ON i.id = n.invoice_id LEFT JOIN orders o ON i.total IS NULL AND o.id = i.order_id
      WHERE ${isIn(sql`n.created_at`)}
    ) bills
    GROUP BY day ORDER BY day`)
}
