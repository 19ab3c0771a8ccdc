import { dayInKolkata } from '@kirana/domain/calendar'
import { WHOLE } from '@kirana/domain/money'
import { LEFT_SHOWN, shortageMessage, type StockEffects } from '@kirana/domain/stock'
import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import { send } from '../../db/send.ts'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'
import { billedLines } from '../shared/billed-lines.ts'
import { freePiecesOfLocked, unpaidPieces } from '../shared/stock.ts'

/**
 * The statements of orders lock the levels in the order of the variants' ids, after the customer's row and before any
 * counter or wallet, which prevents deadlocks. After waiting for a level, a statement sees its current state; the
 * batches are read after the level is locked.
 */

/** A variant with fewer free pieces than an order needs. */
const Shortage = z.strictObject({
  title: z.string(),
  quantityText: z.string(),
  quantity: z.int(),
  available: z.int(),
})
export const Shortages = z.nullable(z.array(Shortage))

/** Selects the shortages found by the common table expressions below; null if there are none. */
export const shortagesFound = sql`(
  SELECT json_agg(json_build_object('title', title, 'quantityText', quantity_text, 'quantity', quantity,
    'available', greatest(0, free)) ORDER BY variant_id)
  FROM stock_short)`

/**
 * Whether a change of the level is published, because customers see the number of pieces left, or staff see that it is
 * low.
 */
export const isScarce = (free: SQL) => sql`${free} <= greatest(low_at, ${LEFT_SHOWN})`

/**
 * Pieces of level `s` that an unpaid order can reserve in addition to the customer's other unpaid orders; null for a
 * paid order.
 */
const reservable = (unpaid: { share: number } | null): SQL =>
  unpaid === null
    ? sql`NULL::int`
    : sql`(greatest(1, s.on_hand::bigint * ${unpaid.share}::int / ${WHOLE}::int)
        - coalesce((SELECT u.quantity FROM stock_unpaid u WHERE u.variant_id = s.variant_id), 0))::int`

type OrderedLine = { variantId: string; title: string; quantityText: string; quantity: number }

const wantedPieces = (lines: readonly OrderedLine[]) => {
  const rows = lines.map(({ variantId, title, quantityText, quantity }) => ({
    variant_id: variantId,
    title,
    quantity_text: quantityText,
    quantity,
  }))
  return sql`
    SELECT variant_id, min(title) AS title, min(quantity_text) AS quantity_text, sum(quantity)::int AS quantity
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS w(variant_id uuid, title text, quantity_text text, quantity int)
    GROUP BY variant_id`
}

/** Locks the levels of the wanted variants whose stock is tracked, by id. */
const lockWanted = (unpaid: { share: number } | null) => sql`
  SELECT s.variant_id, s.low_at, s.on_hand, s.reserved, w.title, w.quantity_text, w.quantity,
    ${reservable(unpaid)} AS reservable
  FROM stock_wanted w JOIN stock_levels s ON s.variant_id = w.variant_id
  WHERE s.on_hand IS NOT NULL ORDER BY s.variant_id FOR NO KEY UPDATE OF s`

/** The locked levels with too few free or reservable pieces for this order. */
const shortLevels = sql`
  SELECT variant_id, title, quantity_text, quantity, least(free, reservable) AS free
  FROM stock_locked WHERE least(free, reservable) < quantity`

/** Reserves the wanted pieces of each level, or no pieces if any level is short. */
const reservedLevels = sql`
  UPDATE stock_levels s SET reserved = s.reserved + k.quantity FROM stock_locked k
  WHERE s.variant_id = k.variant_id AND NOT EXISTS (SELECT 1 FROM stock_short)
  RETURNING s.variant_id, k.quantity, k.free - k.quantity AS free, k.low_at`

/**
 * The common table expressions that reserve all of an order's lines of tracked variants or none. If `shortagesFound`
 * returns shortages, the caller must roll back. For an order that waits for its online payment, `unpaid` has the
 * customer, whose row must be locked, and the share of each level (basis points) that such orders can reserve
 * (`reservableUnpaid`).
 */
export const reserveStock = (
  orderId: string,
  lines: readonly OrderedLine[],
  unpaid: { customer: string; share: number } | null,
  now: Date,
): SQL => sql`
    stock_unpaid AS (${unpaidPieces(unpaid?.customer ?? null)}), stock_wanted AS (${wantedPieces(lines)}),
    stock_rows AS MATERIALIZED (${lockWanted(unpaid)}),
    stock_locked AS (SELECT locked.*, ${freePiecesOfLocked(now)} AS free FROM stock_rows locked),
    stock_short AS (${shortLevels}), stock_reserved AS (${reservedLevels}),
    stock_reservation AS (
      INSERT INTO stock_reservations (order_id, variant_id, quantity, holding)
      SELECT ${orderId}::uuid, variant_id, quantity, 'reserved' FROM stock_reserved
    ), stock_event AS (
      INSERT INTO live_events (type, subject)
      SELECT 'stock.changed', variant_id FROM stock_reserved WHERE ${isScarce(sql`free`)}
    )`

/**
 * Common table expressions, beginning with `stock_rows`: the locked levels of the order's reservations in the state
 * `from`.
 */
const lockHeld = (orderId: string, from: StockEffects['from'], now: Date) => sql`
    stock_rows AS MATERIALIZED (
      SELECT s.variant_id, s.low_at, s.on_hand, s.reserved, r.quantity, named.title, named.quantity_text
      FROM stock_reservations r JOIN stock_levels s ON s.variant_id = r.variant_id
      CROSS JOIN LATERAL (SELECT l.title, l.quantity_text FROM ${billedLines(sql`r.order_id`)} l
        WHERE l.variant_id = r.variant_id LIMIT 1) named
      WHERE r.order_id = ${orderId} AND r.holding = ${from}
      ORDER BY s.variant_id FOR NO KEY UPDATE OF s
    ), stock_locked AS (
      SELECT locked.*, ${freePiecesOfLocked(now)} AS free FROM stock_rows locked
    )`

const movedRow = z.strictObject({ shortages: Shortages })

/**
 * Moves an order's pieces as a status change requires. If more pieces are packed than were on hand, the level was wrong
 * and is corrected first. For a variant that is not tracked, only the state of the order's reservation changes.
 * @throws HttpError 409 when required pieces are missing
 */
export async function moveStock(
  tx: Db,
  orderId: string,
  effects: StockEffects,
  { by, now }: { by: string; now: Date },
) {
  const { from, to, onHand, reserved, needsAvailable } = effects
  const scarce = isScarce(sql`least(free, free + quantity * ${onHand - reserved}::int)`)
  const statement = sql`
    WITH ${lockHeld(orderId, from, now)}, stock_short AS (
      SELECT * FROM stock_locked WHERE ${needsAvailable}::boolean AND free < quantity
    ), stock_moved AS (
      UPDATE stock_levels s SET on_hand = greatest(0, s.on_hand + k.quantity * ${onHand}::int),
        reserved = s.reserved + k.quantity * ${reserved}::int
      FROM stock_locked k
      WHERE s.variant_id = k.variant_id AND k.on_hand IS NOT NULL AND NOT EXISTS (SELECT 1 FROM stock_short)
      RETURNING s.variant_id, k.quantity, k.on_hand, k.free, k.low_at, s.on_hand AS level
    ), ${recordMoved(orderId, effects, { by, now })}, stock_held AS (
      UPDATE stock_reservations r
      SET holding = CASE WHEN k.on_hand IS NULL AND ${to} = 'reserved' THEN 'none' ELSE ${to} END FROM stock_locked k
      WHERE r.order_id = ${orderId} AND r.variant_id = k.variant_id
    ), stock_event AS (
      INSERT INTO live_events (type, subject) SELECT 'stock.changed', variant_id FROM stock_moved WHERE ${scarce}
    )
    SELECT ${shortagesFound} AS shortages`
  if (!needsAvailable) return send(tx, statement)
  const [row] = await rowsOf(tx, movedRow).execute(statement)
  refuseShortages(409, row?.shortages ?? null)
}

/** Common table expressions: the movements of the levels that `stock_moved` changed, after the corrections. */
function recordMoved(
  orderId: string,
  { onHand, movement }: StockEffects,
  { by, now }: { by: string; now: Date },
): SQL {
  const today = sql`${dayInKolkata(now)}::date`
  // The order is locked, so its movements cannot change. If the last movement of the variant is a sale, its batches get
  // the pieces back.
  const recorded =
    onHand > 0
      ? sql`(SELECT CASE WHEN m.quantity < 0 THEN m.batches END FROM stock_movements m
          WHERE m.order_id = ${orderId} AND m.variant_id = stock_moved.variant_id AND m.kind IN ('sold', 'returned')
          ORDER BY m.id DESC LIMIT 1)`
      : sql`NULL::jsonb`
  // If the batches must be guessed, those that had not expired on the day of the sale are used, even if they have
  // expired since then.
  const soldOn = sql`(SELECT max(created_at AT TIME ZONE 'Asia/Kolkata')::date FROM order_history
    WHERE order_id = ${orderId} AND from_status IN ('confirmed', 'canceled'))`
  const day = onHand > 0 ? sql`coalesce(${soldOn}, ${today})` : today
  const correction = sql`greatest(0, -(on_hand + quantity * ${onHand}::int))`
  return sql`
    stock_corrected AS (
      INSERT INTO stock_movements (variant_id, kind, quantity, order_id, reason, by, created_at)
      SELECT variant_id, 'counted', ${correction}, ${orderId}::uuid, 'Packed more than was on hand', ${by},
        ${now.toISOString()}::timestamptz
      FROM stock_moved WHERE ${correction} > 0
    ), stock_movement AS (
      INSERT INTO stock_movements (variant_id, kind, quantity, order_id, by, created_at, batches)
      SELECT variant_id, ${movement ?? 'sold'}, quantity * ${onHand}::int, ${orderId}::uuid, ${by},
        ${now.toISOString()}::timestamptz,
        move_batches(variant_id, quantity * ${onHand}::int, level, ${day}, false, ${recorded})
      FROM stock_moved WHERE ${movement !== null}::boolean
    )`
}

/** The error of an order that cannot be placed or reopened because pieces are missing. */
export const outOfStock = (status: 409 | 422, messages: readonly string[]) =>
  new HttpError(status, messages.join('. '), { code: 'stock' })

/** @throws HttpError if there are shortages */
export function refuseShortages(status: 409 | 422, shortages: z.output<typeof Shortages>) {
  if (shortages !== null && shortages.length > 0) throw outOfStock(status, shortages.map(shortageMessage))
}
