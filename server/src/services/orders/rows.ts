import { dayInKolkata, isoInKolkata } from '@kirana/domain/calendar'
import { claimNumberText } from '@kirana/domain/claims'
import { customerNumberText } from '@kirana/domain/customer-number'
import { PAGE_SIZE } from '@kirana/domain/paging'
import { paymentStates } from '@kirana/domain/payment'
import {
  deliveryStatuses,
  paymentMethods,
  payers,
  paymentStatuses,
  pickStates,
  ifMissingWishes,
} from '@kirana/domain/vocabulary'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'
import { storedAddress } from '../shared/address.ts'
import { cashTotal } from '../shared/cash-total.ts'
import { PickedPart, pickedPart } from './picked-part.ts'
import { replacedBy, replaces, StoredReplaces } from './replacement.ts'
import { documentsOfOrder, storedDocuments, toDocuments } from './document-rows.ts'
import {
  claimRefundsOfOrder,
  historyOfOrder,
  storedClaimRefunds,
  storedHistory,
  toClaimRefunds,
  toHistory,
} from './history-rows.ts'
import { listRow, pageOf, type Selection } from '../shared/pages.ts'
import {
  leftToRefund,
  netOfOrder,
  refundedTotal,
  refundsOfPayment,
  storedRefunds,
  toRefunds,
} from '../shared/refund-rows.ts'

const Stored = z.strictObject({
  id: z.string(),
  orderId: z.string(),
  orderNumber: z.int(),
  placedAt: z.string(),
  deliveryTime: z.string(),
  paymentStatus: z.enum(paymentStatuses),
  payment: z.enum(paymentMethods),
  deliveryStatus: z.enum(deliveryStatuses),
  manualOrderId: z.nullable(z.string()),
  invoiced: z.boolean(),
  address: storedAddress,
  user: z.strictObject({ fullName: z.string(), phone: z.string() }),
  replaces: z.nullable(StoredReplaces),
  totalPrice: z.int(),
  cashRounding: z.int(),
  refundedTotal: z.int(),
  net: z.int(),
  products: z.array(
    z.strictObject({
      productId: z.string(),
      variantId: z.string(),
      productImage: z.string(),
      productCategory: z.string(),
      productTitle: z.string(),
      productQuantity: z.string(),
      quantity: z.int(),
      price: z.int(),
      totalPrice: z.int(),
      ifMissing: z.enum(ifMissingWishes),
      picked: z.nullable(PickedPart),
    }),
  ),
  pick: z.nullable(
    z.strictObject({
      state: z.enum(pickStates),
      by: z.string(),
      staffId: z.nullable(z.string()),
      until: z.nullable(z.string()),
    }),
  ),
})
type Stored = z.output<typeof Stored>
const storedRow = z.strictObject({ row: Stored })

/** JSON built by the database has the same number and timestamp formats on both engines. */
const row = sql`json_build_object(
  'id', o.id, 'orderId', o.order_id, 'orderNumber', o.number, 'placedAt', o.placed_at, 'deliveryTime', o.delivery_time,
  'paymentStatus', o.payment_status, 'payment', o.payment_method, 'deliveryStatus', o.status,
  'manualOrderId', o.manual_order_id,
  'invoiced', CASE WHEN o.is_replacement THEN EXISTS (SELECT 1 FROM challans d WHERE d.order_id = o.id) ELSE EXISTS (
    SELECT 1 FROM invoices i WHERE i.order_id = o.id AND (i.is_current OR o.status = 'canceled')) END,
  'replaces', ${replaces}, 'address', o.address,
  'user', json_build_object('fullName', o.customer_name, 'phone', o.customer_phone), 'totalPrice', o.total,
  'cashRounding', CASE WHEN o.paid_by IN ('none', 'cash') THEN ${cashTotal} - o.total ELSE 0 END,
  'refundedTotal', ${refundedTotal}, 'net', ${netOfOrder},
  'products', (
    SELECT json_agg(json_build_object(
      'productId', l.product_id, 'variantId', l.variant_id, 'productImage', l.image, 'productCategory', l.category,
      'productTitle', l.title, 'productQuantity', l.quantity_text, 'quantity', l.quantity, 'price', l.price,
      'totalPrice', l.total, 'ifMissing', l.if_missing, 'picked', CASE WHEN EXISTS (SELECT 1 FROM picked_lines x WHERE x.order_id = o.id) THEN ${pickedPart} END) ORDER BY l.line)
    FROM order_lines l WHERE l.order_id = o.id),
  'pick', (SELECT json_build_object('state', p.state, 'by', p.by, 'staffId', p.staff_id, 'until', p.until)
    FROM order_picks p WHERE p.order_id = o.id AND p.state <> 'none'))`

/** An order for lists, the board, live events and the customer app; `base` is the origin of links. */
const toSummary = (
  { placedAt, invoiced, pick, products, replaces: of, manualOrderId, cashRounding, ...order }: Stored,
  base: string,
) => {
  const at = new Date(placedAt)
  return {
    ...order,
    products: products.map(({ ifMissing, picked, ...line }) => ({
      ...line,
      ...(ifMissing !== '' && { ifMissing }),
      ...(picked && { picked }),
    })),
    ...(cashRounding !== 0 && { cashRounding }),
    ...(manualOrderId !== null && { manualOrderId }),
    ...(pick && { pick: { ...pick, until: pick.until === null ? null : new Date(pick.until) } }),
    dateAndTime: isoInKolkata(at),
    date: dayInKolkata(at),
    invoice: invoiced ? `${base}/api/v1/${of ? 'challan' : 'invoice'}/${order.id}` : '',
    ...(of && { replaces: { claimNumber: claimNumberText(of.claim), _id: of._id, order_id: of.orderId } }),
  }
}
export type OrderSummary = ReturnType<typeof toSummary>

const plainRow = listRow({ row: Stored })

/** A page of orders with the number of pages (`pageOf`). */
export async function orderPage(db: Db, selected: Selection, page: number, base: string) {
  const result = await pageOf(db, selected, page, { select: sql`${row} AS row`, row: plainRow })
  return { ...result, data: result.data.map(({ row: stored }) => toSummary(stored, base)) }
}

const referredRow = listRow({
  row: Stored,
  extra: z.strictObject({
    referCode: z.string(),
    user: z.strictObject({ fullName: z.string(), phone: z.string() }),
  }),
})

/** A page of referred orders, each with the referral code and its owner as `user` instead of the customer. */
export async function referredOrderPage(db: Db, selected: Selection, page: number, base: string) {
  const select = sql`${row} AS row, (SELECT json_build_object('referCode', o.refer_code,
    'user', json_build_object('fullName', u.full_name, 'phone', u.phone)) FROM users u WHERE u.id = o.referrer_id) AS extra`
  const result = await pageOf(db, selected, page, { select, row: referredRow })
  return {
    ...result,
    data: result.data.map(({ row: stored, extra }) => ({ ...toSummary(stored, base), ...extra })),
  }
}

/** The orders with these ids, in no particular order. */
export async function orderRowsById(db: Db, ids: readonly string[], base: string): Promise<OrderSummary[]> {
  if (ids.length === 0) return []
  const rows = await rowsOf(db, storedRow).execute(
    sql`SELECT ${row} AS row FROM orders o WHERE o.id IN (${sql.join(
      ids.map((id) => sql`${id}`),
      sql`, `,
    )})`,
  )
  return rows.map(({ row: stored }) => toSummary(stored, base))
}

const OnlinePayment = z.strictObject({
  provider: z.string(),
  paymentId: z.string(),
  amount: z.int(),
  left: z.int(),
  state: z.enum(paymentStates),
  refunds: storedRefunds,
})

const Detail = z.strictObject({
  paidBy: z.enum(payers),
  subtotal: z.int(),
  discount: z.int(),
  coupon: z.string(),
  referDiscount: z.int(),
  referCode: z.string(),
  charges: z.array(z.object({ title: z.string(), amount: z.int() })),
  roundOff: z.int(),
  placedTotal: z.nullable(z.int()),
  /** Whether the price of missing items was refunded to the wallet. */
  isPickRefunded: z.boolean(),
  user: z.strictObject({
    _id: z.string(),
    fullName: z.string(),
    phone: z.string(),
    email: z.string(),
    customerNumber: z.int(),
    country: z.string(),
  }),
  shelves: z.array(z.string()),
  history: storedHistory,
  claimRefunds: storedClaimRefunds,
  documents: storedDocuments,
  replacedBy: z.array(z.strictObject({ _id: z.string(), order_id: z.string() })),
  online: z.nullable(OnlinePayment),
  upi: z.nullable(z.strictObject({ utr: z.string(), isVerified: z.boolean() })),
  drop: z.nullable(
    z.strictObject({
      rider: z.strictObject({ name: z.string(), phone: z.string() }),
      id: z.string(),
      startedAt: z.string(),
    }),
  ),
})
const detailRow = z.strictObject({ row: Stored, detail: Detail })

/** The checkout of an online order with its refunds. */
const online = sql`(SELECT json_build_object('provider', p.provider, 'paymentId', coalesce(p.payment_id, ''),
    'amount', p.amount, 'left', ${leftToRefund}, 'state', p.state, 'refunds', ${refundsOfPayment})
  FROM payments p WHERE p.order_id = o.id AND p.state <> 'unmatched')`

const detail = sql`json_build_object(
  'subtotal', o.subtotal, 'discount', o.discount, 'coupon', o.coupon_name, 'referDiscount', o.referral_discount,
  'referCode', o.refer_code, 'charges', o.charges, 'roundOff', o.round_off, 'paidBy', o.paid_by, 'placedTotal', o.placed_total,
  'isPickRefunded', EXISTS (SELECT 1 FROM ledger_transactions t WHERE t.key = 'order:' || o.id || ':pick'),
  'user', json_build_object('_id', u.id, 'fullName', u.full_name, 'phone', u.phone, 'email', u.email,
    'customerNumber', u.customer_number, 'country', u.country),
  'shelves', (SELECT json_agg(coalesce(s.shelf, '') ORDER BY l.line)
    FROM order_lines l LEFT JOIN stock_levels s ON s.variant_id = l.variant_id WHERE l.order_id = o.id),
  'history', ${historyOfOrder}, 'claimRefunds', ${claimRefundsOfOrder},
  'documents', ${documentsOfOrder},
  'replacedBy', ${replacedBy},
  'online', CASE WHEN o.payment_method = 'online' THEN ${online} END,
  'upi', (SELECT json_build_object('utr', y.utr, 'isVerified', y.state = 'verified')
    FROM upi_payments y WHERE y.order_id = o.id AND y.state <> 'void'),
  'drop', (SELECT json_build_object('id', d.id, 'startedAt', d.started_at,
      'rider', json_build_object('name', r.name, 'phone', r.phone)) FROM drops d JOIN riders r ON r.id = d.rider_id
    WHERE d.order_id = o.id AND d.state = 'on the road'))`

function toDetail(stored: z.output<typeof detailRow>, base: string) {
  const {
    history,
    claimRefunds,
    documents,
    user,
    online: payment,
    drop,
    upi,
    placedTotal,
    isPickRefunded,
    ...rest
  } = stored.detail
  const { payment: method, totalPrice } = stored.row
  const { customerNumber, ...customer } = user
  return {
    ...toSummary(stored.row, base),
    ...rest,
    ...(placedTotal !== null && { placedTotal }),
    // For a cash order less cash is due instead of a refund, unless the cash was collected before.
    refunded: placedTotal === null || (method === 'cod' && !isPickRefunded) ? 0 : placedTotal - totalPrice,
    user: { ...customer, customerId: customerNumberText(customerNumber) },
    history: toHistory(history),
    claimRefunds: toClaimRefunds(claimRefunds),
    documents: toDocuments(documents, base),
    ...(upi && { upi }),
    ...(drop && { rider: drop.rider, drop }),
    ...(payment && { online: { ...payment, refunds: toRefunds(payment.refunds) } }),
  }
}

/** One order in full, or null if there is none; `owner` restricts it to a customer's own orders. */
export async function orderDetail(db: Db, id: string, base: string, owner: string | null = null) {
  const rows = await rowsOf(db, detailRow).execute(sql`
    SELECT ${row} AS row, ${detail} AS detail
    FROM orders o JOIN users u ON u.id = o.user_id
    WHERE o.id = ${id} ${owner === null ? sql`` : sql`AND o.user_id = ${owner}`}`)
  return rows[0] ? toDetail(rows[0], base) : null
}

/** One order in full. @throws HttpError 404 */
export async function requireOrder(db: Db, id: string, base = '', owner: string | null = null) {
  const order = await orderDetail(db, id, base, owner)
  if (!order) throw new HttpError(404, 'Order not found')
  return order
}

/** A customer's own orders, newest first, after the order id `cursor`; `next` is null on the last page. */
export async function customerOrders(db: Db, owner: string, cursor: string | null, base: string) {
  const size = PAGE_SIZE.orders
  const after = cursor === null ? sql`` : sql`AND o.id < ${cursor}`
  const rows = await rowsOf(db, detailRow).execute(sql`
    SELECT ${row} AS row, ${detail} AS detail
    FROM (SELECT o.id FROM orders o WHERE o.user_id = ${owner} ${after} ORDER BY o.id DESC LIMIT ${size + 1}) p
    JOIN orders o ON o.id = p.id JOIN users u ON u.id = o.user_id ORDER BY o.id DESC`)
  const orders = rows.slice(0, size).map((stored) => toDetail(stored, base))
  return { orders, next: rows.length > size ? (orders.at(-1)?.id ?? null) : null }
}
