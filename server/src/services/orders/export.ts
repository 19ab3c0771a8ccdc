import { deliveryStatuses, paymentMethods, paymentStatuses } from '@kirana/domain/vocabulary'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '../../db/types.ts'
import { batchesOf, type Selection } from '../shared/pages.ts'
import { billedLines } from '../shared/billed-lines.ts'

const exportedRow = z.object({
  order: z.strictObject({
    orderId: z.string(),
    placedAt: z.string(),
    name: z.string(),
    phone: z.string(),
    pincode: z.string(),
    city: z.string(),
    lines: z.int(),
    items: z.string(),
    subtotal: z.int(),
    discount: z.int(),
    coupon: z.string(),
    referralDiscount: z.int(),
    charges: z.int(),
    total: z.int(),
    method: z.enum(paymentMethods),
    paymentStatus: z.enum(paymentStatuses),
    status: z.enum(deliveryStatuses),
    invoice: z.nullable(z.strictObject({ year: z.string(), number: z.int() })),
  }),
})

/** Amounts are in paise, `placedAt` is ISO 8601, `items` one text. */
export type ExportedOrder = z.output<typeof exportedRow>['order']

const select = sql`(SELECT json_build_object(
  'orderId', o.order_id, 'placedAt', o.placed_at, 'name', o.customer_name, 'phone', o.customer_phone,
  'pincode', o.address->>'pincode', 'city', o.address->>'city', 'lines', count(*),
  'items', string_agg(l.quantity || ' × ' || l.title || ' ' || l.quantity_text, ', ' ORDER BY l.position),
  'subtotal', o.subtotal, 'discount', o.discount, 'coupon', o.coupon_name, 'referralDiscount', o.referral_discount,
  'charges', o.charges_total, 'total', o.total, 'method', o.payment_method, 'paymentStatus', o.payment_status,
  'status', o.status, 'invoice', (SELECT json_build_object('year', i.year, 'number', i.number)
    FROM invoices i WHERE i.order_id = o.id ORDER BY i.is_current DESC, i.created_at DESC LIMIT 1))
  FROM ${billedLines(sql`o.id`)} l) AS "order"`

const BATCH = 500

/** All orders of a selection in its order, in batches. */
export async function* exportedOrders(db: Db, selected: Selection) {
  for await (const rows of batchesOf(db, selected, BATCH, { select, row: exportedRow }))
    yield rows.map(({ order }) => order)
}
