import { dayInKolkata, isoInKolkata } from '@kirana/domain/calendar'
import { PAGE_SIZE, totalPages } from '@kirana/domain/paging'
import { mismatches, paymentStates } from '@kirana/domain/payment'
import type { OrderSort } from '@kirana/domain/vocabulary'
import { sql } from 'drizzle-orm'
import { rowsOf } from '../../db/rows.ts'
import * as z from 'zod/mini'
import type { Db } from '../../db/types.ts'
import { leftToRefund, refundsOfPayment, storedRefunds, toRefunds } from '../shared/refund-rows.ts'

const Stored = z.strictObject({
  _id: z.string(),
  order: z.string(),
  order_id: z.string(),
  provider: z.string(),
  paymentId: z.string(),
  amount: z.int(),
  left: z.int(),
  currency: z.string(),
  state: z.enum(paymentStates),
  mismatch: z.nullable(z.enum(mismatches)),
  refunds: storedRefunds,
  at: z.string(),
})
type Stored = z.output<typeof Stored>
const listedRow = z.strictObject({
  total: z.int(),
  isOpen: z.nullable(z.boolean()),
  row: z.nullable(Stored),
})
const foundRow = z.strictObject({ isOpen: z.boolean(), row: Stored })

const row = sql`json_build_object(
  '_id', p.id, 'order', coalesce(o.id::text, ''), 'order_id', coalesce(o.order_id, ''), 'provider', p.provider,
  'paymentId', coalesce(p.payment_id, ''), 'amount', p.amount, 'left', ${leftToRefund}, 'currency', p.currency, 'state', p.state,
  'mismatch', CASE WHEN p.state = 'unmatched' THEN p.reason END, 'at', coalesce(p.paid_at, p.created_at),
  'refunds', ${refundsOfPayment})`

/**
 * Payments of any day that need a decision by staff: unmatched money, failed refunds, or refunds beyond the payment.
 */
const open = sql`
  SELECT id FROM payments WHERE state = 'unmatched' AND settled_at IS NULL
  UNION SELECT payment FROM refunds WHERE state = 'failed'
  UNION SELECT e.id FROM payment_faults f JOIN payments e ON e.provider = f.provider AND e.payment_id = f.payment_id
  WHERE f.settled_at IS NULL AND f.kind = 'excess'`

/** Ids are in order of time. Both orders are served by indexes of a day's payments. */
function orderOf(sort: OrderSort) {
  const direction = sort === '' || sort.startsWith('-') ? sql`DESC` : sql`ASC`
  const byAmount = sort.endsWith('amount') ? sql`l.amount ${direction}, ` : sql``
  return sql`l."isOpen" DESC, ${byAmount}l.id ${direction}`
}

/**
 * A page of payments with the number of pages, in one statement: those that need a decision, then those of a day
 * ('YYYY-MM-DD' in Asia/Kolkata; '' for today), each in the order of `sort`.
 */
export async function paymentPage(
  db: Db,
  { day, sort, page, now }: { day: string; sort: OrderSort; page: number; now: Date },
) {
  const order = orderOf(sort)
  const size = PAGE_SIZE.payments
  const rows = await rowsOf(db, listedRow).execute(sql`
    WITH open AS (${open}), listed AS (
      SELECT id, amount, true AS "isOpen" FROM payments WHERE id IN (SELECT id FROM open)
      UNION ALL
      SELECT id, amount, false FROM payments WHERE day = ${validDay(day) ?? dayInKolkata(now)}::date AND id NOT IN (SELECT id FROM open)
    )
    SELECT t.total, l."isOpen", CASE WHEN p.id IS NOT NULL THEN ${row} END AS row
    FROM (SELECT count(*)::int AS total FROM listed) t
    LEFT JOIN (
      SELECT * FROM listed l ORDER BY ${order} LIMIT ${size} OFFSET ${(page - 1) * size}
    ) l ON true
    LEFT JOIN payments p ON p.id = l.id LEFT JOIN orders o ON o.id = p.order_id
    ORDER BY ${order}`)
  return {
    data: rows.flatMap(({ isOpen, row: stored }) => (stored ? [toRow(stored, isOpen === true)] : [])),
    totalPages: totalPages(rows[0]?.total ?? 0, size),
  }
}

/** The payments with these ids, for live events. */
export async function paymentRowsById(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await rowsOf(db, foundRow).execute(sql`
    SELECT p.id IN (${open}) AS "isOpen", ${row} AS row FROM payments p LEFT JOIN orders o ON o.id = p.order_id
    WHERE p.id = ANY (${sql.param([...ids])}::uuid[])`)
  return rows.map(({ isOpen, row: stored }) => toRow(stored, isOpen))
}

/** Null for '' and for a day that does not exist, such as 30 February. */
function validDay(day: string) {
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) ? day : null
}

const toRow = ({ at, refunds, ...payment }: Stored, isOpen: boolean) => ({
  ...payment,
  isOpen,
  refunds: toRefunds(refunds),
  dateAndTime: isoInKolkata(new Date(at)),
})
