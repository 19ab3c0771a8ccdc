import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { requireRow } from '../../errors.ts'
import { countDailyCoins } from './daily-coins.ts'
import { post } from './ledger.ts'

const coinsRow = z.strictObject({ coins: z.int() })

/** `key` is unique to the addition, `by` its author for display. */
type Addition = {
  userId: string
  coins: number
  staffId: string
  by: string
  key: string
  now: Date
  /** Whether a second person has approved it. */
  isApproved?: boolean
}

/**
 * Adds coins to a customer's wallet. Three statements.
 * @returns the balances `before` and `after`
 * @throws HttpError 404 for an unknown or erased customer, 422 above the daily limit; NeedsApproval above the number
 * that one person may add
 */
export async function addCoins(tx: Db, { userId, coins, staffId, by, key, now, isApproved }: Addition) {
  // An erasure locks both rows in the same order, so this waits for a concurrent erasure and then sees it.
  const locked = await rowsOf(tx, coinsRow).execute(sql`
    SELECT w.coins::int AS coins FROM users u JOIN wallets w ON w.user_id = u.id
    WHERE u.id = ${userId} AND u.erased_at IS NULL FOR KEY SHARE OF u FOR NO KEY UPDATE OF w`)
  const before = requireRow(locked, 'Customer')
  await countDailyCoins(tx, { staffId, userId, coins, now, isApproved })
  await post(tx, [{ key: `staff-coins:${key}`, kind: 'staff-coins', userId, amounts: [coins], by }], now)
  return { before, after: { coins: before.coins + coins } }
}
