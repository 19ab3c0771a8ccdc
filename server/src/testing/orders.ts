import { sql } from 'drizzle-orm'
import type { Db } from '../db/types.ts'

/** Copies the only order `count` times: amounts repeat, and each is placed a second after the one before. */
export const copyOrders = (db: Db, count: number) =>
  db.execute(sql`
    WITH copies AS (
      INSERT INTO orders (id, number, order_id, user_id, customer_name, customer_phone, address, payment_method,
        payment_status, subtotal, charges, charges_total, total, delivery_time, placed_at)
      SELECT ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, n, 'OD261120-' || (1000000 + n), user_id,
        customer_name, customer_phone, address, 'cod', 'due', 5000 * (1 + n % 7), '[]', 0, 5000 * (1 + n % 7), '',
        placed_at + n * interval '1 second'
      FROM orders, generate_series(1001, 1000 + ${count}) n RETURNING id, total
    ) INSERT INTO order_lines (order_id, line, product_id, variant_id, title, category, image, quantity_text, quantity, price, total)
      SELECT c.id, 1, l.product_id, l.variant_id, 'Rice', '', '', '500 GM', 1, c.total, c.total FROM copies c, order_lines l`)
