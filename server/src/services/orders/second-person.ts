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

/** The refund of a cancelation; null if nothing is refunded. For an online payment it is the remaining payment. */
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
 * The number of recorded line settings in the pick that the change discards; null if it discards no pick.
 * @throws HttpError 409 `picking`, like the change itself, because a request that cannot be fulfilled must not wait for
 * approval
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

/** Whether the status was changed after this time, even if the change was reverted. */
async function hasChangedSince(tx: Db, orderId: string, at: Date): Promise<boolean> {
  const rows = await rowsOf(tx, changedRow).execute(sql`
    SELECT EXISTS (SELECT 1 FROM order_history WHERE order_id = ${orderId} AND created_at > ${at.toISOString()})
      AS "hasChanged"`)
  return rows[0]?.hasChanged ?? true
}

/**
 * Requires a second person, if the store has this rule, when a staff member would refund the collected cash of an
 * order, or would exceed the limit of refunds that one person may make. An approval is valid only for the state of the
 * order at the time of the request.
 * @returns paise that the staff member refunds alone; 0 if the store requires no second person
 * @throws NeedsApproval; HttpError 409 `stale` when the order has changed since the request, and `picking`
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
