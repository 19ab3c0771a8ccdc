import { formatRupees } from '@kirana/domain/money'
import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { send } from '../../db/send.ts'
import type { Db } from '../../db/types.ts'
import { queuePush } from '../shared/queue-push.ts'
import { NeedsApproval } from '../shared/second-person.ts'
import { post } from './ledger.ts'
import { lockWithdrawal, waitsForApproval } from './locked-withdrawal.ts'

type Refusal = {
  id: string
  reason: string
  /** For display: 'Asha (staff)'. */
  by: string
  now: Date
  /** A second person has approved it. */
  isApproved?: boolean
  isPushConfigured: boolean
}

/**
 * Refuses a withdrawal once: the held amount returns to the wallet as money (coins stay turned), the customer reads the
 * reason, and the history has it. One whose payout a second person approved needs a second person again, where the store
 * requires one: somebody may have paid it already. Wake the push sender after the commit.
 * @throws HttpError 404 for an unknown withdrawal, 409 when it is paid out, refused or waits; NeedsApproval
 */
export async function refuseWithdrawal(tx: Db, refusal: Refusal): Promise<void> {
  const { id, reason, by, now, isApproved = false, isPushConfigured } = refusal
  const { userId, amount, approvedBy, approvalFrom, isWaiting } = await lockWithdrawal(tx, id, now)
  if (isWaiting) throw waitsForApproval()
  if (approvedBy !== null && approvalFrom !== null && !isApproved)
    throw new NeedsApproval({ kind: 'payout-refusal', userId, subject: id, amount })
  const at = now.toISOString()
  await send(
    tx,
    sql`WITH refused AS (
        UPDATE withdrawals SET refused_at = ${at} WHERE id = ${id}
      ), event AS (
        INSERT INTO live_events (type, subject) VALUES ('withdrawal.changed', ${id})
      )
      INSERT INTO transactions (id, withdrawal_id, is_refused, reason, by, created_at)
      VALUES (${v7()}, ${id}, true, ${reason}, ${by}, ${at})`,
  )
  const posting = {
    key: `withdrawal:${id}:withdrawal-return`,
    kind: 'withdrawal-return' as const,
    userId,
    by,
    amounts: [amount],
  }
  await post(tx, [posting], now)
  await queuePush(tx, {
    userId,
    title: 'Withdrawal refused',
    body: `${formatRupees(amount)} are back in your wallet: ${reason}`,
    by,
    now,
    isConfigured: isPushConfigured,
  })
}
