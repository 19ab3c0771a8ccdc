import { type ApprovalKind, approvalKinds, approvalStates } from '@kirana/domain/approval'
import { maskPhone } from '@kirana/domain/phone'
import { type SQL, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { requireRow } from '../../errors.ts'
import { company } from '../../tables/company.ts'
import { AskedDelivery, askedDelivery, toDelivery } from './asked-delivery.ts'

/** Maximum numbers of decided and of waiting requests in a list. */
const DECIDED = 50
const MAX_WAITING = 500

const Stored = z.strictObject({
  id: z.string(),
  kind: z.enum(approvalKinds),
  state: z.enum(approvalStates),
  user: z.nullable(z.strictObject({ _id: z.string(), fullName: z.string(), phone: z.string() })),
  rider: z.nullable(z.strictObject({ _id: z.string(), name: z.string() })),
  order: z.nullable(z.strictObject({ _id: z.string(), order_id: z.string() })),
  account: z.nullable(z.strictObject({ upiId: z.string(), bankAcNumber: z.string(), ifscCode: z.string() })),
  delivery: AskedDelivery,
  amount: z.int(),
  reason: z.string(),
  documents: z.array(z.string()),
  utr: z.string(),
  askerId: z.string(),
  askedBy: z.string(),
  askedAt: z.string(),
  expiresAt: z.string(),
  decidedBy: z.string(),
  decidedAt: z.nullable(z.string()),
  answer: z.string(),
})
type Stored = z.output<typeof Stored>

/** The state of the request `a`. An overdue request is expired, even before the clean-up has marked it. */
const stateAt = (now: Date) =>
  sql`CASE WHEN a.state = 'waiting' AND a.expires_at <= ${now.toISOString()}::timestamptz THEN 'expired' ELSE a.state END`

const row = (now: Date) => sql`json_build_object('id', a.id, 'kind', a.kind, 'state', ${stateAt(now)},
  'user', (SELECT json_build_object('_id', u.id, 'fullName', u.full_name, 'phone', u.phone) FROM users u WHERE u.id = a.user_id),
  'rider', (SELECT json_build_object('_id', r.id, 'name', r.name) FROM riders r WHERE r.id = a.rider_id),
  'order', (SELECT json_build_object('_id', o.id, 'order_id', o.order_id) FROM orders o WHERE o.id = a.order_id),
  'account', (SELECT json_build_object('upiId', w.upi_id, 'bankAcNumber', w.bank_account, 'ifscCode', w.ifsc)
    FROM withdrawals w WHERE w.id = a.withdrawal_id),
  'delivery', ${askedDelivery({ asked: sql`CASE WHEN ${stateAt(now)} = 'waiting' THEN a.asked_order END`, userId: sql`a.user_id` })},
  'amount', a.amount, 'reason', a.reason, 'documents', a.documents, 'utr', a.utr, 'askerId', a.asked_by, 'askedBy', a.asked_name,
  'askedAt', a.created_at, 'expiresAt', a.expires_at, 'decidedBy', a.decided_name, 'decidedAt', a.decided_at,
  'answer', a.answer)`

const toApproval = ({
  user,
  rider,
  order,
  account,
  delivery,
  amount,
  kind,
  askedAt,
  expiresAt,
  decidedAt,
  ...rest
}: Stored) => ({
  ...rest,
  kind,
  ...(user && { user }),
  ...(rider && { rider }),
  ...(order && { order }),
  ...(account && { account }),
  ...toDelivery(delivery),
  amount: kind === 'coins' ? 0 : amount,
  coins: kind === 'coins' ? amount : 0,
  askedAt: new Date(askedAt),
  expiresAt: new Date(expiresAt),
  decidedAt: decidedAt === null ? null : new Date(decidedAt),
})

const listedRow = z.strictObject({ row: Stored })

async function listed(db: Db, now: Date, isWanted: SQL) {
  const isWaiting = sql`a.state = 'waiting' AND a.expires_at > ${now.toISOString()}::timestamptz`
  const rows = await rowsOf(db, listedRow).execute(sql`
    SELECT row FROM (
      (SELECT 0 AS part, a.id, ${row(now)} AS row FROM approvals a
        WHERE ${isWaiting} AND ${isWanted} ORDER BY a.id LIMIT ${MAX_WAITING})
      UNION ALL
      (SELECT 1, a.id, ${row(now)} FROM approvals a
        WHERE NOT (${isWaiting}) AND ${isWanted} ORDER BY a.id DESC LIMIT ${DECIDED})
    ) l ORDER BY part, CASE WHEN part = 0 THEN id END, id DESC`)
  return rows.map(({ row }) => toApproval(row))
}

/** The settings for approval by a second person, with the number of active staff members. */
export async function approvalRules(db: Db) {
  const { secondPerson, payoutApprovalFrom, coinsWithoutApproval } = company
  const activeStaff = sql<number>`(SELECT count(*)::int FROM staff WHERE is_active)`
  const rows = await db
    .select({ secondPerson, payoutApprovalFrom, coinsWithoutApproval, activeStaff })
    .from(company)
  return requireRow(rows, 'Company')
}

/** The waiting requests, oldest first, then the newest decided ones. One statement. */
export const approvalRows = (db: Db, now: Date) => listed(db, now, sql`true`)

type Approval = ReturnType<typeof toApproval>

/**
 * The request without account, goods, place and phone number, for a staff member who made it but may no longer see its
 * subject.
 */
export const withoutPayee = ({ account: _, delivery: __, user, ...row }: Approval): Approval => ({
  ...row,
  ...(user && { user: { ...user, phone: maskPhone(user.phone) } }),
})

/**
 * The list of `approvalRows` for the staff member who made the requests, without account, goods, place and phone number
 * if the kind is not `visible` to them.
 */
export async function approvalRowsAskedBy(
  db: Db,
  now: Date,
  staffId: string,
  visible: readonly ApprovalKind[],
): Promise<Approval[]> {
  const rows = await listed(db, now, sql`a.asked_by = ${staffId}`)
  return rows.map((row) => (visible.includes(row.kind) ? row : withoutPayee(row)))
}

export async function approvalRowsById(db: Db, ids: readonly string[], now: Date) {
  if (ids.length === 0) return []
  const rows = await rowsOf(db, listedRow).execute(sql`
    SELECT ${row(now)} AS row FROM approvals a
    WHERE a.id IN (SELECT value::uuid FROM jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`)
  return rows.map(({ row }) => toApproval(row))
}

/** The waiting requests of these kinds about an order or a customer, oldest first. One statement. */
export async function approvalRowsAbout(
  db: Db,
  now: Date,
  subject: string,
  kinds: readonly ApprovalKind[],
): Promise<Approval[]> {
  if (!validate(subject)) return []
  const rows = await rowsOf(db, listedRow).execute(sql`
    SELECT ${row(now)} AS row FROM approvals a
    WHERE a.state = 'waiting' AND a.expires_at > ${now.toISOString()}::timestamptz
      AND (a.order_id = ${subject} OR a.user_id = ${subject} AND a.kind IN ('coins', 'wallet-order'))
      AND a.kind IN (SELECT jsonb_array_elements_text(${JSON.stringify(kinds)}::jsonb))
    ORDER BY a.id LIMIT ${MAX_WAITING}`)
  return rows.map(({ row }) => toApproval(row))
}
