import { refundedClaimRefusal } from '@kirana/domain/claims'
import { needsCashAnswer, deliveryEffects, isUnpaidOnline, paymentRefusal } from '@kirana/domain/delivery'
import { type DeliveryStatus, deliveryStatuses, type PaymentStatus } from '@kirana/domain/vocabulary'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import { send } from '../../db/send.ts'
import type { Db } from '../../db/types.ts'
import { requireRow, HttpError } from '../../errors.ts'
import { issueChallan } from '../invoices/challan.ts'
import { creditInvoice, issueInvoice } from '../invoices/issue.ts'
import { post } from '../wallet/ledger.ts'
import { requireSecondPerson } from './second-person.ts'
import { pickTakenBack } from './undo-pick.ts'
import { pickUnderWay, type TouchedPick, touchedPick } from './touched-pick.ts'
import { countReplaced, lockReplacedClaim } from './replacement.ts'
import { coinsBorneIn, lockWallets, pickPostings, postingsOf } from './status-coins.ts'
import { cashPostings, lockRiders, publishDrop } from './status-drop.ts'
import { changeUpi } from './status-upi.ts'
import { askedRefund, creditBefore, restPosting } from './status-refund.ts'
import { takeFromWallet } from './taken-up.ts'
import {
  changeCouponUse,
  type LockedOrder,
  lockedOrder,
  LockedOrderRow,
  lockReferrer,
  type PickOutcome,
  reactivatesReferral,
  type StatusChangeRequest,
  writeChange,
} from './status-write.ts'

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
  /** Set if the wallet now pays for the cash order. */
  paidBy?: 'wallet'
  /** The person who confirmed that cash was collected, if the refund depended on it. */
  cashCollectedBy?: string
  /** Coins that could not be taken back because they were spent. */
  coinsBorneByStore?: number
  /** Paise that are refunded to the source of the online payment. */
  sourceRefund?: number
  /** Paise that the staff member refunds without a second person, if the store requires one for large refunds. */
  refundedAlone?: number
  /**
   * Paise that the staff member takes from the customer's wallet without a second person, if the store requires one.
   */
  spentAlone?: number
  /** The reason for a cancelation, if one was given. */
  reason?: string
  /** The progress of the order's pick, if the change overrode it. */
  keptPick?: TouchedPick
  /** The progress of the order's pick, if the change discarded it. */
  discardedPick?: TouchedPick
}

/** The change's `before` and `after` for the audit log. */
export const statusAudit = ({ from, to, paymentStatus, ...details }: StatusChangeResult) => ({
  before: { status: from, paymentStatus: paymentStatus.from },
  after: { status: to, paymentStatus: paymentStatus.to, ...details },
})

const lockedRow = z.strictObject({ order_row: LockedOrderRow })

/** Locks the order, which serializes changes of one order, and then reads it, so that all earlier changes are seen. */
async function lockOrder(tx: Db, { id, to, owner, now }: StatusChangeRequest): Promise<LockedOrder> {
  const isTheirs = sql`o.id = ${id} ${owner === undefined ? sql`` : sql`AND o.user_id = ${owner}`}`
  await send(tx, sql`SELECT 1 FROM orders o WHERE ${isTheirs} FOR UPDATE`)
  await lockRiders(tx, id)
  await lockReplacedClaim(tx, id)
  if (to === 'delivered') await lockReferrer(tx, id)
  const rows = await rowsOf(tx, lockedRow).execute(sql`
    SELECT ${lockedOrder(to, now)} AS order_row
    FROM orders o LEFT JOIN coupon_uses c ON c.order_id = o.id WHERE ${isTheirs}`)
  return requireRow(rows, 'Order').order_row
}

const changeRow = z.strictObject({
  to: z.enum(deliveryStatuses),
  by: z.string(),
  at: z.union([z.string(), z.date()]),
})

/** Call it with the order locked: only then is the last committed change visible. */
export async function lastChange(tx: Db, orderId: string): Promise<LastChange> {
  const rows = await rowsOf(tx, changeRow).execute(sql`
    SELECT to_status AS to, by, created_at AS at FROM order_history WHERE order_id = ${orderId} ORDER BY step DESC LIMIT 1`)
  const { at, ...change } = requireRow(rows, 'Order')
  return { ...change, at: new Date(at) }
}

/**
 * Allows one order with a referral code per customer. Runs after the customer is locked, so it sees every order placed
 * or reopened before. This is not a unique index, because existing stores may already have two such orders.
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

const walletTooLow = () => new HttpError(409, 'The wallet no longer covers this change', { code: 'wallet' })

/** The wallet of an erased customer cannot be used, so nothing may be paid into it. @throws HttpError 422 */
function refuseErased({ isErased }: LockedOrder, coins: number, money: number) {
  if (isErased && (coins > 0 || money > 0))
    throw new HttpError(422, 'This customer is erased: nothing can go to their wallet', { code: 'erased' })
}

/**
 * Sets the delivery status with all its effects. Needs one round trip, and another one when coins are taken back, when
 * pieces must be in stock, or when a canceled order with a referral code or a refund to a wallet is reopened. The store
 * bears coins that must be taken back but are spent; they never block a change. Undoing the end of a pick restores the
 * pick.
 * @returns null when nothing changes, because the order already has that status or does not meet `onlyUnpaid`
 * @throws HttpError 404 for an unknown order
 * @throws HttpError 422 when the order's online payment forbids the status, or when money or coins would be added to
 * the wallet of an erased customer
 * @throws HttpError 409 when the status is not `from`, a customer cancels an order that was sent out before, the ended
 * pick cannot be restored because the order has changed since then, the wallet no longer covers the reversal of a
 * refund, pieces have been sold to other orders, or the customer has used a referral code on another order
 * @throws HttpError 409 with the code `limit` as `takeFromWallet`; `refunded` for undoing a pick that refunded money;
 * `placed` if the photographed list was ordered again; `claim` if the order has a replacement that is not canceled, or
 * is a replacement for a canceled order; `picking` if picked lines would be lost
 * @throws NeedsApproval as `requireSecondPerson`
 * @see domain rules, Orders and Wallet
 */
export async function changeOrderStatus(
  tx: Db,
  change: StatusChangeRequest,
): Promise<StatusChangeResult | null> {
  const order = await lockOrder(tx, change)
  if (change.onlyUnpaid && !isUnpaidOnline(order)) return null
  // Checked before the equality: if two packers have both seen Confirmed, the second must get a 409, not a success.
  if (change.from !== undefined && change.from !== order.status)
    throw new StaleStatus(await lastChange(tx, change.id))
  if (order.status === change.to) return null
  // Otherwise, after staff have reverted the status, the customer could cancel alone and get a refund for received
  // items.
  if (change.owner !== undefined && order.wasSentOut) throw new StaleStatus(await lastChange(tx, change.id))
  const refusal = paymentRefusal(order, order.status, change.to)
  if (refusal !== null) throw new HttpError(422, refusal, { code: 'payment' })
  if (order.orderedAgainAs !== null)
    throw new HttpError(409, `The list of this order was ordered again as ${order.orderedAgainAs}`, {
      code: 'placed',
    })
  if (change.to === 'canceled') refuseWhileReplaced(order)
  if (order.status === 'canceled' && order.isReplacedCanceled)
    throw new HttpError(409, 'The order whose pieces this replaces is canceled', { code: 'claim' })
  if (order.hasRefundedClaim) refuseAfterClaim(order, change)
  const refundedAlone = await requireSecondPerson(tx, change, order)
  const spentAlone = await takeFromWallet(tx, change, order)
  const isTakenBack = change.isUndo === true && change.to === 'confirmed'
  const takenBack = isTakenBack && order.endedPick ? pickTakenBack(change.id, order.endedPick, change) : null
  if (change.onlyEndedPick && !takenBack) throw new StaleStatus(await lastChange(tx, change.id))
  const changed = await applyChange(tx, change, order, takenBack)
  return { ...changed, ...(refundedAlone > 0 && { refundedAlone }), ...(spentAlone > 0 && { spentAlone }) }
}

/** Rejects canceling an order that has a replacement which is not canceled. @throws HttpError 409 `claim` */
export function refuseWhileReplaced({ replacement }: LockedOrder) {
  if (replacement !== null)
    throw new HttpError(409, `Cancel its replacement ${replacement} first`, { code: 'claim' })
}

/**
 * Restricts changes of an order with refunded pieces: it can only be canceled, and if it was paid in cash, only with a
 * refund of the cash, because a part of it has already been refunded.
 * @throws HttpError 422
 */
function refuseAfterClaim(order: LockedOrder, { to, cashCollected = false }: StatusChangeRequest) {
  const refusal = refundedClaimRefusal(order.status, to)
  if (refusal !== null) throw new HttpError(422, refusal, { code: 'claim' })
  if (needsCashAnswer(order, order.status, to) && !cashCollected)
    throw new HttpError(
      422,
      'Pieces of this order were refunded for a claim, so its cash was collected. Confirm the refund of the cash',
      { code: 'claim' },
    )
}

/** The reason for crediting the order's existing invoice; null if it stays valid. */
function creditReason({ to }: StatusChangeRequest, picked: PickOutcome | null): string | null {
  if (to === 'canceled') return 'Order canceled'
  return picked?.hasOtherItems ? 'Items changed' : null
}

/**
 * Writes a checked change with all its effects. `picked` is the outcome of picking, if the end of picking sets the
 * status. After the order every change of money takes its locks in this order: riders, the claimed order of a canceled
 * replacement, the claim of a replacement, the customer, the limit of a staff member, the levels of the stock, wallets,
 * the till, the series of credit notes, the series of invoices, the coupon. This order prevents deadlocks.
 * @throws HttpError 409 as `changeOrderStatus`; 422 if no invoice can be issued
 */
export async function applyChange(
  tx: Db,
  change: StatusChangeRequest,
  order: LockedOrder,
  picked: PickOutcome | null = null,
): Promise<StatusChangeResult> {
  const { cashCollected = false } = change
  const wanted = deliveryEffects(order, order.status, change.to, {
    cashCollected,
    paidByUpi: change.upi !== undefined,
    isUpiVerified: order.upi?.isVerified ?? false,
  })
  refuseErased(order, wanted.customerCoins, wanted.customerMoney + (picked?.walletRefund ?? 0))
  const { online } = order
  const touched = picked ? null : touchedPick(order.pick)
  if (touched && !change.touchedPick) throw pickUnderWay(touched)
  const isToBePacked = change.to !== 'canceled' && [order.status, change.to].includes('confirmed')
  if (online && isToBePacked && online.refunded >= online.paid)
    throw new HttpError(422, 'The payment of this order went back to the customer. Cancel the order', {
      code: 'payment',
    })
  const refunding = { isCanceled: wanted.sourceRefund > 0, missing: picked?.onlineRefund ?? 0 }
  const asked = online && askedRefund(online, refunding)
  const rest = asked?.isSmall ? [restPosting({ ...order, ...change }, asked)] : []
  refuseErased(order, 0, rest.length)
  await writeChange(tx, change, order, { effects: wanted, picked, asked })
  if (order.isReplacement && (picked || [order.status, change.to].includes('canceled')))
    await countReplaced(tx, change.id)
  if (reactivatesReferral(order)) await refuseSecondReferral(tx, change, order)

  // An erased referrer gets no coins, but coins that were granted earlier are taken back.
  const granted = change.to === 'delivered' && order.isReferrerErased ? 0 : order.referralCoins
  const effects = { ...wanted, referrerCoins: Math.min(wanted.referrerCoins, granted) }
  const takesCoins = effects.customerCoins < 0 || effects.referrerCoins < 0
  const coins = (takesCoins ? await lockWallets(tx, order) : order.borne) ?? { customer: 0, referrer: 0 }
  const cash = [
    ...cashPostings(change, order, effects),
    ...(await changeUpi(tx, change, order, effects.paidBy)),
  ]
  const postings = [
    ...postingsOf(change, order, { effects, step: order.step + 1, coins }),
    ...pickPostings(change, order, picked),
    ...rest,
    ...cash,
    ...(change.postings ?? []),
  ]
  await post(tx, postings, change.now, { insufficient: walletTooLow })
  await publishDrop(tx, change.id, { hasDrop: order.drop !== null, hasCash: cash.length > 0 })
  const supply = effects.issuesInvoice ? (picked?.supply ?? order.supply) : null
  const reason = creditReason(change, picked)
  if (reason !== null) await creditInvoice(tx, change.id, reason, change.now)
  if (supply && order.isReplacement) {
    await issueChallan(tx, { orderId: change.id, supply }, change.now)
  } else if (supply) {
    const credit = creditBefore(online, asked, supply.total)
    await issueInvoice(tx, { orderId: change.id, supply, credit }, change.now)
  }
  await changeCouponUse(tx, change, effects.coupon)
  const decidedByCash = cashCollected && needsCashAnswer(order, order.status, change.to)
  const coinsBorneByStore = coinsBorneIn(postings)
  const sourceRefund = asked && !asked.isSmall ? asked.amount : 0
  return {
    from: order.status,
    to: change.to,
    paymentStatus: { from: order.paymentStatus, to: effects.paymentStatus },
    ...(order.paidBy === 'cash' && effects.paidBy === 'wallet' && { paidBy: effects.paidBy }),
    ...(decidedByCash && { cashCollectedBy: change.by }),
    ...(coinsBorneByStore > 0 && { coinsBorneByStore }),
    ...(sourceRefund > 0 && { sourceRefund }),
    ...(change.to === 'canceled' && change.reason && { reason: change.reason }),
    ...(touched && { [change.touchedPick === 'keep' ? 'keptPick' : 'discardedPick']: touched }),
  }
}
