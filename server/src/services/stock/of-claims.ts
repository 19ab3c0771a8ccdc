import { dayInKolkata } from '@kirana/domain/calendar'
import { sql } from 'drizzle-orm'
import { send } from '../../db/send.ts'
import type { Db } from '../../db/types.ts'
import { freePiecesOfLocked } from '../shared/stock.ts'
import { isScarce } from './of-orders.ts'

/** Pieces that are returned for a claim; `restocked` of them can be sold again, the others are written off. */
type ReturnedPieces = { variantId: string; pieces: number; restocked: number }

const returnedRows = (returned: readonly ReturnedPieces[]) => {
  const rows = returned.map(({ variantId, ...row }) => ({ ...row, variant_id: variantId }))
  return sql`
    SELECT variant_id, sum(pieces)::int AS pieces, sum(restocked)::int AS restocked
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS w(variant_id uuid, pieces int, restocked int) GROUP BY variant_id`
}

/**
 * Locks the levels of the returned variants of the order, by id; `quantity` is the number of pieces that the order has
 * taken.
 */
const lockedRows = (orderId: string) => sql`
  SELECT s.variant_id, s.low_at, s.on_hand, s.reserved, w.pieces, w.restocked, r.quantity
  FROM claim_wanted w JOIN stock_levels s ON s.variant_id = w.variant_id
  JOIN stock_reservations r ON r.order_id = ${orderId} AND r.variant_id = w.variant_id AND r.holding = 'taken'
  ORDER BY s.variant_id FOR NO KEY UPDATE OF s`

/** Adds the sellable pieces to the pieces on hand, where stock is tracked. */
const restockedLevels = sql`
  UPDATE stock_levels s SET on_hand = s.on_hand + k.restocked FROM claim_locked k
  WHERE s.variant_id = k.variant_id AND k.on_hand IS NOT NULL AND k.restocked > 0
  RETURNING s.variant_id, k.restocked, k.free, k.low_at, s.on_hand AS level`

/** The batches that the order's last sale of a variant in `claim_levels` was taken from. */
const soldBatches = (orderId: string) => sql`(
  SELECT m.batches FROM stock_movements m
  WHERE m.order_id = ${orderId} AND m.variant_id = claim_levels.variant_id AND m.kind = 'sold' AND m.quantity < 0
  ORDER BY m.id DESC LIMIT 1)`

/** Records the returned pieces and their batches. */
const movements = (orderId: string, { by, now }: { by: string; now: Date }) => sql`
  INSERT INTO stock_movements (variant_id, kind, quantity, order_id, reason, by, created_at, batches)
  SELECT variant_id, 'returned', restocked, ${orderId}::uuid, 'Returned for a claim', ${by},
    ${now.toISOString()}::timestamptz,
    move_batches(variant_id, restocked, level, ${dayInKolkata(now)}::date, false, ${soldBatches(orderId)})
  FROM claim_levels`

/**
 * Takes back pieces of a delivered order: lowers the number of pieces that the order has taken, and returns sellable
 * pieces to their batches. The other pieces left the stock when they were sold. Levels are locked in the order of the
 * variants' ids, like in all statements.
 */
export function takeBackPieces(
  tx: Db,
  orderId: string,
  returned: readonly ReturnedPieces[],
  author: { by: string; now: Date },
) {
  return send(
    tx,
    sql`WITH claim_wanted AS (${returnedRows(returned)}), claim_rows AS MATERIALIZED (${lockedRows(orderId)}),
        claim_locked AS (SELECT locked.*, ${freePiecesOfLocked(author.now)} AS free FROM claim_rows locked),
        claim_levels AS (${restockedLevels}), claim_movements AS (${movements(orderId, author)}),
        claim_held AS (
          UPDATE stock_reservations r SET quantity = r.quantity - k.pieces FROM claim_locked k
          WHERE r.order_id = ${orderId} AND r.variant_id = k.variant_id AND k.pieces < k.quantity
        ), claim_let_go AS (
          DELETE FROM stock_reservations r USING claim_locked k
          WHERE r.order_id = ${orderId} AND r.variant_id = k.variant_id AND k.pieces >= k.quantity
        )
      INSERT INTO live_events (type, subject)
      SELECT 'stock.changed', variant_id FROM claim_levels WHERE ${isScarce(sql`free`)}`,
  )
}
