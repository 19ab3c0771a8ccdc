import { printableGstin } from '@kirana/domain/gstin'
import type { PaymentMethod, PaymentStatus } from '@kirana/domain/vocabulary'
import { sql } from 'drizzle-orm'
import type { Db } from '../../db/types.ts'
import type { Address } from '../../tables/orders.ts'

type Stored = {
  year: string
  sequence: number
  issuedAt: string
  orderId: string
  orderedAt: string
  paymentStatus: PaymentStatus
  paymentMethod: PaymentMethod
  seller: { name: string; address: string; gstin: string; email: string; contact: string; website: string }
  buyer: { fullName: string; phone: string }
  address: Address
  lines: { title: string; quantityText: string; quantity: number; price: number; total: number }[]
  subtotal: number
  discount: number
  couponName: string
  referralDiscount: number
  charges: { title: string; amount: number }[]
  total: number
}

/** Reads an issued invoice from the order's own copy of the data. Null when none is issued or it is not `owner`'s. */
export async function readInvoice(db: Db, orderId: string, owner: string | null) {
  const { rows } = await db.execute<{ invoice: Stored }>(sql`
    SELECT json_build_object('year', i.year, 'sequence', i.number, 'issuedAt', i.created_at, 'orderId', o.order_id,
      'orderedAt', o.placed_at, 'paymentStatus', o.payment_status, 'paymentMethod', o.payment_method, 'seller', i.seller,
      'buyer', json_build_object('fullName', o.customer_name, 'phone', o.customer_phone), 'address', o.address,
      'lines', (SELECT json_agg(json_build_object('title', title, 'quantityText', quantity_text, 'quantity', quantity,
        'price', price, 'total', total) ORDER BY line) FROM order_lines l WHERE l.order_id = o.id),
      'subtotal', o.subtotal, 'discount', o.discount, 'couponName', o.coupon_name,
      'referralDiscount', o.referral_discount, 'charges', o.charges, 'total', o.total) AS invoice
    FROM invoices i JOIN orders o ON o.id = i.order_id
    WHERE i.order_id = ${orderId} ${owner === null ? sql`` : sql`AND o.user_id = ${owner}`}`)
  const stored = rows[0]?.invoice
  if (!stored) return null
  return {
    ...stored,
    seller: { ...stored.seller, gstin: printableGstin(stored.seller.gstin) },
    issuedAt: new Date(stored.issuedAt),
    orderedAt: new Date(stored.orderedAt),
    lines: stored.lines.map((line) => ({ ...line, hsn: '', taxRate: null })),
  }
}
