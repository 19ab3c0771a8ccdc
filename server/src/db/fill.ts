import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { type Snapshot, type Table, tablesOf, unhurried } from './snapshot.ts'
import type { Database, Db } from './types.ts'

/** One answer of every table, in one statement. */
async function ofEach<Row extends Record<string, unknown>>(
  db: Db,
  tables: readonly string[],
  ask: (table: SQL) => SQL,
): Promise<(Row & { name: string })[]> {
  if (tables.length === 0) return []
  const asked = tables.map(
    (name) => sql`SELECT ${name}::text AS name, ${ask(sql`public.${sql.identifier(name)}`)}`,
  )
  return (await db.execute<Row & { name: string }>(sql.join(asked, sql` UNION ALL `))).rows
}

/** @throws Error with one sentence when the database holds anything */
async function mustBeEmpty(db: Db) {
  // Migrations put the company there.
  const tables = (await tablesOf(db)).map(({ name }) => name).filter((name) => name !== 'company')
  const asked = await ofEach<{ used: boolean }>(
    db,
    tables,
    (table) => sql`EXISTS (SELECT 1 FROM ${table}) AS used`,
  )
  const inUse = asked.filter(({ used }) => used).map(({ name }) => name)
  if (inUse.length > 0)
    throw new Error(
      `There is a store already (${inUse.slice(0, 3).join(', ')}${inUse.length > 3 ? ' …' : ''}): nothing was changed. Set DATA_DIR to a new folder, or DATABASE_URL to an empty database.`,
    )
}

/** Whether a database with these migrations can be brought up to date by those in `folder`. */
export function canMigrateFrom(migrations: readonly string[], folder: string): boolean {
  const known = readMigrationFiles({ migrationsFolder: folder }).map(({ hash }) => hash)
  return migrations.length > 0 && migrations.every((hash, i) => hash === known[i])
}

/** Brings an empty database to where it had only the first `count` of the migrations. */
async function migrateFirst(database: Database, folder: string, count: number) {
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

/** Rows of JSON, as `Snapshot` has them, into their table. */
function insertInto({ name, columns }: Table) {
  const comma = sql`, `
  const names = columns.map((column) => sql`${sql.identifier(column.name)}`)
  const texts = columns.map((column) => sql`${sql.identifier(column.name)} text`)
  // The types are PostgreSQL's own words for them.
  const values = columns.map((column) => sql`r.${sql.identifier(column.name)}::${sql.raw(column.type)}`)
  return (lines: readonly string[]) => sql`
    INSERT INTO public.${sql.identifier(name)} (${sql.join(names, comma)}) OVERRIDING SYSTEM VALUE
    SELECT ${sql.join(values, comma)}
    FROM json_to_recordset(${`[${lines.join(',')}]`}::text::json) AS r (${sql.join(texts, comma)})`
}

/**
 * Fills an empty database with a snapshot, all or nothing; `bringUpToDate` it afterwards. Foreign keys, checks and
 * triggers hold as they always do; the triggers count the orders anew. Returns how many rows each table got.
 * @param options.migrations the folder of the product's migrations, which the snapshot `canMigrateFrom`
 * @param options.finish is done in the same transaction, before the commit
 * @throws Error with one sentence when the database holds anything
 */
export async function fill(
  database: Database,
  snapshot: Snapshot,
  { migrations, finish = async () => {} }: { migrations: string; finish?: (tx: Db) => Promise<void> },
): Promise<Map<string, number>> {
  await mustBeEmpty(database.db)
  await migrateFirst(database, migrations, snapshot.migrations.length)
  return database.transaction(async (tx) => {
    await unhurried(tx)
    const tables = await tablesOf(tx)
    const all = sql.join(
      tables.map(({ name }) => sql.identifier(name)),
      sql`, `,
    )
    await tx.execute(sql`LOCK TABLE ${all} IN EXCLUSIVE MODE`)
    await mustBeEmpty(tx)
    await tx.execute(sql`DELETE FROM company`)
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
    const kept = await ofEach<{ rows: number }>(
      tx,
      [...counts.keys()],
      (table) => sql`(SELECT count(*)::float8 FROM ${table}) AS rows`,
    )
    const [short] = kept.filter(({ name, rows }) => rows !== counts.get(name))
    if (short)
      throw new Error(`Of ${counts.get(short.name)} rows of ${short.name} only ${short.rows} were kept`)
    for (const { name, last } of snapshot.sequences)
      await tx.execute(
        sql`SELECT setval(quote_ident(${name})::regclass, ${last ?? '1'}::text::bigint, ${last !== null}::boolean)`,
      )
    await finish(tx)
    return counts
  })
}

/** What a filled database needs before it is used: the migrations that came after its snapshot, and statistics. */
export async function bringUpToDate(database: Database, migrations: string) {
  await database.migrate(migrations)
  // Without it every statement is planned as if the tables were empty, until the server looks by itself.
  await database.db.execute(sql`ANALYZE`)
}
