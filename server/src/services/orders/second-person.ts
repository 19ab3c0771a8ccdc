import { needsCashAnswer } from '@kirana/domain/delivery'
import { formatRupees, type Paise } from '@kirana/domain/money'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { HttpError, requireRow } from '../../errors.ts'
import { lineActions } from '../shared/pick-lines.ts'
import { type ApprovalRequest, NeedsApproval, refundedAlone } from '../shared/second-person.ts'
import type { LockedOrder, StatusChangeRequest } from './status-write.ts'
import { pickUnderWay, touchedPick } from './touched-pick.ts'

type Refund = Pick<ApprovalRequest, 'kind' | 'amount'> & { reason: string }

/**
 * What the change refunds because the order is canceled; null if nothing. Of an online payment that is what is left of it.
 */
function refundOf({ to, cashCollected = false }: StatusChangeRequest, order: LockedOrder): Refund | null {
  if (to !== 'canceled') return null
  if (order.paidBy === 'cash')
    return cashCollected && needsCashAnswer(order, order.status, to)
      ? {
          kind: 'cash-refund',
          amount: order.total - order.claimed,
          reason: 'The cash of the delivered order was collected',
        }
      : null
  if (order.paidBy === 'wallet' || (order.paidBy === 'upi' && order.upi?.isVerified))
    return {
      kind: 'cancel-refund',
      amount: order.total - order.claimed,
      reason: `${formatRupees(order.total - order.claimed)} back to the wallet`,
    }
  if (order.paidBy !== 'online' || !order.online) return null
  const { left } = order.online
  return { kind: 'cancel-refund', amount: left, reason: `${formatRupees(left)} back to the source` }
}

const pickRow = z.strictObject({ settings: z.int() })

/**
 * How many settings of the lines are stored of a pick that the change discards; null if it discards none.
 * @throws HttpError 409 `picking`, as the change itself: a request that cannot be granted must not wait
 */
async function discardedSettings(
  tx: Db,
  { id, touchedPick: policy }: StatusChangeRequest,
  order: LockedOrder,
): Promise<number | null> {
  if (order.status !== 'confirmed') return null
  const touched = touchedPick(order.pick)
  if (!touched) return null
  if (!policy) throw pickUnderWay(touched)
  const rows = await rowsOf(tx, pickRow).execute(sql`
    SELECT ${lineActions}::int AS settings FROM orders o WHERE o.id = ${id}`)
  return requireRow(rows, 'Order').settings
}

const staleApproval = (what: string) =>
  new HttpError(409, `The ${what} of this order has changed. Ask for it again`, { code: 'stale' })

const changedRow = z.strictObject({ hasChanged: z.boolean() })

/** Whether the status was set after this time, also if it has been set back. */
async function hasChangedSince(tx: Db, orderId: string, at: Date): Promise<boolean> {
  const rows = await rowsOf(tx, changedRow).execute(sql`
    SELECT EXISTS (SELECT 1 FROM order_history WHERE order_id = ${orderId} AND created_at > ${at.toISOString()})
      AS "hasChanged"`)
  return rows[0]?.hasChanged ?? true
}

/**
 * Requires a second person where the store asks for one and a staff member would refund the collected cash of an order, or
 * more of paid orders alone than the company's limit allows. The approval is for the order as it was when the approval
 * was requested.
 * @returns paise that the staff member refunds alone; 0 where the store requires no second person
 * @throws NeedsApproval; HttpError 409 `stale` when the order has changed since, and `picking`
 */
export async function requireSecondPerson(
  tx: Db,
  change: StatusChangeRequest,
  order: LockedOrder,
): Promise<Paise> {
  const { id: subject, staffId, approved, now } = change
  const { approvalFrom, userId } = order
  if (!approved && (approvalFrom === null || staffId === undefined)) return 0
  const refund = refundOf(change, order)
  const { amount = 0 } = refund ?? {}
  if (approved) {
    if (approved.amount !== amount) throw staleApproval(change.cashCollected ? 'total' : 'refund')
    if ((await discardedSettings(tx, change, order)) !== approved.seen) throw staleApproval('pick')
    if (await hasChangedSince(tx, change.id, approved.askedAt)) throw staleApproval('status')
    return 0
  }
  if (refund === null || amount === 0 || approvalFrom === null || staffId === undefined) return 0
  const isSmall = refund.kind === 'cancel-refund' && amount < approvalFrom
  const before = isSmall ? await refundedAlone(tx, staffId, now) : 0
  if (isSmall && before + amount < approvalFrom) return amount
  const seen = await discardedSettings(tx, change, order)
  const { reason: cancelReason = '' } = change
  const reason = [
    ...(cancelReason ? [cancelReason] : []),
    refund.reason,
    ...(before > 0 ? [`${formatRupees(before)} refunded alone in the 24 hours before`] : []),
  ].join('. ')
  throw new NeedsApproval({
    ...refund,
    userId,
    subject,
    reason,
    cancelReason,
    ...(seen !== null && { seen }),
  })
}
