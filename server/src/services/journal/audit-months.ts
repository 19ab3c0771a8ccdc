import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Database, Db } from '../../db/types.ts'

/**
 * The audit log is partitioned by the month (UTC) of its ids, which are UUIDs v7. `audit_rows_before` has the ids
 * before the first month with a partition. `audit_rows_rest` is the default partition, for ids whose month has no
 * partition, because the clock of their process was wrong or housekeeping did not create the partition in time.
 */

/** Number of months after the current one that are created in advance. */
const AHEAD = 3

/** The smallest UUID v7 of a time, in ms since 1970. */
export function leastId(ms: number) {
  const digits = Math.max(ms, 0).toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`
}

/**
 * The ids of a partition, from `from` (null: no lower bound) to `to`, exclusive. UUIDs and their texts have the same
 * order.
 */
const monthRow = z.strictObject({ name: z.string(), from: z.nullable(z.string()), to: z.string() })
type Month = z.output<typeof monthRow>

const monthsOf = (db: Db): Promise<Month[]> =>
  rowsOf(db, monthRow).execute(sql`
    SELECT name, substring(bound FROM $$FROM [(]'([^']+)$$) AS "from", substring(bound FROM $$TO [(]'([^']+)$$) AS "to"
    FROM (
      SELECT c.relname::text AS name, pg_get_expr(c.relpartbound, c.oid) AS bound
      FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'audit_rows'::regclass
    ) AS part WHERE bound <> 'DEFAULT' ORDER BY name`)

/** Stops waiting for a lock after a second, because other calls wait behind it. The next hourly run retries. */
const patiently = (tx: Db) =>
  tx.execute(sql`SELECT set_config('statement_timeout', '0', true), set_config('lock_timeout', '1s', true)`)

function monthAt(now: Date, distance: number) {
  const startOf = (month: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month, 1)
  const start = startOf(distance)
  return {
    name: `audit_rows_${new Date(start).toISOString().slice(0, 7).replace('-', '_')}`,
    from: leastId(start),
    to: leastId(startOf(distance + 1)),
  }
}

const existsRow = z.strictObject({ exists: z.boolean() })

async function isThere(db: Db, row: SQL): Promise<boolean> {
  const [found] = await rowsOf(db, existsRow).execute(sql`SELECT EXISTS (${row}) AS exists`)
  return found?.exists === true
}

const makeMonth = (
  { transaction }: Database,
  { name, from, to }: { name: string; from: string; to: string },
) =>
  transaction(async (tx) => {
    await patiently(tx)
    const table = sql.identifier(name)
    await tx.execute(sql`
      CREATE TABLE ${table} (LIKE audit_rows INCLUDING ALL)
      WITH (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 100000)`)
    // Attaching an existing table locks only the default partition, whereas creating a partition would lock the whole
    // log.
    await tx.execute(sql`
      ALTER TABLE audit_rows ATTACH PARTITION ${table} FOR VALUES FROM (${sql.raw(`'${from}'`)}) TO (${sql.raw(`'${to}'`)})`)
  })

/**
 * Creates the partitions of this month and the next three, except for months that already have rows in
 * `audit_rows_rest`. These rows are not moved, because a concurrent erasure would miss them; retention deletes them one
 * by one.
 */
export async function makeAuditMonths(database: Database, now: Date): Promise<void> {
  const { db } = database
  const parts = await monthsOf(db)
  for (let distance = 0; distance <= AHEAD; distance++) {
    const month = monthAt(now, distance)
    if (parts.some(({ from, to }) => (from ?? '') < month.to && to > month.from)) continue
    const inRest = sql`SELECT 1 FROM audit_rows_rest WHERE id >= ${month.from} AND id < ${month.to}`
    if (!(await isThere(db, inRest))) await makeMonth(database, month)
  }
}

/**
 * Drops the partitions whose rows were all written before `moment`. The ids alone do not show that: a process with a
 * wrong clock may have written a row with an earlier id, so `created_at` decides.
 */
export async function dropAuditMonths(database: Database, moment: Date): Promise<void> {
  const { db, transaction } = database
  for (const { name, to } of await monthsOf(db)) {
    const table = sql.identifier(name)
    if (to > leastId(moment.getTime())) continue
    // The newest row is found in the index; without statistics, `WHERE created_at >= …` might read the whole month.
    const youngest = sql`(SELECT created_at FROM ${table} ORDER BY created_at DESC LIMIT 1)`
    if (await isThere(db, sql`SELECT 1 WHERE ${youngest} >= ${moment.toISOString()}::timestamptz`)) continue
    await transaction(async (tx) => {
      await patiently(tx)
      await tx.execute(sql`DROP TABLE ${table}`)
    })
  }
}
