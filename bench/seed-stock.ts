import pg from 'pg'
import { uuid } from './seed.ts'

/** The orders that are being picked: the last ones, which `seed` leaves confirmed. */
export const PICKS = 50

/** Counts the stock of every variant, and lets the bench's staff pick the last orders. */
export async function seedStock(url: string, size: { orders: number }) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`
    INSERT INTO stock_levels (variant_id, on_hand, shelf) SELECT id, 1000000, 'A' || (row_number() OVER ()) % 40 FROM variants;
    INSERT INTO stock_movements (variant_id, kind, quantity, by) SELECT id, 'counted', 1000000, 'Bench' FROM variants;
    UPDATE orders SET rules = '{"coupon": null, "referralPercent": 0, "charges": []}', placed_total = total
      WHERE number > ${size.orders - PICKS};
    UPDATE order_lines SET total = price * 2, quantity = 2 WHERE order_id IN (SELECT id FROM orders WHERE rules IS NOT NULL);
    UPDATE orders SET subtotal = 59400, total = 59400, placed_total = 59400 WHERE rules IS NOT NULL;
    INSERT INTO order_picks (order_id, state, staff_id, by, until)
      SELECT id, 'claimed', ${uuid('5f5f', '1')}, 'Bench', now() + interval '1 day' FROM orders WHERE rules IS NOT NULL`)
  await client.query('VACUUM (ANALYZE)')
  await client.end()
}
