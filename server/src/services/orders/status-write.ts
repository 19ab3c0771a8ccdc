import { type DeliveryEffects, isUnpaidOnline, needsInvoice } from '@kirana/domain/delivery'
import { stockEffects } from '@kirana/domain/stock'
import {
  type DeliveryStatus,
  deliveryStatuses,
  paymentMethods,
  paymentStatuses,
  payers,
} from '@kirana/domain/vocabulary'
import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { requireRow } from '../../errors.ts'
import type { Supply } from '../invoices/data.ts'
import { storedSupply, supplyOf } from '../invoices/issue.ts'
import {
  discardPick,
  dropPick,
  pickUnderWay,
  type TouchedPickPolicy,
  touchedPick,
  UnfinishedPick,
  unfinishedPick,
} from './touched-pick.ts'
import { creditOfOrder } from '../shared/refund-rows.ts'
import { moveStock, refuseShortages, Shortages, shortagesFound } from '../stock/of-orders.ts'
import { forgetPutBack, rememberPutBack } from '../stock/put-back.ts'
import type { Posting } from '../wallet/ledger.ts'
import { borneSoFar, Coins } from './status-coins.ts'
import { OnlineRefunds, onlineRefunds, paymentChange } from './status-refund.ts'

export const LockedOrderRow = z.strictObject({
  orderId: z.string(),
  userId: z.string(),
  referrerId: z.nullable(z.string()),
  status: z.enum(deliveryStatuses),
  paymentMethod: z.enum(paymentMethods),
  paymentStatus: z.enum(paymentStatuses),
  paidBy: z.enum(payers),
  total: z.int(),
  coins: z.int(),
  referralCoins: z.int(),
  hasCoupon: z.boolean(),
  isErased: z.boolean(),
  /** Refunds from this amount on need a second person, in paise; null where the store does not require one. */
  approvalFrom: z.nullable(z.int()),
  /** What its invoice is made of, if the change may have to issue one. */
  supply: z.nullable(storedSupply),
})
export type LockedOrder = z.output<typeof LockedOrderRow>

/** The order `o` with its coupon use `c` as JSON (`LockedOrder`). */
export const lockedOrder = (
  to: DeliveryStatus,
  now: Date,
): SQL => sql`json_build_object('orderId', o.order_id,
  'userId', o.user_id, 'referrerId', o.referrer_id, 'status', o.status, 'paymentMethod', o.payment_method,
  'paymentStatus', o.payment_status, 'paidBy', o.paid_by, 'total', o.total, 'coins', o.coins,
  'referralCoins', o.referral_coins, 'hasCoupon', c.order_id IS NOT NULL,
  'isErased', (SELECT u.erased_at IS NOT NULL FROM users u WHERE u.id = o.user_id),
  'approvalFrom', (SELECT payout_approval_from FROM company WHERE second_person), 'supply', CASE
    WHEN ${needsInvoice(to)}::boolean AND o.status IN ('confirmed', 'canceled') THEN ${supplyOf(now)} END)`

export type StatusChangeRequest = {
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
  /** The staff member who makes the change alone; absent if the customer or the provider causes it. */
  staffId?: string | undefined
  /** Paise of the refund that a second person has approved. */
  approvedRefund?: number | undefined
  /** Postings of what caused the change. */
  postings?: readonly Posting[]
  /** What happens to a pick of which something is recorded; without it the change is refused. */
  touchedPick?: TouchedPickPolicy | undefined
  by: string
  now: Date
}

/** What picking does to the order when it ends. */
export type PickOutcome = {
  /** Common table expressions that write the picked lines and move stock; `after` takes its locks before the levels. */
  writes: (after: SQL) => SQL
  /** An invoice that was issued before, when the order was packed without picking, no longer says what is delivered. */
  hasOtherItems: boolean
  /** The assignments of the new bill, each after a comma. */
  bill: SQL
  supply: Supply | null
  /** Paise that go back to the wallet. */
  walletRefund: number
  /** Paise to refund of an online payment, less earlier refunds. */
  onlineRefund: number
}

const creditOf = (id: string) => sql`(SELECT ${creditOfOrder} FROM orders o WHERE o.id = ${id})`

/** Whether reopening this canceled order makes its referral code count again. */
export const reactivatesReferral = (order: LockedOrder) =>
  order.status === 'canceled' && order.referrerId !== null

/** The effect of the change on the order's pick; none if the change is the end of the pick. */
const pickChange = ({ id, to, touchedPick: policy, now }: StatusChangeRequest, { status }: LockedOrder) => {
  if (status === 'confirmed')
    return typeof policy === 'object' ? sql`, ${discardPick(id, policy.discardedBy, now)}` : sql``
  return status === 'canceled' || to === 'confirmed' ? sql`, ${dropPick(id, status === 'canceled')}` : sql``
}

/** Locks the referrer, so that an erasure is seen or waits: an erased referrer gets no coins. */
const lockReferrer = (id: string) => sql`referrer AS (
  SELECT erased_at IS NOT NULL AS is_erased FROM users WHERE id = ${id} FOR KEY SHARE
)`

const writtenRow = z.strictObject({
  step: z.int(),
  referralCoins: z.int(),
  borne: z.nullable(Coins),
  shortages: Shortages,
  pick: z.nullable(UnfinishedPick),
  /** Whether it had an invoice before that is not credited. */
  hasInvoice: z.boolean(),
  online: z.nullable(OnlineRefunds),
})
/**
 * Writes the order, its history, the coupon use, the customer's total, its pieces in stock and the live event in one
 * statement. Reactivating a referral also locks the customer's row, as placing
 * an order does (`lockCustomer`).
 * @returns the step in the order's history, the coins for the referrer, the coins that the store has borne, the refunds of
 * an online order, and what was recorded of a pick: read here, because the statement that waited for the lock did not see
 * the latest rows
 * @throws HttpError 409 `picking` when the change would lose a pick, 409 `stock`
 */
export async function writeChange(
  tx: Db,
  change: StatusChangeRequest,
  order: LockedOrder,
  { effects, picked }: { effects: DeliveryEffects; picked: PickOutcome | null },
) {
  const { id, to, by, now } = change
  const at = now.toISOString()
  const released = effects.coupon === 'release' ? sql`${at}::timestamptz` : sql`NULL`
  const borne = to === 'delivered' ? borneSoFar(id, order) : sql`NULL::json`
  const stock = picked ? null : stockEffects(order.status, to)
  const moving = stock ? sql`, ${moveStock(id, stock, { by, now, after: sql`spent` })}` : sql``
  const picking = picked ? sql`, ${picked.writes(sql`spent`)}` : pickChange(change, order)
  const pick = !picked && order.status === 'confirmed' ? unfinishedPick(id) : sql`NULL::json`
  const putBack =
    to === 'canceled'
      ? sql`, ${rememberPutBack(id, { from: order.status, by, now })}`
      : order.status === 'canceled'
        ? sql`, ${forgetPutBack(id)}`
        : sql``
  const rewarding =
    to === 'delivered' && order.referrerId !== null ? sql`, ${lockReferrer(order.referrerId)}` : null
  const referralCoins = rewarding
    ? sql`CASE WHEN (SELECT is_erased FROM referrer) THEN 0 ELSE referral_coins END`
    : sql`referral_coins`
  const isOnline = order.paymentMethod === 'online'
  // Refunds beyond missing items lower what the customer paid for the order.
  const credited = isOnline ? sql` - ${Math.sign(effects.totalPayment)}::int * ${creditOf(id)}` : sql``
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
      UPDATE users SET total_payment = total_payment + ${effects.totalPayment}::bigint${credited}
      WHERE id = ${order.userId} AND ${effects.totalPayment !== 0 || reactivatesReferral(order)}::boolean
      RETURNING 1
    )${isOnline ? sql`, ${paymentChange(change, order, { effects, picked })}` : sql``}${moving}${picking}${putBack}${rewarding ?? sql``}
    UPDATE orders SET status = ${to}, payment_status = ${effects.paymentStatus},
      paid_by = ${effects.paidBy}, referral_coins = ${referralCoins}${picked?.bill ?? sql``} WHERE id = ${id}
    RETURNING (SELECT step FROM history) AS step, referral_coins AS "referralCoins", (SELECT ${borne}) AS borne, ${stock ? shortagesFound : sql`NULL::json`} AS shortages,
      EXISTS (SELECT 1 FROM invoices i WHERE i.order_id = ${id} AND i.is_current) AS "hasInvoice", ${pick} AS pick,
      ${isOnline ? onlineRefunds(id) : sql`NULL::json`} AS online`)
  const { pick: unfinished, shortages, ...written } = requireRow(rows, 'Order')
  const touched = touchedPick(unfinished)
  if (touched && !change.touchedPick) throw pickUnderWay(touched)
  refuseShortages(409, shortages)
  return { ...written, touched }
}
