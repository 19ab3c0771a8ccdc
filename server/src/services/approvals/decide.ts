import { approvalKinds, askingNeeds, OWN_APPROVAL } from '@kirana/domain/approval'
import { formatWhen } from '@kirana/domain/calendar'
import { fulfils, permissions } from '@kirana/domain/permissions'
import { eq, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import * as z from 'zod/mini'
import type { Change } from '../../request/audit.ts'
import { rowsOf, whole } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { HttpError, requireRow } from '../../errors.ts'
import { KeptRefusal } from '../../request/outcome.ts'
import type { Person } from '../../session.ts'
import { approvals, type AskedClaim, type AskedOrder } from '../../tables/approvals.ts'
import { actions } from './actions.ts'

const decidedRow = z.strictObject({
  isDecided: z.boolean(),
  approval: z.strictObject({
    kind: z.enum(approvalKinds),
    userId: z.nullable(z.string()),
    riderId: z.nullable(z.string()),
    withdrawalId: z.nullable(z.string()),
    orderId: z.nullable(z.string()),
    claimId: z.nullable(z.string()),
    askedClaim: z.nullable(whole<AskedClaim>()),
    askedOrder: z.nullable(whole<AskedOrder>()),
    amount: z.int(),
    seen: z.nullable(z.int()),
    askedAt: z.string(),
    reason: z.string(),
    cancelReason: z.string(),
    documents: z.array(z.string()),
    utr: z.string(),
    askerId: z.string(),
    askedBy: z.string(),
    isSuperadmin: z.boolean(),
    mayAsk: z.boolean(),
    permissions: z.nullable(z.array(z.enum(permissions))),
  }),
})

const decisionVerbs = { approved: 'approved', refused: 'refused', failed: 'tried to approve' } as const

/**
 * Returns the error for a request that could not be decided. Call it after the attempt, which waits for a concurrent
 * decision.
 */
async function whyNot(tx: Db, id: string, now: Date) {
  const rows = await tx
    .select({ state: approvals.state, by: approvals.decidedName, at: approvals.decidedAt })
    .from(approvals)
    .where(eq(approvals.id, id))
  const { state, by, at } = requireRow(rows, 'Approval')
  if (state === 'waiting' || state === 'expired')
    return new HttpError(409, 'This request has expired. Ask for it again', { code: 'expired' })
  return new HttpError(409, `${by} ${decisionVerbs[state]} this ${formatWhen(at ?? now, now)}`, {
    code: 'decided',
  })
}

type Decision = { id: string; who: Person; now: Date }
type Approving = Decision & { isPushConfigured: boolean }

/**
 * Decides a request once: if two people decide concurrently, the second waits and then finds the request decided. Staff
 * cannot decide their own requests.
 */
async function decide(tx: Db, { id, who, now }: Decision, state: 'approved' | 'refused', answer = '') {
  if (!validate(id)) throw new HttpError(404, 'Approval not found')
  const at = now.toISOString()
  const rows = await rowsOf(tx, decidedRow).execute(sql`
    WITH decided AS (
      UPDATE approvals SET state = ${state}, answer = ${answer}, decided_by = ${who.id}::uuid, decided_name = ${who.name},
        decided_at = ${at}::timestamptz, asked_order = NULL
      WHERE id = ${id} AND state = 'waiting' AND expires_at > ${at}::timestamptz
        AND asked_by <> ${who.id}::uuid
      RETURNING id, kind, withdrawal_id, order_id, claim_id
    ), events AS (
      INSERT INTO live_events (type, subject)
      SELECT 'approval.changed', id FROM decided
      UNION ALL SELECT 'withdrawal.changed', withdrawal_id FROM decided WHERE withdrawal_id IS NOT NULL
      UNION ALL SELECT 'claim.changed', claim_id FROM decided WHERE claim_id IS NOT NULL
      UNION ALL SELECT 'pick.changed', order_id FROM decided WHERE kind = 'pick'
    )
    SELECT EXISTS (SELECT 1 FROM decided) AS "isDecided", json_build_object('kind', a.kind, 'userId', a.user_id, 'riderId', a.rider_id,
      'withdrawalId', a.withdrawal_id, 'orderId', a.order_id, 'claimId', a.claim_id, 'askedClaim', a.claim_refund, 'askedOrder', a.asked_order,
      'amount', a.amount, 'seen', a.seen, 'askedAt', a.created_at, 'reason', a.reason, 'cancelReason', a.cancel_reason,
      'documents', a.documents, 'utr', a.utr, 'askerId', a.asked_by, 'askedBy', a.asked_name, 'isSuperadmin', p.id IS NOT NULL,
      'mayAsk', p.id IS NOT NULL OR coalesce(s.is_active, false), 'permissions', r.permissions) AS approval
    FROM approvals a LEFT JOIN superadmins p ON a.kind = 'write-off' AND p.id = a.asked_by
    LEFT JOIN staff s ON s.id = a.asked_by LEFT JOIN staff_roles r ON r.id = s.role_id WHERE a.id = ${id}`)
  const { isDecided, approval } = requireRow(rows, 'Approval')
  if (!isDecided) {
    if (approval.askerId === who.id) throw new HttpError(403, OWN_APPROVAL, { code: 'own' })
    throw await whyNot(tx, id, now)
  }
  return approval
}

type Decided = Awaited<ReturnType<typeof decide>>

const about = ({ kind, amount, askedBy }: Decided) => ({ kind, amount, askedBy })
const objectOf = ({ withdrawalId, claimId, orderId, riderId, userId }: Decided) =>
  withdrawalId ?? claimId ?? orderId ?? riderId ?? userId ?? ''
const askerOf = ({ isSuperadmin, askerId: id, askedBy: name }: Decided) =>
  ({ role: isSuperadmin ? 'superadmin' : 'staff', id, name }) as const

/** Carries out the requested action; rolls it back if it is no longer possible. */
async function act(tx: Db, { id, who, now, isPushConfigured }: Approving, approval: Decided) {
  const { kind, mayAsk, isSuperadmin, permissions: granted, askedAt, ...rest } = approval
  const { askedBy } = rest
  const need = askingNeeds[kind]
  const isAllowed = need === 'superadmin' ? isSuperadmin : fulfils(granted ?? permissions, need)
  if (!mayAsk || !isAllowed) throw new HttpError(409, `${askedBy} may no longer do this`, { code: 'asker' })
  const approver = { id: who.id, name: `${who.name} (${who.role})` }
  const by = `${askedBy} (${askerOf(approval).role}), approved by ${approver.name}`
  const approved = { ...rest, askedAt: new Date(askedAt), id, by, approver, isPushConfigured, now }
  return tx.transaction((nested) => actions[kind](nested, approved))
}

/**
 * Approves a request and carries out its action, in one transaction. If the action is no longer possible, the request
 * is stored as failed. At most two statements more than the action.
 * @returns the change for the audit log, and the error if the action is no longer possible
 * @throws HttpError 403 for the person who made the request, 404, 409 when it is decided or has expired
 */
export async function approve(
  tx: Db,
  decision: Approving,
): Promise<{ changes: Change[]; refusal?: KeptRefusal }> {
  const approval = await decide(tx, decision, 'approved')
  const row = { object: objectOf(approval), after: about(approval) }
  try {
    const done = await act(tx, decision, approval)
    return {
      changes: [
        row,
        {
          ...done,
          after: { ...(done.after as object), approvedBy: decision.who.name },
          by: askerOf(approval),
        },
      ],
    }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    await tx
      .update(approvals)
      .set({ state: 'failed', answer: error.message })
      .where(eq(approvals.id, decision.id))
    const refusal = new HttpError(409, error.message, { code: 'failed' })
    return {
      changes: [{ ...row, after: { ...row.after, failed: error.message } }],
      refusal: new KeptRefusal(refusal),
    }
  }
}

/** Refuses a request, with the reason. @throws HttpError as `approve` */
export async function refuse(tx: Db, decision: Decision, reason: string): Promise<Change> {
  const approval = await decide(tx, decision, 'refused', reason)
  return { object: objectOf(approval), after: { ...about(approval), answer: reason } }
}
