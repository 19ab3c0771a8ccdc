import { type SQL, sql } from 'drizzle-orm'

/** The lines of an order's bill: the picked lines, or the ordered lines if it is not picked. */
export const billedLines = (orderId: SQL): SQL => sql`(
  SELECT b.position, b.line, b.product_id, b.variant_id, b.title, b.quantity_text, b.quantity, b.price, b.total, b.pieces
  FROM picked_lines b WHERE b.order_id = ${orderId}
  UNION ALL
  SELECT n.line, n.line, n.product_id, n.variant_id, n.title, n.quantity_text, n.quantity, n.price, n.total, n.quantity
  FROM order_lines n
  WHERE n.order_id = ${orderId} AND NOT EXISTS (SELECT 1 FROM picked_lines x WHERE x.order_id = ${orderId}))`
