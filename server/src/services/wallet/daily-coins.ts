import { count, counted } from '@kirana/domain/count'
import { dayInKolkata } from '@kirana/domain/calendar'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'
import { NeedsApproval } from '../shared/second-person.ts'

const usageRow = z.strictObject({ limit: z.int(), alone: z.nullable(z.int()), added: z.int() })

type Addition = {
  staffId: string
  userId: string
  coins: number
  now: Date
  isApproved?: boolean | undefined
}

/**
 * Counts `coins` against the staff member's daily limits (company settings; days of Kolkata). One statement: the row lock
 * serializes a staff member's additions, so each one is compared with the total that the others left.
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
  const usage = await rowsOf(tx, usageRow).execute(sql`
    SELECT c.daily_coins_per_staff AS limit, CASE WHEN c.second_person THEN c.coins_without_approval END AS alone,
      coalesce(d.coins, 0)::int AS added
    FROM company c LEFT JOIN staff_coin_days d ON d.staff_id = ${staffId} AND d.day = ${day}`)
  const { limit: most = 0, alone = null, added = 0 } = usage[0] ?? {}
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
