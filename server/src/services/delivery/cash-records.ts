import { countOutcome, sumOfCount } from '@kirana/domain/cash'
import { dayInKolkata } from '@kirana/domain/calendar'
import { formatRupees } from '@kirana/domain/money'
import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { HttpError, requireRow } from '../../errors.ts'
import { cashRecords } from '../../tables/cash.ts'
import { NeedsApproval, passesWriteOffLimit } from '../shared/second-person.ts'
import { post, type Posting } from '../wallet/ledger.ts'
import { publishCash } from '../wallet/till.ts'

export type Actor = { by: string; now: Date }
type Kind = (typeof cashRecords.$inferSelect)['kind']

const riderRow = z.strictObject({ inHand: z.int(), shortage: z.int() })

/** Locks a rider's cash and reads it, in paise. @throws HttpError 404 */
export async function lockCash(tx: Db, riderId: string) {
  const rows = await rowsOf(tx, z.strictObject({ cash: riderRow })).execute(sql`
    SELECT json_build_object('inHand', in_hand, 'shortage', shortage) AS cash
    FROM riders WHERE id = ${riderId} FOR NO KEY UPDATE`)
  return requireRow(rows, 'Rider').cash
}

const earlierRow = z.strictObject({
  kind: z.string(),
  riderId: z.nullable(z.string()),
  expected: z.int(),
  amount: z.int(),
})

type Sent = { kind: Kind; riderId: string | null; amount: number; expected?: number }

/**
 * The record of an earlier run of the action with this id; null if the action is new. Call it while holding the lock
 * that serializes the action. Amounts are paise.
 * @throws HttpError 409 `action` when it has recorded other values than those sent now
 */
export async function earlier(tx: Db, actionId: string, sent: Sent) {
  const rows = await rowsOf(tx, z.strictObject({ record: earlierRow })).execute(sql`
    SELECT json_build_object('kind', kind, 'riderId', rider_id, 'expected', expected, 'amount', amount) AS record
    FROM cash_records WHERE action_id = ${actionId}`)
  const record = rows[0]?.record
  if (!record) return null
  if (record.kind !== sent.kind || record.riderId !== sent.riderId)
    throw new HttpError(409, 'This action was used for something else', { code: 'action' })
  if (record.amount !== sent.amount || (sent.expected ?? 0) !== record.expected)
    throw new HttpError(
      409,
      `${formatRupees(record.amount)} were recorded already: look at the entries first`,
      {
        code: 'action',
      },
    )
  return record
}

/** The answer to a repeated count. */
export const answeredBefore = ({ expected, amount }: z.output<typeof earlierRow>) => ({
  expected,
  counted: amount,
  difference: amount - expected,
  isRepeated: true,
})

type NewRecord = Omit<typeof cashRecords.$inferInsert, 'id' | 'day' | 'by' | 'createdAt'> & { day?: string }

/** Records a movement or a count of cash, by default for today (Asia/Kolkata); returns its id. */
export async function writeRecord(tx: Db, record: NewRecord, { by, now }: Actor): Promise<string> {
  const id = v7()
  await tx.insert(cashRecords).values({ id, day: dayInKolkata(now), ...record, by, createdAt: now })
  return id
}

type Count = {
  riderId: string
  actionId: string
  expected: number
  counted: Record<string, number | undefined>
}

/**
 * Books a count of a rider's cash (door and cash, Cash). Amounts are paise; the same action counts once.
 * @returns the expected and the counted amount, and the difference
 * @throws HttpError 404 for an unknown rider; 409 `stale` when the rider does not have the expected amount in hand
 */
export async function countCash(tx: Db, count: Count, { by, now }: Actor) {
  const { riderId, actionId, expected, counted: pieces } = count
  const rider = await lockCash(tx, riderId)
  const counted = sumOfCount(pieces)
  const before = await earlier(tx, actionId, { kind: 'count', riderId, amount: counted, expected })
  if (before) return answeredBefore(before)
  if (rider.inHand !== expected)
    throw new HttpError(
      409,
      `There should be ${formatRupees(rider.inHand)} by now, not ${formatRupees(expected)}. Please count again`,
      { code: 'stale' },
    )
  const { toTill, shortage, repaid, surplus, difference } = countOutcome(expected, counted, rider.shortage)
  const record = { kind: 'count', actionId, riderId, amount: counted, expected, surplus, pieces } as const
  await writeRecord(tx, record, { by, now })
  const posting = (kind: 'cash-count' | 'shortage-repaid', amounts: number[]): Posting[] =>
    amounts.every((amount) => amount === 0)
      ? []
      : [{ key: `count:${actionId}:${kind}`, kind, userId: null, riderId, by, amounts }]
  await post(tx, [...posting('cash-count', [toTill, shortage]), ...posting('shortage-repaid', [repaid])], now)
  await publishCash(tx, riderId)
  return { expected, counted, difference, isRepeated: false }
}

type WriteOff = {
  riderId: string
  amount: number
  reason: string
  actionId: string
  /** Whether a second person has approved it. */
  isApproved?: boolean
}

/**
 * Writes off a rider's shortage, in paise; returns null if the action is repeated.
 * @returns the rider's shortage before and after
 * @throws HttpError 404 for an unknown rider, 422 when the shortage is smaller; NeedsApproval from the store's limit on
 */
export async function writeOffShortage(
  tx: Db,
  { riderId, amount, reason, actionId, isApproved = false }: WriteOff,
  { by, now }: Actor,
) {
  const { shortage } = await lockCash(tx, riderId)
  if (await earlier(tx, actionId, { kind: 'write-off', riderId, amount })) return null
  if (amount > shortage)
    throw new HttpError(422, `The shortage is ${formatRupees(shortage)}`, { code: 'shortage' })
  if (!isApproved && (await passesWriteOffLimit(tx, { by, amount, now })))
    throw new NeedsApproval({ kind: 'write-off', userId: null, subject: riderId, amount })
  await writeRecord(tx, { kind: 'write-off', actionId, riderId, amount, note: reason }, { by, now })
  const posting: Posting = {
    key: `write-off:${actionId}`,
    kind: 'shortage-write-off',
    userId: null,
    riderId,
    by,
    amounts: [amount],
  }
  await post(tx, [posting], now)
  await publishCash(tx, riderId)
  return { before: shortage, after: shortage - amount }
}

/** The `before` and `after` of a write-off for the audit log; amounts are paise. */
export const writeOffAudit = (
  { before, after }: { before: number; after: number },
  { amount, reason }: Pick<WriteOff, 'amount' | 'reason'>,
) => ({ before: { shortage: before }, after: { shortage: after, amount, reason } })
