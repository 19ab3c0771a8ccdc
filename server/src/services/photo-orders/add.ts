import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import { send } from '../../db/send.ts'
import type { Db } from '../../db/types.ts'
import { HttpError, requireRow } from '../../errors.ts'
import { requireOpen, storedOpening, StoredOpening } from '../shared/opening.ts'

/**
 * Per customer, lists and prescriptions together. Staff must answer each of them, and the photos are kept for a year or
 * more.
 */
const MAX_WAITING = 5

const addedRow = z.strictObject({ waiting: z.int(), opening: z.nullable(StoredOpening) })

/**
 * Adds a waiting photo order and publishes it. Locks the customer first, then counts the waiting ones in the statement
 * that inserts, so that concurrent calls cannot exceed the limit.
 * @param keep inserts the rows of the photos and returns their keys
 * @throws HttpError 404 when the customer was erased concurrently; 409 when the customer has `MAX_WAITING` waiting photo
 * orders; 422 while the store is closed
 */
export async function addPhotoOrder(
  tx: Db,
  { userId, isPrescription, now }: { userId: string; isPrescription: boolean; now: Date },
  keep: (tx: Db) => Promise<string[]>,
): Promise<{ id: string; photos: string[] }> {
  await send(tx, sql`SELECT 1 FROM users WHERE id = ${userId} FOR NO KEY UPDATE`)
  const photos = await keep(tx)
  const id = v7()
  const rows = await rowsOf(tx, addedRow).execute(sql`
    WITH counted AS (
      SELECT (SELECT count(*)::int FROM manual_orders m WHERE m.user_id = u.id AND m.status = 'waiting') AS waiting
      FROM users u WHERE u.id = ${userId} AND u.erased_at IS NULL
    ), added AS (
      INSERT INTO manual_orders (id, user_id, photos, is_prescription, created_at)
      SELECT ${id}::uuid, ${userId}::uuid, ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(photos)}::jsonb)),
        ${isPrescription}::boolean, ${now.toISOString()}::timestamptz
      FROM counted WHERE waiting < ${MAX_WAITING} RETURNING id
    ), event AS (
      INSERT INTO live_events (type, subject) SELECT 'manual-order.created', id FROM added
    )
    SELECT waiting, ${storedOpening} AS opening FROM counted`)
  const { waiting, opening } = requireRow(rows, 'Customer')
  requireOpen(opening, now)
  if (waiting >= MAX_WAITING)
    throw new HttpError(409, `${MAX_WAITING} photo orders are waiting. Wait until one is answered`, {
      code: 'waiting-photo-orders',
    })
  return { id, photos }
}
