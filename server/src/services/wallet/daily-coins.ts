import { dayInKolkata } from '@kirana/domain/calendar'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'

const coinsText = (coins: number) => `${coins.toLocaleString('en-IN')} ${coins === 1 ? 'coin' : 'coins'}`

const usageRow = z.strictObject({ limit: z.int(), added: z.int() })

/**
 * Counts `coins` against the staff member's daily limit (company settings; days of Kolkata). One statement: the row lock
 * serializes a staff member's additions, so each one is compared with the total that the others left.
 * @throws HttpError 422 with the remaining coins when the limit would be exceeded
 */
export async function countDailyCoins(
  tx: Db,
  { staffId, coins, now }: { staffId: string; coins: number; now: Date },
) {
  const day = dayInKolkata(now)
  const { rows } = await tx.execute(sql`
    INSERT INTO staff_coin_days AS d (staff_id, day, coins)
    SELECT ${staffId}, ${day}, ${coins}::bigint FROM company WHERE daily_coins_per_staff >= ${coins}::bigint
    ON CONFLICT (staff_id, day) DO UPDATE SET coins = d.coins + excluded.coins
    WHERE d.coins + excluded.coins <= (SELECT daily_coins_per_staff FROM company)
    RETURNING 1`)
  if (rows.length > 0) return
  const usage = await rowsOf(tx, usageRow).execute(sql`
    SELECT c.daily_coins_per_staff AS limit, coalesce(d.coins, 0)::int AS added
    FROM company c LEFT JOIN staff_coin_days d ON d.staff_id = ${staffId} AND d.day = ${day}`)
  const { limit = 0, added = 0 } = usage[0] ?? {}
  const left = Math.max(limit - added, 0)
  throw new HttpError(
    422,
    `You may add ${coinsText(limit)} a day. Left for today: ${left.toLocaleString('en-IN')}`,
    {
      code: 'daily-coins',
    },
  )
}
