import { dayInKolkata } from '@kirana/domain/calendar'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Database, Db } from '../../db/types.ts'
import { reportTables } from '../../tables/reports.ts'
import {
  couponColumns,
  couponSums,
  dayColumns,
  daySums,
  factsOf,
  productColumns,
  productSums,
  startOf,
  stepColumns,
  stepSums,
} from './sums.ts'

const dayRow = z.strictObject({ day: z.string() })

/** SQL for whether the sums of day `d` exist and none of its orders has changed since they were computed. */
export const isAddedUp = sql`EXISTS (SELECT FROM report_days r WHERE r.day = d.day)
  AND NOT EXISTS (SELECT FROM report_changes c WHERE c.day = d.day)`

/** The days `d` from the first order to yesterday. */
const pastDays = (now: Date) => sql`(SELECT day::date FROM generate_series(
  (SELECT report_day(min(placed_at)) FROM orders)::timestamp, ${dayInKolkata(now)}::timestamp - interval '1 day',
  interval '1 day') day) d`

/** The past days whose sums are missing or outdated, newest first. */
const outdatedDays = (db: Db, now: Date) =>
  rowsOf(db, dayRow).execute(sql`
    SELECT d.day::text AS day FROM ${pastDays(now)} WHERE NOT (${isAddedUp}) ORDER BY d.day DESC`)

/** The values of `dayColumns` after `day` for a day without orders. */
const noOrders = sql`0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, array_fill(0, ARRAY[24])`

/** Adds up all days without an order in one statement, because a store that was closed for a long time has many. */
const addUpEmptyDays = (db: Db, now: Date) =>
  db.execute(sql`
    INSERT INTO report_days (${dayColumns})
    SELECT d.day, ${noOrders} FROM ${pastDays(now)}
    WHERE NOT EXISTS (SELECT FROM report_days r WHERE r.day = d.day)
      AND NOT EXISTS (SELECT FROM report_changes c WHERE c.day = d.day)
      AND NOT EXISTS (SELECT FROM orders o WHERE o.placed_at >= ${startOf(sql`d.day`)}
        AND o.placed_at < ${startOf(sql`(d.day + 1)`)})`)

/**
 * Adds up one day in a single snapshot. A concurrent change that is not in the sums leaves a row in `report_changes`.
 */
async function addUpDay(tx: Db, day: string) {
  await tx.execute(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`)
  for (const table of reportTables)
    await tx.execute(sql`DELETE FROM ${sql.identifier(table)} WHERE day = ${day}`)
  await tx.execute(sql`
    WITH ${factsOf(sql`(SELECT ${day}::date AS day)`)}, products AS (
      INSERT INTO report_products (${productColumns}) ${productSums}
    ), coupons AS (
      INSERT INTO report_coupons (${couponColumns}) ${couponSums}
    ), steps AS (
      INSERT INTO report_steps (${stepColumns}) ${stepSums}
    )
    INSERT INTO report_days (${dayColumns})
    SELECT * FROM (${daySums}) sums
    UNION ALL
    SELECT ${day}::date, ${noOrders}
    WHERE NOT EXISTS (SELECT FROM facts)`)
}

/**
 * Adds up the past days whose sums are missing or outdated, those with orders in one transaction each. Only one process
 * at a time may run it: call it with a lease held.
 */
export async function addUpPastDays({ db, transaction }: Database, now: Date) {
  await addUpEmptyDays(db, now)
  for (const { day } of await outdatedDays(db, now)) await transaction((tx) => addUpDay(tx, day))
}
