import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import * as z from 'zod/mini'
import { withBaseline } from './baseline.ts'
import { appliedMigrations, type Snapshot, type Table, tablesOf, withoutTimeouts } from './snapshot.ts'
import { rowsOf } from './rows.ts'
import type { Database, Db } from './types.ts'

const usedRow = z.strictObject({ name: z.string(), used: z.boolean() })
const countRow = z.strictObject({ name: z.string(), rows: z.number() })

/** Selects one row per table in a single statement. */
async function selectFromEach<Row>(
  db: Db,
  row: z.ZodMiniType<Row>,
  tables: readonly string[],
  columns: (table: SQL) => SQL,
): Promise<Row[]> {
  if (tables.length === 0) return []
  const selects = tables.map(
    (name) => sql`SELECT ${name}::text AS name, ${columns(sql`public.${sql.identifier(name)}`)}`,
  )
  return rowsOf(db, row).execute(sql.join(selects, sql` UNION ALL `))
}

/** Tables in which migrations insert rows. Tables that others reference are last. */
const filledByMigrations = ['company', 'database_identity', 'live_epoch', 'staff_roles']

/** Throws Error with one sentence if the database has rows that migrations did not insert. */
async function requireEmpty(db: Db) {
  const tables = (await tablesOf(db))
    .map(({ name }) => name)
    .filter((name) => !filledByMigrations.includes(name))
  const states = await selectFromEach(
    db,
    usedRow,
    tables,
    (table) => sql`EXISTS (SELECT 1 FROM ${table}) AS used`,
  )
  const inUse = states.filter(({ used }) => used).map(({ name }) => name)
  if (inUse.length > 0)
    throw new Error(
      `The database already has a store (${inUse.slice(0, 3).join(', ')}${inUse.length > 3 ? ' …' : ''}). Nothing was changed. Set DATA_DIR to a new folder, or DATABASE_URL to an empty database.`,
    )
}

/**
 * Throws Error with one sentence if the database has more migrations than the first `count`: they would not run again,
 * so that the rows of an older snapshot would keep what these migrations change.
 */
async function requireLevel(tx: Db, count: number, known: readonly string[]) {
  if (withBaseline(await appliedMigrations(tx), known).length > count)
    throw new Error(
      'The database already has the tables of a newer version of Kirana than the data. Nothing was changed. Set DATA_DIR to a new folder, or DATABASE_URL to an empty database.',
    )
}

const knownIn = (folder: string) => readMigrationFiles({ migrationsFolder: folder }).map(({ hash }) => hash)

/** Whether a database with these migrations can be migrated with `folder`: they must be the first migrations in it. */
export function canMigrateFrom(migrations: readonly string[], folder: string): boolean {
  const known = knownIn(folder)
  return migrations.length > 0 && withBaseline(migrations, known).every((hash, i) => hash === known[i])
}

/** Runs only the first `count` migrations on an empty database. */
export async function migrateFirst(database: Database, folder: string, count: number) {
  const part = mkdtempSync(join(tmpdir(), 'kirana-migrations-'))
  try {
    cpSync(folder, part, { recursive: true })
    const path = join(part, 'meta', '_journal.json')
    const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: unknown[] }
    writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }))
    await database.migrate(part)
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
}

/** Returns a function that builds the INSERT for rows in the format of `Snapshot`. */
function insertInto({ name, columns }: Table) {
  const comma = sql`, `
  const names = columns.map((column) => sql`${sql.identifier(column.name)}`)
  const texts = columns.map((column) => sql`${sql.identifier(column.name)} text`)
  // Safe as raw SQL: the type names come from PostgreSQL.
  const values = columns.map((column) => sql`r.${sql.identifier(column.name)}::${sql.raw(column.type)}`)
  return (lines: readonly string[]) => sql`
    INSERT INTO public.${sql.identifier(name)} (${sql.join(names, comma)}) OVERRIDING SYSTEM VALUE
    SELECT ${sql.join(values, comma)}
    FROM json_to_recordset(${`[${lines.join(',')}]`}::text::json) AS r (${sql.join(texts, comma)})`
}

/**
 * Fills an empty database with a snapshot in one transaction; call `migrateAndAnalyze` afterwards. Foreign keys, checks
 * and triggers apply, at the latest at the commit; they also recompute the order counters, but not the tax rows of
 * documents, which the snapshot has. Returns the number of rows by table.
 * @param options.migrations the folder of migrations, for which `canMigrateFrom` must be true
 * @param options.finish runs in the same transaction, before the commit
 * @throws Error with one sentence if the database has any rows, or tables of a newer version than the snapshot
 */
export async function fill(
  database: Database,
  snapshot: Snapshot,
  { migrations, finish = async () => {} }: { migrations: string; finish?: (tx: Db) => Promise<void> },
): Promise<Map<string, number>> {
  await requireEmpty(database.db)
  const known = knownIn(migrations)
  const { length } = withBaseline(snapshot.migrations, known)
  await migrateFirst(database, migrations, length)
  return database.transaction(async (tx) => {
    await withoutTimeouts(tx)
    // Disables triggers that write rows, because the snapshot has those rows, and triggers that check a row against
    // rows that may be inserted later.
    await tx.execute(sql`SELECT set_config('kirana.is_copy', 'yes', true)`)
    await tx.execute(sql`SET CONSTRAINTS ALL DEFERRED`)
    const tables = await tablesOf(tx)
    const all = sql.join(
      tables.map(({ name }) => sql.identifier(name)),
      sql`, `,
    )
    await tx.execute(sql`LOCK TABLE ${all} IN EXCLUSIVE MODE`)
    await requireEmpty(tx)
    await requireLevel(tx, length, known)
    for (const { name } of tables)
      if (filledByMigrations.includes(name)) await tx.execute(sql`DELETE FROM ${sql.identifier(name)}`)
    const counts = new Map<string, number>()
    for (const table of tables) {
      const given = snapshot.tables.find(({ name }) => name === table.name)
      if (!given) continue
      const insert = insertInto({
        ...table,
        columns: table.columns.filter(({ name }) => given.columns.includes(name)),
      })
      let count = 0
      for await (const lines of snapshot.rows(table.name)) {
        await tx.execute(insert(lines))
        count += lines.length
      }
      counts.set(table.name, count)
    }
    const stored = await selectFromEach(
      tx,
      countRow,
      [...counts.keys()],
      (table) => sql`(SELECT count(*)::float8 FROM ${table}) AS rows`,
    )
    const [incomplete] = stored.filter(({ name, rows }) => rows !== counts.get(name))
    if (incomplete)
      throw new Error(
        `Only ${incomplete.rows} of ${counts.get(incomplete.name)} rows of ${incomplete.name} were stored`,
      )
    for (const { name, last } of snapshot.sequences)
      await tx.execute(
        sql`SELECT setval(quote_ident(${name})::regclass, ${last ?? '1'}::text::bigint, ${last !== null}::boolean)`,
      )
    await finish(tx)
    return counts
  })
}

/** Prepares a filled database for use: runs the migrations after its snapshot and updates the planner's statistics. */
export async function migrateAndAnalyze(database: Database, migrations: string) {
  await database.migrate(migrations)
  // Without this, statements would be planned for empty tables until autovacuum runs.
  await database.db.execute(sql`ANALYZE`)
}
