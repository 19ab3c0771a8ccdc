import { dayInKolkata } from '@kirana/domain/calendar'
import type { PickedStock } from '@kirana/domain/pick'
import { sql } from 'drizzle-orm'
import { send } from '../../db/send.ts'
import type { Db } from '../../db/types.ts'
import { freePiecesOfLocked } from '../shared/stock.ts'
import { isScarce } from './of-orders.ts'

type Author = { by: string; now: Date }

/** The picked pieces, one row for each variant. */
const pickedRows = (picked: readonly PickedStock[]) => {
  const rows = picked.map(({ variantId, isGone, ...row }) => ({
    ...row,
    variant_id: variantId,
    is_gone: isGone,
  }))
  return sql`
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS w(variant_id uuid, found int, swapped int, damaged int, reason text, is_gone boolean)`
}

/**
 * Locks the levels, in the order of the variants' ids. `held` is the number of pieces reserved for the order; `sold` is
 * the number of pieces that leave the shelf: found pieces of a reserved variant, and swapped pieces.
 */
const lockedRows = (orderId: string) => sql`
  SELECT s.variant_id, s.low_at, s.on_hand, s.reserved, w.damaged AS broken, w.reason, w.is_gone,
    CASE WHEN r.holding = 'reserved' THEN r.quantity ELSE 0 END AS held,
    CASE WHEN r.holding = 'reserved' OR w.swapped > 0
      THEN w.swapped + CASE WHEN r.order_id IS NULL THEN 0 ELSE w.found END ELSE 0 END AS sold,
    r.order_id IS NOT NULL AS is_known
  FROM pick_wanted w JOIN stock_levels s ON s.variant_id = w.variant_id
  LEFT JOIN stock_reservations r ON r.order_id = ${orderId} AND r.variant_id = w.variant_id
  ORDER BY s.variant_id FOR NO KEY UPDATE OF s`

/**
 * The number of pieces by which each level was too low (`correction`), and the numbers of its damaged and missing
 * pieces, at most the remaining ones.
 */
const sums = sql`
  SELECT *, greatest(0, sold - on_hand) AS correction, least(broken, greatest(0, on_hand - sold)) AS damaged,
    CASE WHEN is_gone THEN greatest(0, on_hand - sold - broken) ELSE 0 END AS short
  FROM pick_locked`

/** Changes the levels; `still_free` are the free pieces afterwards. */
const changedLevels = sql`
  UPDATE stock_levels s SET on_hand = k.on_hand + k.correction - k.sold - k.damaged - k.short,
    reserved = s.reserved - k.held
  FROM pick_sums k WHERE s.variant_id = k.variant_id AND k.on_hand IS NOT NULL
  RETURNING k.*, s.on_hand AS level, k.free + s.on_hand - k.on_hand - (s.reserved - k.reserved) AS still_free`

/** Records up to four movements of a level, in this order, each with the level after it. */
const movements = (orderId: string, { by, now }: Author) => sql`
  INSERT INTO stock_movements (variant_id, kind, quantity, order_id, reason, by, created_at, batches)
  SELECT variant_id, m.kind, m.quantity, ${orderId}::uuid, m.reason, ${by}, ${now.toISOString()}::timestamptz,
    CASE WHEN m.quantity < 0
      THEN move_batches(variant_id, m.quantity, m.level, ${dayInKolkata(now)}::date, m.kind <> 'sold', NULL) END
  FROM pick_levels k CROSS JOIN LATERAL (VALUES
    (1, 'counted', k.correction, 'Packed more than was on hand', NULL),
    (2, 'sold', -k.sold, '', k.level + k.short + k.damaged),
    (3, 'damaged', -k.damaged, k.reason, k.level + k.short),
    (4, 'short', -k.short, k.reason, k.level)
  ) AS m(step, kind, quantity, reason, level)
  WHERE m.quantity <> 0
  ORDER BY variant_id, m.step`

/** Sets the order's reservations to the pieces in the bag; if nothing was found, their state becomes `none`. */
const heldInBag = (orderId: string, isEmpty: boolean) => sql`
  UPDATE stock_reservations r SET
    quantity = CASE WHEN ${isEmpty}::boolean THEN r.quantity ELSE w.found + w.swapped END,
    holding = CASE WHEN ${isEmpty}::boolean THEN 'none' WHEN k.sold > 0 THEN 'taken' ELSE r.holding END
  FROM pick_wanted w LEFT JOIN pick_locked k ON k.variant_id = w.variant_id
  WHERE r.order_id = ${orderId} AND r.variant_id = w.variant_id AND (${isEmpty}::boolean OR w.found + w.swapped > 0)`

/** Deletes the reservations of ordered variants that are not in the bag, if anything else is. */
const heldNoLonger = (orderId: string, isEmpty: boolean) => sql`
  DELETE FROM stock_reservations r USING pick_wanted w
  WHERE r.order_id = ${orderId} AND r.variant_id = w.variant_id AND NOT ${isEmpty}::boolean AND w.found + w.swapped = 0`

/** Adds reservations for swapped variants that were not ordered. */
const heldSwaps = (orderId: string) => sql`
  INSERT INTO stock_reservations (order_id, variant_id, quantity, holding)
  SELECT ${orderId}::uuid, variant_id, sold, 'taken' FROM pick_locked
  WHERE NOT is_known AND sold > 0 AND on_hand IS NOT NULL`

/**
 * Takes the picked pieces from stock: ends the order's reservations, removes found and swapped pieces, books out
 * damaged ones, and sets a level to 0 if its shelf was empty. The order's rows then have the pieces in the bag. If
 * nothing was found (`isEmpty`), they are `none`, and reopening the order requires all pieces again. If more pieces are
 * packed than were on hand, the level was wrong and is corrected first. Levels are locked in the order of the variants'
 * ids, like in all statements.
 */
export function takePicked(
  tx: Db,
  orderId: string,
  picked: readonly PickedStock[],
  { isEmpty, ...author }: Author & { isEmpty: boolean },
) {
  const statement = sql`
    WITH pick_wanted AS (${pickedRows(picked)}), pick_rows AS MATERIALIZED (${lockedRows(orderId)}),
      pick_locked AS (SELECT locked.*, ${freePiecesOfLocked(author.now)} AS free FROM pick_rows locked),
      pick_sums AS (${sums}), pick_levels AS (${changedLevels}), pick_movements AS (${movements(orderId, author)}),
      pick_held AS (${heldInBag(orderId, isEmpty)}), pick_let_go AS (${heldNoLonger(orderId, isEmpty)}),
      pick_taken AS (${heldSwaps(orderId)})
    INSERT INTO live_events (type, subject)
    SELECT 'stock.changed', variant_id FROM pick_levels
    WHERE (level <> on_hand OR still_free <> free) AND ${isScarce(sql`least(free, still_free)`)}`
  return send(tx, statement)
}
