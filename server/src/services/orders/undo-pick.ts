import { dayInKolkata } from '@kirana/domain/calendar'
import { RECORDED_PICK_LEASE_MS } from '@kirana/domain/pick'
import { shortageMessage } from '@kirana/domain/stock'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import { send } from '../../db/send.ts'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'
import type { Replaced } from '../../tables/picks.ts'
import { freePiecesOfLocked } from '../shared/stock.ts'
import { outOfStock, Shortages, shortagesFound } from '../stock/of-orders.ts'
import type { PickOutcome } from './status-write.ts'

type Author = { by: string; now: Date }

/** The stock movements of the end of the pick: those after the last movement before it. */
const takenSince = (orderId: string, movement: number) => sql`
  SELECT m.variant_id, m.kind, m.quantity, m.batches, m.id FROM stock_movements m
  WHERE m.order_id = ${orderId} AND m.id > ${movement}::bigint`

/** The order's reservations before the pick ended. */
const heldBefore = (held: Replaced['held']) => sql`
  SELECT * FROM jsonb_to_recordset(${JSON.stringify(held)}::jsonb) AS h(variant_id uuid, quantity int, holding text)`

/** Locks the stock levels of the taken and the reserved variants, in the order of their ids. */
const levelRows = sql`
  SELECT s.variant_id, s.on_hand, s.reserved FROM stock_levels s
  WHERE s.variant_id IN (SELECT variant_id FROM taken UNION SELECT variant_id FROM held)
  ORDER BY s.variant_id FOR NO KEY UPDATE`

/**
 * The pieces of variant `k` that are returned and can be reserved for the order. Sold pieces count even if they have
 * expired. Pieces that were booked out as missing return to their batches, and expired ones do not count.
 */
const usablePieces = (now: Date) => sql`
  SELECT (-coalesce(sum(t.quantity), 0) - coalesce(sum(e.pieces), 0))::int AS pieces
  FROM taken t LEFT JOIN LATERAL (
    SELECT sum(r.pieces) AS pieces FROM jsonb_to_recordset(t.batches) AS r(id uuid, pieces int)
    JOIN stock_batches s ON s.id = r.id WHERE s.expiry < ${dayInKolkata(now)}::date) e ON t.kind <> 'sold'
  WHERE t.variant_id = k.variant_id`

/** The variants whose free pieces no longer cover the reservation that would be restored. */
const shortVariants = (orderId: string, now: Date) => sql`
  SELECT k.variant_id, n.title, n.quantity_text, h.quantity, k.free + b.pieces AS free
  FROM locked k JOIN held h ON h.variant_id = k.variant_id AND h.holding = 'reserved'
  CROSS JOIN LATERAL (${usablePieces(now)}) b
  CROSS JOIN LATERAL (SELECT l.title, l.quantity_text FROM order_lines l
    WHERE l.order_id = ${orderId} AND l.variant_id = k.variant_id ORDER BY l.line LIMIT 1) n
  WHERE h.quantity > b.pieces AND k.free + b.pieces < h.quantity`

/** Adds the taken pieces to the pieces on hand and restores the reserved pieces, for variants with tracked stock. */
const restoredLevels = sql`
  UPDATE stock_levels s SET
    on_hand = s.on_hand - (SELECT coalesce(sum(t.quantity), 0) FROM taken t WHERE t.variant_id = s.variant_id)::int,
    reserved = s.reserved + (
      SELECT coalesce(sum(h.quantity), 0) FROM held h WHERE h.variant_id = s.variant_id AND h.holding = 'reserved')::int
  FROM locked k WHERE s.variant_id = k.variant_id AND k.on_hand IS NOT NULL
  RETURNING s.variant_id, s.on_hand`

/** Records the opposite of each movement and returns the pieces to their batches. */
const oppositeMovements = (orderId: string, { by, now }: Author) => sql`
  INSERT INTO stock_movements (variant_id, kind, quantity, order_id, reason, by, created_at, batches)
  SELECT t.variant_id, CASE WHEN t.kind = 'sold' THEN 'returned' ELSE 'counted' END, -t.quantity, ${orderId}::uuid,
    'Pick taken back', ${by}, ${now.toISOString()}::timestamptz,
    CASE WHEN t.quantity < 0
      THEN move_batches(t.variant_id, -t.quantity, l.on_hand, ${dayInKolkata(now)}::date, false, t.batches) END
  FROM taken t JOIN level l USING (variant_id) WHERE t.quantity <> 0 ORDER BY t.variant_id, t.id`

/** Removes reservations that the end of the pick has added. */
const removedReservations = (orderId: string) => sql`
  DELETE FROM stock_reservations r WHERE r.order_id = ${orderId} AND r.variant_id NOT IN (SELECT variant_id FROM held)`

/** Restores the order's reservations. No pieces are reserved if the stock of a variant is no longer tracked. */
const restoredReservations = (orderId: string) => sql`
  INSERT INTO stock_reservations (order_id, variant_id, quantity, holding)
  SELECT ${orderId}::uuid, h.variant_id, h.quantity,
    CASE WHEN h.holding = 'reserved' AND NOT EXISTS (SELECT FROM level l WHERE l.variant_id = h.variant_id)
      THEN 'none' ELSE h.holding END
  FROM held h
  ON CONFLICT (order_id, variant_id) DO UPDATE SET quantity = excluded.quantity, holding = excluded.holding`

/**
 * Reverts the stock movements of the end of the pick, also for batches that have expired since then, and restores the
 * order's reservations. Selects the variants whose free stock no longer covers the reservation, because it was sold to
 * other orders or has expired. If there are any, the caller must roll back.
 */
const giveBackPicked = (orderId: string, { held, movement }: Replaced, author: Author) => sql`
  WITH taken AS (${takenSince(orderId, movement)}), held AS (${heldBefore(held)}),
    level_rows AS MATERIALIZED (${levelRows}),
    locked AS MATERIALIZED (SELECT locked.*, ${freePiecesOfLocked(author.now)} AS free FROM level_rows locked),
    stock_short AS (${shortVariants(orderId, author.now)}), level AS (${restoredLevels}),
    movement AS (${oppositeMovements(orderId, author)}), gone AS (${removedReservations(orderId)}),
    event AS (INSERT INTO live_events (type, subject) SELECT 'stock.changed', variant_id FROM level),
    restored AS (${restoredReservations(orderId)})
  SELECT ${shortagesFound} AS shortages`

const givenBackRow = z.strictObject({ shortages: Shortages })

/** @throws HttpError 409 if there are shortages */
function refuseSold(shortages: z.output<typeof Shortages>) {
  if (shortages !== null && shortages.length > 0)
    throw outOfStock(409, [
      'Pieces were sold or have expired since this pick ended, so it cannot be taken back',
      ...shortages.map(shortageMessage),
    ])
}

/**
 * Reverts the end of a pick, as the outcome of the change to Confirmed: restores the pick for its picker, the bill and
 * the stock. The invoice of the pick is credited.
 * @throws HttpError 409 `refunded` if money was refunded; 409 `stock` if pieces to reserve again were sold or have
 * expired
 */
export function pickTakenBack(orderId: string, replaced: Replaced, author: Author): PickOutcome {
  const { bill, refund } = replaced
  if (refund > 0)
    throw new HttpError(409, 'Money went back when this pick ended, so it cannot be taken back', {
      code: 'refunded',
    })
  const until = new Date(author.now.getTime() + RECORDED_PICK_LEASE_MS).toISOString()
  return {
    write: async (tx: Db) => {
      const [row] = await rowsOf(tx, givenBackRow).execute(giveBackPicked(orderId, replaced, author))
      refuseSold(row?.shortages ?? null)
      await send(
        tx,
        sql`UPDATE order_picks SET state = 'claimed', until = ${until}::timestamptz, step = step + 1, done_at = NULL,
          refunded_alone = 0, discarded = NULL WHERE order_id = ${orderId}`,
      )
      await send(tx, sql`DELETE FROM picked_lines WHERE order_id = ${orderId}`)
      await send(tx, sql`INSERT INTO live_events (type, subject) VALUES ('pick.changed', ${orderId}::uuid)`)
    },
    hasOtherItems: true,
    bill: sql`, subtotal = ${bill.subtotal}, discount = ${bill.discount},
      referral_discount = ${bill.referral_discount}, charges = ${JSON.stringify(bill.charges)}::jsonb,
      charges_total = ${bill.charges_total}, round_off = ${bill.round_off ?? 0}, total = ${bill.total}, coins = ${bill.coins}`,
    supply: null,
    walletRefund: 0,
    onlineRefund: 0,
  }
}
