import { type DeliveryEffects, isUnpaidOnline, needsInvoice } from '@kirana/domain/delivery'
import { listStatusAfter } from '@kirana/domain/photo-order'
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
import { whole } from '../../db/rows.ts'
import { send } from '../../db/send.ts'
import type { Db } from '../../db/types.ts'
import type { Replaced } from '../../tables/picks.ts'
import type { Supply } from '../invoices/data.ts'
import { storedSupply, supplyOf } from '../invoices/issue.ts'
import { creditOfOrder } from '../shared/refund-rows.ts'
import { moveStock } from '../stock/of-orders.ts'
import { forgetPutBack, rememberPutBack } from '../stock/put-back.ts'
import { borneSoFar, Coins } from './status-coins.ts'
import { lastCash, latestDrop, LatestDrop, moveDrop, StoredCash } from './status-drop.ts'
import { DoorUpi, doorUpi, type PaidByUpi } from './status-upi.ts'
import { isReplacedCanceled } from './replacement.ts'
import { type AskedRefund, askRefund, closeCheckout, PaidOnline, paidOnline } from './status-refund.ts'
import { endedPick } from './ended-pick.ts'
import { CanceledBy, canceledBy } from './taken-up.ts'
import {
  discardPick,
  restorePick,
  dropPick,
  type TouchedPickPolicy,
  UnfinishedPick,
  unfinishedPick,
} from './touched-pick.ts'
import type { Posting } from '../wallet/ledger.ts'

export const LockedOrderRow = z.strictObject({
  orderId: z.string(),
  userId: z.string(),
  referrerId: z.nullable(z.string()),
  status: z.enum(deliveryStatuses),
  /** The photographed list from which the order was placed. */
  manualOrderId: z.nullable(z.string()),
  /** The number of a later order that was placed from the same list and is not canceled. */
  orderedAgainAs: z.nullable(z.string()),
  paymentMethod: z.enum(paymentMethods),
  paymentStatus: z.enum(paymentStatuses),
  paidBy: z.enum(payers),
  total: z.int(),
  /** Whether its cash is collected in whole rupees. */
  roundsCash: z.boolean(),
  /** The refunds of claims, unless the order is paid online. */
  claimed: z.int(),
  hasRefundedClaim: z.boolean(),
  /** Whether the order delivers claimed pieces again for ₹0. */
  isReplacement: z.boolean(),
  /** Whether the bag was ever sent out or delivered, even if the status was reverted; read only for a cancelation. */
  wasSentOut: z.boolean(),
  /** The number of a replacement for claimed pieces of this order that is not canceled. */
  replacement: z.nullable(z.string()),
  /** For a replacement: whether the claimed order is canceled. */
  isReplacedCanceled: z.boolean(),
  canceled: z.nullable(CanceledBy),
  coins: z.int(),
  referralCoins: z.int(),
  hasCoupon: z.boolean(),
  isErased: z.boolean(),
  /** Refunds from this amount on need a second person, in paise; null if the store does not require one. */
  approvalFrom: z.nullable(z.int()),
  isReferrerErased: z.boolean(),
  /** Its last step in the history. */
  step: z.int(),
  /** The state before the pick ended, if the end of the pick was the order's last change; otherwise null. */
  endedPick: z.nullable(whole<Replaced>()),
  /** The recorded progress of a pick, while the order is confirmed. */
  pick: z.nullable(UnfinishedPick),
  online: z.nullable(PaidOnline),
  /** The coins that the store has borne, if the change is to Delivered. */
  borne: z.nullable(Coins),
  /** The data for its invoice, if the change may issue one. */
  supply: z.nullable(storedSupply),
  drop: z.nullable(LatestDrop),
  /** The latest posting of its cash. */
  cash: z.nullable(StoredCash),
  upi: z.nullable(DoorUpi),
})
export type LockedOrder = z.output<typeof LockedOrderRow>

const wasSentOut = sql`EXISTS (SELECT 1 FROM order_history h
  WHERE h.order_id = o.id AND h.to_status IN ('dispatched', 'outForDelivery', 'delivered'))`

/**
 * The order `o` with its coupon use `c` as JSON (`LockedOrder`). It is read by the statement after the one that locks
 * the order: after waiting for a lock, a statement sees the current state of the locked row only, not of other rows.
 */
export const lockedOrder = (
  to: DeliveryStatus,
  now: Date,
): SQL => sql`json_build_object('orderId', o.order_id,
  'userId', o.user_id, 'referrerId', o.referrer_id, 'status', o.status, 'manualOrderId', o.manual_order_id,
  'orderedAgainAs', CASE WHEN o.status = 'canceled' THEN (SELECT n.order_id FROM orders n
    WHERE n.manual_order_id = o.manual_order_id AND n.status <> 'canceled') END, 'paymentMethod', o.payment_method,
  'paymentStatus', o.payment_status, 'paidBy', o.paid_by, 'total', o.total,
  'roundsCash', o.rounds_cash,
  'claimed', o.claimed, 'hasRefundedClaim', EXISTS (SELECT 1 FROM claim_pieces k WHERE k.order_id = o.id), 'isReplacement', o.is_replacement,
  'isReplacedCanceled', ${isReplacedCanceled}, 'canceled', ${canceledBy}, 'wasSentOut', ${to === 'canceled' ? wasSentOut : sql`false`},
  'replacement', (SELECT b.order_id FROM claims k JOIN claim_replacements r ON r.claim_id = k.id JOIN orders b ON b.id = r.order_id
    WHERE k.order_id = o.id AND b.status <> 'canceled' ORDER BY b.id LIMIT 1), 'coins', o.coins,
  'referralCoins', o.referral_coins, 'hasCoupon', c.order_id IS NOT NULL,
  'isErased', (SELECT u.erased_at IS NOT NULL FROM users u WHERE u.id = o.user_id),
  'isReferrerErased', EXISTS (SELECT 1 FROM users u WHERE u.id = o.referrer_id AND u.erased_at IS NOT NULL),
  'approvalFrom', (SELECT payout_approval_from FROM company WHERE second_person),
  'step', (SELECT max(h.step) FROM order_history h WHERE h.order_id = o.id),
  'endedPick', CASE WHEN o.status = 'prepared' THEN ${endedPick} END,
  'pick', CASE WHEN o.status = 'confirmed' THEN ${unfinishedPick} END,
  'online', CASE WHEN o.payment_method = 'online' THEN ${paidOnline} END,
  'drop', ${latestDrop},
  'cash', CASE WHEN o.payment_method = 'cod' THEN ${lastCash} END,
  'upi', CASE WHEN o.paid_by = 'upi' THEN ${doorUpi} END,
  'borne', ${to === 'delivered' ? borneSoFar : sql`NULL::json`},
  'supply', ${needsInvoice(to) ? sql`CASE WHEN o.status IN ('confirmed', 'canceled') THEN ${supplyOf(now)} END` : sql`NULL::json`})`

/** Locks the order's referrer, so that a concurrent erasure waits or is seen: an erased referrer gets no coins. */
export const lockReferrer = (tx: Db, orderId: string) =>
  send(
    tx,
    sql`SELECT 1 FROM users WHERE id = (SELECT referrer_id FROM orders WHERE id = ${orderId}) FOR KEY SHARE`,
  )

/** The state of the order when the refund was requested. A later change of the order makes the approval void. */
export type ApprovedRefund = {
  /** Paise. */
  amount: number
  /** Number of line settings in the pick that the change discards; null if it discards no pick. */
  seen: number | null
  askedAt: Date
}

export type StatusChangeRequest = {
  /** The order's id. */
  id: string
  to: DeliveryStatus
  /** The status that the caller saw; the change fails if the order has another one. */
  from?: DeliveryStatus | undefined
  /** Whether the change is skipped if the order is not an unpaid online order. */
  onlyUnpaid?: boolean | undefined
  /** Restricts the change to orders of this customer. */
  owner?: string | undefined
  /** The reason for a cancelation, if one was given. */
  reason?: string | undefined
  /** Whether the caller confirms that cash was collected for the delivered order. */
  cashCollected?: boolean | undefined
  /** The staff member who makes the change alone; absent if the customer or the provider causes it. */
  staffId?: string | undefined
  /** The refund that a second person has approved. */
  approved?: ApprovedRefund | undefined
  /** Postings of the action that caused the change. */
  postings?: readonly Posting[]
  /** The rider who delivers it, and has the cash. */
  rider?: { id: string } | undefined
  /** Set if the customer paid the rider by UPI instead of cash. */
  upi?: PaidByUpi | undefined
  /** What to do with a pick that has progress; without it the change is rejected. */
  touchedPick?: TouchedPickPolicy | undefined
  /** Reverts the order's last change, and restores the pick that it discarded. */
  isUndo?: boolean | undefined
  /** Whether the change is made only if it restores the ended pick of the order. */
  onlyEndedPick?: boolean | undefined
  /** Whether the push message of a staff member's change can be sent. */
  isPushConfigured?: boolean | undefined
  by: string
  now: Date
}

/** The result of picking for the order. */
export type PickOutcome = {
  /** Sends the statements that write the picked lines and move stock. */
  write: (tx: Db) => Promise<void>
  /** Whether the picked items differ from the ordered ones, so that an existing invoice no longer matches. */
  hasOtherItems: boolean
  /** SQL assignments of the new bill, each with a leading comma. */
  bill: SQL
  supply: Supply | null
  /** Paise to refund to the wallet. */
  walletRefund: number
  /** Paise to refund of an online payment, less earlier refunds. */
  onlineRefund: number
}

const creditOf = (id: string) => sql`(SELECT ${creditOfOrder} FROM orders o WHERE o.id = ${id})`

/** Whether reopening this canceled order makes its referral code count again. */
export const reactivatesReferral = (order: LockedOrder) =>
  order.status === 'canceled' && order.referrerId !== null

/** Discards, drops or restores the order's pick as the change requires. */
async function changePick(
  tx: Db,
  { id, to, touchedPick: policy, isUndo = false, now }: StatusChangeRequest,
  { status, step }: LockedOrder,
) {
  if (status === 'confirmed') {
    if (typeof policy === 'object')
      await discardPick(tx, { orderId: id, step: step + 1 }, policy.discardedBy, now)
  } else if (status === 'canceled' || to === 'confirmed') {
    await dropPick(tx, id, status === 'canceled')
    if (isUndo && to === 'confirmed') await restorePick(tx, id, step)
  }
}

/** Adds the change to the customer's total payment. Refunds beyond missing items lower the payment for the order. */
async function addPayment(tx: Db, { id }: StatusChangeRequest, order: LockedOrder, change: number) {
  const credited =
    order.paymentMethod === 'online' ? sql` - ${Math.sign(change)}::int * ${creditOf(id)}` : sql``
  await send(
    tx,
    sql`UPDATE users SET total_payment = total_payment + ${change}::bigint${credited} WHERE id = ${order.userId}`,
  )
}

/** Ends the photographed list when its order ends, and reopens it when its order is reopened. */
async function moveList(tx: Db, { to }: StatusChangeRequest, { status, manualOrderId }: LockedOrder) {
  const next = listStatusAfter(status, to)
  if (manualOrderId === null || next === null) return
  await send(
    tx,
    sql`WITH moved AS (
        UPDATE manual_orders SET status = ${next} WHERE id = ${manualOrderId} AND status <> ${next} RETURNING id
      ) INSERT INTO live_events (type, subject) SELECT 'manual-order.changed', id FROM moved`,
  )
}

type Written = {
  effects: DeliveryEffects
  picked: PickOutcome | null
  asked: AskedRefund | null
}

/**
 * Writes a change to a locked order: its payment, its pieces in stock, its pick, its history and status. Locks the
 * customer's row before the stock levels. The counters are locked last, by the update of the order. The use of its
 * coupon is changed after all postings (`changeCouponUse`). Reactivating a referral also locks the customer's row, as
 * placing an order does (`lockCustomer`).
 * @throws HttpError 409 `stock`
 */
export async function writeChange(
  tx: Db,
  change: StatusChangeRequest,
  order: LockedOrder,
  { effects, picked, asked }: Written,
) {
  const { id, to, by, now, reason = '' } = change
  const at = now.toISOString()
  if (!isUnpaidOnline(order))
    await send(tx, sql`INSERT INTO live_events (type, subject) VALUES ('order.changed', ${id})`)
  if (effects.totalPayment !== 0 || reactivatesReferral(order))
    await addPayment(tx, change, order, effects.totalPayment)

  const isCanceled = effects.sourceRefund > 0
  if (isUnpaidOnline(order) && effects.paymentStatus === 'failed') await closeCheckout(tx, id)
  if (order.online && (isCanceled || (picked?.onlineRefund ?? 0) > 0))
    await askRefund(tx, order.online, { asked, isCanceled }, { by, now })

  const stock = picked ? null : stockEffects(order.status, to)
  if (stock) await moveStock(tx, id, stock, { by, now })
  if (to === 'canceled') await rememberPutBack(tx, id, { from: order.status, by, now })
  else if (order.status === 'canceled') await forgetPutBack(tx, id)
  if (picked) await picked.write(tx)
  else await changePick(tx, change, order)
  await moveDrop(tx, change, order.drop)
  await moveList(tx, change, order)
  await send(
    tx,
    sql`INSERT INTO order_history (order_id, step, from_status, to_status, by, reason, created_at)
      VALUES (${id}, ${order.step + 1}, ${order.status}, ${to}, ${by}, ${to === 'canceled' ? reason : ''}, ${at})`,
  )
  await send(
    tx,
    sql`UPDATE orders SET status = ${to}, payment_status = ${effects.paymentStatus}, paid_by = ${effects.paidBy},
      referral_coins = ${to === 'delivered' && order.isReferrerErased ? 0 : order.referralCoins}${picked?.bill ?? sql``}
      WHERE id = ${id}`,
  )
}

/**
 * Releases the use of the order's coupon, or uses it again. Call it last, because it locks the coupon's row, and all
 * orders with the coupon wait for it.
 */
export async function changeCouponUse(
  tx: Db,
  { id, now }: StatusChangeRequest,
  change: DeliveryEffects['coupon'],
) {
  if (change === 'keep') return
  const releasedAt = change === 'release' ? now.toISOString() : null
  await send(tx, sql`UPDATE coupon_uses SET released_at = ${releasedAt} WHERE order_id = ${id}`)
}
