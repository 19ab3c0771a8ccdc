import { orderNumberText } from '@kirana/domain/order-number'
import type { PaymentMethod } from '@kirana/domain/vocabulary'
import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { pgCode } from '../db/errors.ts'
import type { Db } from '../db/types.ts'
import { found, Refused } from '../http/refuse.ts'
import type { Address } from '../tables/orders.ts'
import { isUncovered, post } from './ledger.ts'
import { type Cart, type Quote, quote, unavailable } from './quote.ts'

const foreignKeyViolation = '23503'

export type NewOrder = Cart & { address?: Address | undefined; payment: PaymentMethod }

type Customer = { id: string; fullName: string; phone: string; number: number }

/**
 * Locks the customer, so that two orders of one person follow each other: a first order is first once. The key stays
 * free: whoever holds the wallet and writes a row that names the customer would wait for it, and this order for the wallet.
 */
async function lockCustomer(tx: Db, id: string): Promise<Customer> {
  const { rows } = await tx.execute<{ customer: Customer }>(sql`
    SELECT json_build_object('id', id, 'fullName', full_name, 'phone', phone, 'number', nextval('order_numbers')) AS customer
    FROM users WHERE id = ${id} FOR NO KEY UPDATE`)
  return found(rows, 'Customer').customer
}

/** The order, its lines, the first row of its history, the coupon's use and the live event, in one statement. */
function insertOrder(
  tx: Db,
  placed: { id: string; order: NewOrder; customer: Customer; quoted: Quote; address: Address; now: Date },
) {
  const { id, order, customer, quoted, address, now } = placed
  const at = now.toISOString()
  const { bill, referral, coupon } = quoted
  const isPaid = order.payment === 'wallet'
  return tx.execute(sql`
    WITH placed AS (
      INSERT INTO orders (id, number, order_id, user_id, customer_name, customer_phone, address, status, payment_method,
        payment_status, subtotal, discount, coupon_id, coupon_name, referral_discount, refer_code, referrer_id, charges,
        charges_total, total, coins, referral_coins, delivery_time, placed_at)
      VALUES (${id}, ${customer.number}, ${orderNumberText(now, customer.number)}, ${customer.id},
        ${customer.fullName || address.fullName}, ${customer.phone}, ${JSON.stringify(address)}::jsonb, 'confirmed',
        ${order.payment}, ${isPaid ? 'paid' : 'due'}, ${bill.subtotal}, ${bill.discount}, ${coupon?.id ?? null},
        ${coupon?.name ?? ''}, ${bill.referralDiscount}, ${referral?.code ?? ''}, ${referral?.owner ?? null},
        ${JSON.stringify(bill.charges)}::jsonb, ${bill.chargesTotal}, ${bill.total}, ${quoted.coins}, ${referral?.coins ?? 0},
        ${quoted.deliveryTime}, ${at})
    ), lines AS (
      INSERT INTO order_lines (order_id, line, product_id, variant_id, title, category, image, quantity_text, quantity, price, total)
      SELECT ${id}, l.line, l.product_id, l.variant_id, l.title, l.category, l.image, l.quantity_text, l.quantity, l.price, l.total
      FROM jsonb_to_recordset(${JSON.stringify(
        quoted.lines.map(({ productId, variantId, quantityText, ...line }, i) => ({
          ...line,
          line: i + 1,
          product_id: productId,
          variant_id: variantId,
          quantity_text: quantityText,
        })),
      )}::jsonb) AS l(line int, product_id uuid, variant_id uuid, title text, category text, image text,
        quantity_text text, quantity int, price bigint, total bigint)
    ), history AS (
      INSERT INTO order_history (order_id, step, to_status, by, created_at)
      VALUES (${id}, 1, 'confirmed', ${`${customer.fullName || customer.phone} (customer)`}, ${at})
    ), coupon AS (
      INSERT INTO coupon_uses (order_id, coupon_id, user_id)
      SELECT ${id}::uuid, ${coupon?.id ?? null}::uuid, ${customer.id}::uuid WHERE ${coupon !== null}::boolean
    )
    INSERT INTO live_events (type, subject) VALUES ('order.created', ${id})`)
}

/**
 * Places a customer's order: prices, coupon, charges and referral by the store's own rules, never the caller's totals.
 * A paid-by-wallet order is paid in the same transaction. Returns the order's id.
 * @throws Refused 422 when a code, the pincode, the cart or the wallet says no
 */
export async function placeOrder(tx: Db, order: NewOrder, customerId: string, now: Date): Promise<string> {
  if (order.payment === 'online')
    throw new Refused(422, 'Online payment is not available. Please pay by cash or wallet')
  const customer = await lockCustomer(tx, customerId)
  const quoted = await quote(
    tx,
    { ...order, pincode: order.address?.pincode ?? order.pincode },
    customerId,
    now,
  )
  const address = order.address ?? quoted.address
  if (!address) throw new Refused(422, 'Please choose an address')
  const [refusal] = quoted.refusals
  if (refusal) throw new Refused(422, refusal)

  const id = v7()
  await insertOrder(tx, { id, order, customer, quoted, address, now }).catch((error: unknown) => {
    // The product was deleted since the quote looked.
    throw pgCode(error) === foreignKeyViolation ? unavailable() : error
  })
  const { total } = quoted.bill
  if (order.payment === 'wallet' && total > 0) {
    const posting = {
      key: `order:${id}:1:order-payment`,
      kind: 'order-payment' as const,
      userId: customerId,
      orderId: id,
      by: 'customer',
      amounts: [total],
    }
    await post(tx, [posting], now).catch((error: unknown) => {
      if (!isUncovered(error)) throw error
      throw new Refused(422, 'The wallet does not cover this order', { code: 'wallet' })
    })
  }
  return id
}
