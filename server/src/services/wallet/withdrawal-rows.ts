import { PAGE_SIZE } from '@kirana/domain/paging'
import { withdrawalStates } from '@kirana/domain/payout'
import type { OrderSort, PayoutState } from '@kirana/domain/vocabulary'
import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { containingPhone, listRow, newestOf, pageOf, type Selection, type Sort } from '../shared/pages.ts'

export const user = z.strictObject({ fullName: z.string(), phone: z.string() })
export const account = { upiId: z.string(), bankAcNumber: z.string(), ifscCode: z.string() }
/** Names and values for `json_build_object` of withdrawal `w` and its customer `u`. */
export const userFields = sql`'user', json_build_object('fullName', u.full_name, 'phone', u.phone), 'amount', w.amount,
  'isDone', w.done_at IS NOT NULL`
export const accountFields = sql`'upiId', w.upi_id, 'bankAcNumber', w.bank_account, 'ifscCode', w.ifsc`

const StoredRequest = z.strictObject({
  id: z.string(),
  user,
  amount: z.int(),
  isDone: z.boolean(),
  ...account,
  state: z.enum(withdrawalStates),
  reason: z.string(),
  requestedAt: z.string(),
  approval: z.nullable(
    z.strictObject({ kind: z.enum(['payout', 'payout-refusal']), askedBy: z.string(), at: z.string() }),
  ),
  approved: z.nullable(z.strictObject({ by: z.string(), at: z.string() })),
})

/** The waiting approval request about withdrawal `w`. */
const waitingFor = (now: Date) =>
  sql`FROM approvals a WHERE a.withdrawal_id = w.id AND a.state = 'waiting' AND a.expires_at > ${now.toISOString()}::timestamptz`

/** The state of withdrawal `w` (`WithdrawalState`), and the reason for its refusal, '' if it was not refused. */
export const withdrawalState = (now: Date) => sql`CASE WHEN w.done_at IS NOT NULL THEN 'paid'
  WHEN w.refused_at IS NOT NULL THEN 'refused' WHEN EXISTS (SELECT 1 ${waitingFor(now)}) THEN 'waits'
  WHEN w.approved_at IS NOT NULL THEN 'approved' ELSE 'open' END`
export const refusalReason = sql`coalesce((
  SELECT t.reason FROM transactions t WHERE t.withdrawal_id = w.id AND t.is_refused), '')`

/** Amounts are paise; `approval` is the waiting approval request. */
const request = (now: Date) => sql`json_build_object('id', w.id, ${userFields}, ${accountFields},
  'state', ${withdrawalState(now)}, 'reason', ${refusalReason}, 'requestedAt', w.created_at, 'approval', (
    SELECT json_build_object('kind', a.kind, 'askedBy', a.asked_name, 'at', a.created_at) ${waitingFor(now)}),
  'approved', CASE WHEN w.approved_at IS NOT NULL THEN json_build_object('by', w.approved_name, 'at', w.approved_at) END)`

const at = <Stored extends { at: string }>(stored: Stored | null) =>
  stored ? { ...stored, at: new Date(stored.at) } : undefined

const toRequest = ({ requestedAt, approval, approved, ...row }: z.output<typeof StoredRequest>) => ({
  ...row,
  requestedAt: new Date(requestedAt),
  approval: at(approval),
  approved: at(approved),
})

const requestRow = z.strictObject({ row: StoredRequest })
const requestColumns = (now: Date) => ({
  select: sql`${request(now)} AS row`,
  row: listRow({ row: StoredRequest }),
})

const withUser = sql`withdrawals w JOIN users u ON u.id = w.user_id`
const isInState: Record<PayoutState, SQL> = {
  '': sql`true`,
  waiting: sql`w.done_at IS NULL AND w.refused_at IS NULL`,
  done: sql`w.done_at IS NOT NULL`,
  refused: sql`w.refused_at IS NOT NULL`,
}

export const sorted = (sort: OrderSort, id: SQL): { sort?: Sort } =>
  sort === '' ? {} : { sort: { by: sort === 'date' ? id : sql`w.amount`, ascending: sort !== '-amount' } }

type Filter = { search: string; sort: OrderSort }
const everything: Filter = { search: '', sort: '' }

const requests = ({ search, state, sort }: Filter & { state: PayoutState }): Selection => ({
  from: withUser,
  id: sql`w.id`,
  condition: sql`${isInState[state]}${search ? sql` AND ${containingPhone(sql`u.phone`, search)}` : sql``}`,
  name: JSON.stringify(['withdrawals', state, search]),
  size: PAGE_SIZE.withdrawals,
  ...sorted(sort, sql`w.id`),
})

/** The newest requests, and the number of all. */
export const newestRequests = (db: Db, now: Date) =>
  newestOf(db, requests({ ...everything, state: '' }), requestColumns(now), ({ row }) => toRequest(row))

/** A page of requests by the customer's phone and by state, with the number of pages (`pageOf`). */
export async function requestPage(
  db: Db,
  { page, now, ...filter }: Filter & { state: PayoutState; page: number; now: Date },
) {
  const { data, totalPages } = await pageOf(db, requests(filter), page, requestColumns(now))
  return { data: data.map(({ row }) => toRequest(row)), totalPages }
}

/** The requests with these ids, in no particular order. */
export async function withdrawalRowsById(db: Db, ids: readonly string[], now: Date) {
  if (ids.length === 0) return []
  const rows = await rowsOf(db, requestRow).execute(sql`
    SELECT ${request(now)} AS row FROM ${withUser}
    WHERE w.id IN (SELECT value::uuid FROM jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`)
  return rows.map(({ row }) => toRequest(row))
}

/** A customer's own withdrawals, newest first, after the withdrawal `cursor`; `next` is null on the last page. */
export async function customerWithdrawals(db: Db, userId: string, cursor: string | null, now: Date) {
  const size = PAGE_SIZE.withdrawals
  const after = cursor === null ? sql`` : sql`AND w.id < ${cursor}`
  const rows = await rowsOf(db, requestRow).execute(sql`
    SELECT ${request(now)} AS row FROM ${withUser} WHERE w.user_id = ${userId} ${after}
    ORDER BY w.id DESC LIMIT ${size + 1}`)
  const shown = rows.slice(0, size).map(({ row }) => toRequest(row))
  return { withdrawals: shown, next: rows.length > size ? (shown.at(-1)?.id ?? null) : null }
}
