import { type SQL, sql } from 'drizzle-orm'

/**
 * SQL for the state of order `o` before its pick ended (`Replaced`), if the end of the pick was the order's last
 * change.
 */
export const endedPick: SQL = sql`(
  SELECT p.discarded -> 'replaced' FROM order_picks p WHERE p.order_id = o.id AND p.state = 'done'
    AND (p.discarded -> 'step')::int = (SELECT max(h.step) FROM order_history h WHERE h.order_id = o.id))`

/**
 * Whether the finished pick of order `o` can be undone: the order has not changed since then, and no money was
 * refunded.
 */
export const isPickUndoable: SQL = sql`coalesce((${endedPick} -> 'refund')::bigint = 0, false)`

/**
 * SQL for the state that the end of a pick replaces, as JSON for `order_picks.discarded`; `step` is that of the order's
 * change. Must run before the bill and the stock are written.
 */
export const stateBeforeEnd = (orderId: string, step: number, refund: number): SQL => sql`(
  SELECT json_build_object('step', ${step}::int, 'replaced', json_build_object('refund', ${refund}::bigint,
    'movement', (SELECT coalesce(max(m.id), 0) FROM stock_movements m WHERE m.order_id = o.id),
    'bill', json_build_object('subtotal', o.subtotal, 'discount', o.discount, 'referral_discount', o.referral_discount,
      'charges', o.charges, 'charges_total', o.charges_total, 'round_off', o.round_off,
      'total', o.total, 'coins', o.coins),
    'held', (SELECT coalesce(json_agg(json_build_object('variant_id', r.variant_id, 'quantity', r.quantity,
      'holding', r.holding)), '[]') FROM stock_reservations r WHERE r.order_id = o.id)))
  FROM orders o WHERE o.id = ${orderId})`
