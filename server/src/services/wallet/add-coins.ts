import { eq } from 'drizzle-orm'
import type { Db } from '../../db/types.ts'
import { requireRow } from '../../errors.ts'
import { wallets } from '../../tables/wallets.ts'
import { countDailyCoins } from './daily-coins.ts'
import { post } from './ledger.ts'

/** `key` is unique to the addition, `by` its author for display. */
type Addition = {
  userId: string
  coins: number
  staffId: string
  by: string
  key: string
  now: Date
  /** A second person has approved it. */
  isApproved?: boolean
}

/**
 * Adds coins to a customer's wallet. Three statements.
 * @returns the balances `before` and `after`
 * @throws HttpError 404 for an unknown customer, 422 above the daily limit; NeedsApproval above what one person may add
 */
export async function addCoins(tx: Db, { userId, coins, staffId, by, key, now, isApproved }: Addition) {
  const locked = await tx
    .select({ coins: wallets.coins })
    .from(wallets)
    .where(eq(wallets.userId, userId))
    .for('update')
  const before = requireRow(locked, 'Customer')
  await countDailyCoins(tx, { staffId, userId, coins, now, isApproved })
  await post(tx, [{ key: `staff-coins:${key}`, kind: 'staff-coins', userId, amounts: [coins], by }], now)
  return { before, after: { coins: before.coins + coins } }
}
