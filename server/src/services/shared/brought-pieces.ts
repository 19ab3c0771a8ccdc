import { sql } from 'drizzle-orm'

/**
 * The pieces of replacement line `r` that reach the customer: none if the replacement is canceled, and no missing ones.
 */
export const broughtPieces = sql`(SELECT CASE WHEN b.status = 'canceled' THEN 0
    WHEN EXISTS (SELECT FROM picked_lines p WHERE p.order_id = b.id) THEN n.quantity - coalesce(k.short, 0)
    ELSE n.quantity END
  FROM orders b JOIN order_lines n ON n.order_id = b.id AND n.line = r.line
  LEFT JOIN pick_lines k ON k.order_id = b.id AND k.line = r.line
  WHERE b.id = r.order_id)`
