import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { type Database, openDatabase } from '../db/open.ts'
import { settings } from '../db/server-settings.ts'

export const migrations = fileURLToPath(new URL('../../drizzle', import.meta.url))

let made = 0

/** A new database of this worker on the server that TEST_DATABASE_URL names. */
async function freshOnServer(server: string) {
  const name = `kirana_test_${process.pid}_${++made}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  await admin.query(`CREATE DATABASE ${name}`)
  const addressAt = (other: string) => Object.assign(new URL(other), { pathname: `/${name}` }).href
  const directUrl = addressAt(server)
  const pooler = process.env.TEST_POOLER_URL
  if (pooler)
    for (const [setting, value] of Object.entries(settings))
      await admin.query(`ALTER DATABASE ${name} SET ${setting} = '${value}'`)
  await admin.end()
  return { directUrl, pooledUrl: pooler ? addressAt(pooler) : null }
}

export type TestDatabase = Database & {
  /** Every statement since the last `reset` but a transaction's brackets; empty it to count. */
  queries: string[]
  /** Empties all tables; what migrations put in stays as they put it. */
  reset: () => Promise<void>
  /** Makes every sequence start from the beginning. Nobody may be listening to live events meanwhile. */
  restartNumbers: () => Promise<void>
  /** Where another process would find the same database; null in memory. */
  url: string | null
}

/** What the test file in front has opened and not closed: server/src/testing/setup.ts closes it after the file. */
export const opened = new Set<() => Promise<void>>()

/** Databases that earlier test files of this worker gave back: making one takes seconds, emptying one does not. */
const idle: TestDatabase[] = []

/**
 * A migrated, empty database for tests: the embedded engine in memory, or a real server where TEST_DATABASE_URL names
 * one, through a pooler where TEST_POOLER_URL names one before it.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const database = idle.pop() ?? (await newDatabase())
  await database.reset()
  await database.restartNumbers()
  const close = () => {
    if (opened.delete(close)) idle.push(database)
    return Promise.resolve()
  }
  opened.add(close)
  return Object.assign(database, { close })
}

async function newDatabase() {
  const queries: string[] = []
  const server = process.env.TEST_DATABASE_URL
  const { directUrl = null, pooledUrl = null } = server ? await freshOnServer(server) : {}
  const database = await openDatabase({
    url: pooledUrl ?? directUrl,
    directUrl: pooledUrl && directUrl,
    folder: null,
    onQuery: (query) => queries.push(query),
  })
  await database.migrate(migrations)
  const { rows } = await database.db.execute<{ tables: string; sequences: string[] }>(sql`
    SELECT (SELECT string_agg(quote_ident(tablename), ', ') FROM pg_tables WHERE schemaname = 'public') AS tables,
      (SELECT json_agg(quote_ident(sequencename)) FROM pg_sequences WHERE schemaname = 'public') AS sequences`)
  const { tables = '', sequences = [] } = rows[0] ?? {}
  return Object.assign(database, {
    queries,
    url: directUrl,
    reset: async () => {
      await database.db.execute(sql.raw(`TRUNCATE ${tables} RESTART IDENTITY CASCADE`))
      await database.db.execute(sql`INSERT INTO company (id) VALUES (1)`)
      queries.length = 0
    },
    restartNumbers: async () => {
      for (const sequence of sequences)
        await database.db.execute(sql.raw(`ALTER SEQUENCE ${sequence} RESTART`))
      queries.length = 0
    },
  })
}
