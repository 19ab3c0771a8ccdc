import { paymentsChanged } from '../shared/payments-changed.ts'
import { dayInKolkata } from '@kirana/domain/calendar'
import { formatRupees } from '@kirana/domain/money'
import { orderNumberText } from '@kirana/domain/order-number'
import { MIN_ONLINE_PAYMENT } from '@kirana/domain/payment'
import type { PaymentMethod } from '@kirana/domain/vocabulary'
import { type SQL, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import * as z from 'zod/mini'
import { foreignKeyViolation, pgCode } from '../../db/errors.ts'
import { rowsOf } from '../../db/rows.ts'
import { run } from '../../db/send.ts'
import type { Db } from '../../db/types.ts'
import { requireRow, HttpError } from '../../errors.ts'
import type { Address } from '../../tables/orders.ts'
import { outOfStock, refuseShortages, reserveStock, Shortages, shortagesFound } from '../stock/of-orders.ts'
import { post } from '../wallet/ledger.ts'
import type { Cart } from './quote-inputs.ts'
import { billView, itemUnavailable, type Quote, quote } from './quote.ts'

export type NewOrder = Cart & {
  address?: Address | undefined
  payment: PaymentMethod
  /** Paise: the total of the quote that the customer accepted; undefined accepts any total. */
  expectedTotal?: number | undefined
}

/** The provider's order that pays for an online order; `id` is the order's id, `amount` paise. */
export type OpenedCheckout = {
  id: string
  provider: string
  checkoutId: string
  amount: number
  expiresAt: Date
  /** When to poll it for the first time. */
  checkAt: Date
}

const customerRow = z.strictObject({
  customer: z.strictObject({ id: z.string(), fullName: z.string(), phone: z.string(), number: z.int() }),
})
type Customer = z.output<typeof customerRow>['customer']

/**
 * Locks the customer's row and reserves the order number. Orders of one customer are serialized, so only one of them
 * counts as the first. NO KEY UPDATE instead of UPDATE: a transaction that holds the wallet and inserts a row with a
 * foreign key to the customer would otherwise deadlock with this one.
 */
async function lockCustomer(tx: Db, id: string): Promise<Customer> {
  const rows = await rowsOf(tx, customerRow).execute(sql`
    SELECT json_build_object('id', id, 'fullName', full_name, 'phone', phone, 'number', nextval('order_numbers')) AS customer
    FROM users WHERE id = ${id} AND erased_at IS NULL FOR NO KEY UPDATE`)
  return requireRow(rows, 'Customer').customer
}

/** For whom an order is placed, and by whom. */
export type Placing = {
  customerId: string
  now: Date
  checkout?: OpenedCheckout | null
  /** The staff member who places it for the customer, for display: 'Asha (staff)'. */
  by?: string | null
  /** The photographed list that it is placed from. */
  manualOrderId?: string | null
}

type Placed = {
  id: string
  order: NewOrder
  customer: Customer
  quoted: Quote
  address: Address
  checkout: OpenedCheckout | null
  /** Null: the customer. */
  by: string | null
  manualOrderId: string | null
  now: Date
}

/** The order itself, as a common table expression. */
const insertedOrder = ({ id, order, customer, quoted, address, manualOrderId, now }: Placed) => {
  const { bill, coupon, referral } = quoted
  const isPaid = order.payment === 'wallet'
  return sql`placed AS (
    INSERT INTO orders (id, number, order_id, user_id, customer_name, customer_phone, address, status, payment_method,
      payment_status, paid_by, subtotal, discount, coupon_id, coupon_name, referral_discount, refer_code, referrer_id,
      charges, charges_total, total, rules, placed_total, coins, referral_coins, manual_order_id,
      delivery_time, placed_at)
    VALUES (${id}, ${customer.number}, ${orderNumberText(now, customer.number)}, ${customer.id},
      ${customer.fullName || address.fullName}, ${customer.phone}, ${JSON.stringify(address)}::jsonb, 'confirmed',
      ${order.payment}, ${isPaid ? 'paid' : 'due'}, ${isPaid ? 'wallet' : 'none'}, ${bill.subtotal}, ${bill.discount},
      ${coupon?.id ?? null}, ${coupon?.name ?? ''}, ${bill.referralDiscount}, ${referral?.code ?? ''},
      ${referral?.owner ?? null}, ${JSON.stringify(bill.charges)}::jsonb, ${bill.chargesTotal}, ${bill.total},
      ${JSON.stringify(quoted.rules)}::jsonb, ${bill.total}, ${quoted.coins}, ${referral?.coins ?? 0},
      ${manualOrderId}, ${quoted.deliveryTime}, ${now.toISOString()}))`
}

/**
 * Inserts the order and reserves its pieces, all or none. One statement, because the levels have to be locked before the
 * counters, which the order's trigger updates at its end, and a reservation refers to the order.
 */
function orderWithStock(placed: Placed): SQL {
  const { id, customer, quoted, checkout, now } = placed
  const tracked = quoted.lines.filter(({ available }) => available !== null)
  if (tracked.length === 0) return sql`WITH ${insertedOrder(placed)} SELECT NULL::json AS shortages`
  const unpaid = checkout ? { customer: customer.id, share: quoted.limits.stockShare } : null
  return sql`
    WITH ${insertedOrder(placed)}, ${reserveStock(id, tracked, unpaid, now)}
    SELECT ${shortagesFound} AS shortages`
}

const linesOf = ({ id, order, quoted }: Placed) => sql`
  INSERT INTO order_lines (order_id, line, product_id, variant_id, title, category, image, quantity_text, quantity, price,
    total, coins, weight, if_missing)
  SELECT ${id}::uuid, l.* FROM jsonb_to_recordset(${JSON.stringify(
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

const firstHistory = ({ id, customer, by, now }: Placed) => sql`
  INSERT INTO order_history (order_id, step, to_status, by, created_at)
  VALUES (${id}, 1, 'confirmed', ${by ?? `${customer.fullName || customer.phone} (customer)`}, ${now.toISOString()})`

const couponUse = ({ id, customer }: Placed, couponId: string) => sql`
  INSERT INTO coupon_uses (order_id, coupon_id, user_id) VALUES (${id}, ${couponId}, ${customer.id})`

/** An online order gets its checkout instead of the event: the board hears of it once it is paid. */
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
 * Writes the order with its lines, its first history row and the coupon use, and reads it with `read`; all of it travels
 * together.
 * @throws HttpError 422 when pieces were sold after the quote, or the level of an unpaid order's variant fell below its share
 */
async function insertOrder<T>(tx: Db, placed: Placed, read: (id: string) => Promise<T>): Promise<T> {
  const { id, order, customer, quoted, now } = placed
  const { coupon, bill } = quoted
  const posting = {
    key: `order:${id}:1:order-payment`,
    kind: 'order-payment' as const,
    userId: customer.id,
    orderId: id,
    by: placed.by ?? 'customer',
    amounts: [bill.total],
  }
  const postings = order.payment === 'wallet' && bill.total > 0 ? [posting] : []
  const parts = [
    linesOf(placed),
    firstHistory(placed),
    ...(coupon ? [couponUse(placed, coupon.id)] : []),
    announcement(placed),
  ]
  const [rows, , , answer] = await Promise.all([
    rowsOf(tx, insertedRow).execute(orderWithStock(placed)),
    Promise.all(parts.map((part) => run(tx, part))),
    post(tx, postings, now, { insufficient: walletTooLow }),
    read(id),
  ]).catch((error: unknown) => {
    // A product was deleted after the quote read it.
    throw pgCode(error) === foreignKeyViolation ? itemUnavailable() : error
  })
  refuseShortages(422, rows[0]?.shortages ?? null)
  return answer
}

export const walletTooLow = () =>
  new HttpError(422, 'The wallet does not cover this order', { code: 'wallet' })

const MINUTE_MS = 60_000

/**
 * Enforces the limits of orders. They are read after the customer is locked, so they include every order placed while
 * this one waited for the lock.
 * @throws HttpError 429 after too many orders in a minute, 422 beyond a limit of the company's settings
 */
function enforceLimits({ nthNewestPlacedAt, reached: [reached] }: Quote, now: Date) {
  const age = nthNewestPlacedAt === null ? MINUTE_MS : now.getTime() - Date.parse(nthNewestPlacedAt)
  // Absolute: after the clock is set back, an order dated far in the future must not block new ones.
  if (Math.abs(age) < MINUTE_MS) {
    const retryAfter = Math.ceil((MINUTE_MS - Math.max(age, 0)) / 1000)
    throw new HttpError(429, `Too many orders in a minute. Please try again in ${retryAfter} seconds`, {
      retryAfter,
    })
  }
  if (reached) throw new HttpError(422, reached.message, { code: reached.code })
}

/** @throws HttpError 409 with the new bill when the total differs from the one that the customer accepted */
function requireExpectedTotal(quoted: Quote, expected: number | undefined) {
  const { total } = quoted.bill
  if (expected === undefined || expected === total) return
  throw new HttpError(
    409,
    `The total has changed from ${formatRupees(expected)} to ${formatRupees(total)}. Please check the new bill and order again`,
    { code: 'total-changed', data: billView(quoted) },
  )
}

/**
 * Everything that may speak against an order, as far as it is known before the customer is locked.
 * @throws HttpError as `placeOrder`
 */
function accept(quoted: Quote, order: NewOrder, now: Date): Address {
  if (quoted.closed !== null) throw new HttpError(422, quoted.closed, { code: 'closed' })
  enforceLimits(quoted, now)
  const address = order.address ?? quoted.address
  if (!address) throw new HttpError(422, 'Please choose an address')
  if (quoted.shortages.length > 0) throw outOfStock(422, quoted.shortages)
  const [problem] = quoted.problems
  if (problem) throw new HttpError(422, problem)
  requireExpectedTotal(quoted, order.expectedTotal)
  return address
}

const quoteFor = (db: Db, order: NewOrder, customerId: string, now: Date) =>
  quote(db, { ...order, pincode: order.address?.pincode ?? order.pincode }, customerId, now)

/**
 * The total of an order (paise) that could be placed now, for what has to happen before it is.
 * @throws HttpError as `placeOrder`
 */
export async function acceptedTotal(db: Db, order: NewOrder, customerId: string, now: Date): Promise<number> {
  const quoted = await quoteFor(db, order, customerId, now)
  accept(quoted, order, now)
  return quoted.bill.total
}

/**
 * The total of an online order (paise), checked before the provider is asked for a checkout over it.
 * @throws HttpError as `placeOrder`; 422 for a total that cannot be paid online
 */
export async function payableTotal(db: Db, order: NewOrder, customerId: string, now: Date): Promise<number> {
  const total = await acceptedTotal(db, order, customerId, now)
  if (total < MIN_ONLINE_PAYMENT)
    throw new HttpError(422, 'Online payment needs at least ₹1. Please pay by cash or wallet', {
      code: 'payment',
    })
  return total
}

/**
 * Places an order, priced by the store's own catalogue and rules, never by the caller's totals. A wallet payment is
 * posted in the same transaction. An online order comes with its `checkout`, which was opened over the same total.
 * @param read reads the placed order, in the same trip to the database that writes it
 * @throws HttpError 422 while the store is closed, for an invalid code, pincode or cart, an insufficient wallet balance
 * or beyond a limit; 409 when the total is not the expected one; 429 after too many orders in a minute
 */
export async function placeOrder<T>(
  tx: Db,
  order: NewOrder,
  { customerId, now, checkout = null, by = null, manualOrderId = null }: Placing,
  read: (id: string) => Promise<T>,
): Promise<T> {
  const [customer, quoted] = await Promise.all([
    lockCustomer(tx, customerId),
    quoteFor(tx, order, customerId, now),
  ])
  const address = accept(quoted, { ...order, expectedTotal: checkout?.amount ?? order.expectedTotal }, now)
  const id = checkout?.id ?? v7()
  return insertOrder(tx, { id, order, customer, quoted, address, checkout, by, manualOrderId, now }, read)
}
