import { dayInKolkata } from '@kirana/domain/calendar'
import type { ChargeRate } from '@kirana/domain/tax'
import { type SQL, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { Db } from '../../db/types.ts'
import type { NewRate } from './rates.ts'

/** A row's rate as JSON: basis points, or 'goods'. */
const rateAsJson = sql`coalesce(to_json(r.rate), '"goods"')`

/** The rate of charge `c` on the day of `now` in Kolkata; null if unknown. */
export const rateOfCharge = (now: Date): SQL => sql`(
  SELECT ${rateAsJson} FROM charge_rates r WHERE r.charge_id = c.id AND r.first_day <= ${dayInKolkata(now)}::date
  ORDER BY r.first_day DESC, r.id DESC LIMIT 1)`

/** All rates of charge `c` as JSON, the newest first day first. */
export const ratesOfCharge: SQL = sql`(
  SELECT coalesce(json_agg(json_build_object('rate', ${rateAsJson}, 'from', r.first_day, 'by', r.by, 'at', r.created_at)
    ORDER BY r.first_day DESC, r.id DESC), '[]') FROM charge_rates r WHERE r.charge_id = c.id)`

/**
 * Inserts a rate of a charge, unless the same rate is already in force on its first day.
 * @returns whether it was inserted
 */
export async function addChargeRate(
  db: Db,
  chargeId: string,
  { rate, firstDay, by, now }: NewRate<Exclude<ChargeRate, null>>,
): Promise<boolean> {
  const added = rate === 'goods' ? null : rate
  const { rows } = await db.execute(sql`
    INSERT INTO charge_rates (id, charge_id, first_day, rate, by, created_at)
    SELECT ${v7()}::uuid, ${chargeId}::uuid, ${firstDay}::date, ${added}::int, ${by}, ${now.toISOString()}::timestamptz
    WHERE NOT EXISTS (
      SELECT 1 FROM (
        SELECT r.rate FROM charge_rates r WHERE r.charge_id = ${chargeId}::uuid AND r.first_day <= ${firstDay}::date
        ORDER BY r.first_day DESC, r.id DESC LIMIT 1
      ) present WHERE present.rate IS NOT DISTINCT FROM ${added}::int)
    RETURNING id`)
  return rows.length > 0
}
