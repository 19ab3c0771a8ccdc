import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { rateOfCharge } from '../catalogue/charge-rates.ts'
import { rateOfProduct } from '../catalogue/rates.ts'
import { billedLines } from '../shared/billed-lines.ts'
import { boundsOf, type Months, numberOf } from './period.ts'

const warningRow = z.strictObject({
  year: z.string(),
  number: z.int(),
  orderId: z.string(),
  orderNumber: z.string(),
  title: z.string(),
  productId: z.nullable(z.string()),
  chargeId: z.nullable(z.string()),
  documents: z.int(),
  needsRate: z.boolean(),
  needsCode: z.boolean(),
})

const MAX_WARNINGS = 100
/** Maximum number of items that are checked, including those that have been corrected. */
const MAX_MISSING = 1_000

const missingOf = ({ needsRate, needsCode, chargeId }: z.output<typeof warningRow>) =>
  [...(needsRate ? ['GST rate'] : []), ...(needsCode ? [chargeId === null ? 'HSN code' : 'SAC'] : [])].join(
    ' and ',
  )

/**
 * The products and charges that have no rate or code in the invoices of a return, each with its newest invoice. Items
 * whose rate or code has been entered since then are omitted, because their future invoices will have it, and those
 * whose newest invoice was issued without a regular registration, because such invoices have neither rates nor tax. One
 * statement.
 */
export async function gstWarnings(db: Db, months: Months, now: Date) {
  const { first, end } = boundsOf(months)
  const rows = await rowsOf(db, warningRow).execute(sql`
    WITH missing AS (
      SELECT t.title, max(t.document_id::text)::uuid AS newest, count(DISTINCT t.document_id)::int AS documents,
        bool_or(t.rate IS NULL) AS no_rate, bool_or(t.hsn = '') AS no_code
      FROM tax_rows t
      WHERE t.day >= ${first} AND t.day < ${end} AND (t.rate IS NULL OR t.hsn = '') AND t.paid > 0 AND NOT t.is_note
      GROUP BY t.title ORDER BY 3 DESC, 1 LIMIT ${MAX_MISSING}
    ), found AS (
      SELECT m.*, i.year, i.number, o.id AS order_id, o.order_id AS order_number,
        (SELECT l.product_id FROM (
            SELECT b.product_id, row_number() OVER (ORDER BY b.position) AS n FROM ${billedLines(sql`o.id`)} b
          ) l JOIN tax_rows t ON t.document_id = m.newest AND t.position = l.n AND t.title = m.title LIMIT 1) AS product_id,
        (SELECT (c ->> 'id')::uuid FROM jsonb_array_elements(o.charges) AS c WHERE c ->> 'title' = m.title LIMIT 1) AS charge_id
      FROM missing m JOIN invoices i ON i.id = m.newest JOIN orders o ON o.id = i.order_id
      WHERE coalesce(i.document ->> 'registration', CASE WHEN i.seller ->> 'gstin' <> '' THEN 'regular' END) = 'regular'
    ), named AS (
      SELECT f.*, p.id AS product, CASE WHEN f.product_id IS NULL THEN c.id END AS charge,
        f.no_rate AND CASE WHEN p.id IS NOT NULL THEN ${rateOfProduct(now)} IS NULL
          WHEN c.id IS NOT NULL THEN ${rateOfCharge(now)} IS NULL ELSE true END AS needs_rate,
        f.no_code AND coalesce(p.hsn, c.sac, '') = '' AS needs_code
      FROM found f LEFT JOIN products p ON p.id = f.product_id AND p.archived_at IS NULL
        LEFT JOIN charges c ON f.product_id IS NULL AND c.id = f.charge_id
    )
    SELECT year, number, order_id::text AS "orderId", order_number AS "orderNumber", title, product::text AS "productId",
      charge::text AS "chargeId", documents, needs_rate AS "needsRate", needs_code AS "needsCode"
    FROM named WHERE needs_rate OR needs_code ORDER BY documents DESC, title LIMIT ${MAX_WARNINGS}`)
  return rows.map((row) => ({
    number: numberOf({ ...row, isNote: false }),
    orderId: row.orderId,
    orderNumber: row.orderNumber,
    product: row.title,
    productId: row.productId,
    chargeId: row.chargeId,
    documents: row.documents,
    missing: missingOf(row),
  }))
}
