import { dayInKolkata } from '@kirana/domain/calendar'
import { expiryDoubt, MAX_EXPIRY_YEARS } from '@kirana/domain/expiry'
import type { Paise } from '@kirana/domain/money'
import { MAX_STOCK } from '@kirana/domain/stock'
import { sql } from 'drizzle-orm'
import { v7, validate } from 'uuid'
import * as z from 'zod/mini'
import { foreignKeyViolation, pgCode } from '../../db/errors.ts'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { HttpError, requireRow } from '../../errors.ts'
import { notFound } from './levels.ts'

/** Received pieces; `expiry` is the last good day, `cost` the paise for one piece. */
export type Received = { variantId: string; quantity: number; expiry: string | null; cost: Paise | null }
type Receiving = { by: string; now: Date; reason?: string }

const levelRow = z.strictObject({ levels: z.int() })

/**
 * Adds all received pieces as batches or none, and starts tracking their variants. One statement, which locks the
 * levels in the order of their ids.
 * @throws HttpError 404; 422 for a last good day more than ten years ahead, and for more than `MAX_STOCK` pieces on
 * hand
 */
export async function receivePieces(
  tx: Db,
  items: readonly Received[],
  { by, now, reason = '' }: Receiving,
): Promise<void> {
  const today = dayInKolkata(now)
  for (const { variantId, expiry } of items) {
    if (!validate(variantId)) throw notFound()
    if (expiry !== null && expiryDoubt(expiry, today) === 'far')
      throw new HttpError(422, `A last good day is at most ${MAX_EXPIRY_YEARS} years ahead. Check the date`, {
        code: 'expiry',
      })
  }
  const at = now.toISOString()
  const stored = items.map(({ variantId, ...item }) => ({ ...item, id: v7(), variant_id: variantId }))
  const rows = await rowsOf(tx, levelRow)
    .execute(
      sql`
    WITH items AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(stored)}::jsonb)
        AS i(id uuid, variant_id uuid, quantity bigint, expiry date, cost bigint)
    ), sums AS (
      SELECT variant_id, sum(quantity) AS quantity FROM items GROUP BY variant_id
    ), level AS (
      INSERT INTO stock_levels AS s (variant_id, on_hand)
      SELECT variant_id, quantity FROM sums WHERE quantity <= ${MAX_STOCK} ORDER BY variant_id
      ON CONFLICT (variant_id) DO UPDATE SET on_hand = coalesce(s.on_hand, 0) + excluded.on_hand
      WHERE coalesce(s.on_hand, 0) + excluded.on_hand <= ${MAX_STOCK}
      RETURNING s.variant_id
    ), movement AS (
      INSERT INTO stock_movements (variant_id, kind, quantity, reason, by, created_at)
      SELECT variant_id, 'received', quantity, ${reason}, ${by}, ${at}::timestamptz FROM items JOIN level USING (variant_id)
    ), batch AS (
      INSERT INTO stock_batches (id, variant_id, expiry, quantity, remaining, cost, created_at)
      SELECT id, variant_id, expiry, quantity, quantity, cost, ${at}::timestamptz FROM items JOIN level USING (variant_id)
    ), event AS (
      INSERT INTO live_events (type, subject) SELECT 'stock.changed', variant_id FROM level
    )
    SELECT count(*)::int AS levels FROM level`,
    )
    .catch((error: unknown) => {
      throw pgCode(error) === foreignKeyViolation ? notFound() : error
    })
  if (requireRow(rows, 'Stock').levels < new Set(items.map(({ variantId }) => variantId)).size)
    throw new HttpError(422, `A variant has at most ${MAX_STOCK.toLocaleString('en-IN')} pieces`)
}

/**
 * Adds received pieces of one variant.
 * @throws HttpError as `receivePieces`; 422 for pieces that have already expired
 */
export async function receiveStock(tx: Db, received: Received, receiving: Receiving) {
  const { variantId, expiry } = received
  if (!validate(variantId)) throw notFound()
  if (expiry !== null && expiry < dayInKolkata(receiving.now))
    throw new HttpError(422, 'These pieces have already expired. Check the date')
  await receivePieces(tx, [received], receiving)
}
