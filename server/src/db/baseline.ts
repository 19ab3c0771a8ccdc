import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import * as z from 'zod/mini'
import { rowsOf } from './rows.ts'
import type { Db } from './types.ts'

/**
 * Number of migrations in the baseline, which replaced 43 others (decision 041). Its last migration has the time of the
 * last replaced one, so that a store with all 43 skips the baseline.
 */
export const BASELINE_LENGTH = 3
const REPLACED_LENGTH = 43
const LAST_REPLACED = 'c16b1bf4bcdad4a4a3c760564cdb7b8b9cf42c098045c5e8e991ad8c69ff0049'

const existsRow = z.strictObject({ exists: z.boolean() })
const newestRow = z.strictObject({ newest: z.nullable(z.number()) })

/**
 * The hashes of the applied `migrations`, with the hashes of the baseline from `known` in place of those that it
 * replaced.
 */
export const withBaseline = (migrations: readonly string[], known: readonly string[]) =>
  migrations[REPLACED_LENGTH - 1] === LAST_REPLACED
    ? [...known.slice(0, BASELINE_LENGTH), ...migrations.slice(REPLACED_LENGTH)]
    : migrations

/** @throws Error with one sentence when the store lacks migrations that the baseline replaced */
export async function requireBaseline(db: Db, folder: string) {
  const [table] = await rowsOf(db, existsRow).execute(
    sql`SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS exists`,
  )
  if (!table?.exists) return
  const [applied] = await rowsOf(db, newestRow).execute(
    sql`SELECT max(created_at)::float8 AS newest FROM drizzle.__drizzle_migrations`,
  )
  const [first] = readMigrationFiles({ migrationsFolder: folder })
  if (applied?.newest && first && applied.newest < first.folderMillis)
    throw new Error(
      'The database is of a version of Kirana before 25 November 2026: start commit d461be4 once, which migrates it, and then this version.',
    )
}
