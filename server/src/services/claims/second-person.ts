import type { ClaimDestination, ClaimedLine } from '@kirana/domain/claims'
import { formatRupees, type Paise } from '@kirana/domain/money'
import type { Db } from '../../db/types.ts'
import { NeedsApproval, refundedAlone } from '../shared/second-person.ts'
import { conflict, type LockedClaim } from './lock.ts'

type Asked = {
  claimId: string
  to: ClaimDestination
  restock: readonly ClaimedLine[]
  staffId: string
  /** Paise that a second person has approved. */
  approved?: Paise | undefined
  now: Date
}

/**
 * A refund that reaches the store's limit of payouts, alone or with those of the same person in the last 24 hours, needs a
 * second person, who approves the amount as it was asked for.
 * @returns paise that the staff member refunds alone; 0 where the store requires no second person
 * @throws NeedsApproval; HttpError 409 `stale` if the amount has changed since
 */
export async function requireSecondPerson(
  tx: Db,
  { approvalFrom, order }: LockedClaim,
  { amount, lines }: { amount: Paise; lines: ClaimedLine[] },
  { claimId, to, restock, staffId, approved, now }: Asked,
): Promise<Paise> {
  if (approved !== undefined && approved !== amount)
    throw conflict('The refund of this claim has changed. Ask for it again', 'stale')
  if (approved !== undefined || approvalFrom === null || amount === 0) return 0
  const before = amount < approvalFrom ? await refundedAlone(tx, staffId, now) : 0
  if (before + amount < approvalFrom) return amount
  const reason = [
    `${formatRupees(amount)} back ${to === 'cash' ? 'in cash' : `to the ${to}`}`,
    ...(before > 0 ? [`${formatRupees(before)} refunded alone in the 24 hours before`] : []),
  ].join('. ')
  const claim = { id: claimId, refund: { to, lines, restock: [...restock] } }
  throw new NeedsApproval({
    kind: 'claim-refund',
    userId: order.userId,
    subject: order.id,
    amount,
    claim,
    reason,
  })
}
