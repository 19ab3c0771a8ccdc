import { MAX_SWAP_PIECES } from '@kirana/domain/pick'
import { sql } from 'drizzle-orm'
import { claimedCoins } from '../shared/claimed-coins.ts'

/** The ordered pieces of line `l` that the swap of `k` replaces. */
const replaced = sql`(l.quantity - k.found - k.short)`

/** Invariants of picking; each statement selects its violations as `what`. */
export const pickInvariants = {
  'Every order costs what was accepted, or less once it is picked': sql`
    SELECT o.order_id AS what FROM orders o
    WHERE o.total > o.placed_total
      OR o.total <> o.placed_total AND NOT EXISTS (SELECT 1 FROM picked_lines b WHERE b.order_id = o.id)`,

  'Every order with picked lines was picked to the end': sql`
    SELECT b.order_id::text AS what FROM picked_lines b LEFT JOIN order_picks p ON p.order_id = b.order_id
    GROUP BY b.order_id HAVING bool_or(p.state IS DISTINCT FROM 'done')`,

  'A picked line is no more than was ordered, and a swap no dearer than what it replaces or the customer agreed to': sql`
    SELECT l.order_id::text AS what FROM picked_lines b
    JOIN order_lines l ON l.order_id = b.order_id AND l.line = b.line
    LEFT JOIN pick_lines k ON k.order_id = b.order_id AND k.line = b.line
    GROUP BY l.order_id, l.line, k.swap_agreed
    HAVING sum(b.pieces) FILTER (WHERE NOT b.is_swap) > l.quantity
      OR sum(b.total) > l.total AND (k.swap_agreed IS NULL OR sum(b.total) FILTER (WHERE b.is_swap) > k.swap_agreed)`,

  // Less the coins that were taken back for claims.
  'The coins of every picked order are those of what was picked, at most those it was placed with': sql`
    SELECT o.order_id AS what FROM orders o JOIN picked_lines b ON b.order_id = o.id
    JOIN order_lines l ON l.order_id = b.order_id AND l.line = b.line
    LEFT JOIN pick_lines k ON k.order_id = b.order_id AND k.line = b.line
    GROUP BY o.id
    HAVING o.coins IS DISTINCT FROM greatest(0, least(
      sum(b.pieces * CASE WHEN b.is_swap THEN k.swap_coins ELSE l.coins END),
      (SELECT sum(a.quantity * a.coins) FROM order_lines a WHERE a.order_id = o.id)) - ${claimedCoins(sql`o.id`)})`,

  // Lines of earlier releases do not store their coins.
  'No order gives more coins than its lines had when it was placed': sql`
    SELECT o.order_id AS what FROM orders o JOIN order_lines l ON l.order_id = o.id
    GROUP BY o.id HAVING bool_and(l.coins IS NOT NULL) AND o.coins > sum(l.quantity * l.coins)`,

  'A finished swap is of another variant, of few pieces, and has a reason if worth over 1.5 times what it replaces': sql`
    SELECT o.order_id AS what FROM pick_lines k
    JOIN orders o ON o.id = k.order_id JOIN order_picks p ON p.order_id = k.order_id AND p.state = 'done'
    JOIN order_lines l ON l.order_id = k.order_id AND l.line = k.line
    WHERE k.swap_variant IS NOT NULL AND (k.swap_variant = l.variant_id
      OR k.swap_quantity > ${MAX_SWAP_PIECES}::int * ${replaced}
      OR k.swap_reason = '' AND 2 * k.swap_quantity * k.swap_price > 3 * ${replaced} * l.price)`,

  'A finished line weighs from half to double of what was ordered for its found pieces': sql`
    SELECT o.order_id AS what FROM pick_lines k
    JOIN orders o ON o.id = k.order_id JOIN order_picks p ON p.order_id = k.order_id AND p.state = 'done'
    JOIN order_lines l ON l.order_id = k.order_id AND l.line = k.line
    WHERE k.grams * 2000::bigint < k.found * l.weight::bigint
      OR k.grams * 1000::bigint > 2 * k.found * l.weight::bigint`,

  // Includes cash collected before the pick, and amounts too small for the provider to refund.
  'The wallet got back what was paid for missing items, once': sql`
    SELECT o.order_id AS what FROM orders o
    LEFT JOIN ledger_transactions t ON t.order_id = o.id AND t.kind = 'pick-refund'
    LEFT JOIN ledger_entries e ON e.transaction_id = t.id AND e.account = 'customer:money'
    WHERE o.payment_method = 'wallet' AND o.placed_total IS NOT NULL OR t.id IS NOT NULL
    GROUP BY o.id HAVING coalesce(sum(e.amount), 0) IS DISTINCT FROM o.placed_total - o.total`,
}
