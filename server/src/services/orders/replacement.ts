import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { constraintOf } from '../../db/errors.ts'
import { send } from '../../db/send.ts'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'
import { broughtPieces } from '../shared/brought-pieces.ts'

/** The claim whose pieces an order delivers again. */
export const StoredReplaces = z.strictObject({
  _id: z.string(),
  orderId: z.string(),
  claim: z.int(),
})

/** SQL for the claim and the claimed order of a replacement `o`, as JSON; NULL for any other order. */
export const replaces = sql`CASE WHEN o.is_replacement THEN (
  SELECT json_build_object('_id', k.id, 'orderId', k.order_id, 'claim', c.number)
  FROM claim_replacements r JOIN claims c ON c.id = r.claim_id JOIN orders k ON k.id = c.order_id
  WHERE r.order_id = o.id LIMIT 1) END`

/** SQL for the replacements of pieces of order `o`, oldest first: a JSON array. */
export const replacedBy = sql`(
  SELECT coalesce(json_agg(json_build_object('_id', b.id, 'order_id', b.order_id) ORDER BY b.id), '[]')
  FROM orders b WHERE b.id IN (SELECT r.order_id FROM claims c JOIN claim_replacements r ON r.claim_id = c.id
    WHERE c.order_id = o.id))`

/** SQL for whether order `o` is a replacement for a canceled order. */
export const isReplacedCanceled = sql`(o.is_replacement AND EXISTS (SELECT 1 FROM claim_replacements r
  JOIN claims c ON c.id = r.claim_id JOIN orders k ON k.id = c.order_id
  WHERE r.order_id = o.id AND k.status = 'canceled'))`

const claimOf = (orderId: string) =>
  sql`(SELECT r.claim_id FROM claim_replacements r WHERE r.order_id = ${orderId} LIMIT 1)`

/**
 * Locks the claim of a replacement, so that no other decision about the claim runs concurrently. If the replacement is
 * canceled, first locks the claimed order, so that it is not canceled while the replacement is reactivated. This cannot
 * deadlock with a change of the claimed order, because no rider is locked for a canceled replacement.
 */
export const lockReplacedClaim = (tx: Db, orderId: string) =>
  send(
    tx,
    sql`WITH claimed AS MATERIALIZED (SELECT 1 FROM orders WHERE id = (SELECT c.order_id FROM claims c, orders o
        WHERE c.id = ${claimOf(orderId)} AND o.id = ${orderId} AND o.status = 'canceled') FOR NO KEY UPDATE)
      SELECT 1 FROM claims WHERE id = ${claimOf(orderId)} AND (SELECT count(*) FROM claimed) >= 0 FOR NO KEY UPDATE`,
  )

const decidedSince = (error: unknown): never => {
  if (constraintOf(error) === 'claim_line_pieces')
    throw new HttpError(409, 'The pieces of this replacement were decided otherwise since', {
      code: 'replaced',
    })
  throw error
}

/**
 * Updates the numbers of replaced pieces of a claim after a replacement was placed, picked, canceled or reactivated:
 * pieces that do not reach the customer are open again. The claim must be locked.
 * @throws HttpError 409 if another decision was made about the pieces of a replacement that is reactivated
 */
export async function countReplaced(tx: Db, orderId: string) {
  const claimId = claimOf(orderId)
  await send(
    tx,
    sql`UPDATE claim_lines l SET replaced = w.pieces
      FROM (SELECT r.claim_line, sum(${broughtPieces})::int AS pieces FROM claim_replacements r
        WHERE r.claim_id = ${claimId} GROUP BY r.claim_line) w
      WHERE l.claim_id = ${claimId} AND l.line = w.claim_line AND l.replaced <> w.pieces`,
    decidedSince,
  )
  await send(
    tx,
    sql`WITH changed AS (
        UPDATE claims c SET state = CASE WHEN w.open > 0 THEN 'open' WHEN w.refunded > 0 THEN 'refunded'
          WHEN w.replaced > 0 THEN 'replaced' ELSE 'refused' END
        FROM (SELECT sum(pieces - refunded - replaced - refused) AS open, sum(refunded) AS refunded,
          sum(replaced) AS replaced FROM claim_lines WHERE claim_id = ${claimId}) w
        WHERE c.id = ${claimId} RETURNING c.id
      )
      INSERT INTO live_events (type, subject) SELECT 'claim.changed', id FROM changed`,
  )
}
