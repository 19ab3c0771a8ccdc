import { approvalEnds } from '@kirana/domain/approval'
import { formatWhen } from '@kirana/domain/calendar'
import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import * as z from 'zod/mini'
import type { Change } from '../../calls/audit.ts'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'
import { Awaiting } from '../../outcome.ts'
import type { Person } from '../../session.ts'
import { type ApprovalRequest, NeedsApproval } from '../shared/second-person.ts'

type Asking = {
  who: Person
  now: Date
  audit: (change: Change) => void
  reason?: string
  /** Keeps the files that prove it, so that their keys can be stored. */
  keepFiles?: (tx: Db) => Promise<string[]>
}

const idRow = z.strictObject({ id: z.string() })
const askedRow = z.strictObject({ by: z.string(), at: z.union([z.string(), z.date()]) })

/** Says who asked for the same before. */
async function alreadyAsked(tx: Db, subject: string, now: Date) {
  const [row] = await rowsOf(tx, askedRow).execute(sql`
    SELECT asked_name AS by, created_at AS at FROM approvals
    WHERE state = 'waiting' AND (withdrawal_id = ${subject} OR order_id = ${subject})`)
  const by = row ? `${row.by} asked for this ${formatWhen(new Date(row.at), now)}. ` : ''
  return new HttpError(409, `${by}It waits for approval`, { code: 'waiting' })
}

/**
 * Keeps the request until a second person decides. One statement, and one for the files. An expired request for the same
 * makes room for the new one.
 * @throws HttpError 409 when the same waits already
 */
async function ask(
  tx: Db,
  { kind, userId, subject, amount, reason = '' }: ApprovalRequest,
  { who, now, keepFiles, ...asking }: Asking,
) {
  const [id, at] = [v7(), now.toISOString()]
  const isPayout = kind === 'payout'
  const documents = (await keepFiles?.(tx)) ?? []
  const why = asking.reason || reason
  const rows = await rowsOf(tx, idRow).execute(sql`
    WITH overdue AS (
      UPDATE approvals SET state = 'expired' WHERE state = 'waiting' AND expires_at <= ${at}::timestamptz
        AND (withdrawal_id = ${subject} OR order_id = ${subject}) RETURNING id
    ), asked AS (
      INSERT INTO approvals (id, kind, user_id, withdrawal_id, order_id, amount, reason, documents, asked_by, asked_name,
        created_at, expires_at)
      SELECT ${id}::uuid, ${kind}, ${userId}::uuid, ${isPayout ? subject : null}::uuid,
        ${kind === 'cash-refund' ? subject : null}::uuid, ${amount}::bigint, ${why},
        ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(documents)}::jsonb)), ${who.id}::uuid, ${who.name},
        ${at}::timestamptz, ${approvalEnds(now).toISOString()}::timestamptz
      FROM (SELECT count(*) FROM overdue) first
      ON CONFLICT DO NOTHING RETURNING id
    ), events AS (
      INSERT INTO live_events (type, subject)
      SELECT 'approval.changed', id FROM asked UNION ALL SELECT 'approval.changed', id FROM overdue
      UNION ALL SELECT 'withdrawal.changed', ${subject}::uuid FROM asked WHERE ${isPayout}::boolean
    )
    SELECT id::text FROM asked`)
  if (rows.length === 0) throw await alreadyAsked(tx, subject, now)
  return { id, after: { kind, amount, ...(why && { reason: why }), ...(documents[0] && { documents }) } }
}

/**
 * Does `work`, or asks for the approval that it needs. Nothing may be written before `work` throws NeedsApproval.
 * @throws HttpError 409 when the same waits already
 */
export async function doOrAsk(
  tx: Db,
  work: () => Promise<void>,
  asking: Asking,
): Promise<Awaiting | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (!(error instanceof NeedsApproval)) throw error
    const { id, after } = await ask(tx, error.request, asking)
    asking.audit({ call: 'approvals.ask', object: error.request.subject, after })
    return new Awaiting(id)
  }
}
