import { dayInKolkata } from '@kirana/domain/calendar'
import { orderNumberText } from '@kirana/domain/order-number'
import type { PaymentMethod } from '@kirana/domain/vocabulary'
import { type SQL, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import * as z from 'zod/mini'
import { foreignKeyViolation, pgCode } from '../../db/errors.ts'
import { rowsOf } from '../../db/rows.ts'
import { run } from '../../db/send.ts'
import type { Db } from '../../db/types.ts'
import { HttpError, requireRow } from '../../errors.ts'
import type { Address } from '../../tables/orders.ts'
import { paymentsChanged } from '../shared/payments-changed.ts'
import { refuseShortages, reserveStock, Shortages, shortagesFound } from '../stock/of-orders.ts'
import { post } from '../wallet/ledger.ts'
import type { Cart } from './quote-inputs.ts'
import { itemUnavailable, type Quote } from './quote.ts'

/** The provider's order that pays for an online order; `id` is the order's id, `amount` paise. */
export type OpenedCheckout = {
  id: string
  provider: string
  checkoutId: string
  amount: number
  expiresAt: Date
  /** The time of the first poll of the checkout. */
  checkAt: Date
}

const customerRow = z.strictObject({
  customer: z.strictObject({ id: z.string(), fullName: z.string(), phone: z.string(), number: z.int() }),
})
export type Customer = z.output<typeof customerRow>['customer']

/**
 * Locks the customer's row and reserves the order number. Orders of one customer are serialized, so only one of them
 * counts as the first. NO KEY UPDATE instead of UPDATE, because otherwise a transaction that has locked the wallet and
 * inserts a row with a foreign key to the customer would deadlock with this one.
 */
export async function lockCustomer(tx: Db, id: string): Promise<Customer> {
  const rows = await rowsOf(tx, customerRow).execute(sql`
    SELECT json_build_object('id', id, 'fullName', full_name, 'phone', phone, 'number', nextval('order_numbers')) AS customer
    FROM users WHERE id = ${id} AND erased_at IS NULL FOR NO KEY UPDATE`)
  return requireRow(rows, 'Customer').customer
}

/** An order to write: its lines, its bill and the rules of the bill. */
export type Priced = Pick<
  Quote,
  'lines' | 'bill' | 'rules' | 'coupon' | 'referral' | 'coins' | 'deliveryTime'
>

type Placed = {
  id: string
  order: Pick<Cart, 'items'> & { payment: PaymentMethod }
  customer: Customer
  quoted: Priced
  address: Address
  checkout: OpenedCheckout | null
  /** The share of each level (basis points) that an order with a checkout can reserve. */
  unpaidShare: number
  /** Whether the order delivers claimed pieces again for ₹0. */
  isReplacement?: boolean
  /** The person who placed it, for the history. */
  by: string
  /** The photographed list from which it was placed. */
  manualOrderId?: string | null
  now: Date
}

/** The name of a customer in the history. */
export const byCustomer = ({ fullName, phone }: Customer) => `${fullName || phone} (customer)`

/** The order itself, as a common table expression. */
const insertedOrder = (placed: Placed) => {
  const { id, order, customer, quoted, address, isReplacement = false, manualOrderId = null, now } = placed
  const { bill, coupon, referral } = quoted
  const isPaid = order.payment === 'wallet'
  return sql`placed AS (
    INSERT INTO orders (id, number, order_id, user_id, customer_name, customer_phone, address, status, payment_method,
      payment_status, paid_by, subtotal, discount, coupon_id, coupon_name, referral_discount, refer_code, referrer_id,
      charges, charges_total, round_off, total, rules, placed_total, coins, referral_coins, is_replacement, manual_order_id,
      delivery_time, placed_at, rounds_cash)
    VALUES (${id}, ${customer.number}, ${orderNumberText(now, customer.number)}, ${customer.id},
      ${customer.fullName || address.fullName}, ${customer.phone}, ${JSON.stringify(address)}::jsonb, 'confirmed',
      ${order.payment}, ${isPaid ? 'paid' : 'due'}, ${isPaid ? 'wallet' : 'none'}, ${bill.subtotal}, ${bill.discount},
      ${coupon?.id ?? null}, ${coupon?.name ?? ''}, ${bill.referralDiscount}, ${referral?.code ?? ''},
      ${referral?.owner ?? null}, ${JSON.stringify(bill.charges)}::jsonb, ${bill.chargesTotal}, ${bill.roundOff}, ${bill.total},
      ${JSON.stringify(quoted.rules)}::jsonb, ${bill.total}, ${quoted.coins}, ${referral?.coins ?? 0},
      ${isReplacement}, ${manualOrderId}, ${quoted.deliveryTime}, ${now.toISOString()},
      ${order.payment === 'cod'} AND (SELECT round_cash FROM company)))`
}

/**
 * Inserts the order and reserves all of its pieces or none. One statement, because a reservation references the order,
 * and the stock levels must be locked before the counters, which the order's trigger updates at the end of the
 * statement.
 */
function orderWithStock(placed: Placed): SQL {
  const { id, customer, quoted, checkout, unpaidShare, now } = placed
  const tracked = quoted.lines.filter(({ available }) => available !== null)
  if (tracked.length === 0) return sql`WITH ${insertedOrder(placed)} SELECT NULL::json AS shortages`
  const unpaid = checkout ? { customer: customer.id, share: unpaidShare } : null
  return sql`
    WITH ${insertedOrder(placed)}, ${reserveStock(id, tracked, unpaid, now)}
    SELECT ${shortagesFound} AS shortages`
}

/**
 * The picture of the product of line `l`, locked until the commit; '' if it was removed after the quote read it.
 * Otherwise a removal that does not see this line yet would delete the picture. The product is locked first, as its
 * deletion does.
 */
const lockedPicture = sql`coalesce((
  SELECT f.key FROM products p JOIN files f ON f.key = l.image WHERE p.id = l.product_id FOR KEY SHARE OF p, f), '')`

const linesOf = ({ id, order, quoted }: Placed) => sql`
  INSERT INTO order_lines (order_id, line, product_id, variant_id, title, category, image, quantity_text, quantity, price,
    total, coins, weight, if_missing)
  SELECT ${id}::uuid, l.line, l.product_id, l.variant_id, l.title, l.category, ${lockedPicture}, l.quantity_text, l.quantity,
    l.price, l.total, l.coins, l.weight, l.if_missing
  FROM jsonb_to_recordset(${JSON.stringify(
    quoted.lines.map(({ productId, variantId, quantityText, available: _, ...line }, i) => ({
      ...line,
      line: i + 1,
      product_id: productId,
      variant_id: variantId,
      quantity_text: quantityText,
      if_missing: order.items[i]?.ifMissing ?? '',
    })),
  )}::jsonb) AS l(line int, product_id uuid, variant_id uuid, title text, category text, image text, quantity_text text,
    quantity int, price bigint, total bigint, coins int, weight bigint, if_missing text)`

const firstHistory = ({ id, by, now }: Placed) => sql`
  INSERT INTO order_history (order_id, step, to_status, by, created_at)
  VALUES (${id}, 1, 'confirmed', ${by}, ${now.toISOString()})`

const couponUse = ({ id, customer }: Placed, couponId: string) => sql`
  INSERT INTO coupon_uses (order_id, coupon_id, user_id) VALUES (${id}, ${couponId}, ${customer.id})`

/**
 * Publishes the order. An online order gets a checkout instead of the event, because the board shows it only once it is
 * paid.
 */
const announcement = ({ id, checkout, now }: Placed) =>
  checkout
    ? sql`
      WITH checkout AS (
        INSERT INTO payments (id, order_id, provider, checkout_id, amount, state, expires_at, check_at, day, created_at)
        VALUES (${v7()}, ${id}, ${checkout.provider}, ${checkout.checkoutId}, ${checkout.amount}, 'created',
          ${checkout.expiresAt.toISOString()}, ${checkout.checkAt.toISOString()}, ${dayInKolkata(now)},
          ${now.toISOString()})
        RETURNING id
      ), ${paymentsChanged(sql`SELECT id FROM checkout`)} SELECT 1`
    : sql`INSERT INTO live_events (type, subject) VALUES ('order.created', ${id})`

const insertedRow = z.strictObject({ shortages: Shortages })

/**
 * Writes the order with its lines, its first history row and the coupon use, and reads it with `read`. All statements
 * are sent together.
 * @throws HttpError 422 when pieces were sold after the quote, or when an unpaid order would exceed its share of a
 * variant's stock (409 for a replacement); 409 when the coupon was used up after the quote
 */
export async function insertOrder<T>(tx: Db, placed: Placed, read: (id: string) => Promise<T>): Promise<T> {
  const { id, order, customer, quoted, isReplacement = false, by, now } = placed
  const { coupon, bill } = quoted
  const posting = {
    key: `order:${id}:1:order-payment`,
    kind: 'order-payment' as const,
    userId: customer.id,
    orderId: id,
    by: by === byCustomer(customer) ? 'customer' : by,
    amounts: [bill.total],
  }
  const postings = order.payment === 'wallet' && bill.total > 0 ? [posting] : []
  const parts = [linesOf(placed), firstHistory(placed), announcement(placed)]
  const [rows, , , , answer] = await Promise.all([
    rowsOf(tx, insertedRow).execute(orderWithStock(placed)),
    Promise.all(parts.map((part) => run(tx, part))),
    post(tx, postings, now, { insufficient: walletTooLow }),
    // The coupon's row is locked last, as in `changeCouponUse`, because all orders with the coupon wait for it.
    coupon && run(tx, couponUse(placed, coupon.id)),
    read(id),
  ]).catch((error: unknown) => {
    // A product was deleted after the quote read it.
    throw pgCode(error) === foreignKeyViolation ? itemUnavailable() : error
  })
  refuseShortages(isReplacement ? 409 : 422, rows[0]?.shortages ?? null)
  return answer
}

export const walletTooLow = () =>
  new HttpError(422, 'The wallet does not cover this order', { code: 'wallet' })
