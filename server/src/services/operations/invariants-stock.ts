import { sql } from 'drizzle-orm'
import { billedLines } from '../shared/billed-lines.ts'

/** Invariants of stock; each statement selects its violations as `what`. */
export const stockInvariants = {
  'The pieces on hand of every variant are the sum of its movements': sql`
    SELECT s.variant_id::text AS what FROM stock_levels s
    WHERE coalesce(s.on_hand, 0) < 0
      OR coalesce(s.on_hand, 0)
        <> (SELECT coalesce(sum(m.quantity), 0) FROM stock_movements m WHERE m.variant_id = s.variant_id)`,

  'The reserved pieces of every variant are the sum of its open reservations': sql`
    SELECT coalesce(s.variant_id, r.variant_id)::text AS what
    FROM (SELECT variant_id, reserved FROM stock_levels WHERE reserved <> 0) s
    FULL JOIN (
      SELECT variant_id, sum(quantity) AS reserved FROM stock_reservations WHERE holding = 'reserved' GROUP BY variant_id
    ) r ON r.variant_id = s.variant_id
    WHERE s.reserved IS DISTINCT FROM r.reserved OR s.reserved < 0`,

  'Only confirmed orders have reserved pieces': sql`
    SELECT o.order_id AS what FROM stock_reservations r JOIN orders o ON o.id = r.order_id
    WHERE r.holding = 'reserved' AND o.status <> 'confirmed'`,

  // For a variant that was not tracked when it was ordered, only pieces that replace another variant are reserved.
  'Every reservation is of the pieces that were ordered or picked': sql`
    SELECT r.order_id::text AS what FROM stock_reservations r CROSS JOIN LATERAL (
      SELECT sum(l.pieces) AS pieces,
        (SELECT sum(b.pieces) FROM picked_lines b
          WHERE b.order_id = r.order_id AND b.variant_id = r.variant_id AND b.is_swap) AS swapped,
        (SELECT coalesce(sum(c.pieces), 0) FROM claim_pieces c JOIN ${billedLines(sql`r.order_id`)} b USING (position)
          WHERE c.order_id = r.order_id AND b.variant_id = r.variant_id) AS claimed
      FROM ${billedLines(sql`r.order_id`)} l WHERE l.variant_id = r.variant_id
    ) l
    WHERE r.quantity + l.claimed IS DISTINCT FROM l.pieces AND r.quantity + l.claimed IS DISTINCT FROM l.swapped`,

  'The batches of a variant hold no more than is on hand': sql`
    SELECT b.variant_id::text AS what FROM stock_batches b LEFT JOIN stock_levels s ON s.variant_id = b.variant_id
    GROUP BY b.variant_id, s.on_hand HAVING sum(b.remaining) > coalesce(s.on_hand, 0)`,

  'No movement records more pieces of batches than it moved': sql`
    SELECT m.id::text AS what FROM stock_movements m
    WHERE (SELECT sum((b ->> 'pieces')::int) FROM jsonb_array_elements(m.batches) b) > abs(m.quantity)`,
}
