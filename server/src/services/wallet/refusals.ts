import { formatRupees } from '@kirana/domain/money'
import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import { send } from '../../db/send.ts'
import type { Db } from '../../db/types.ts'
import { requireRow } from '../../errors.ts'
import { queuePush } from '../shared/queue-push.ts'
import { NeedsApproval } from '../shared/second-person.ts'
import { post } from './ledger.ts'
import {
  type LockedWithdrawal,
  lockPayouts,
  lockWithdrawal,
  turnedCoins,
  waitsForApproval,
} from './locked-withdrawal.ts'

type Refusal = {
  id: string
  reason: string
  /** For display: 'Asha (staff)'. */
  by: string
  now: Date
  /** Whether a second person has approved it. */
  isApproved?: boolean
  isPushConfigured: boolean
}

const sumRow = z.strictObject({ sum: z.int() })

/**
 * Paise from converted coins that refusals of the last 24 hours returned to wallets as money: to this customer or, if
 * that is more, by this person. Two statements.
 */
async function turnedInADay(tx: Db, userId: string, { by, now }: Refusal) {
  await lockPayouts(tx, userId, by)
  const since = sql`${now.toISOString()}::timestamptz - interval '1 day'`
  const rows = await rowsOf(tx, sumRow).execute(sql`
    SELECT greatest(0, sum(${turnedCoins}) FILTER (WHERE w.user_id = ${userId}),
      sum(${turnedCoins}) FILTER (WHERE t.by = ${by}))::float8 AS sum
    FROM transactions t JOIN withdrawals w ON w.id = t.withdrawal_id
    WHERE t.is_refused AND t.created_at > ${since}`)
  return requireRow(rows, 'Sum').sum
}

/**
 * Whether the refusal needs a second person, if the store requires one. It does if the payout was approved in advance,
 * because it may have been paid already, or if converted coins would become money that the customer can spend.
 */
async function needsApproval(tx: Db, withdrawal: LockedWithdrawal, refusal: Refusal) {
  const { userId, approvedBy, approvalFrom, turned } = withdrawal
  if (approvalFrom === null) return false
  if (approvedBy !== null) return true
  if (turned === 0) return false
  return turned >= approvalFrom || turned + (await turnedInADay(tx, userId, refusal)) >= approvalFrom
}

/**
 * Refuses a withdrawal once: returns the held amount to the wallet as money (coins stay converted), sends the customer
 * the reason, and adds it to the history. Wake the push sender after the commit.
 * @throws HttpError 404 for an unknown withdrawal, 409 when it is paid out, refused or waits for approval;
 * NeedsApproval
 */
export async function refuseWithdrawal(tx: Db, refusal: Refusal): Promise<void> {
  const { id, reason, by, now, isApproved = false, isPushConfigured } = refusal
  const withdrawal = await lockWithdrawal(tx, id, now)
  const { userId, amount } = withdrawal
  if (withdrawal.isWaiting) throw waitsForApproval()
  if (!isApproved && (await needsApproval(tx, withdrawal, refusal)))
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
