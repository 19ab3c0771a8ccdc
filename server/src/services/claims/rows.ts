import {
  type ClaimedLine,
  CLAIM_SHARE_DAYS,
  claimNumberText,
  claimReasons,
  claimStates,
  destinationsOf,
  exceedsClaimShare,
  type ClaimState,
} from '@kirana/domain/claims'
import { creditNoteNumber } from '@kirana/domain/invoice'
import { type SQL, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'
import { listRow, pageOf } from '../shared/pages.ts'
import {
  ClaimedOrder,
  claimedOrder,
  claimLineList,
  claimLines,
  leftOf,
  openLines,
  paidRows,
  refundOf,
} from './facts.ts'

const Stored = z.strictObject({
  id: z.string(),
  number: z.int(),
  user: z.strictObject({ _id: z.string(), fullName: z.string(), phone: z.string() }),
  lines: claimLineList,
  reason: z.enum(claimReasons),
  note: z.string(),
  photos: z.array(z.string()),
  state: z.enum(claimStates),
  at: z.string(),
  dueBy: z.string(),
  openedBy: z.string(),
  lateReason: z.string(),
  refusedReason: z.string(),
  approvalId: z.nullable(z.string()),
  refunded: z.int(),
  creditNotes: z.array(z.strictObject({ id: z.string(), year: z.string(), number: z.int() })),
  recent: z.strictObject({ claims: z.int(), deliveries: z.int(), share: z.int() }),
  replacements: z.array(z.strictObject({ _id: z.string(), order_id: z.string() })),
  order: ClaimedOrder,
})
type Stored = z.output<typeof Stored>
const shape = { row: Stored }
const storedRow = z.strictObject(shape)
const storedListRow = listRow(shape)

const from = sql`claims c JOIN orders o ON o.id = c.order_id`

/** The time of reading, and the origin of links. */
type Reading = { now: Date; base: string }

/** SQL for the recent claims and deliveries of the customer, which uses the customer's indexes. */
const recent = (now: Date) => {
  const since = sql`${now.toISOString()}::timestamptz - make_interval(days => ${CLAIM_SHARE_DAYS})`
  return sql`json_build_object(
    'claims', (SELECT count(*) FROM claims r WHERE r.user_id = c.user_id AND r.created_at > ${since}),
    'deliveries', (SELECT count(*) FROM orders d WHERE d.user_id = c.user_id AND d.status = 'delivered'
      AND NOT d.is_replacement AND d.placed_at > ${since}),
    'share', (SELECT claims_share FROM company))`
}

const select = (now: Date) => sql`json_build_object('id', c.id, 'number', c.number,
  'user', json_build_object('_id', o.user_id, 'fullName', o.customer_name, 'phone', o.customer_phone),
  'lines', ${claimLines}, 'reason', c.reason, 'note', c.note, 'photos', c.photos, 'state', c.state, 'at', c.created_at,
  'dueBy', c.due_by, 'openedBy', c.opened_by, 'lateReason', c.late_reason, 'refusedReason', c.refused_reason,
  'approvalId', (SELECT w.id FROM approvals w WHERE w.claim_id = c.id AND w.state = 'waiting'
    AND w.expires_at > ${now.toISOString()}::timestamptz),
  'refunded', (SELECT coalesce(sum(a.amount), 0) FROM claim_actions a WHERE a.claim_id = c.id),
  'creditNotes', (SELECT coalesce(json_agg(json_build_object('id', n.id, 'year', n.year, 'number', n.number)
      ORDER BY n.created_at, n.id), '[]')
    FROM claim_actions a JOIN credit_notes n ON n.id = a.note_id WHERE a.claim_id = c.id),
  'recent', ${recent(now)}, 'replacements', (SELECT coalesce(json_agg(json_build_object('_id', b.id, 'order_id', b.order_id) ORDER BY b.id), '[]')
    FROM orders b WHERE b.id IN (SELECT r.order_id FROM claim_replacements r WHERE r.claim_id = c.id)),
  'order', ${claimedOrder}) AS row`

/** The possible refund of the open pieces (`openLines`), at most the rest of the order. */
function openAmount({ order, lines }: Stored): number {
  if (!order.invoice) return 0
  return Math.min(refundOf(order, openLines(lines, order)).amount, leftOf(order))
}

/**
 * The lines with the texts, the picture and the amounts of the delivered bill; the title of a replacing product follows
 * that of the replaced one.
 */
function linesOf({ order, lines }: Stored) {
  const paid = order.invoice ? paidRows(order) : order.rows.map((row) => ({ ...row, paid: 0, discount: 0 }))
  return lines.map((line) => {
    const rows = paid.filter((row) => row.line === line.line)
    const sum = (of: 'pieces' | 'paid' | 'discount') => rows.reduce((total, row) => total + row[of], 0)
    return {
      ...line,
      delivered: sum('pieces'),
      productTitle: rows.map(({ title }) => title).join(' and '),
      productQuantity: rows[0]?.quantityText ?? '',
      productImage: rows[0]?.image ?? '',
      paid: sum('paid'),
      discount: sum('discount'),
    }
  })
}

/** A claim for lists and live events; `base` is the origin of links. */
function toClaim(stored: Stored, base: string) {
  const { number, order, approvalId, refunded, creditNotes, at, dueBy, recent: so, ...claim } = stored
  const { share, ...counts } = so
  const replacement = claim.replacements.at(-1)
  return {
    ...claim,
    ...(replacement && { replacement }),
    recent: { ...counts, isMarked: exceedsClaimShare(counts, share) },
    ...(approvalId !== null && { approvalId }),
    claimNumber: claimNumberText(number),
    orderId: order.id,
    orderNumber: order.orderId,
    payment: order.paymentMethod,
    destinations: destinationsOf(order.paidBy),
    lines: linesOf(stored),
    at: new Date(at),
    dueBy: new Date(dueBy),
    amount: claim.state === 'open' ? refunded + openAmount(stored) : refunded,
    refunded,
    creditNotes: creditNotes.map((note) => ({
      _id: note.id,
      number: creditNoteNumber(note.year, note.number),
      link: `${base}/api/v1/credit-note/${note.id}`,
    })),
  }
}

type Filter = { state: ClaimState | 'all' | ''; order: string; customer: string }

const PAGE_SIZE = 20

/** A page of claims, newest first, with the number of pages (`pageOf`). Empty for an unknown order or customer. */
export async function claimPage(
  db: Db,
  { state, order, customer }: Filter,
  page: number,
  { now, base }: Reading,
) {
  const conditions: SQL[] = [sql`true`]
  if (state !== '' && state !== 'all') conditions.push(sql`c.state = ${state}`)
  if (order !== '') conditions.push(validate(order) ? sql`c.order_id = ${order}` : sql`false`)
  if (customer !== '') conditions.push(validate(customer) ? sql`c.user_id = ${customer}` : sql`false`)
  const selection = {
    from,
    id: sql`c.id`,
    condition: sql.join(conditions, sql` AND `),
    name: JSON.stringify(['claims', state, order, customer]),
    size: PAGE_SIZE,
  }
  const result = await pageOf(db, selection, page, { select: select(now), row: storedListRow })
  return { ...result, data: result.data.map(({ row }) => toClaim(row, base)) }
}

const byIds = (db: Db, now: Date, condition: SQL, limit = sql``) =>
  rowsOf(db, storedRow).execute(
    sql`SELECT ${select(now)} FROM ${from} WHERE ${condition} ORDER BY c.id DESC ${limit}`,
  )

/** The claims with these ids, in no particular order. Links are relative. */
export async function claimRowsById(db: Db, ids: readonly string[], now: Date) {
  if (ids.length === 0) return []
  const rows = await byIds(
    db,
    now,
    sql`c.id IN (${sql.join(
      ids.map((id) => sql`${id}`),
      sql`, `,
    )})`,
  )
  return rows.map(({ row }) => toClaim(row, ''))
}

const MAX_OWN_CLAIMS = 200

/** The newest claims of a customer, without fields that name staff members. */
export async function claimsOfCustomer(db: Db, userId: string, { now, base }: Reading) {
  const rows = await byIds(db, now, sql`c.user_id = ${userId}`, sql`LIMIT ${MAX_OWN_CLAIMS}`)
  return rows.map(({ row }) => toClaim(row, base))
}

/**
 * The refund of pieces of a claim, by default of all open ones.
 * @throws HttpError 404, and 422 for pieces that are not open in it
 */
export async function claimAmount(
  db: Db,
  claimId: string,
  wanted: readonly ClaimedLine[] | undefined,
  now: Date,
) {
  const [found] = validate(claimId) ? await byIds(db, now, sql`c.id = ${claimId}`) : []
  if (!found) throw new HttpError(404, 'Claim not found')
  const { order, lines } = found.row
  const open = openLines(lines, order)
  for (const { line, pieces } of wanted ?? [])
    if (pieces > (open.find((other) => other.line === line)?.pieces ?? 0))
      throw new HttpError(422, `Line ${line} has fewer open pieces in this claim`, { code: 'pieces' })
  const left = leftOf(order)
  if (!order.invoice) return { lines: [], charges: 0, refund: 0, coins: 0, left }
  const claimed = wanted ?? open
  const refund = refundOf(order, claimed)
  const rows = paidRows(order).map((row, i) => ({ ...row, ...refund.rows[i], whole: row.pieces }))
  return {
    lines: claimed.map(({ line, pieces }) => {
      const ofLine = rows.filter((row) => row.line === line)
      const sum = (of: 'paid' | 'discount' | 'amount' | 'coins') =>
        ofLine.reduce((total, row) => total + (row[of] ?? 0), 0)
      return {
        line,
        pieces,
        paid: sum('paid'),
        discount: sum('discount'),
        refund: sum('amount'),
        coins: sum('coins'),
      }
    }),
    charges: refund.charges,
    refund: refund.amount,
    coins: refund.coins,
    left,
  }
}
