import { deliveryStatuses, paymentMethods, paymentStatuses } from '@kirana/domain/vocabulary'
import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '../../db/types.ts'
import { batchesOf, type Selection } from '../shared/pages.ts'
import { billedLines } from '../shared/billed-lines.ts'
import { netOfOrder, refundedTotal } from '../shared/refund-rows.ts'

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
    roundOff: z.int(),
    total: z.int(),
    refunded: z.int(),
    net: z.int(),
    /** The GST in `net`; null without an invoice that shows it. */
    tax: z.nullable(z.int()),
    /** The instrument of the payment, such as 'upi', online or at the door; '' if unknown. */
    instrument: z.string(),
    method: z.enum(paymentMethods),
    paymentStatus: z.enum(paymentStatuses),
    status: z.enum(deliveryStatuses),
    invoice: z.nullable(z.strictObject({ year: z.string(), number: z.int() })),
  }),
})

/** Amounts are in paise, `placedAt` is ISO 8601, `items` one text. */
export type ExportedOrder = z.output<typeof exportedRow>['order']

const taxOf = (row: SQL) =>
  sql`(${row}->>'cgst')::bigint + (${row}->>'sgst')::bigint + (${row}->>'igst')::bigint`

/** The tax on the current invoice of order `o` less that on its credit notes, in paise. */
const tax = sql`(
  SELECT (
    SELECT sum(${taxOf(sql`t.part`)}) FROM (
      SELECT a.part FROM jsonb_array_elements(i.document->'lines') AS a(part)
      UNION ALL
      SELECT b.part FROM jsonb_array_elements(i.document->'charges') AS c(charge),
        jsonb_array_elements(c.charge->'parts') AS b(part)
    ) t
  ) - coalesce((SELECT sum(${taxOf(sql`d.part`)}) FROM credit_notes n, jsonb_array_elements(n.rows) AS d(part)
    WHERE n.invoice_id = i.id), 0)
  FROM invoices i WHERE i.order_id = o.id AND i.is_current AND i.document->'taxNames' <> 'null'::jsonb)`

const select = sql`(SELECT json_build_object(
  'orderId', o.order_id, 'placedAt', o.placed_at, 'name', o.customer_name, 'phone', o.customer_phone,
  'pincode', o.address->>'pincode', 'city', o.address->>'city', 'lines', count(*),
  'items', string_agg(l.quantity || ' × ' || l.title || ' ' || l.quantity_text, ', ' ORDER BY l.position),
  'subtotal', o.subtotal, 'discount', o.discount, 'coupon', o.coupon_name, 'referralDiscount', o.referral_discount,
  'charges', o.charges_total, 'roundOff', o.round_off, 'total', o.total,
  'refunded', ${refundedTotal}, 'net', ${netOfOrder}, 'tax', ${tax}, 'instrument', coalesce((
    SELECT p.method FROM payments p WHERE p.order_id = o.id AND p.state = 'paid'),
    CASE WHEN o.paid_by = 'upi' THEN 'upi' ELSE '' END), 'method', o.payment_method, 'paymentStatus', o.payment_status,
  'status', o.status, 'invoice', (SELECT json_build_object('year', i.year, 'number', i.number)
    FROM invoices i WHERE i.order_id = o.id ORDER BY i.is_current DESC, i.created_at DESC LIMIT 1))
  FROM ${billedLines(sql`o.id`)} l) AS "order"`

const BATCH = 500

/** All orders of a selection, sorted as the selection requires, in batches. */
export async function* exportedOrders(db: Db, selected: Selection) {
  for await (const rows of batchesOf(db, selected, BATCH, { select, row: exportedRow }))
    yield rows.map(({ order }) => order)
}
