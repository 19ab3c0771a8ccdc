import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDatabase, migrations } from '../testing/database.ts'
import { BASELINE_LENGTH } from './baseline.ts'
import { migrateFirst } from './fill.ts'

const database = await emptyDatabase()
afterAll(database.close)
beforeAll(async () => {
  await migrateFirst(database, migrations, BASELINE_LENGTH)
  await database.db.execute(sql`UPDATE company SET name = 'Asha Stores'`)
})

/** The time of migration 0042, the last one that the baseline replaced. */
const LAST = 1_795_477_250_348

/** Records migrations as a store does that has run the first `count` of those that the baseline replaced. */
const setApplied = (count: number) =>
  database.db.execute(sql`
    WITH gone AS (DELETE FROM drizzle.__drizzle_migrations)
    INSERT INTO drizzle.__drizzle_migrations (hash, created_at)
    SELECT 'old ' || n, ${LAST}::bigint - 1000 * (43 - n) FROM generate_series(1, ${count}::int) AS n`)

const applied = async () => {
  const { rows } = await database.db.execute<{ hash: string }>(
    sql`SELECT hash FROM drizzle.__drizzle_migrations ORDER BY created_at`,
  )
  return rows.map(({ hash }) => hash)
}
const companyName = async () =>
  (await database.db.execute<{ name: string }>(sql`SELECT name FROM company`)).rows.map(({ name }) => name)

test('an older store is refused with one sentence and stays unchanged', async () => {
  await setApplied(42)
  await expect(database.migrate(migrations)).rejects.toThrow(
    'The database is of a version of Kirana before 25 November 2026: start commit d461be4 once, which migrates it, and then this version.',
  )
  expect(await applied()).toHaveLength(42)
  expect(await companyName()).toEqual(['Asha Stores'])
})

test('a store with every replaced migration skips the baseline and runs later migrations', async () => {
  await setApplied(43)
  await database.db.execute(sql`
    CREATE FUNCTION order_paid_by() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$`)
  await database.db.execute(sql`
    CREATE TRIGGER orders_paid_by BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION order_paid_by()`)
  await database.migrate(migrations)
  const later = readMigrationFiles({ migrationsFolder: migrations }).slice(BASELINE_LENGTH)
  expect((await applied()).slice(43)).toEqual(later.map(({ hash }) => hash))
  expect(await companyName()).toEqual(['Asha Stores'])
  const { rows } = await database.db.execute(sql`SELECT FROM pg_proc WHERE proname = 'order_paid_by'`)
  expect(rows).toEqual([])
  await database.migrate(migrations)
  expect(await applied()).toHaveLength(43 + later.length)
})
