import { dayInKolkata } from '@kirana/domain/calendar'
import { weightUnits } from '@kirana/domain/weight'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import * as z from 'zod/mini'
import { foreignKeyViolation, pgCode, restrictViolation } from '../../db/errors.ts'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { HttpError, requireRow } from '../../errors.ts'
import { auditRows } from '../../tables/journal.ts'
import { staleConflict } from '../shared/versions.ts'
import { stockRowsById } from './rows.ts'

type By = { by: string; now: Date }

export const notFound = () => new HttpError(404, 'Variant not found')

/** The variant's stock in the form of the list. @throws HttpError 404 */
export async function requireStock(db: Db, variantId: string, now: Date) {
  const [row] = validate(variantId) ? await stockRowsById(db, [variantId], now) : []
  if (!row) throw notFound()
  return row
}

/** Creates the row that all changes of a variant's stock lock. @throws HttpError 404 */
async function ensureLevel(tx: Db, variantId: string) {
  if (!validate(variantId)) throw notFound()
  await tx
    .execute(sql`INSERT INTO stock_levels (variant_id) VALUES (${variantId}) ON CONFLICT DO NOTHING`)
    .catch((error: unknown) => {
      throw pgCode(error) === foreignKeyViolation ? notFound() : error
    })
}

/** Locks a level, so that later statements see all of its movements. @throws HttpError 404 */
async function lockLevel(tx: Db, variantId: string) {
  if (!validate(variantId)) throw notFound()
  await tx.execute(sql`SELECT 1 FROM stock_levels WHERE variant_id = ${variantId} FOR NO KEY UPDATE`)
}

/** Rethrows the database's rejection of deleting a level with reserved pieces. @throws HttpError 409 */
export function rethrowReserved(error: unknown): never {
  if (pgCode(error) !== restrictViolation) throw error
  throw new HttpError(409, 'Pieces of this variant are reserved for orders', { code: 'reserved' })
}

const countedRow = z.strictObject({
  before: z.nullable(z.int()),
  reserved: z.int(),
  isLast: z.boolean(),
  isChanged: z.boolean(),
})

/**
 * Sets the pieces on hand to the counted number; null stops tracking. Missing pieces are taken from the batches that
 * expire first. With `undo` this reverts the last count, and its pieces return to their batches. Returns the previous
 * number of pieces, null if stock was not tracked.
 * @throws HttpError 404; 409 when tracking cannot stop because pieces are reserved, and when the stock has changed
 * since the count to revert
 */
export async function countStock(
  tx: Db,
  {
    variantId,
    onHand,
    reason,
    undo,
  }: { variantId: string; onHand: number | null; reason: string; undo: boolean },
  { by, now }: By,
): Promise<number | null> {
  await (undo ? lockLevel(tx, variantId) : ensureLevel(tx, variantId))
  const change = sql`(coalesce(${onHand}::int, 0) - coalesce(on_hand, 0))`
  // Reverting a count moves the recorded pieces. For a count of an earlier release the batches are guessed, and may
  // have expired.
  const recorded = undo ? sql`(SELECT batches FROM last)` : sql`NULL::jsonb`
  const day = undo
    ? sql`CASE WHEN ${change} > 0 AND ${recorded} IS NULL THEN '-infinity'::date END`
    : sql`${dayInKolkata(now)}::date`
  const rows = await rowsOf(tx, countedRow).execute(sql`
    WITH old AS (
      SELECT variant_id, on_hand, reserved FROM stock_levels WHERE variant_id = ${variantId} FOR NO KEY UPDATE
    ), last AS (
      SELECT kind, order_id, quantity, batches FROM stock_movements, old
      WHERE stock_movements.variant_id = old.variant_id ORDER BY id DESC LIMIT 1
    ), accepted AS (
      SELECT old.*, NOT ${undo}::boolean OR EXISTS (
        SELECT 1 FROM last WHERE kind = 'counted' AND order_id IS NULL AND quantity = -${change}) AS is_last
      FROM old
    ), counted AS (
      UPDATE stock_levels s SET on_hand = ${onHand}::int FROM accepted old
      WHERE s.variant_id = old.variant_id AND old.is_last AND (${onHand}::int IS NOT NULL OR old.on_hand IS NOT NULL AND old.reserved = 0)
      RETURNING s.variant_id, old.on_hand
    ), movement AS (
      INSERT INTO stock_movements (variant_id, kind, quantity, reason, by, created_at, batches)
      SELECT variant_id, 'counted', ${change}, ${reason}, ${by}, ${now.toISOString()}::timestamptz,
        CASE WHEN ${change} < 0 OR ${undo}::boolean
          THEN move_batches(variant_id, ${change}, coalesce(${onHand}::int, 0), ${day}, true, ${recorded}) END
      FROM counted
    ), event AS (
      INSERT INTO live_events (type, subject) SELECT 'stock.changed', variant_id FROM counted
    )
    SELECT on_hand AS before, reserved, is_last AS "isLast", EXISTS (SELECT 1 FROM counted) AS "isChanged" FROM accepted`)
  const { before, reserved, isLast, isChanged } = requireRow(rows, 'Variant')
  if (!isLast)
    throw new HttpError(409, 'The stock has changed since. Count the shelf instead', { code: 'stale' })
  if (!isChanged && before !== null)
    throw new HttpError(
      409,
      `${reserved} ${reserved === 1 ? 'piece is' : 'pieces are'} reserved for orders, so the stock must be tracked`,
      { code: 'reserved' },
    )
  return before
}

const ownedRow = z.strictObject({ code: z.string(), title: z.string() })

/**
 * Call it after inserting the barcodes, because only a later statement sees those that another call has just committed.
 */
async function refuseOwnedByOthers(tx: Db, variantId: string, codes: readonly string[]) {
  const [owned] = await rowsOf(tx, ownedRow).execute(sql`
    SELECT b.code, p.title FROM stock_barcodes b JOIN variants v ON v.id = b.variant_id JOIN products p ON p.id = v.product_id
    WHERE b.code IN (SELECT jsonb_array_elements_text(${JSON.stringify(codes)}::jsonb)) AND b.variant_id <> ${variantId}
    LIMIT 1`)
  if (owned)
    throw new HttpError(409, `The barcode ${owned.code} belongs to ${owned.title}`, { code: 'barcode' })
}

/** Audit entries about a variant have its product as the object, and its pack size in `pack`. */
const staleStock = (tx: Db, row: Awaited<ReturnType<typeof requireStock>>) =>
  staleConflict(tx, {
    message: 'Somebody has changed this variant since you opened it',
    entries: and(
      inArray(auditRows.call, ['stock.edit', 'stockFiles.import']),
      eq(auditRows.object, row.productId),
      sql`${auditRows.after}->>'pack' = ${row.productQuantity}`,
    ),
    current: row,
  })

/**
 * Sets the shelf of a variant, the number of pieces at which its stock is low, and its barcodes. Returns the variant's
 * stock.
 * @throws HttpError 404; 409 when another variant has one of the barcodes, and `stale` if another version than `seen`
 * is stored
 */
export async function editStock(
  tx: Db,
  {
    variantId,
    shelf,
    lowAt,
    byWeight,
    barcodes,
  }: {
    variantId: string
    shelf: string
    lowAt: number
    byWeight?: boolean | undefined
    barcodes: readonly string[]
  },
  { seen, now }: { seen: number | undefined; now: Date },
) {
  await ensureLevel(tx, variantId)
  const { rows: edited } = await tx.execute(sql`
    WITH wanted AS (
      SELECT DISTINCT code FROM jsonb_array_elements_text(${JSON.stringify(barcodes)}::jsonb) AS code
    ),
    level AS (
      UPDATE stock_levels SET shelf = ${shelf}, low_at = ${lowAt}, version = version + 1
      WHERE variant_id = ${variantId} AND version = coalesce(${seen ?? null}::int, version) RETURNING variant_id
    ), weighed AS (
      UPDATE variants SET by_weight = ${byWeight ?? null}::boolean
      WHERE id = ${variantId} AND by_weight <> ${byWeight ?? null}::boolean AND (unit IN (${sql.join(weightUnits, sql`, `)}) OR by_weight)
    ), removed AS (
      DELETE FROM stock_barcodes b USING level
      WHERE b.variant_id = level.variant_id AND b.code NOT IN (SELECT code FROM wanted)
    ), added AS (
      INSERT INTO stock_barcodes (code, variant_id) SELECT wanted.code, level.variant_id FROM wanted, level
      ON CONFLICT (code) DO NOTHING
    )
    INSERT INTO live_events (type, subject) SELECT 'stock.changed', variant_id FROM level RETURNING 1`)
  const row = await requireStock(tx, variantId, now)
  if (edited.length === 0) throw await staleStock(tx, row)
  if (barcodes.some((code) => !row.barcodes.includes(code)))
    await refuseOwnedByOthers(tx, variantId, barcodes)
  if (byWeight === true && !row.byWeight)
    throw new HttpError(422, `${row.title} is not sold in GM, MG or Kilo, so it cannot be weighed`, {
      code: 'weight',
    })
  return row
}
