import { dayAfter } from '@kirana/domain/calendar'
import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { requireRow } from '../../errors.ts'
import { billedLines } from '../shared/billed-lines.ts'
import { listOf } from '../shared/json.ts'
import { startOfDay } from '../shared/pages.ts'

/** The category of variant `variant_id` in `from`; goods of deleted variants have none. */
const ofCategory = (from: SQL) => sql`
  ${from} LEFT JOIN variants v ON v.id = s.variant_id LEFT JOIN products p ON p.id = v.product_id
  LEFT JOIN categories c ON c.id = p.category_id`

const valueRow = z.strictObject({
  value: z.strictObject({
    total: z.int(),
    categories: z.array(z.strictObject({ name: z.string(), pieces: z.int(), value: z.int() })),
    withoutCost: z.int(),
  }),
})

/**
 * The value of the pieces on hand in paise: for each variant, at the cost of its latest receipt with a cost.
 * `withoutCost` are pieces of variants without such a receipt; they count as pieces but have no value. One statement,
 * which reads every tracked variant.
 */
export async function stockValue(db: Db) {
  const rows = await rowsOf(db, valueRow).execute(sql`
    WITH held AS (
      SELECT c.name, s.on_hand::bigint AS pieces, (
        SELECT b.cost FROM stock_batches b WHERE b.variant_id = s.variant_id AND b.cost IS NOT NULL
        ORDER BY b.id DESC LIMIT 1) AS cost
      FROM ${ofCategory(sql`stock_levels s`)} WHERE s.on_hand > 0
    )
    SELECT json_build_object('total', coalesce(sum(pieces * cost), 0),
      'withoutCost', coalesce(sum(pieces) FILTER (WHERE cost IS NULL), 0),
      'categories', ${listOf(sql`SELECT name, sum(pieces)::bigint AS pieces, coalesce(sum(pieces * cost), 0)::bigint AS value
        FROM held GROUP BY name ORDER BY 3 DESC, name`)}) AS value
    FROM held`)
  return requireRow(rows, 'Stock').value
}
export type StockValue = Awaited<ReturnType<typeof stockValue>>

const margins = {
  pieces: z.int(),
  sales: z.int(),
  salesWithoutCost: z.int(),
  cost: z.int(),
  withoutCost: z.int(),
}
const marginRow = z.strictObject({
  margin: z.strictObject({
    charges: z.int(),
    categories: z.array(z.strictObject({ name: z.string(), ...margins })),
  }),
})

/** Business days, both inclusive. */
type Days = { from: string; to: string }

/**
 * The sales of each row of an invoice in these days, less its credit notes, without tax; with the quantity sold and the
 * amount paid.
 */
const billedRows = ({ from, to }: Days) => sql`
  SELECT t.invoice_id, t.position, sum(CASE WHEN t.rate IS NULL THEN t.paid ELSE t.taxable END) AS sales,
    sum(t.quantity) AS quantity, sum(t.paid) AS paid
  FROM tax_rows t WHERE t.day >= ${from}::date AND t.day <= ${to}::date GROUP BY t.invoice_id, t.position`

/** The invoices of these rows; the first `goods` rows of each are lines of its order, the others charges. */
const billedInvoices = sql`
  SELECT i.id, i.order_id, jsonb_array_length(i.document->'lines') AS goods
  FROM invoices i WHERE i.id IN (SELECT b.invoice_id FROM billed b)`

/** The lines of these invoices, with the number of pieces of the same variant in the order. */
const invoicedLines = sql`
  SELECT d.id, l.position, l.product_id, l.variant_id, l.pieces,
    nullif(sum(l.pieces) OVER (PARTITION BY d.id, l.variant_id), 0)::numeric AS of_variant
  FROM documents d CROSS JOIN LATERAL ${billedLines(sql`d.order_id`)} l`

/** The cost of movement `s`, computed from its recorded batches, and the number of its pieces with a known cost. */
const costOfLots = sql`(
  SELECT coalesce(sum(r.pieces * b.cost), 0) AS cost, coalesce(sum(r.pieces) FILTER (WHERE b.cost IS NOT NULL), 0) AS known
  FROM jsonb_to_recordset(coalesce(s.batches, '[]')) AS r(id uuid, pieces int) JOIN stock_batches b ON b.id = r.id)`

/** The pieces that the orders of these invoices took from the shelves, and the number of them with a known cost. */
const takenPieces = sql`
  SELECT d.id, s.variant_id, sum(-s.quantity) AS taken, sum(sign(-s.quantity) * k.known) AS known
  FROM documents d JOIN stock_movements s ON s.order_id = d.order_id AND s.kind = 'sold'
  CROSS JOIN LATERAL ${costOfLots} k GROUP BY d.id, s.variant_id`

/**
 * The share of an invoice row `w` that is dated in these days (`b`): by quantity, or by the amount paid if the quantity
 * is unknown.
 */
const partInDays = sql`CASE WHEN w.quantity <> 0 THEN b.quantity / w.quantity ELSE coalesce(b.paid / nullif(w.paid, 0), 0) END`

/**
 * The sales of each row with its category, the part for pieces with a known cost (`costed`), and the number of pieces
 * that were not taken from stock because it was not tracked (`untracked`).
 */
const soldRows = sql`
  SELECT c.name, b.sales, b.position <= d.goods AS is_goods,
    round(b.sales * least(1, coalesce(x.known / nullif(greatest(x.taken, l.of_variant), 0), 0)))::bigint AS costed,
    round(l.pieces * greatest(0, 1 - coalesce(x.taken, 0) / l.of_variant) * ${partInDays})::bigint AS untracked
  FROM billed b JOIN documents d ON d.id = b.invoice_id
  JOIN tax_rows w ON w.document_id = b.invoice_id AND w.position = b.position
  LEFT JOIN lines l ON l.id = b.invoice_id AND l.position = b.position
  LEFT JOIN taken x ON x.id = l.id AND x.variant_id = l.variant_id
  LEFT JOIN products p ON p.id = l.product_id LEFT JOIN categories c ON c.id = p.category_id`

/** The pieces that orders took in these days, less returned ones, with their cost. Replacements count in no report. */
const movedPieces = ({ from, to }: Days) => sql`
  SELECT c.name, -s.quantity AS pieces, k.cost * sign(-s.quantity) AS cost,
    sign(-s.quantity) * (abs(s.quantity) - k.known) AS unknown
  FROM ${ofCategory(sql`stock_movements s`)}
  CROSS JOIN LATERAL ${costOfLots} k
  WHERE s.created_at >= ${startOfDay(from)} AND s.created_at < ${startOfDay(dayAfter(to))}
    AND s.kind IN ('sold', 'returned')
    AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.id = s.order_id AND o.is_replacement)`

/** Sales and costs of goods as rows to add up. */
const goods = sql`
  SELECT name, coalesce(untracked, 0) AS pieces, sales, sales - costed AS uncosted, 0 AS cost,
    coalesce(untracked, 0) AS unknown FROM sold WHERE is_goods
  UNION ALL
  SELECT name, pieces, 0, 0, cost, unknown FROM moved`

/** The goods of each category, the one with the highest margin first. */
const byCategory =
  listOf(sql`SELECT coalesce(name, 'Deleted products') AS name, sum(pieces)::bigint AS pieces,
  sum(sales)::bigint AS sales, sum(uncosted)::bigint AS "salesWithoutCost", sum(cost)::bigint AS cost,
  sum(unknown)::bigint AS "withoutCost"
  FROM goods GROUP BY name ORDER BY sum(sales - uncosted - cost) DESC, sum(sales) DESC, name`)

/**
 * Sales and costs of goods on the business days `from` to `to`, by category, in paise. `sales` are the invoice rows
 * less the credit note rows of these days, without tax. `cost` is the cost of the batches that orders took less those
 * returned, as recorded in the stock movements: first expired, first out, then batches without an expiry, then by
 * receipt. `withoutCost` are pieces of batches without a cost, without a batch, or whose stock is not tracked. Their
 * `salesWithoutCost` are part of `sales` but not of `margin`. One statement, which uses the indexes on the days of tax
 * rows and movements, and on the orders of movements.
 */
export async function marginReport(db: Db, days: Days) {
  const rows = await rowsOf(db, marginRow).execute(sql`
    WITH billed AS (${billedRows(days)}), documents AS MATERIALIZED (${billedInvoices}),
      lines AS MATERIALIZED (${invoicedLines}), taken AS MATERIALIZED (${takenPieces}),
      sold AS MATERIALIZED (${soldRows}), moved AS (${movedPieces(days)}), goods AS (${goods})
    SELECT json_build_object('charges', (SELECT coalesce(sum(sales), 0) FROM sold WHERE NOT is_goods),
      'categories', ${byCategory}) AS margin`)
  const { charges, categories } = requireRow(rows, 'Margin').margin
  const sumOf = (key: keyof typeof margins) => categories.reduce((sum, row) => sum + row[key], 0)
  const total = {
    pieces: sumOf('pieces'),
    sales: sumOf('sales'),
    salesWithoutCost: sumOf('salesWithoutCost'),
    cost: sumOf('cost'),
    withoutCost: sumOf('withoutCost'),
  }
  const withMargin = <Row extends typeof total>(row: Row) => ({
    ...row,
    margin: row.sales - row.salesWithoutCost - row.cost,
  })
  return { charges, total: withMargin(total), categories: categories.map(withMargin) }
}
export type MarginReport = Awaited<ReturnType<typeof marginReport>>
