import { sql } from 'drizzle-orm'
import { rowsOf } from './rows.ts'
import * as z from 'zod/mini'
import type { Database, Db } from './types.ts'

/** A table and its columns, without generated ones; types as PostgreSQL formats them. */
export type Table = { name: string; columns: readonly { name: string; type: string }[] }

/**
 * A consistent snapshot of a database. A row is a JSON object with every column's value as text or null, which
 * preserves all values exactly on both engines.
 */
export type Snapshot = {
  /** The hashes of the applied migrations, oldest first. */
  migrations: readonly string[]
  tables: readonly { name: string; columns: readonly string[] }[]
  /** The last value of each sequence; null if it is unused. */
  sequences: readonly { name: string; last: string | null }[]
  /** A table's rows in batches, in no particular order. Can be read repeatedly. */
  rows: (table: string) => AsyncIterable<readonly string[]>
}

const batchSize = 1_000

const tableRow = z.strictObject({
  name: z.string(),
  columns: z.array(z.strictObject({ name: z.string(), type: z.string() })),
  needs: z.array(z.string()),
})
const lineRow = z.strictObject({ line: z.string() })
const existsRow = z.strictObject({ exists: z.boolean() })
const hashRow = z.strictObject({ hash: z.string() })
const sequenceRow = z.strictObject({ name: z.string(), last: z.nullable(z.string()) })

/** Disables the timeouts of this transaction, and fixes the settings that affect values as text. */
export const withoutTimeouts = (tx: Db) =>
  tx.execute(sql`
    SELECT set_config(name, value, true) FROM (VALUES
      ('statement_timeout', '0'), ('lock_timeout', '0'), ('idle_in_transaction_session_timeout', '0'),
      ('timezone', 'UTC'), ('datestyle', 'ISO, YMD'), ('extra_float_digits', '1')
    ) AS setting (name, value)`)

/** All tables, with referenced tables before the tables that reference them. A partition is part of its table. */
export async function tablesOf(tx: Db): Promise<Table[]> {
  const rows = await rowsOf(tx, tableRow).execute(sql`
    SELECT c.relname::text AS name,
      json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) ORDER BY a.attnum) AS columns,
      (SELECT coalesce(json_agg(k.confrelid::regclass::text), '[]') FROM pg_constraint k
        WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> c.oid) AS needs
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    GROUP BY c.oid, c.relname ORDER BY c.relname`)
  const waiting = new Set(rows)
  const sorted: Table[] = []
  while (waiting.size > 0) {
    const names = new Set([...waiting].map(({ name }) => name))
    const free = [...waiting].filter(({ needs }) => !needs.some((name) => names.has(name)))
    if (free.length === 0) throw new Error(`The tables ${[...names].join(', ')} reference each other`)
    for (const table of free) waiting.delete(table)
    sorted.push(...free.map(({ name, columns }) => ({ name, columns })))
  }
  return sorted
}

async function* linesOf(tx: Db, name: string, columns: readonly string[]) {
  const texts = sql.join(
    columns.map((column) => sql`${sql.identifier(column)}::text`),
    sql`, `,
  )
  await tx.execute(sql`
    DECLARE rows_of_table NO SCROLL CURSOR FOR
    SELECT row_to_json(r)::text AS line FROM (SELECT ${texts} FROM ${sql.identifier(name)}) r`)
  try {
    for (;;) {
      const rows = await rowsOf(tx, lineRow).execute(
        sql`FETCH ${sql.raw(String(batchSize))} FROM rows_of_table`,
      )
      if (rows.length === 0) return
      yield rows.map(({ line }) => line)
    }
  } finally {
    // This fails if a statement has failed. The cursor then ends with the transaction.
    await tx.execute(sql`CLOSE rows_of_table`).catch(() => {})
  }
}

/** The hashes of the applied migrations, oldest first. */
export async function appliedMigrations(tx: Db): Promise<string[]> {
  const rows = await rowsOf(tx, hashRow).execute(
    sql`SELECT hash FROM drizzle.__drizzle_migrations ORDER BY created_at`,
  )
  return rows.map(({ hash }) => hash)
}

/**
 * Calls `work` with a snapshot of the database without the tables `without`. Other transactions may write in the
 * meantime. Read one table at a time, and only while `work` runs.
 * @throws Error with one sentence if the database has no store
 */
export const readSnapshot = <T>(
  database: Database,
  without: readonly string[],
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> =>
  database.transaction(async (tx) => {
    await tx.execute(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`)
    await withoutTimeouts(tx)
    const migrated = await rowsOf(tx, existsRow).execute(
      sql`SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS exists`,
    )
    if (!migrated[0]?.exists) throw new Error('This database has no Kirana store.')
    const migrations = await appliedMigrations(tx)
    const tables = (await tablesOf(tx))
      .filter(({ name }) => !without.includes(name))
      .map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) }))
    // Sequences are not part of the snapshot. They are read later than the snapshot was taken, so they are not below
    // the values in its rows.
    const sequences = await rowsOf(tx, sequenceRow).execute(sql`
      SELECT sequencename::text AS name, last_value::text AS last FROM pg_sequences
      WHERE schemaname = 'public' ORDER BY sequencename`)
    return work({
      migrations,
      tables,
      sequences,
      rows: (name) => linesOf(tx, name, tables.find((table) => table.name === name)?.columns ?? []),
    })
  })
