import { approvalEnds } from '@kirana/domain/approval'
import { formatWhen } from '@kirana/domain/calendar'
import { and, eq, or, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import * as z from 'zod/mini'
import type { Change } from '../../request/audit.ts'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'
import { Awaiting } from '../../request/outcome.ts'
import type { Person } from '../../session.ts'
import { approvals } from '../../tables/approvals.ts'
import { type ApprovalRequest, NeedsApproval } from '../shared/second-person.ts'

type Asking = {
  who: Person
  now: Date
  audit: (change: Change | null) => void
  reason?: string
  /** Stores the rows of the uploaded evidence and returns the files' keys. */
  keepFiles?: (tx: Db) => Promise<string[]>
}

const idRow = z.strictObject({ id: z.string() })

/**
 * The waiting request for the same action. A picker who ends an unchanged pick again, for example because the response
 * was lost, gets the first request.
 * @throws HttpError 409 for any other caller
 */
async function alreadyAsked(tx: Db, { kind, subject, claim, order }: ApprovalRequest, { who, now }: Asking) {
  const { withdrawalId, riderId, orderId, claimId, askedOrder, state } = approvals
  const [row] = await tx
    .select({
      id: approvals.id,
      askedBy: approvals.askedBy,
      by: approvals.askedName,
      at: approvals.createdAt,
    })
    .from(approvals)
    .where(
      and(
        eq(state, 'waiting'),
        or(
          eq(withdrawalId, subject),
          eq(riderId, subject),
          and(eq(orderId, subject), eq(approvals.kind, kind), claim && eq(claimId, claim.id)),
          order && and(eq(approvals.userId, subject), sql`${askedOrder} = ${JSON.stringify(order)}::jsonb`),
        ),
      ),
    )
  if (row && kind === 'pick' && row.askedBy === who.id) return row.id
  const by = row ? `${row.by} asked for this ${formatWhen(row.at, now)}. ` : ''
  throw new HttpError(409, `${by}It waits for approval`, { code: 'waiting' })
}

type Author = Pick<Asking, 'who' | 'now'>

/** Whether a waiting request has expired, or later changes make it impossible to approve. */
const isOver = (request: ApprovalRequest, { who, now }: Author) => {
  const { kind, amount, seen = null } = request
  return sql`(
    expires_at <= ${now.toISOString()}::timestamptz
    OR kind = 'pick' AND (${kind} <> 'pick' OR seen <> ${seen}::int OR asked_by <> ${who.id}::uuid)
    OR kind IN ('cash-refund', 'cancel-refund') AND kind = ${kind} AND (amount <> ${amount}::bigint
      OR seen IS DISTINCT FROM ${seen}::int OR EXISTS (SELECT 1 FROM order_history h
        WHERE h.order_id = approvals.order_id AND h.created_at > approvals.created_at)))`
}

/** Expires the requests about the same subject that can no longer be approved. */
const endedRequests = (request: ApprovalRequest, author: Author) => sql`
  UPDATE approvals SET state = 'expired', asked_order = NULL WHERE state = 'waiting'
    AND ${isOver(request, author)}
    AND (withdrawal_id = ${request.subject} OR rider_id = ${request.subject} OR order_id = ${request.subject}
      OR user_id = ${request.subject} AND kind = 'wallet-order') RETURNING id`

const isPayout = ({ kind }: ApprovalRequest) => kind === 'payout' || kind === 'payout-refusal'
const isOfOrder = (request: ApprovalRequest) =>
  !isPayout(request) && !['coins', 'wallet-order', 'write-off'].includes(request.kind)
const jsonOrNull = (value: object | undefined) => (value ? JSON.stringify(value) : null)

type Kept = { id: string; why: string; documents: readonly string[] }

/** Inserts the request after `endedRequests`, unless an equal one is waiting. */
const insertedRequest = (request: ApprovalRequest, { who, now }: Author, { id, why, documents }: Kept) => {
  const { kind, userId, subject, amount, seen = null, claim, order, utr = '', cancelReason = '' } = request
  return sql`
    INSERT INTO approvals (id, kind, user_id, rider_id, withdrawal_id, order_id, claim_id, claim_refund, asked_order, amount, seen, reason,
      cancel_reason, documents, utr, asked_by, asked_name, created_at, expires_at)
    SELECT ${id}::uuid, ${kind}, ${userId}::uuid, ${kind === 'write-off' ? subject : null}::uuid, ${isPayout(request) ? subject : null}::uuid,
      ${isOfOrder(request) ? subject : null}::uuid, ${claim?.id ?? null}::uuid,
      ${jsonOrNull(claim?.asked)}::jsonb, ${jsonOrNull(order)}::jsonb, ${amount}::bigint, ${seen}::int, ${why}, ${cancelReason},
      ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(documents)}::jsonb)), ${utr}, ${who.id}::uuid, ${who.name},
      ${now.toISOString()}::timestamptz, ${approvalEnds(now).toISOString()}::timestamptz
    FROM (SELECT count(*) FROM overdue) first
    ON CONFLICT DO NOTHING RETURNING id`
}

/** Publishes events for the new request, the expired ones and the subject of the new one. */
const publishedEvents = (request: ApprovalRequest) => sql`
  INSERT INTO live_events (type, subject)
  SELECT 'approval.changed', id FROM asked UNION ALL SELECT 'approval.changed', id FROM overdue
  UNION ALL SELECT 'withdrawal.changed', ${request.subject}::uuid FROM asked WHERE ${isPayout(request)}::boolean
  UNION ALL SELECT 'claim.changed', ${request.claim?.id ?? null}::uuid FROM asked WHERE ${request.claim !== undefined}::boolean
  UNION ALL SELECT 'pick.changed', ${request.subject}::uuid FROM asked WHERE ${request.kind} = 'pick'`

/**
 * Stores the request until a second person decides. One statement, and one for the files. Replaces a request for the
 * same action that has expired or can no longer be approved, because the pick was changed, taken over or discarded, or
 * because the order to cancel has changed. Identical wallet orders of one customer are the same action. Several
 * requests of different kinds may wait for one order. Approving one changes the order, so that the others fail.
 * @throws HttpError 409 when an equal request is waiting
 */
async function ask(tx: Db, request: ApprovalRequest, asking: Asking) {
  const id = v7()
  const documents = (await asking.keepFiles?.(tx)) ?? []
  const why = asking.reason || request.reason || ''
  const rows = await rowsOf(tx, idRow).execute(sql`
    WITH overdue AS (${endedRequests(request, asking)}),
      asked AS (${insertedRequest(request, asking, { id, why, documents })}),
      events AS (${publishedEvents(request)})
    SELECT id::text FROM asked`)
  if (rows.length === 0) return { id: await alreadyAsked(tx, request, asking), after: null }
  const { kind, amount } = request
  return { id, after: { kind, amount, ...(why && { reason: why }), ...(documents[0] && { documents }) } }
}

/**
 * Does `work`, or stores a request for the approval that it needs. `work` must write nothing before it throws
 * NeedsApproval.
 * @throws HttpError 409 when an equal request is waiting
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
    const { subject, claim } = error.request
    asking.audit(after && { call: 'approvals.ask', object: claim?.id ?? subject, after })
    return new Awaiting(id)
  }
}
