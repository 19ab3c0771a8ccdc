import { deliveryEffects, type DeliveryEffects } from '@kirana/domain/delivery'
import { financialYear } from '@kirana/domain/invoice'
import type { DeliveryStatus, PaymentMethod, PaymentStatus } from '@kirana/domain/vocabulary'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/types.ts'
import { found, Refused } from '../http/refuse.ts'
import { isUncovered, post, type Posting } from './ledger.ts'

type Facts = {
  orderId: string
  userId: string
  referrerId: string | null
  status: DeliveryStatus
  paymentMethod: PaymentMethod
  paymentStatus: PaymentStatus
  total: number
  coins: number
  referralCoins: number
  hasCoupon: boolean
  invoiced: boolean
}

type Wanted = {
  /** The order's id. */
  id: string
  to: DeliveryStatus
  /** The status the caller saw; a newer one refuses the change. */
  from?: DeliveryStatus | undefined
  /** Only an order of this customer. */
  owner?: string | undefined
  by: string
  now: Date
}

export type StatusChanged = {
  from: DeliveryStatus
  to: DeliveryStatus
  paymentStatus: { from: PaymentStatus; to: PaymentStatus }
}

/** A change as the audit log keeps it. */
export const auditOf = ({ from, to, paymentStatus }: StatusChanged) => ({
  before: { status: from, paymentStatus: paymentStatus.from },
  after: { status: to, paymentStatus: paymentStatus.to },
})

/**
 * Locks the order, so that two changes of one order follow each other. After a wait only the order itself is newer than
 * the statement: an invoice that another change issued meanwhile is not seen here.
 */
async function lockOrder(tx: Db, { id, owner }: Wanted): Promise<Facts> {
  const { rows } = await tx.execute<{ facts: Facts }>(sql`
    SELECT json_build_object('orderId', o.order_id, 'userId', o.user_id, 'referrerId', o.referrer_id, 'status', o.status,
      'paymentMethod', o.payment_method, 'paymentStatus', o.payment_status, 'total', o.total, 'coins', o.coins,
      'referralCoins', o.referral_coins, 'hasCoupon', c.order_id IS NOT NULL, 'invoiced', i.order_id IS NOT NULL) AS facts
    FROM orders o LEFT JOIN coupon_uses c ON c.order_id = o.id LEFT JOIN invoices i ON i.order_id = o.id
    WHERE o.id = ${id} ${owner === undefined ? sql`` : sql`AND o.user_id = ${owner}`}
    FOR UPDATE OF o`)
  return found(rows, 'Order').facts
}

/** Whether an order with a referral code counts again: it was canceled, and meanwhile a code counted for another one. */
const takesUpReferral = (order: Facts) => order.status === 'canceled' && order.referrerId !== null

/**
 * The order's row, its history, the coupon's use, the customer's total and the live event, in one statement. Returns the
 * step in the order's history: counted here, since the statement that waited for the lock still saw the old history.
 * Whoever takes up a referral holds the customer too, as one who places an order does (`lockCustomer`).
 */
async function writeChange(tx: Db, { id, to, by, now }: Wanted, order: Facts, effects: DeliveryEffects) {
  const at = now.toISOString()
  const released = effects.coupon === 'release' ? sql`${at}::timestamptz` : sql`NULL`
  const { rows } = await tx.execute<{ step: number }>(sql`
    WITH history AS (
      INSERT INTO order_history (order_id, step, from_status, to_status, by, created_at)
      SELECT ${id}, max(step) + 1, ${order.status}, ${to}, ${by}, ${at}::timestamptz
      FROM order_history WHERE order_id = ${id}
      RETURNING step
    ), event AS (
      INSERT INTO live_events (type, subject) VALUES ('order.changed', ${id})
    ), coupon AS (
      UPDATE coupon_uses SET released_at = ${released} WHERE order_id = ${id} AND ${effects.coupon !== 'keep'}::boolean
    ), spent AS (
      UPDATE users SET total_payment = total_payment + ${effects.totalPayment}::bigint
      WHERE id = ${order.userId} AND ${effects.totalPayment !== 0 || takesUpReferral(order)}::boolean
    )
    UPDATE orders SET status = ${to}, payment_status = ${effects.paymentStatus} WHERE id = ${id}
    RETURNING (SELECT step FROM history) AS step`)
  return found(rows, 'Order').step
}

/**
 * A referral code works on one order of a customer: by the statement after the one that took hold of the customer, so that
 * it sees what was placed or taken up until then. No unique index, which stores with such orders from before could not have.
 * @throws Refused 409
 */
async function refuseSecondReferral(tx: Db, { id }: Wanted, { userId }: Facts) {
  const { rows } = await tx.execute(sql`
    SELECT 1 FROM orders WHERE user_id = ${userId} AND id <> ${id} AND referrer_id IS NOT NULL AND status <> 'canceled' LIMIT 1`)
  if (rows.length > 0)
    throw new Refused(409, 'The customer has used a referral code on another order since', {
      code: 'referral',
    })
}

function postingsOf({ id, by }: Wanted, step: number, order: Facts, effects: DeliveryEffects): Posting[] {
  const posting = (
    given: Posting['kind'],
    undone: Posting['kind'],
    userId: string | null,
    amount: number,
  ): Posting[] => {
    if (amount === 0 || userId === null) return []
    const kind = amount > 0 ? given : undone
    return [
      { key: `order:${id}:${step}:${kind}`, kind, userId, orderId: id, by, amounts: [Math.abs(amount)] },
    ]
  }
  return [
    ...posting('loyalty', 'loyalty-reversal', order.userId, effects.customerCoins),
    ...posting('referral', 'referral-reversal', order.referrerId, effects.referrerCoins),
    ...posting('order-refund', 'order-refund-reversal', order.userId, effects.customerMoney),
  ]
}

/**
 * The next number of the financial year, unless the order has an invoice. The series' row stays locked up to the commit,
 * so no number is ever missing.
 */
const issueInvoice = (tx: Db, orderId: string, now: Date) => {
  const year = financialYear(now)
  return tx.execute(sql`
    WITH series AS (
      INSERT INTO invoice_series AS s (year, last)
      SELECT ${year}, 1 WHERE NOT EXISTS (SELECT 1 FROM invoices WHERE order_id = ${orderId})
      ON CONFLICT (year) DO UPDATE SET last = s.last + 1
      RETURNING year, last
    )
    INSERT INTO invoices (order_id, year, number, seller, created_at)
    SELECT ${orderId}, year, last, (
      SELECT jsonb_build_object('name', name, 'address', address, 'gstin', gstin, 'email', email, 'contact', contact,
        'website', website) FROM company
    ), ${now.toISOString()} FROM series`)
}

/**
 * Sets the delivery status and everything that follows from it (domain rules, Orders), at most 4 statements; one more
 * where a canceled order with a referral code is taken up again.
 * Null when the order has that status already: nothing is changed then.
 * @throws Refused 404 for an unknown order, 409 when its status is not the one the caller saw, when the wallet no longer
 * covers what has to be taken back, or when the customer's referral code counts for another order by now
 */
export async function changeOrderStatus(tx: Db, wanted: Wanted): Promise<StatusChanged | null> {
  const order = await lockOrder(tx, wanted)
  if (order.status === wanted.to) return null
  if (wanted.from !== undefined && wanted.from !== order.status)
    throw new Refused(409, 'Somebody has changed this order meanwhile. Please look again', { code: 'stale' })
  const effects = deliveryEffects(order, order.status, wanted.to)
  const step = await writeChange(tx, wanted, order, effects)
  if (takesUpReferral(order)) await refuseSecondReferral(tx, wanted, order)
  await post(tx, postingsOf(wanted, step, order, effects), wanted.now).catch((error: unknown) => {
    if (!isUncovered(error)) throw error
    throw new Refused(409, 'The wallet no longer covers this change', { code: 'wallet' })
  })
  if (effects.issuesInvoice && !order.invoiced) await issueInvoice(tx, wanted.id, wanted.now)
  return {
    from: order.status,
    to: wanted.to,
    paymentStatus: { from: order.paymentStatus, to: effects.paymentStatus },
  }
}
