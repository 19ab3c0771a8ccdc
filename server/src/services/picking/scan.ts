import { deliveryStatuses } from '@kirana/domain/vocabulary'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'

const MAX_ORDERS = 5

const OrderRef = z.strictObject({ id: z.string(), orderId: z.string() })
const scanRow = z.strictObject({
  orders: z.array(z.strictObject({ ...OrderRef.shape, deliveryStatus: z.enum(deliveryStatuses) })),
  product: z.nullable(
    z.strictObject({
      title: z.string(),
      amount: z.int(),
      unit: z.string(),
      shelf: z.string(),
      onHand: z.nullable(z.int()),
      waiting: z.array(OrderRef),
    }),
  ),
})

/** Formats an order number: 'od2611220394' becomes 'OD261122-0394'. Other codes are only converted to upper case. */
const orderNumberOf = (code: string) => code.toUpperCase().replace(/^(OD\d{6})-?(\d{4,})$/, '$1-$2')

const isPaid = sql`(o.payment_method <> 'online' OR o.payment_status = 'paid')`
const orderFields = sql`'id', o.id, 'orderId', o.order_id`

/** Confirmed orders with variant `v` that no picker has claimed, oldest first. */
const waitingOrders = (now: Date) => sql`(
  SELECT coalesce(json_agg(json_build_object(${orderFields}) ORDER BY o.id), '[]')
  FROM orders o WHERE o.status = 'confirmed' AND ${isPaid}
    AND EXISTS (SELECT 1 FROM order_lines l WHERE l.order_id = o.id AND l.variant_id = v.id)
    AND NOT EXISTS (SELECT 1 FROM order_picks p WHERE p.order_id = o.id AND p.state = 'claimed'
      AND p.until > ${now.toISOString()}::timestamptz))`

/** The orders and the product that a scanned code belongs to. One statement. */
export async function findScanned(db: Db, code: string, now: Date) {
  const tail = /^\d{4,12}$/.test(code) ? code : null
  const [row] = await rowsOf(db, scanRow).execute(sql`
    WITH exact AS (
      SELECT o.id, o.order_id, o.status FROM orders o WHERE o.order_id = ${orderNumberOf(code)} AND ${isPaid}
    ), open AS (
      SELECT o.id, o.order_id, o.status FROM orders o
      WHERE ${tail !== null}::boolean AND o.status NOT IN ('delivered', 'canceled') AND ${isPaid}
        AND right(o.order_id, ${tail?.length ?? 0}::int) = ${tail} ORDER BY o.id LIMIT ${MAX_ORDERS}
    )
    SELECT (SELECT coalesce(json_agg(json_build_object(${orderFields}, 'deliveryStatus', o.status) ORDER BY o.id), '[]')
        FROM (SELECT * FROM exact UNION SELECT * FROM open) o) AS orders,
      (SELECT json_build_object('title', p.title, 'amount', v.quantity, 'unit', v.unit, 'shelf', coalesce(s.shelf, ''),
          'onHand', s.on_hand, 'waiting', ${waitingOrders(now)})
        FROM stock_barcodes b JOIN variants v ON v.id = b.variant_id JOIN products p ON p.id = v.product_id
        LEFT JOIN stock_levels s ON s.variant_id = v.id WHERE b.code = ${code}) AS product`)
  const { orders = [], product = null } = row ?? {}
  if (!product) return { orders, product }
  const { amount, unit, waiting, ...rest } = product
  return {
    orders,
    product: {
      ...rest,
      quantityText: `${amount / 1000} ${unit}`,
      waiting: waiting.length,
      oldest: waiting[0] ?? null,
    },
  }
}
