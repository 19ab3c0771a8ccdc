import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import { send } from '../../db/send.ts'
import type { Db } from '../../db/types.ts'
import { HttpError, requireRow } from '../../errors.ts'

const LockedRow = z.strictObject({
  withdrawal: z.strictObject({
    userId: z.string(),
    amount: z.int(),
    /** Whether it is paid to a UPI id instead of a bank account. */
    isByUpi: z.boolean(),
    /** Paise of the amount that were converted from coins for the withdrawal. */
    turned: z.int(),
    isPaid: z.boolean(),
    isRefused: z.boolean(),
    /** The person who approved its payout in advance; null without an approval. */
    approvedBy: z.nullable(z.string()),
    approvedName: z.string(),
    /** Whether a request about it waits for a second person. */
    isWaiting: z.boolean(),
    /** Payouts from this amount on need a second person, in paise; null if the store requires none. */
    approvalFrom: z.nullable(z.int()),
  }),
})
export type LockedWithdrawal = z.output<typeof LockedRow>['withdrawal']

/** SQL for the paise that withdrawal `w` converted from coins. */
export const turnedCoins = sql`coalesce((SELECT e.amount::float8 FROM ledger_transactions l
  JOIN ledger_entries e ON e.transaction_id = l.id AND e.account = 'customer:money'
  WHERE l.key = 'withdrawal:' || w.id || ':coins-to-money'), 0)`

/**
 * Locks the withdrawal, which serializes payouts, refusals and requests for their approval, and then reads it. Two
 * statements in one round trip, because after waiting for a lock a statement sees the current state of the locked row
 * only.
 * @throws HttpError 404; 409 when it is paid out or refused
 */
export async function lockWithdrawal(tx: Db, id: string, now: Date): Promise<LockedWithdrawal> {
  await send(tx, sql`SELECT 1 FROM withdrawals WHERE id = ${id} FOR UPDATE`)
  const rows = await rowsOf(tx, LockedRow).execute(sql`
    SELECT json_build_object('userId', w.user_id, 'amount', w.amount, 'isByUpi', w.upi_id <> '' AND w.bank_account = '',
      'turned', ${turnedCoins}, 'isPaid', w.done_at IS NOT NULL,
      'isRefused', w.refused_at IS NOT NULL, 'approvedBy', w.approved_by, 'approvedName', w.approved_name,
      'isWaiting', EXISTS (SELECT 1 FROM approvals a WHERE a.withdrawal_id = w.id AND a.state = 'waiting'
        AND a.expires_at > ${now.toISOString()}::timestamptz),
      'approvalFrom', (SELECT payout_approval_from FROM company WHERE second_person)) AS withdrawal
    FROM withdrawals w WHERE w.id = ${id}`)
  const { withdrawal } = requireRow(rows, 'Withdrawal')
  if (withdrawal.isPaid)
    throw new HttpError(409, 'This withdrawal is already completed', { code: 'completed' })
  if (withdrawal.isRefused)
    throw new HttpError(409, 'This withdrawal was refused', { code: 'withdrawal-refused' })
  return withdrawal
}

/**
 * Serializes the payouts and refusals of one customer, and those by one person, so that the limit cannot be bypassed
 * with several small payouts or several customers. The person's lock comes first in all calls, which prevents
 * deadlocks.
 */
export const lockPayouts = (tx: Db, userId: string, by: string) =>
  send(
    tx,
    sql`WITH one_by_one AS MATERIALIZED (SELECT pg_advisory_xact_lock(hashtextextended(${`payouts by ${by}`}, 0)))
      SELECT 1 FROM one_by_one CROSS JOIN wallets w WHERE w.user_id = ${userId} FOR UPDATE OF w`,
  )

export const waitsForApproval = () =>
  new HttpError(409, 'This withdrawal waits for approval', { code: 'waiting' })
