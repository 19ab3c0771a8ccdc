import { maskPhone } from '@kirana/domain/phone'
import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { rowsOf } from '../../db/rows.ts'
import * as z from 'zod/mini'
import type { Db } from '../../db/types.ts'
import { requireRow } from '../../errors.ts'
import { type Channel, channels } from '../../config/sms-settings.ts'
import type { codeMessages } from '../../tables/code-messages.ts'
import { codeBudget, CodeBudgetRow } from '../../request/code-budget.ts'
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

/** Above the time that one claim takes: two channels, one request each. */
export const leaseMs = 60_000

type New = {
  purpose: Purpose
  phone: string
  code: string
  provider: string
  channel: Channel
  giveUpAt: Date
}

/**
 * Inserts a message, claimed by this process, and ends earlier ones of the same purpose to the phone, because their codes
 * are replaced. One that is being sent at this time is not retried.
 */
export async function addMessage(db: Db, message: New, now: Date): Promise<Claimed> {
  const { purpose, phone, code, provider, channel, giveUpAt } = message
  const [id, at] = [v7(), now.toISOString()]
  await db.execute(sql`
    WITH replaced AS (
      UPDATE code_messages SET code = NULL,
        recipient = CASE WHEN claimed_at IS NULL THEN NULL ELSE recipient END,
        state = CASE WHEN claimed_at IS NULL THEN 'given-up' ELSE state END,
        error = CASE WHEN claimed_at IS NULL THEN 'replaced' ELSE error END,
        finished_at = CASE WHEN claimed_at IS NULL THEN ${at}::timestamptz END
      WHERE state = 'asked' AND recipient = ${phone} AND purpose = ${purpose}
    )
    INSERT INTO code_messages
      (id, purpose, phone, recipient, code, provider, channel, state, created_at, due_at, claimed_at, give_up_at)
    VALUES (${id}, ${purpose}, ${maskPhone(phone)}, ${phone}, ${code}, ${provider}, ${channel}, 'asked',
      ${at}, ${at}, ${at}, ${giveUpAt.toISOString()})`)
  return { id, phone, code, channel, attempts: 0, createdAt: now, claimedAt: now, giveUpAt }
}

const channel = z.enum(channels)
const written = z.union([z.string(), z.date()])
const claimedRow = z.strictObject({
  id: z.string(),
  phone: z.string(),
  code: z.string(),
  channel,
  attempts: z.int(),
  createdAt: written,
  giveUpAt: written,
})

/** Claims messages whose next attempt is due; skips those that another process is claiming. */
export async function claimDue(db: Db, limit: number, now: Date): Promise<Claimed[]> {
  const at = now.toISOString()
  const rows = await rowsOf(db, claimedRow).execute(sql`
    UPDATE code_messages SET claimed_at = ${at} WHERE id IN (
      SELECT id FROM code_messages WHERE state = 'asked' AND claimed_at IS NULL AND due_at <= ${at} AND give_up_at > ${at}
      ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ) RETURNING id, recipient AS phone, code, channel, attempts, created_at AS "createdAt", give_up_at AS "giveUpAt"`)
  return rows.map((row) => ({
    ...row,
    claimedAt: now,
    createdAt: new Date(row.createdAt),
    giveUpAt: new Date(row.giveUpAt),
  }))
}

const givenUpRow = z.strictObject({
  provider: z.string(),
  channel,
  error: z.enum(['unavailable', 'interrupted']),
})

/**
 * Gives up messages that are too late, and those that a process has claimed but not finished: the provider may have
 * accepted them, and no code may be sent twice.
 */
export const giveUpOverdue = async (db: Db, now: Date) => {
  const at = now.toISOString()
  const orphaned = new Date(now.getTime() - leaseMs).toISOString()
  const rows = await rowsOf(db, givenUpRow).execute(sql`
    UPDATE code_messages SET state = 'given-up', recipient = NULL, code = NULL, claimed_at = NULL, finished_at = ${at},
      error = CASE WHEN claimed_at IS NULL THEN 'unavailable' ELSE 'interrupted' END
    WHERE state = 'asked' AND ((claimed_at IS NULL AND give_up_at <= ${at}) OR claimed_at <= ${orphaned})
    RETURNING provider, channel, error`)
  return rows
}

type Progress = {
  provider: string
  channel: Channel
  attempts: number
  error: ErrorClass | ''
  reason: string
}

/** Schedules the next attempt of a message. False if its code was replaced or another process has given it up. */
export async function postpone(db: Db, { id, claimedAt }: Claimed, progress: Progress & { dueAt: Date }) {
  const { provider, channel, attempts, error, reason, dueAt } = progress
  const { rows } = await db.execute(sql`
    UPDATE code_messages SET claimed_at = NULL, due_at = ${dueAt.toISOString()}, provider = ${provider},
      channel = ${channel}, attempts = ${attempts}, error = ${error}, reason = ${reason}
    WHERE id = ${id} AND claimed_at = ${claimedAt.toISOString()} AND code IS NOT NULL RETURNING id`)
  return rows.length > 0
}

/** Ends a message and deletes its code and phone. */
export async function finish(
  db: Db,
  { id, claimedAt }: Claimed,
  { state, messageId, ...progress }: Progress & { state: Exclude<State, 'asked'>; messageId: string },
  now: Date,
) {
  const { provider, channel, attempts, error, reason } = progress
  await db.execute(sql`
    UPDATE code_messages SET state = ${state}, recipient = NULL, code = NULL, claimed_at = NULL,
      finished_at = ${now.toISOString()}, provider = ${provider}, channel = ${channel}, attempts = ${attempts},
      error = ${error}, reason = ${reason}, message_id = ${messageId}
    WHERE id = ${id} AND claimed_at = ${claimedAt.toISOString()}`)
}

const dayRow = z.strictObject({
  counts: z.array(z.strictObject({ state: z.enum(['asked', 'sent', 'failed', 'given-up']), count: z.int() })),
  new_numbers: CodeBudgetRow,
})

/** Messages of the last 24 hours by state, and the business day's to new numbers. One statement. */
export async function countsOfDay(db: Db, now: Date) {
  const rows = await rowsOf(db, dayRow).execute(sql`
    SELECT ${codeBudget(now)} AS new_numbers, (
      SELECT coalesce(json_agg(s), '[]') FROM (
        SELECT state, count(*)::int AS count FROM code_messages
        WHERE created_at > ${now.toISOString()}::timestamptz - interval '24 hours' GROUP BY state) s) AS counts`)
  const { counts: found, new_numbers: newNumbers } = requireRow(rows, 'Company')
  const counts: Record<State, number> = { asked: 0, sent: 0, failed: 0, 'given-up': 0 }
  for (const { state, count } of found) counts[state] = count
  return { counts, newNumbers }
}
