import { sql } from 'drizzle-orm'
import type { Database, Db } from './types.ts'

/** A table's own columns, without those that PostgreSQL works out; types as PostgreSQL spells them. */
export type Table = { name: string; columns: readonly { name: string; type: string }[] }

/**
 * A whole database at one moment, wherever it lies. A row is a line of JSON: an object of every column's value as text, or
 * null. As text every value is exactly what it was, on either engine.
 */
export type Snapshot = {
  /** The hashes of the migrations that made its tables, the oldest first. */
  migrations: readonly string[]
  tables: readonly { name: string; columns: readonly string[] }[]
  /** What each sequence gave out last; null where it gave out nothing yet. */
  sequences: readonly { name: string; last: string | null }[]
  /** A table's rows, some at a time, in no order. May be read again. */
  rows: (table: string) => AsyncIterable<readonly string[]>
}

const batchSize = 1_000

/** Lets this transaction take its time, and has values written as text in one way whatever the server's settings. */
export const unhurried = (tx: Db) =>
  tx.execute(sql`
    SELECT set_config(name, value, true) FROM (VALUES
      ('statement_timeout', '0'), ('lock_timeout', '0'), ('idle_in_transaction_session_timeout', '0'),
      ('timezone', 'UTC'), ('datestyle', 'ISO, YMD'), ('extra_float_digits', '1')
    ) AS setting (name, value)`)

/** Every table of the product, those first that others point to. */
export async function tablesOf(tx: Db): Promise<Table[]> {
  const { rows } = await tx.execute<Table & { needs: string[] }>(sql`
    SELECT c.relname::text AS name,
      json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) ORDER BY a.attnum) AS columns,
      (SELECT coalesce(json_agg(k.confrelid::regclass::text), '[]') FROM pg_constraint k
        WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> c.oid) AS needs
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
    GROUP BY c.oid, c.relname ORDER BY c.relname`)
  const waiting = new Set(rows)
  const sorted: Table[] = []
  while (waiting.size > 0) {
    const names = new Set([...waiting].map(({ name }) => name))
    const free = [...waiting].filter(({ needs }) => !needs.some((name) => names.has(name)))
    if (free.length === 0) throw new Error(`The tables ${[...names].join(', ')} point to each other`)
    for (const table of free) waiting.delete(table)
    sorted.push(...free.map(({ name, columns }) => ({ name, columns })))
  }
  return sorted
}

async function* rowsOf(tx: Db, name: string, columns: readonly string[]) {
  const texts = sql.join(
    columns.map((column) => sql`${sql.identifier(column)}::text`),
    sql`, `,
  )
  await tx.execute(sql`
    DECLARE rows_of_table NO SCROLL CURSOR FOR
    SELECT row_to_json(r)::text AS line FROM (SELECT ${texts} FROM ${sql.identifier(name)}) r`)
  try {
    for (;;) {
      const { rows } = await tx.execute<{ line: string }>(
        sql`FETCH ${sql.raw(String(batchSize))} FROM rows_of_table`,
      )
      if (rows.length === 0) return
      yield rows.map(({ line }) => line)
    }
  } finally {
    // After a statement that failed the whole transaction ends, and the cursor with it.
    await tx.execute(sql`CLOSE rows_of_table`).catch(() => {})
  }
}

/**
 * Hands `work` the database as it stands at one moment, but for the tables `without`; others go on writing meanwhile.
 * One table at a time can be read, and only while `work` runs.
 * @throws Error with one sentence when there is no store in the database
 */
export const readSnapshot = <T>(
  database: Database,
  without: readonly string[],
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> =>
  database.transaction(async (tx) => {
    await tx.execute(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`)
    await unhurried(tx)
    const { rows: made } = await tx.execute<{ there: boolean }>(
      sql`SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS there`,
    )
    if (!made[0]?.there) throw new Error('There is no store of Kirana in this database.')
    const { rows: applied } = await tx.execute<{ hash: string }>(
      sql`SELECT hash FROM drizzle.__drizzle_migrations ORDER BY created_at`,
    )
    const tables = (await tablesOf(tx))
      .filter(({ name }) => !without.includes(name))
      .map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) }))
    // Read after the snapshot was taken: a sequence never stands below what the rows have of it.
    const { rows: sequences } = await tx.execute<{ name: string; last: string | null }>(sql`
      SELECT sequencename::text AS name, last_value::text AS last FROM pg_sequences
      WHERE schemaname = 'public' ORDER BY sequencename`)
    return work({
      migrations: applied.map(({ hash }) => hash),
      tables,
      sequences,
      rows: (name) => rowsOf(tx, name, tables.find((table) => table.name === name)?.columns ?? []),
    })
  })
