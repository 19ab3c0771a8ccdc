import type { CodeBudget } from '@kirana/domain/code-budget'
import { maskPhone } from '@kirana/domain/phone'
import { and, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { rowsOf } from '../../db/rows.ts'
import * as z from 'zod/mini'
import type { Db } from '../../db/types.ts'
import { requireRow } from '../../errors.ts'
import type { Channel } from '../../config/sms-settings.ts'
import { codeMessages } from '../../tables/code-messages.ts'
import { allCodesKey, codeBudgets, CodeBudgetsRow } from '../../request/code-budget.ts'
import type { ErrorClass } from './providers/provider.ts'

export type Purpose = (typeof codeMessages.$inferInsert)['purpose']
type State = (typeof codeMessages.$inferInsert)['state']

/** A message claimed by this process; no other process sends it until `leaseMs` have passed. */
export type Claimed = {
  id: string
  phone: string
  code: string
  channel: Channel
  /** Requests made by earlier claims. */
  attempts: number
  createdAt: Date
  claimedAt: Date
  giveUpAt: Date
}

/** Longer than one claim takes: two channels with one request each. */
export const leaseMs = 60_000

type New = {
  purpose: Purpose
  phone: string
  code: string
  provider: string
  channel: Channel
  giveUpAt: Date
}

const dayRow = z.strictObject({ sent: z.int(), limit: z.int() })

/**
 * Inserts a message, claimed by this process, and ends earlier messages with the same purpose and phone, because their
 * codes are replaced. A message that is being sent now is not retried. Counts the new message among all messages of the
 * day (`day`).
 */
export async function addMessage(
  db: Db,
  message: New,
  now: Date,
): Promise<{ message: Claimed; day: CodeBudget }> {
  const { purpose, phone, code, provider, channel, giveUpAt } = message
  const [id, at] = [v7(), now.toISOString()]
  const rows = await rowsOf(db, dayRow).execute(sql`
    WITH replaced AS (
      UPDATE code_messages SET code = NULL,
        recipient = CASE WHEN claimed_at IS NULL THEN NULL ELSE recipient END,
        state = CASE WHEN claimed_at IS NULL THEN 'given-up' ELSE state END,
        error = CASE WHEN claimed_at IS NULL THEN 'replaced' ELSE error END,
        finished_at = CASE WHEN claimed_at IS NULL THEN ${at}::timestamptz END
      WHERE state = 'asked' AND recipient = ${phone} AND purpose = ${purpose}
    ), added AS (
      INSERT INTO code_messages
        (id, purpose, phone, recipient, code, provider, channel, state, created_at, due_at, claimed_at, give_up_at)
      VALUES (${id}, ${purpose}, ${maskPhone(phone)}, ${phone}, ${code}, ${provider}, ${channel}, 'asked',
        ${at}, ${at}, ${at}, ${giveUpAt.toISOString()})
    ), counted AS (
      INSERT INTO attempts AS a (key, misses, since) VALUES (${allCodesKey(now)}, 1, ${at})
      ON CONFLICT (key) DO UPDATE SET misses = a.misses + 1
      RETURNING misses
    )
    SELECT misses AS sent, codes_per_day_alarm AS limit FROM counted, company`)
  return {
    message: { id, phone, code, channel, attempts: 0, createdAt: now, claimedAt: now, giveUpAt },
    day: requireRow(rows, 'Company'),
  }
}

/** Claims messages whose next attempt is due; skips those that another process is claiming. */
export async function claimDue(db: Db, limit: number, now: Date): Promise<Claimed[]> {
  const { id, code, channel, state, attempts, recipient, createdAt, dueAt, claimedAt, giveUpAt } =
    codeMessages
  const due = db
    .select({ id })
    .from(codeMessages)
    .where(and(eq(state, 'asked'), isNull(claimedAt), lte(dueAt, now), gt(giveUpAt, now)))
    .orderBy(dueAt)
    .limit(limit)
    .for('update', { skipLocked: true })
  const rows = await db
    .update(codeMessages)
    .set({ claimedAt: now })
    .where(inArray(id, due))
    .returning({ id, phone: recipient, code, channel, attempts, createdAt, giveUpAt })
  // Messages that are not sent yet have both values.
  return rows.map(({ phone, code, ...row }) => ({
    ...row,
    phone: phone ?? '',
    code: code ?? '',
    claimedAt: now,
  }))
}

/**
 * Gives up overdue messages, and those that a process has claimed but not finished. The provider may have accepted the
 * latter, and no code may be sent twice.
 */
export function giveUpOverdue(db: Db, now: Date) {
  const { provider, channel, state, claimedAt, giveUpAt } = codeMessages
  const error = sql<
    'unavailable' | 'interrupted'
  >`CASE WHEN ${claimedAt} IS NULL THEN 'unavailable' ELSE 'interrupted' END`
  const orphaned = new Date(now.getTime() - leaseMs)
  return db
    .update(codeMessages)
    .set({ state: 'given-up', recipient: null, code: null, claimedAt: null, finishedAt: now, error })
    .where(and(eq(state, 'asked'), or(and(isNull(claimedAt), lte(giveUpAt, now)), lte(claimedAt, orphaned))))
    .returning({ provider, channel, error: sql<'unavailable' | 'interrupted'>`${codeMessages.error}` })
}

type Progress = {
  provider: string
  channel: Channel
  attempts: number
  error: ErrorClass | ''
  reason: string
}

/** The condition for the message, unless another process has claimed it since then. */
const isClaimed = ({ id, claimedAt }: Claimed) =>
  and(eq(codeMessages.id, id), eq(codeMessages.claimedAt, claimedAt))

/** Schedules the next attempt of a message. False if its code was replaced or another process has given it up. */
export async function postpone(db: Db, message: Claimed, progress: Progress & { dueAt: Date }) {
  const rows = await db
    .update(codeMessages)
    .set({ ...progress, claimedAt: null })
    .where(and(isClaimed(message), isNotNull(codeMessages.code)))
    .returning({ id: codeMessages.id })
  return rows.length > 0
}

/** Ends a message and deletes its code and phone. */
export async function finish(
  db: Db,
  message: Claimed,
  result: Progress & { state: Exclude<State, 'asked'>; messageId: string },
  now: Date,
) {
  await db
    .update(codeMessages)
    .set({ ...result, recipient: null, code: null, claimedAt: null, finishedAt: now })
    .where(isClaimed(message))
}

const overviewRow = z.strictObject({
  counts: z.array(z.strictObject({ state: z.enum(['asked', 'sent', 'failed', 'given-up']), count: z.int() })),
  budgets: CodeBudgetsRow,
})

/**
 * The number of messages of the last 24 hours by state, and of the business day's messages to new numbers and in total.
 * One statement.
 */
export async function countsOfDay(db: Db, now: Date) {
  const rows = await rowsOf(db, overviewRow).execute(sql`
    SELECT ${codeBudgets(now)} AS budgets, (
      SELECT coalesce(json_agg(s), '[]') FROM (
        SELECT state, count(*)::int AS count FROM code_messages
        WHERE created_at > ${now.toISOString()}::timestamptz - interval '24 hours' GROUP BY state) s) AS counts`)
  const { counts: found, budgets } = requireRow(rows, 'Company')
  const counts: Record<State, number> = { asked: 0, sent: 0, failed: 0, 'given-up': 0 }
  for (const { state, count } of found) counts[state] = count
  return { counts, ...budgets }
}
