import { dayInKolkata } from '@kirana/domain/calendar'
import type { PickedStock } from '@kirana/domain/pick'
import { sql } from 'drizzle-orm'
import { send } from '../../db/send.ts'
import type { Db } from '../../db/types.ts'
import { freePiecesOfLocked } from '../shared/stock.ts'
import { isScarce } from './of-orders.ts'

type Author = { by: string; now: Date }

/** What was picked, a row for each variant. */
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
 * Locks the levels, in the order of the variants' ids. `held` pieces are reserved for the order so far; `sold` ones leave
 * the shelf now: found pieces of a reserved variant, and swapped ones.
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

/** By how much each level was too low (`correction`), and how many of its pieces are damaged or missing, at most those left. */
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

/** The order now holds what is in the bag; if nothing was found at all, it holds `none` of what it asked for. */
const heldInBag = (orderId: string, isEmpty: boolean) => sql`
  UPDATE stock_reservations r SET
    quantity = CASE WHEN ${isEmpty}::boolean THEN r.quantity ELSE w.found + w.swapped END,
    holding = CASE WHEN ${isEmpty}::boolean THEN 'none' WHEN k.sold > 0 THEN 'taken' ELSE r.holding END
  FROM pick_wanted w LEFT JOIN pick_locked k ON k.variant_id = w.variant_id
  WHERE r.order_id = ${orderId} AND r.variant_id = w.variant_id AND (${isEmpty}::boolean OR w.found + w.swapped > 0)`

/** Nothing of an ordered variant is in the bag, but something of another one is: its row goes. */
const heldNoLonger = (orderId: string, isEmpty: boolean) => sql`
  DELETE FROM stock_reservations r USING pick_wanted w
  WHERE r.order_id = ${orderId} AND r.variant_id = w.variant_id AND NOT ${isEmpty}::boolean AND w.found + w.swapped = 0`

/** The order also holds the swapped pieces of variants that it did not ask for. */
const heldSwaps = (orderId: string) => sql`
  INSERT INTO stock_reservations (order_id, variant_id, quantity, holding)
  SELECT ${orderId}::uuid, variant_id, sold, 'taken' FROM pick_locked
  WHERE NOT is_known AND sold > 0 AND on_hand IS NOT NULL`

/**
 * Takes what was picked from the shelves: the order's reservation ends, found and
 * swapped pieces leave, damaged ones are booked out, and a level whose shelf was empty becomes 0. What the order holds is
 * then what is in the bag; if nothing was found (`isEmpty`) it holds nothing, and taking it up again asks for all pieces.
 * More pieces packed than were on hand show that the level was wrong: it is corrected first. Levels are locked in the
 * order of the variants' ids, as everywhere.
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
