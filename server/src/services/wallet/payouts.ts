import { PROOF_NEEDED, REASON_NEEDED } from '@kirana/domain/payout'
import { isUpiUtr, UPI_UTR_INVALID } from '@kirana/domain/upi'
import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import * as z from 'zod/mini'
import { constraintOf } from '../../db/errors.ts'
import { rowsOf } from '../../db/rows.ts'
import { send } from '../../db/send.ts'
import type { Db } from '../../db/types.ts'
import { HttpError, requireRow } from '../../errors.ts'
import type { StoredFiles } from '../files/files.ts'
import { NeedsApproval } from '../shared/second-person.ts'
import { post } from './ledger.ts'
import { type LockedWithdrawal, lockPayouts, lockWithdrawal, waitsForApproval } from './locked-withdrawal.ts'

/** A person who approves or pays; `name` is for display: 'Asha (staff)'. */
type Payer = { id: string; name: string }

type Payout = {
  id: string
  files: Pick<StoredFiles, 'keys' | 'keep'>
  /** '' when there are documents instead. */
  reason: string
  /** The bank's reference, '' without one. */
  utr?: string
  by: Payer
  now: Date
  /** The second person who approved the request that this payout carries out. */
  approver?: Payer
}

const sumRow = z.strictObject({ sum: z.int() })

/**
 * Paise paid out to the customer in the last 24 hours or, if that is more, by this person alone.
 * Two statements.
 */
async function paidInADay(tx: Db, userId: string, by: string, now: Date) {
  await lockPayouts(tx, userId, by)
  const since = sql`${now.toISOString()}::timestamptz - interval '1 day'`
  const rows = await rowsOf(tx, sumRow).execute(sql`
    SELECT greatest(0,
      (SELECT sum(p.amount) FROM withdrawals p WHERE p.user_id = ${userId} AND p.done_at > ${since}),
      (SELECT sum(p.amount) FROM transactions t JOIN withdrawals p ON p.id = t.withdrawal_id
        WHERE t.by = ${by} AND NOT t.is_refused AND t.created_at > ${since}))::float8 AS sum`)
  return requireRow(rows, 'Sum').sum
}

/** Whether the payout needs a second person: the store requires one, and the payouts of 24 hours reach its limit. */
async function needsApproval(
  tx: Db,
  { userId, amount, approvalFrom }: LockedWithdrawal,
  { by, now }: Payout,
) {
  if (approvalFrom === null) return false
  if (amount >= approvalFrom) return true
  return amount + (await paidInADay(tx, userId, by.name, now)) >= approvalFrom
}

/**
 * Returns the text that names the people of the payout.
 * @throws HttpError 403 for the person who approved it, 409 when a request waits for approval, 422 without proof or for
 * an invalid UTR; NeedsApproval
 */
async function requirePayer(tx: Db, withdrawal: LockedWithdrawal, payout: Payout): Promise<string> {
  const { files, reason, utr = '', by, approver, id } = payout
  const { approvedBy, approvedName, isWaiting, approvalFrom, userId, amount, isByUpi } = withdrawal
  const hasProof = files.keys.length > 0 || reason !== ''
  if (approver) return by.name
  if (utr !== '' && isByUpi && !isUpiUtr(utr)) throw new HttpError(422, UPI_UTR_INVALID, { code: 'utr' })
  if (approvedBy !== null) {
    if (isWaiting) throw waitsForApproval()
    if (approvedBy === by.id)
      throw new HttpError(403, 'You approved this payout. Another person has to make it', { code: 'own' })
    if (!hasProof || (utr === '' && reason === '')) throw new HttpError(422, PROOF_NEEDED, { code: 'reason' })
    return `${by.name}, approved by ${approvedName}`
  }
  const isAskedAhead = approvalFrom !== null && !hasProof && utr === ''
  if (!hasProof && !isAskedAhead) throw new HttpError(422, REASON_NEEDED, { code: 'reason' })
  if (isAskedAhead || (await needsApproval(tx, withdrawal, payout)))
    throw new NeedsApproval({ kind: 'payout', userId, subject: id, amount, utr })
  return by.name
}

/** Stores the payout and completes the withdrawal. @throws HttpError 409 for a reference that was used before */
const writePayout = (tx: Db, { id, reason, utr = '', now }: Payout, documents: string[], by: string) =>
  send(
    tx,
    sql`WITH done AS (
        UPDATE withdrawals SET done_at = ${now.toISOString()} WHERE id = ${id}
      ), event AS (
        INSERT INTO live_events (type, subject) VALUES ('withdrawal.changed', ${id})
      )
      INSERT INTO transactions (id, withdrawal_id, documents, reason, utr, by, created_at)
      VALUES (${v7()}, ${id}, ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(documents)}::jsonb)), ${reason},
        ${utr}, ${by}, ${now.toISOString()})`,
    (error) => {
      if (constraintOf(error) !== 'utr_used_once') throw error
      throw new HttpError(409, `The UTR ${utr} belongs to another payout`, { code: 'utr' })
    },
  )

/** Marks the payout of a withdrawal as approved in advance. No money moves. */
const approveAhead = (tx: Db, { id, now }: Payout, approver: Payer) =>
  send(
    tx,
    sql`WITH event AS (INSERT INTO live_events (type, subject) VALUES ('withdrawal.changed', ${id}))
      UPDATE withdrawals SET approved_at = ${now.toISOString()}, approved_by = ${approver.id},
        approved_name = ${approver.name} WHERE id = ${id}`,
  )

/**
 * Pays out a withdrawal once: removes the held amount from the wallet and records the payout with its documents, or
 * with the reason for having none. Five statements, and two more if small payouts need no second person. Concurrent
 * approvals wait for the first and fail. A payout that a second person has approved without proof is only marked as
 * approved.
 * @returns the keys of the documents; null if it is only marked as approved
 * @throws HttpError 422 without proof or for an invalid UTR, 404 for an unknown withdrawal, 403 for the person who
 * approved it, 409 when it is paid out, refused or waits for approval, or when the UTR was used before; NeedsApproval
 */
export async function approveWithdrawal(tx: Db, payout: Payout): Promise<string[] | null> {
  const { id, files, reason, utr = '', approver, now } = payout
  const withdrawal = await lockWithdrawal(tx, id, now)
  const by = await requirePayer(tx, withdrawal, payout)
  if (approver && files.keys.length === 0 && reason === '' && utr === '') {
    await approveAhead(tx, payout, approver)
    return null
  }
  const documents = await files.keep(tx)
  await writePayout(tx, payout, documents, by)
  const { userId, amount } = withdrawal
  const posting = {
    key: `withdrawal:${id}:withdrawal-payout`,
    kind: 'withdrawal-payout' as const,
    userId,
    by,
    amounts: [amount],
  }
  await post(tx, [posting], now)
  return documents
}
