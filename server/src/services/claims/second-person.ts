import type { ClaimedLine } from '@kirana/domain/claims'
import { formatRupees, type Paise } from '@kirana/domain/money'
import type { Db } from '../../db/types.ts'
import type { AskedClaim } from '../../tables/approvals.ts'
import { NeedsApproval, refundedAlone } from '../shared/second-person.ts'
import { type ClaimApproval, conflict, decisionNames, type LockedClaim } from './lock.ts'

type Decision = {
  kind: ClaimApproval
  /** Paise: the refund, or the value of the replaced pieces. */
  amount: Paise
  asked: AskedClaim & { lines: ClaimedLine[] }
  /** Text for the second person: '₹29.99 back to the wallet'. */
  reason: string
}

type Asking = {
  claimId: string
  staffId: string
  /** Paise that a second person has approved. */
  approved?: Paise | undefined
  now: Date
}

/**
 * Requires a second person if a refund or replacement reaches the store's limit of payouts, by itself or together with
 * those of the same staff member in the last 24 hours. The second person approves the requested amount.
 * @returns paise that count towards the staff member's own limit; 0 if the store requires no second person
 * @throws NeedsApproval; HttpError 409 `stale` if the amount has changed since
 */
export async function requireSecondPerson(
  tx: Db,
  { approvalFrom, order }: LockedClaim,
  { kind, amount, asked, reason }: Decision,
  { claimId, staffId, approved, now }: Asking,
): Promise<Paise> {
  if (approved !== undefined && approved !== amount)
    throw conflict(`The ${decisionNames[kind]} of this claim has changed. Ask for it again`, 'stale')
  if (approved !== undefined || approvalFrom === null || amount === 0) return 0
  const before = amount < approvalFrom ? await refundedAlone(tx, staffId, now) : 0
  if (before + amount < approvalFrom) return amount
  const alone =
    before > 0 ? [`${formatRupees(before)} refunded or replaced alone in the 24 hours before`] : []
  throw new NeedsApproval({
    kind,
    userId: order.userId,
    subject: order.id,
    amount,
    claim: { id: claimId, asked },
    reason: [reason, ...alone].join('. '),
  })
}
