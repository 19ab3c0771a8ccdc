import type { ApprovalKind } from '@kirana/domain/approval'
import type { Change } from '../../request/audit.ts'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'
import { claimAudit, refundClaim } from '../claims/refund.ts'
import { replaceAudit, replaceClaim } from '../claims/replace.ts'
import { placeOrderFor } from '../orders/place-for.ts'
import { requireOrder } from '../orders/rows.ts'
import { changeOrderStatus, statusAudit } from '../orders/status.ts'
import type { AskedClaim, AskedOrder } from '../../tables/approvals.ts'
import { writeOffAudit, writeOffShortage } from '../delivery/cash-records.ts'
import { finishPick, pickAudit } from '../picking/done.ts'
import { addCoins } from '../wallet/add-coins.ts'
import { approveWithdrawal } from '../wallet/payouts.ts'
import { refuseWithdrawal } from '../wallet/refusals.ts'

/** The requested action, carried out once a second person has approved it. `by` names both people. */
export type Approved = {
  id: string
  userId: string | null
  riderId: string | null
  withdrawalId: string | null
  orderId: string | null
  claimId: string | null
  askedClaim: AskedClaim | null
  askedOrder: AskedOrder | null
  amount: number
  seen: number | null
  askedAt: Date
  reason: string
  /** Why an order is canceled. */
  cancelReason: string
  documents: string[]
  utr: string
  askerId: string
  askedBy: string
  by: string
  /** The person who approves; `name` is for display: 'Ravi (staff)'. */
  approver: { id: string; name: string }
  isPushConfigured: boolean
  now: Date
}

const claimDecision = ({ id, claimId, askedClaim, amount, askerId, by, now }: Approved) => ({
  claimId: claimId ?? '',
  actionId: `approval:${id}`,
  lines: askedClaim?.lines ?? [],
  staffId: askerId,
  approved: amount,
  by,
  now,
})

/**
 * Carries out the requested action, with all checks repeated, and returns the change for the audit log.
 * @throws HttpError as the call that requested the action
 */
export const actions: Record<ApprovalKind, (tx: Db, approved: Approved) => Promise<Change>> = {
  payout: async (tx, { withdrawalId, documents: keys, reason, utr, askerId, by: name, approver, now }) => {
    const id = withdrawalId ?? ''
    const files = { keys, keep: async () => keys }
    const asked = { id, files, reason, utr, by: { id: askerId, name }, approver, now }
    const documents = await approveWithdrawal(tx, asked)
    if (documents === null) return { call: 'withdrawals.approve', object: id, after: { isApproved: true } }
    const proof = { documents, ...(reason && documents.length === 0 && { reason }), ...(utr && { utr }) }
    const after = { isDone: true, ...proof }
    return { call: 'withdrawals.approve', object: id, before: { isDone: false }, after }
  },
  'payout-refusal': async (tx, { withdrawalId, reason, by, isPushConfigured, now }) => {
    const id = withdrawalId ?? ''
    await refuseWithdrawal(tx, { id, reason, by, now, isApproved: true, isPushConfigured })
    return { call: 'withdrawals.refuse', object: id, after: { reason } }
  },
  coins: async (tx, { id, userId, amount: coins, askerId, by, now }) => {
    if (userId === null) throw new Error('An approval of coins names no customer')
    const added = await addCoins(tx, {
      userId,
      coins,
      staffId: askerId,
      by,
      key: `approval:${id}`,
      now,
      isApproved: true,
    })
    return { call: 'wallet.addCoins', object: userId, ...added }
  },
  'cash-refund': async (tx, { orderId, amount, seen, askedAt, cancelReason: reason, by, now }) => {
    const id = orderId ?? ''
    const asked = { id, from: 'delivered', to: 'canceled', cashCollected: true, reason } as const
    const changed = await changeOrderStatus(tx, { ...asked, approved: { amount, seen, askedAt }, by, now })
    if (!changed) throw new HttpError(409, 'This order is already canceled', { code: 'stale' })
    return { call: 'orders.changeStatus', object: id, ...statusAudit(changed) }
  },
  'cancel-refund': async (tx, asked) => {
    const { orderId, amount, seen, askedAt, cancelReason: reason, askerId, askedBy, by, now } = asked
    const id = orderId ?? ''
    const discarded = seen !== null && { touchedPick: { discardedBy: { id: askerId, name: askedBy } } }
    const approved = { amount, seen, askedAt }
    const changed = await changeOrderStatus(tx, {
      id,
      to: 'canceled',
      approved,
      reason,
      by,
      now,
      ...discarded,
    })
    if (!changed) throw new HttpError(409, 'This order is already canceled', { code: 'stale' })
    return { call: 'orders.changeStatus', object: id, ...statusAudit(changed) }
  },
  'claim-refund': async (tx, asked) => {
    const { to = 'wallet', restock = [] } = asked.askedClaim ?? {}
    const decision = claimDecision(asked)
    const result = await refundClaim(tx, { ...decision, to, restock })
    return { call: 'claims.refund', ...claimAudit(decision.claimId, result) }
  },
  'claim-replacement': async (tx, asked) => {
    const decision = claimDecision(asked)
    return { call: 'claims.replace', ...replaceAudit(decision.claimId, await replaceClaim(tx, decision)) }
  },
  pick: async (tx, { id, orderId, amount, seen, askerId, askedBy, by, now }) => {
    const ended = { orderId: orderId ?? '', actionId: `approval:${id}`, approved: { amount, seen, by } }
    const result = await finishPick(tx, ended, { id: askerId, name: askedBy }, now)
    if (!result) throw new HttpError(409, 'This order is already picked', { code: 'done' })
    return { call: 'pick.done', object: ended.orderId, ...pickAudit(result) }
  },
  'wallet-order': async (tx, { askedOrder, userId: customerId, amount, by, isPushConfigured, now }) => {
    if (!askedOrder || customerId === null) throw new Error('An approval of an order names none')
    const paid = {
      ...askedOrder,
      customerId,
      payment: 'wallet',
      expectedTotal: amount,
    } as const
    const { order } = await placeOrderFor(tx, paid, { by, isPushConfigured, now }, (id) =>
      requireOrder(tx, id),
    )
    const call = askedOrder.manualOrderId === null ? 'staffOrders.place' : 'staffOrders.placeList'
    return { call, object: order.id, after: { total: order.totalPrice, payment: order.payment } }
  },
  'write-off': async (tx, { id, riderId, amount, reason, by, now }) => {
    if (riderId === null) throw new Error('A write-off names no rider')
    const asked = { riderId, amount, reason, actionId: `approval:${id}`, isApproved: true }
    const shortage = await writeOffShortage(tx, asked, { by, now })
    if (!shortage) throw new HttpError(409, 'This was written off already', { code: 'action' })
    return { call: 'cash.writeOff', object: riderId, ...writeOffAudit(shortage, asked) }
  },
}
