import { movementKinds } from '@kirana/domain/stock'
import { PAGE_SIZE } from '@kirana/domain/paging'
import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { containing, listRow, pageOf, startingWith } from '../shared/pages.ts'
import { availablePieces, stockIs, withStock } from '../shared/stock.ts'

export const Stored = z.strictObject({
  variantId: z.string(),
  productId: z.string(),
  title: z.string(),
  amount: z.int(),
  unit: z.string(),
  image: z.string(),
  onHand: z.nullable(z.int()),
  reserved: z.nullable(z.int()),
  available: z.nullable(z.int()),
  shelf: z.string(),
  lowAt: z.int(),
  byWeight: z.boolean(),
  barcodes: z.array(z.string()),
  nextExpiry: z.nullable(z.string()),
  version: z.int(),
})
type Stored = z.output<typeof Stored>

const row = (
  now: Date,
) => sql`json_build_object('variantId', v.id, 'productId', v.product_id, 'title', r.title,
  'amount', v.quantity, 'unit', v.unit, 'onHand', s.on_hand, 'shelf', coalesce(s.shelf, ''), 'lowAt', coalesce(s.low_at, 0), 'byWeight', v.by_weight,
  'reserved', CASE WHEN s.on_hand IS NOT NULL THEN s.reserved END, 'available', ${availablePieces(now)},
  'image', coalesce((SELECT i.file FROM product_images i WHERE i.product_id = r.id ORDER BY i.position LIMIT 1), ''),
  'barcodes', (SELECT coalesce(json_agg(b.code ORDER BY b.code), '[]') FROM stock_barcodes b WHERE b.variant_id = v.id),
  'nextExpiry', (SELECT min(b.expiry) FROM stock_batches b WHERE b.variant_id = v.id AND b.remaining > 0),
  'version', coalesce(s.version, 1))`

const toRow = ({ amount, unit, ...stored }: Stored) => ({
  ...stored,
  productQuantity: `${amount / 1000} ${unit}`,
})

/** Each alternative can use its own index. */
const matching = (search: string): SQL => sql`v.id IN (
  SELECT m.id FROM variants m JOIN products t ON t.id = m.product_id WHERE ${containing(sql`lower(t.title)`, search)}
  UNION SELECT variant_id FROM stock_levels WHERE ${startingWith(sql`lower(shelf)`, search.toLowerCase())}
  UNION SELECT variant_id FROM stock_barcodes WHERE ${startingWith(sql`code`, search)})`

/** The condition for the variants of a list. */
export function stockWhere({ search, filter }: { search: string; filter: string }, now: Date): SQL {
  const conditions = [search ? matching(search) : null, stockIs(filter, now)].filter((one) => one !== null)
  return conditions.length > 0 ? sql.join(conditions, sql` AND `) : sql`true`
}

const stockRow = z.strictObject({ row: Stored })

/** The stock of the variants that meet a condition; `order` is appended to the statement. */
export async function stockRowsWhere(db: Db, condition: SQL, now: Date, order: SQL = sql``) {
  const rows = await rowsOf(db, stockRow).execute(
    sql`SELECT ${row(now)} AS row FROM ${withStock} WHERE ${condition} ${order}`,
  )
  return rows.map(({ row: stored }) => toRow(stored))
}

/** A page of variants with their stock, the newest first. */
export async function stockPage(
  db: Db,
  { search, filter }: { search: string; filter: string },
  page: number,
  now: Date,
) {
  const selected = {
    from: withStock,
    id: sql`v.id`,
    condition: stockWhere({ search, filter }, now),
    name: JSON.stringify(['stock', search, filter]),
    size: PAGE_SIZE.stock,
  }
  const result = await pageOf(db, selected, page, {
    select: sql`${row(now)} AS row`,
    row: listRow({ row: Stored }),
  })
  return { ...result, data: result.data.map(({ row: stored }) => toRow(stored)) }
}

/** The stock of these variants, in no particular order. */
export async function stockRowsById(db: Db, ids: readonly string[], now: Date) {
  if (ids.length === 0) return []
  const listed = sql.join(
    ids.map((id) => sql`${id}::uuid`),
    sql`, `,
  )
  return stockRowsWhere(db, sql`v.id IN (${listed})`, now)
}

const Movement = z.strictObject({
  kind: z.enum(movementKinds),
  quantity: z.int(),
  orderId: z.nullable(z.string()),
  reason: z.string(),
  by: z.string(),
  at: z.string(),
})

/** A page of the stock movements of a variant, newest first. */
export async function movementPage(db: Db, variantId: string, page: number) {
  const selected = {
    from: sql`stock_movements m`,
    id: sql`m.id`,
    condition: sql`m.variant_id = ${variantId}::uuid`,
    name: JSON.stringify(['stock-movements', variantId]),
    size: PAGE_SIZE.stock,
  }
  const select = sql`json_build_object('kind', m.kind, 'quantity', m.quantity, 'orderId', m.order_id, 'reason', m.reason,
    'by', m.by, 'at', m.created_at) AS row`
  const result = await pageOf(db, selected, page, { select, row: listRow({ row: Movement }) })
  return {
    ...result,
    data: result.data.map(({ row: { at, ...movement } }) => ({ ...movement, at: new Date(at) })),
  }
}
