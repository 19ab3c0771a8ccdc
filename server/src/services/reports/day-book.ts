import { dayAfter } from '@kirana/domain/calendar'
import { moneyMethods } from '@kirana/domain/money-method'
import { orderMoneyKinds, upiKinds, walletRefundKinds } from '@kirana/domain/wallet'
import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { cashTotal } from '../shared/cash-total.ts'
import { startOfDay } from '../shared/pages.ts'

const bookRow = z.strictObject({
  day: z.string(),
  method: z.enum(moneyMethods),
  collected: z.int(),
  refunded: z.int(),
  fees: z.int(),
  areFeesKnown: z.boolean(),
})

/** The instrument of online payment `p` as a `MoneyMethod` (`moneyMethodOf`). */
const instrument = sql`CASE WHEN p.method IN ('upi', 'card', 'netbanking') THEN p.method ELSE 'other' END`

/** SQL literals instead of parameters, because the condition of the index `ledger_order_money` has literals. */
const literals = (kinds: readonly string[]) => sql.raw(kinds.map((kind) => `'${kind}'`).join(', '))

type Span = (at: SQL) => SQL

/**
 * Money that the provider captured, including payments without an order. Foreign currency is excluded, because the
 * books are in rupees.
 */
const captured = (isIn: Span) => sql`
  SELECT report_day(p.paid_at) AS day, ${instrument} AS method, p.amount AS collected, 0 AS refunded,
    coalesce(p.fee, 0) AS fees, p.fee IS NOT NULL AS is_known
  FROM payments p WHERE ${isIn(sql`p.paid_at`)} AND p.state IN ('paid', 'unmatched') AND p.currency = 'INR'`

const sentBack = (isIn: Span) => sql`
  SELECT report_day(r.done_at), ${instrument}, 0, r.amount, 0, true
  FROM refunds r JOIN payments p ON p.id = r.payment
  WHERE ${isIn(sql`r.done_at`)} AND r.state = 'done' AND p.currency = 'INR'`

/**
 * Payments of orders from wallets, and refunds to wallets. The payment of a reopened order counts as collected again.
 */
const ofWallets = (isIn: Span) => sql`
  SELECT report_day(t.created_at), 'wallet',
    CASE WHEN t.kind IN (${literals(walletRefundKinds)}) THEN 0 ELSE -e.amount END,
    CASE WHEN t.kind IN (${literals(walletRefundKinds)}) THEN e.amount ELSE 0 END, 0, true
  FROM ledger_transactions t
    JOIN ledger_entries e ON e.transaction_id = t.id AND e.account = 'customer:money'
  WHERE ${isIn(sql`t.created_at`)} AND t.kind IN (${literals(orderMoneyKinds)})`

/** Payments by UPI to riders. Canceling an order before the payment is verified subtracts it. */
const upiAtTheDoor = (isIn: Span) => sql`
  SELECT report_day(t.created_at), 'upi', e.amount, 0, 0, true
  FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id AND e.account = 'store:upi'
  WHERE ${isIn(sql`t.created_at`)} AND t.kind IN (${literals(upiKinds)})`

/**
 * Whether order `o` was paid by UPI at the time of change `h`, by its latest UPI posting before the change, or of the
 * change itself if it is to Delivered.
 */
const wasPaidByUpi = sql`(
  SELECT t.kind = 'upi-payment' FROM ledger_transactions t
  WHERE t.order_id = o.id AND t.kind IN (${literals(upiKinds)})
    AND split_part(t.key, ':', 3)::int <= h.step - (CASE WHEN h.to_status = 'delivered' THEN 0 ELSE 1 END)
  ORDER BY t.id DESC LIMIT 1)`

/**
 * The cash that change `h` of order `o` collected or returned. Without a posting, as before riders existed, it is the
 * total of the bill.
 */
const cashMoved = sql`coalesce(
  (SELECT -e.amount FROM ledger_transactions t
    JOIN ledger_entries e ON e.transaction_id = t.id AND e.account = 'store:sales:cash'
  WHERE t.key = 'order:' || o.id || ':' || h.step || ':cash'),
  ${cashTotal} * CASE WHEN h.to_status = 'delivered' THEN 1 ELSE -1 END)`

/**
 * Setting Delivered collects the cash, and reverting Delivered returns it. Two cases are not returned: cash that was
 * refunded to the wallet, because the wallet then pays for the order (decision 037), and cash of an order that is
 * canceled after refunds of claims, because the cancelation refunds the rest, which may be 0.
 */
const cash = (isIn: Span) => sql`
  SELECT report_day(h.created_at), 'cash', ${cashMoved}, 0, 0, true
  FROM order_history h JOIN orders o ON o.id = h.order_id
  WHERE ${isIn(sql`h.created_at`)} AND (h.to_status = 'delivered' OR h.from_status = 'delivered')
    AND o.payment_method = 'cod' AND o.total > 0 AND ${wasPaidByUpi} IS NOT TRUE
    AND NOT (h.to_status = 'canceled' AND o.claimed > 0)
    AND NOT EXISTS (SELECT 1 FROM ledger_transactions t
      WHERE t.order_id = o.id AND t.kind = 'order-refund' AND split_part(t.key, ':', 3)::int <= h.step)`

/** Refunds of claims from the till. */
const cashBack = (isIn: Span) => sql`
  SELECT report_day(a.created_at), 'cash', 0, a.amount, 0, true FROM claim_actions a
  WHERE ${isIn(sql`a.created_at`)} AND a.destination = 'cash'`

/**
 * The money collected and refunded on the business days `from` to `to`, by method, oldest day first. Amounts are paise.
 * One statement, which reads the movements of these days by index.
 */
export async function dayBook(db: Db, { from, to }: { from: string; to: string }) {
  const isIn: Span = (at) => sql`${at} >= ${startOfDay(from)} AND ${at} < ${startOfDay(dayAfter(to))}`
  const rows = await rowsOf(db, bookRow).execute(sql`
    SELECT day::text AS day, method, sum(collected)::float8 AS collected, sum(refunded)::float8 AS refunded,
      sum(fees)::float8 AS fees, bool_and(is_known) AS "areFeesKnown"
    FROM (${captured(isIn)} UNION ALL ${sentBack(isIn)} UNION ALL ${ofWallets(isIn)} UNION ALL ${upiAtTheDoor(isIn)}
      UNION ALL ${cash(isIn)} UNION ALL ${cashBack(isIn)}) moves
    GROUP BY day, method HAVING sum(collected) <> 0 OR sum(refunded) <> 0
    ORDER BY day, array_position(ARRAY[${literals(moneyMethods)}], method)`)
  return rows.map((row) => ({ ...row, net: row.collected - row.refunded - row.fees }))
}
export type DayBook = Awaited<ReturnType<typeof dayBook>>
