import { count } from '@kirana/domain/count'
import { dayInKolkata } from '@kirana/domain/calendar'
import { barcodeMoved, MAX_STOCK } from '@kirana/domain/stock'
import { sql } from 'drizzle-orm'
import { v7, validate } from 'uuid'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'
import { stockRowsWhere, stockWhere } from './rows.ts'

/** The values of a row of a stock sheet; null for an empty cell. `cost` is paise for one piece. */
export type StockChange = {
  /** The row of the file, for errors. */
  row?: number
  variantId: string
  /** The barcode that names the variant; '' if the row has its id. */
  barcode?: string
  counted: number | null
  received: number | null
  expiry: string | null
  cost: number | null
  shelf: string | null
  byWeight?: boolean | null
  lowAt?: number
  barcodes?: readonly string[]
}

/** The stock of the variants that a sheet names by id or barcode. */
export async function stockNamed(
  db: Db,
  { ids, barcodes }: { ids: readonly string[]; barcodes: readonly string[] },
  now: Date,
) {
  if (ids.length + barcodes.length === 0) return []
  const valid = JSON.stringify(ids.filter((id) => validate(id)))
  const named = sql`v.id IN (
    SELECT value::uuid FROM jsonb_array_elements_text(${valid}::jsonb)
    UNION SELECT variant_id FROM stock_barcodes
    WHERE code IN (SELECT jsonb_array_elements_text(${JSON.stringify(barcodes)}::jsonb)))`
  return stockRowsWhere(db, named, now)
}

const movedRow = z.strictObject({ code: z.string(), title: z.nullable(z.string()) })

/**
 * Call it after locking the levels, because a locked level prevents other calls from moving its variant's barcodes
 * until the commit.
 * @throws HttpError 409 `barcode` when a row's barcode has been taken from its variant
 */
async function refuseMoved(tx: Db, changes: readonly StockChange[]) {
  const named = changes.flatMap(({ row, variantId, barcode }) =>
    barcode ? [{ row, code: barcode, variant_id: variantId }] : [],
  )
  if (named.length === 0) return
  const [moved] = await rowsOf(tx, movedRow).execute(sql`
    SELECT n.code, p.title FROM jsonb_to_recordset(${JSON.stringify(named)}::jsonb) AS n(row int, code text, variant_id uuid)
    LEFT JOIN stock_barcodes b ON b.code = n.code
    LEFT JOIN variants v ON v.id = b.variant_id LEFT JOIN products p ON p.id = v.product_id
    WHERE b.variant_id IS DISTINCT FROM n.variant_id ORDER BY n.row LIMIT 1`)
  if (!moved) return
  const { row } = named.find(({ code }) => code === moved.code) ?? {}
  const message = moved.title === null ? 'No variant has this barcode' : barcodeMoved(moved.title)
  throw new HttpError(409, `Row ${row}: Barcode: ${message}`, { code: 'barcode' })
}

/**
 * Counts and receives the pieces of many variants in four statements; counts come first.
 * @throws HttpError 422 for more than `MAX_STOCK` pieces on hand, 409 `barcode` when a barcode belongs to another
 * variant
 */
export async function saveStock(
  tx: Db,
  changes: readonly StockChange[],
  { by, now, reason }: { by: string; now: Date; reason: string },
) {
  if (changes.length === 0) return
  const at = sql`${now.toISOString()}::timestamptz`
  const asked = sql`asked AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(
        changes.map(
          ({ variantId, lowAt = null, barcodes = [], byWeight = null, row: _, barcode: __, ...change }) => ({
            ...change,
            batch: v7(),
            variant_id: variantId,
            low_at: lowAt,
            by_weight: byWeight,
            barcodes,
          }),
        ),
      )}::jsonb) AS a(variant_id uuid, batch uuid, counted int, received int, expiry date, cost bigint, shelf text,
        low_at int, by_weight boolean, barcodes jsonb)
    )`
  // Creates and locks the levels, so that later statements see all changes committed before.
  await tx.execute(sql`
    WITH ${asked}
    INSERT INTO stock_levels AS s (variant_id)
    SELECT DISTINCT variant_id FROM asked ORDER BY variant_id
    ON CONFLICT (variant_id) DO UPDATE SET low_at = s.low_at`)
  await refuseMoved(tx, changes)
  await tx.execute(sql`
    WITH ${asked}, given AS (
      SELECT variant_id, max(counted) AS counted, max(shelf) AS shelf, max(low_at) AS low_at,
        bool_or(by_weight) AS by_weight, bool_or(barcodes <> '[]') AS has_barcodes FROM asked GROUP BY variant_id
    ), old AS (
      SELECT s.variant_id, s.on_hand, given.counted, given.counted - coalesce(s.on_hand, 0) AS change
      FROM stock_levels s JOIN given ON given.variant_id = s.variant_id
    ), set AS (
      UPDATE stock_levels s SET on_hand = coalesce(given.counted, s.on_hand), shelf = coalesce(given.shelf, s.shelf),
        low_at = coalesce(given.low_at, s.low_at), version = s.version + (given.shelf IS NOT NULL OR
          given.low_at IS NOT NULL OR given.by_weight IS NOT NULL OR given.has_barcodes)::int
      FROM given WHERE s.variant_id = given.variant_id
    ), weighed AS (
      UPDATE variants v SET by_weight = given.by_weight FROM given WHERE v.id = given.variant_id AND v.by_weight <> given.by_weight
    ), movement AS (
      INSERT INTO stock_movements (variant_id, kind, quantity, reason, by, created_at, batches)
      SELECT variant_id, 'counted', change, ${reason}, ${by}, ${at},
        CASE WHEN change < 0 THEN move_batches(variant_id, change, counted, ${dayInKolkata(now)}::date, true, NULL) END
      FROM old WHERE counted IS NOT NULL
    ), barcode AS (
      INSERT INTO stock_barcodes (code, variant_id)
      SELECT code, variant_id FROM asked, jsonb_array_elements_text(barcodes) AS code
    )
    INSERT INTO live_events (type, subject) SELECT 'stock.changed', variant_id FROM given`)
  if (changes.every(({ received }) => received === null)) return
  const { rows } = await tx.execute(sql`
    WITH ${asked}, got AS (
      SELECT variant_id, sum(received)::int AS received FROM asked WHERE received IS NOT NULL GROUP BY variant_id
    ), level AS (
      UPDATE stock_levels s SET on_hand = coalesce(s.on_hand, 0) + got.received FROM got
      WHERE s.variant_id = got.variant_id AND coalesce(s.on_hand, 0) + got.received <= ${MAX_STOCK}
      RETURNING s.variant_id
    ), movement AS (
      INSERT INTO stock_movements (variant_id, kind, quantity, by, created_at)
      SELECT variant_id, 'received', received, ${by}, ${at} FROM asked WHERE received IS NOT NULL
    ), batch AS (
      INSERT INTO stock_batches (id, variant_id, expiry, quantity, remaining, cost, created_at)
      SELECT batch, variant_id, expiry, received, received, cost, ${at} FROM asked WHERE received IS NOT NULL
    )
    SELECT 1 FROM got WHERE variant_id NOT IN (SELECT variant_id FROM level) LIMIT 1`)
  if (rows.length > 0) throw new HttpError(422, `A variant has at most ${count(MAX_STOCK)} pieces`)
}

/** Variants with their stock in order of shelves. */
export function exportedStock(
  db: Db,
  query: { search: string; filter: string },
  { now, limit }: { now: Date; limit: number },
) {
  const order = sql`ORDER BY coalesce(s.shelf, '') = '', s.shelf, r.title, v.id LIMIT ${limit}`
  return stockRowsWhere(db, stockWhere(query, now), now, order)
}
