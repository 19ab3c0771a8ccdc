import { count, counted } from '@kirana/domain/count'
import { dayInKolkata } from '@kirana/domain/calendar'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'
import { company } from '../../tables/company.ts'
import { staffCoinDays } from '../../tables/wallets.ts'
import { NeedsApproval } from '../shared/second-person.ts'

type Addition = {
  staffId: string
  userId: string
  coins: number
  now: Date
  isApproved?: boolean | undefined
}

/**
 * Counts `coins` against the staff member's daily limits (company settings; days of Kolkata). One statement: the row
 * lock serializes a staff member's additions, so that each is compared with the total of the others.
 * @throws HttpError 422 with the remaining coins when the limit would be exceeded; NeedsApproval when the coins of the
 * day would be more than one person may add alone
 */
export async function countDailyCoins(tx: Db, { staffId, userId, coins, now, isApproved = false }: Addition) {
  const day = dayInKolkata(now)
  const limit = sql`CASE WHEN second_person AND NOT ${isApproved}::boolean
    THEN least(daily_coins_per_staff, coins_without_approval) ELSE daily_coins_per_staff END`
  const { rows } = await tx.execute(sql`
    INSERT INTO staff_coin_days AS d (staff_id, day, coins)
    SELECT ${staffId}, ${day}, ${coins}::bigint FROM company WHERE ${limit} >= ${coins}::bigint
    ON CONFLICT (staff_id, day) DO UPDATE SET coins = d.coins + excluded.coins
    WHERE d.coins + excluded.coins <= (SELECT ${limit} FROM company)
    RETURNING 1`)
  if (rows.length > 0) return
  const [usage] = await tx
    .select({
      most: company.dailyCoinsPerStaff,
      secondPerson: company.secondPerson,
      withoutApproval: company.coinsWithoutApproval,
      added: staffCoinDays.coins,
    })
    .from(company)
    .leftJoin(staffCoinDays, and(eq(staffCoinDays.staffId, staffId), eq(staffCoinDays.day, day)))
  const most = usage?.most ?? 0
  const alone = usage?.secondPerson ? usage.withoutApproval : null
  const added = usage?.added ?? 0
  if (!isApproved && alone !== null && added + coins <= most)
    throw new NeedsApproval({
      kind: 'coins',
      userId,
      subject: userId,
      amount: coins,
      reason: `${counted(added, 'coin')} given that day before; ${counted(alone, 'coin')} a day need no approval`,
    })
  const left = Math.max(most - added, 0)
  throw new HttpError(422, `You may add ${counted(most, 'coin')} a day. Left for today: ${count(left)}`, {
    code: 'daily-coins',
  })
}
