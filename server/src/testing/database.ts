import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { type Database, openDatabase } from '../db/open.ts'

export const migrations = fileURLToPath(new URL('../../drizzle', import.meta.url))

/** A database of its own for this worker on the server that TEST_DATABASE_URL names, empty. */
async function freshOnServer(server: string) {
  const name = `kirana_test_${process.env.VITEST_POOL_ID ?? '0'}_${process.pid}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  await admin.query(`CREATE DATABASE ${name}`)
  await admin.end()
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

export type TestDatabase = Database & {
  /** Every statement since the last `reset` but a transaction's brackets; empty it to count. */
  queries: string[]
  /** Empties all tables; what migrations put in stays as they put it. */
  reset: () => Promise<void>
  /** Where another process would find the same database; null in memory. */
  url: string | null
}

/** A migrated database for tests: the embedded engine in memory, or a real server where TEST_DATABASE_URL names one. */
export async function testDatabase(): Promise<TestDatabase> {
  const queries: string[] = []
  const server = process.env.TEST_DATABASE_URL
  const url = server ? await freshOnServer(server) : null
  const database = await openDatabase({
    url,
    folder: null,
    onQuery: (query) => queries.push(query),
  })
  await database.migrate(migrations)
  const { rows } = await database.db.execute<{ tables: string }>(
    sql`SELECT string_agg(quote_ident(tablename), ', ') AS tables FROM pg_tables WHERE schemaname = 'public'`,
  )
  return Object.assign(database, {
    queries,
    url,
    reset: async () => {
      await database.db.execute(sql.raw(`TRUNCATE ${rows[0]?.tables ?? ''} RESTART IDENTITY CASCADE`))
      await database.db.execute(sql`INSERT INTO company (id) VALUES (1)`)
      queries.length = 0
    },
  })
}
