import { sumOfCount } from '@kirana/domain/cash'
import { fitsLimit } from '@kirana/domain/drops'
import { formatRupees } from '@kirana/domain/money'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { HttpError, requireRow } from '../../errors.ts'
import { post, type Posting } from '../wallet/ledger.ts'
import { lockTill, publishCash, refuseBeyond } from '../wallet/till.ts'
import { openCollectable } from './rows.ts'
import { type Actor, answeredBefore, earlier, lockCash, writeRecord } from './cash-records.ts'

const posting = (
  kind: Posting['kind'],
  { actionId, by, amount, riderId = null }: Action & { by: string; riderId?: string | null },
): Posting => ({
  key: kind === 'bank-deposit' ? `bank:${actionId}` : `till:${actionId}`,
  kind,
  userId: null,
  riderId,
  by,
  amounts: [amount],
})

type Action = { actionId: string; amount: number }

/**
 * Puts cash into the till, such as the opening cash, or takes cash out for a payment of the store.
 * @returns false when the action was done before
 * @throws HttpError 422 when the till holds less
 */
export async function moveTill(
  tx: Db,
  { direction, reason, ...action }: Action & { direction: 'in' | 'out'; reason: string },
  { by, now }: Actor,
): Promise<boolean> {
  const till = await lockTill(tx)
  if (await earlier(tx, action.actionId, { kind: direction, riderId: null, amount: action.amount }))
    return false
  if (direction === 'out') refuseBeyond(till, action.amount)
  const id = await writeRecord(tx, { kind: direction, ...action, note: reason }, { by, now })
  await post(tx, [posting(`till-${direction}`, { ...action, by })], now)
  await publishCash(tx, id)
  return true
}

type Deposit = { amount: number; reference: string; day: string; actionId: string }

/**
 * Records a deposit of cash at the bank, in paise; false if the action was done before.
 * @throws HttpError 422 when the till holds less
 */
export async function depositAtBank(
  tx: Db,
  { reference, day, ...action }: Deposit,
  { by, now }: Actor,
): Promise<boolean> {
  const till = await lockTill(tx)
  if (await earlier(tx, action.actionId, { kind: 'bank', riderId: null, amount: action.amount })) return false
  refuseBeyond(till, action.amount)
  const id = await writeRecord(tx, { kind: 'bank', ...action, note: reference, day }, { by, now })
  await post(tx, [posting('bank-deposit', { ...action, by })], now)
  await publishCash(tx, id)
  return true
}

const loadRow = z.strictObject({
  rider: z.strictObject({
    name: z.string(),
    isActive: z.boolean(),
    inHand: z.int(),
    limit: z.int(),
    toCollect: z.int(),
  }),
})

/**
 * Gives a rider cash from the till to use as change.
 * @returns false when the action was done before
 * @throws HttpError 404 for an unknown rider, 409 for a disabled one or above the cash limit, 422 when the till holds
 * less
 */
export async function giveFloat(
  tx: Db,
  { riderId, reason, ...action }: Action & { riderId: string; reason: string },
  { by, now }: Actor,
): Promise<boolean> {
  await lockCash(tx, riderId)
  const till = await lockTill(tx)
  if (await earlier(tx, action.actionId, { kind: 'float', riderId, amount: action.amount })) return false
  const rows = await rowsOf(tx, loadRow).execute(sql`
    SELECT json_build_object('name', r.name, 'isActive', r.is_active, 'inHand', r.in_hand, 'limit', r.cash_limit,
      'toCollect', ${openCollectable}) AS rider
    FROM riders r WHERE r.id = ${riderId}`)
  const { rider } = requireRow(rows, 'Rider')
  if (!rider.isActive) throw new HttpError(409, `${rider.name} is disabled`, { code: 'disabled' })
  if (!fitsLimit(rider, action.amount))
    throw new HttpError(409, `${rider.name} may have ${formatRupees(rider.limit)} at most`, {
      code: 'cash-limit',
    })
  refuseBeyond(till, action.amount)
  await writeRecord(tx, { kind: 'float', riderId, ...action, note: reason }, { by, now })
  await post(tx, [posting('rider-float', { ...action, riderId, by })], now)
  await publishCash(tx, riderId)
  return true
}

const surplusRow = z.strictObject({ riderId: z.string(), surplus: z.int(), kind: z.string() })

type Decision = { countId: string; decision: 'keep' | 'return'; reason: string; actionId: string }

/**
 * Settles a surplus of a count: the store keeps it in the till, or it is returned to the rider.
 * @returns the rider and the amount; null when the action was done before
 * @throws HttpError 404 for a count without a surplus, 409 when it was decided
 */
export async function decideSurplus(
  tx: Db,
  { countId, decision, reason, actionId }: Decision,
  { by, now }: Actor,
) {
  const rows = await rowsOf(tx, z.strictObject({ count: surplusRow })).execute(sql`
    SELECT json_build_object('riderId', rider_id, 'surplus', surplus, 'kind', kind) AS count
    FROM cash_records WHERE id = ${countId} AND surplus > 0`)
  const { riderId, surplus: amount } = requireRow(rows, 'Surplus').count
  await lockCash(tx, riderId)
  const kind = decision === 'keep' ? 'surplus-kept' : 'surplus-returned'
  if (await earlier(tx, actionId, { kind, riderId, amount })) return null
  const { rows: decided } = await tx.execute(sql`SELECT 1 FROM cash_records WHERE count_id = ${countId}`)
  if (decided.length > 0) throw new HttpError(409, 'This surplus was already decided', { code: 'decided' })
  await writeRecord(tx, { kind, riderId, amount, actionId, note: reason, countId }, { by, now })
  if (decision === 'keep') await post(tx, [posting('surplus-kept', { actionId, amount, by })], now)
  await publishCash(tx, riderId)
  return { riderId, amount }
}

type Closing = { actionId: string; expected: number; counted: Record<string, number | undefined> }

/**
 * Counts the till at the end of the day. Posts missing cash as a loss and excess cash as a gain, with the person's
 * name. The balance of the till is then the counted amount.
 * @returns the expected and the counted amount, and the difference, in paise
 * @throws HttpError 409 `stale` when the till holds another amount than was expected
 */
export async function closeDay(tx: Db, { actionId, expected, counted: pieces }: Closing, { by, now }: Actor) {
  const till = await lockTill(tx)
  const counted = sumOfCount(pieces)
  const before = await earlier(tx, actionId, { kind: 'close', riderId: null, amount: counted, expected })
  if (before) return answeredBefore(before)
  if (till !== expected)
    throw new HttpError(
      409,
      `The till should hold ${formatRupees(till)} by now, not ${formatRupees(expected)}. Please count again`,
      { code: 'stale' },
    )
  const difference = counted - expected
  const id = await writeRecord(
    tx,
    { kind: 'close', actionId, amount: counted, expected, pieces },
    { by, now },
  )
  const amount = Math.abs(difference)
  if (amount > 0)
    await post(tx, [posting(difference < 0 ? 'till-short' : 'till-over', { actionId, amount, by })], now)
  await publishCash(tx, id)
  return { expected, counted, difference, isRepeated: false }
}
