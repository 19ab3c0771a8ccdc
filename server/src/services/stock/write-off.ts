import { dayInKolkata } from '@kirana/domain/calendar'
import { count, counted } from '@kirana/domain/count'
import type { ShortReason } from '@kirana/domain/vocabulary'
import { sql } from 'drizzle-orm'
import { validate } from 'uuid'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'
import { notFound } from './levels.ts'

type WrittenOff = { variantId: string; quantity: number; reason: ShortReason; note: string }

const levelRow = z.strictObject({
  onHand: z.nullable(z.int()),
  reserved: z.int(),
  isWritten: z.boolean(),
})

const thereRow = z.strictObject({ isThere: z.boolean() })

/**
 * Removes pieces from the pieces on hand, from the batches that expire first, including expired ones. Reserved pieces
 * cannot be removed.
 * @throws HttpError 404; 409 `untracked`; 422 `pieces` for more than are on hand and not reserved
 */
export async function writeOff(
  tx: Db,
  { variantId, quantity, reason, note }: WrittenOff,
  { by, now }: { by: string; now: Date },
): Promise<void> {
  if (!validate(variantId)) throw notFound()
  const kind = reason === 'not there' ? 'short' : 'damaged'
  const why = note === '' ? reason : `${reason}: ${note}`
  const [row] = await rowsOf(tx, levelRow).execute(sql`
    WITH old AS (
      SELECT variant_id, on_hand, reserved FROM stock_levels WHERE variant_id = ${variantId} FOR NO KEY UPDATE
    ), level AS (
      UPDATE stock_levels s SET on_hand = s.on_hand - ${quantity} FROM old
      WHERE s.variant_id = old.variant_id AND old.on_hand - old.reserved >= ${quantity}
      RETURNING s.variant_id, s.on_hand
    ), movement AS (
      INSERT INTO stock_movements (variant_id, kind, quantity, reason, by, created_at, batches)
      SELECT variant_id, ${kind}, ${-quantity}::int, ${why}, ${by}, ${now.toISOString()}::timestamptz,
        move_batches(variant_id, ${-quantity}::int, on_hand, ${dayInKolkata(now)}::date, true, NULL) FROM level
    ), event AS (
      INSERT INTO live_events (type, subject) SELECT 'stock.changed', variant_id FROM level
    )
    SELECT on_hand AS "onHand", reserved, EXISTS (SELECT 1 FROM level) AS "isWritten" FROM old`)
  if (row?.isWritten) return
  if (!row) {
    const [found] = await rowsOf(tx, thereRow).execute(
      sql`SELECT EXISTS (SELECT 1 FROM variants WHERE id = ${variantId}) AS "isThere"`,
    )
    if (!found?.isThere) throw notFound()
  }
  const { onHand = null, reserved = 0 } = row ?? {}
  if (onHand === null)
    throw new HttpError(409, 'The stock of this variant is not tracked. Count it first', {
      code: 'untracked',
    })
  const held = reserved > 0 ? ` and ${count(reserved)} reserved for orders` : ''
  throw new HttpError(422, `Only ${counted(onHand, 'piece')} ${onHand === 1 ? 'is' : 'are'} on hand${held}`, {
    code: 'pieces',
  })
}
