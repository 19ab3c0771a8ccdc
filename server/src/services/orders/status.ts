import {
  needsCashAnswer,
  deliveryEffects,
  type DeliveryEffects,
  isUnpaidOnline,
  needsInvoice,
  paymentRefusal,
} from '@kirana/domain/delivery'
import { stockEffects } from '@kirana/domain/stock'
import {
  type DeliveryStatus,
  deliveryStatuses,
  paymentMethods,
  type PaymentStatus,
  paymentStatuses,
} from '@kirana/domain/vocabulary'
import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { requireRow, HttpError } from '../../errors.ts'
import { creditInvoice, issueInvoice, storedSupply, supplyOf } from '../invoices/issue.ts'
import { moveStock, refuseShortages, Shortages, shortagesFound } from '../stock/of-orders.ts'
import { isInsufficientBalance, post } from '../wallet/ledger.ts'
import { borneSoFar, Coins, coinsBorneIn, lockWallets, postingsOf } from './status-coins.ts'

const lockedRow = z.strictObject({
  order_row: z.strictObject({
    orderId: z.string(),
    userId: z.string(),
    referrerId: z.nullable(z.string()),
    status: z.enum(deliveryStatuses),
    paymentMethod: z.enum(paymentMethods),
    paymentStatus: z.enum(paymentStatuses),
    total: z.int(),
    coins: z.int(),
    referralCoins: z.int(),
    hasCoupon: z.boolean(),
    /** What its invoice is made of, if the change may have to issue one. */
    supply: z.nullable(storedSupply),
  }),
})
type LockedOrder = z.output<typeof lockedRow>['order_row']

type StatusChangeRequest = {
  /** The order's id. */
  id: string
  to: DeliveryStatus
  /** The status that the caller saw; the change fails if the order has another one by now. */
  from?: DeliveryStatus | undefined
  /** Changes nothing once an online order is paid. */
  onlyUnpaid?: boolean | undefined
  /** Restricts the change to orders of this customer. */
  owner?: string | undefined
  /** The caller confirms that cash was collected for the delivered order. */
  cashCollected?: boolean | undefined
  by: string
  now: Date
}

/** Closes the checkout of an order that is canceled unpaid; asks for the refund of one that was paid online. */
const paymentChange = (
  { id, by, now }: StatusChangeRequest,
  order: LockedOrder,
  effects: DeliveryEffects,
) => sql`
  closed AS (
    UPDATE payments SET state = 'expired', check_at = NULL
    WHERE order_id = ${id} AND state IN ('created', 'failed')
      AND ${isUnpaidOnline(order) && effects.paymentStatus === 'failed'}::boolean
  ), refund AS (
    INSERT INTO refunds (id, payment, cause, amount, state, request_key, next_at, by, created_at)
    SELECT ${v7()}, p.id, 'canceled', p.amount, 'asked', gen_random_uuid(), ${now.toISOString()}::timestamptz, ${by},
      ${now.toISOString()}::timestamptz
    FROM payments p WHERE p.order_id = ${id} AND p.state = 'paid' AND ${effects.sourceRefund > 0}::boolean
  )`

type LastChange = { to: DeliveryStatus; by: string; at: Date }

/** 409: the order no longer has the status that the caller saw. `change` is the latest change. */
export class StaleStatus extends HttpError {
  readonly change: LastChange
  constructor(change: LastChange) {
    super(409, 'Somebody has changed this order meanwhile. Please look again', { code: 'stale' })
    this.change = change
  }
}

export type StatusChangeResult = {
  from: DeliveryStatus
  to: DeliveryStatus
  paymentStatus: { from: PaymentStatus; to: PaymentStatus }
  /** Who confirmed that cash was collected, if the refund depended on it. */
  cashCollectedBy?: string
  /** Coins that could not be taken back because they were spent. */
  coinsBorneByStore?: number
  /** Paise that go back to where the online payment came from. */
  sourceRefund?: number
}

/** The change's `before` and `after` for the audit log. */
export const statusAudit = ({ from, to, paymentStatus, ...details }: StatusChangeResult) => ({
  before: { status: from, paymentStatus: paymentStatus.from },
  after: { status: to, paymentStatus: paymentStatus.to, ...details },
})

/**
 * Locks the order, so changes of one order are serialized. After waiting for the lock, only the locked row is re-read:
 * an invoice issued by the other change meanwhile is not visible in this statement.
 */
async function lockOrder(tx: Db, { id, to, owner, now }: StatusChangeRequest): Promise<LockedOrder> {
  const rows = await rowsOf(tx, lockedRow).execute(sql`
    SELECT json_build_object('orderId', o.order_id, 'userId', o.user_id, 'referrerId', o.referrer_id, 'status', o.status,
      'paymentMethod', o.payment_method, 'paymentStatus', o.payment_status, 'total', o.total, 'coins', o.coins,
      'referralCoins', o.referral_coins, 'hasCoupon', c.order_id IS NOT NULL, 'supply', CASE
        WHEN ${needsInvoice(to)}::boolean AND o.status IN ('confirmed', 'canceled') THEN ${supplyOf(now)} END) AS order_row
    FROM orders o LEFT JOIN coupon_uses c ON c.order_id = o.id
    WHERE o.id = ${id} ${owner === undefined ? sql`` : sql`AND o.user_id = ${owner}`}
    FOR UPDATE OF o`)
  return requireRow(rows, 'Order').order_row
}

const changeRow = z.strictObject({
  to: z.enum(deliveryStatuses),
  by: z.string(),
  at: z.union([z.string(), z.date()]),
})

/** Call it with the order locked: only then is the last committed change visible. */
async function lastChange(tx: Db, orderId: string): Promise<LastChange> {
  const rows = await rowsOf(tx, changeRow).execute(sql`
    SELECT to_status AS to, by, created_at AS at FROM order_history WHERE order_id = ${orderId} ORDER BY step DESC LIMIT 1`)
  const { at, ...change } = requireRow(rows, 'Order')
  return { ...change, at: new Date(at) }
}

/** Whether reopening this canceled order makes its referral code count again. */
const reactivatesReferral = (order: LockedOrder) => order.status === 'canceled' && order.referrerId !== null

const writtenRow = z.strictObject({ step: z.int(), borne: z.nullable(Coins), shortages: Shortages })
/**
 * Writes the order, its history, the coupon use, the customer's total, its pieces in stock, the credit note of a canceled
 * order's invoice and the live event in one statement. Reactivating a referral also locks the customer's row, as placing an order does (`lockCustomer`).
 * @returns the step in the order's history, and the coins that the store has borne: read here, because the statement
 * that waited for the lock did not see the latest rows
 */
async function writeChange(
  tx: Db,
  { id, to, by, now }: StatusChangeRequest,
  order: LockedOrder,
  effects: DeliveryEffects,
) {
  const at = now.toISOString()
  const released = effects.coupon === 'release' ? sql`${at}::timestamptz` : sql`NULL`
  const borne = to === 'delivered' ? borneSoFar(id, order) : sql`NULL::json`
  const stock = stockEffects(order.status, to)
  const moving = stock ? sql`, ${moveStock(id, stock, { by, now, after: sql`spent` })}` : sql``
  const credit = to === 'canceled' ? sql`, ${creditInvoice(id, now)}` : sql``
  const rows = await rowsOf(tx, writtenRow).execute(sql`
    WITH history AS (
      INSERT INTO order_history (order_id, step, from_status, to_status, by, created_at)
      SELECT ${id}, max(step) + 1, ${order.status}, ${to}, ${by}, ${at}::timestamptz
      FROM order_history WHERE order_id = ${id}
      RETURNING step
    ), event AS (
      INSERT INTO live_events (type, subject)
      SELECT 'order.changed', ${id}::uuid WHERE ${!isUnpaidOnline(order)}::boolean
    ), coupon AS (
      UPDATE coupon_uses SET released_at = ${released} WHERE order_id = ${id} AND ${effects.coupon !== 'keep'}::boolean
    ), spent AS (
      UPDATE users SET total_payment = total_payment + ${effects.totalPayment}::bigint
      WHERE id = ${order.userId} AND ${effects.totalPayment !== 0 || reactivatesReferral(order)}::boolean
      RETURNING 1
    )${order.paymentMethod === 'online' ? sql`, ${paymentChange({ id, to, by, now }, order, effects)}` : sql``}${moving}${credit}
    UPDATE orders SET status = ${to}, payment_status = ${effects.paymentStatus} WHERE id = ${id}
    RETURNING (SELECT step FROM history) AS step, (SELECT ${borne}) AS borne, ${stock ? shortagesFound : sql`NULL::json`} AS shortages`)
  const written = requireRow(rows, 'Order')
  refuseShortages(409, written.shortages)
  return written
}

/**
 * Allows one order with a referral code per customer. Runs after the customer is locked, so it sees every order placed or
 * reopened before. Not a unique index: existing stores may already hold two such orders.
 * @throws HttpError 409
 */
async function refuseSecondReferral(tx: Db, { id }: StatusChangeRequest, { userId }: LockedOrder) {
  const { rows } = await tx.execute(sql`
    SELECT 1 FROM orders WHERE user_id = ${userId} AND id <> ${id} AND referrer_id IS NOT NULL AND status <> 'canceled' LIMIT 1`)
  if (rows.length > 0)
    throw new HttpError(409, 'The customer has used a referral code on another order since', {
      code: 'referral',
    })
}

/**
 * Sets the delivery status with all its effects, in at most 4 statements; 5 when a canceled order with a referral code is
 * reopened. The store bears coins that must be taken back but are spent; they never block a change.
 * @returns null when the order already has that status, or is paid where only an unpaid one counts: nothing is changed
 * @throws HttpError 404 for an unknown order; 409 when its status is not `from`, when the wallet no longer covers the
 * reversal of a refund, when its pieces have been sold to others, or when the customer has used a referral code on another order since; 422 when the online payment
 * of the order forbids the status
 * @see domain rules, Orders and Wallet
 */
export async function changeOrderStatus(
  tx: Db,
  change: StatusChangeRequest,
): Promise<StatusChangeResult | null> {
  const order = await lockOrder(tx, change)
  if (change.onlyUnpaid && !isUnpaidOnline(order)) return null
  // Checked before the equality: of two packers who both saw Confirmed, the second must get a 409, not a success.
  if (change.from !== undefined && change.from !== order.status)
    throw new StaleStatus(await lastChange(tx, change.id))
  if (order.status === change.to) return null
  const refusal = paymentRefusal(order, order.status, change.to)
  if (refusal !== null) throw new HttpError(422, refusal, { code: 'payment' })
  const { cashCollected = false } = change
  const effects = deliveryEffects(order, order.status, change.to, { cashCollected })
  const { step, borne } = await writeChange(tx, change, order, effects)
  if (reactivatesReferral(order)) await refuseSecondReferral(tx, change, order)
  const takesCoins = effects.customerCoins < 0 || effects.referrerCoins < 0
  const coins = (takesCoins ? await lockWallets(tx, order) : borne) ?? { customer: 0, referrer: 0 }
  const postings = postingsOf(change, order, { effects, step, coins })
  await post(tx, postings, change.now).catch((error: unknown) => {
    if (!isInsufficientBalance(error)) throw error
    throw new HttpError(409, 'The wallet no longer covers this change', { code: 'wallet' })
  })
  if (effects.issuesInvoice && order.supply) await issueInvoice(tx, change.id, order.supply, change.now)
  const decidedByCash = cashCollected && needsCashAnswer(order, order.status, change.to)
  const coinsBorneByStore = coinsBorneIn(postings)
  const { sourceRefund } = effects
  return {
    from: order.status,
    to: change.to,
    paymentStatus: { from: order.paymentStatus, to: effects.paymentStatus },
    ...(decidedByCash && { cashCollectedBy: change.by }),
    ...(coinsBorneByStore > 0 && { coinsBorneByStore }),
    ...(sourceRefund > 0 && { sourceRefund }),
  }
}
