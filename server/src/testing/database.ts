import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { openDatabase } from '../db/open.ts'
import type { Database } from '../db/types.ts'
import { settings } from '../db/server-settings.ts'

export const migrations = fileURLToPath(new URL('../../drizzle', import.meta.url))

let createdDatabases = 0

/** Creates a database for this worker on the server of TEST_DATABASE_URL. */
async function createOnServer(server: string) {
  const name = `kirana_test_${process.pid}_${++createdDatabases}`
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
  /** Every statement since the last `reset`, without BEGIN and COMMIT; empty it to count. */
  queries: string[]
  /** Empties all tables but for the rows that migrations insert. */
  reset: () => Promise<void>
  /** Restarts every sequence. No app may be subscribed to live events during the restart. */
  restartNumbers: () => Promise<void>
  /** The URL at which another process can open the same database; null in memory. */
  url: string | null
}

/** What the current test file has opened and not closed; server/src/testing/setup.ts closes it after the file. */
export const opened = new Set<() => Promise<void>>()

/** Databases returned by earlier test files of this worker: creating one takes seconds, emptying one does not. */
const idle: TestDatabase[] = []

/**
 * A migrated, empty test database: the embedded engine in memory, or a server if TEST_DATABASE_URL is set, through a
 * pooler if TEST_POOLER_URL is set too.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const database = idle.pop() ?? (await newDatabase())
  await database.reset()
  await database.restartNumbers()
  // Statistics of the rows of an earlier test file, by which the planner would choose indexes.
  await database.db.execute(
    sql`DELETE FROM pg_statistic WHERE starelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)`,
  )
  database.queries.length = 0
  const close = () => {
    if (opened.delete(close)) idle.push(database)
    return Promise.resolve()
  }
  opened.add(close)
  return Object.assign(database, { close })
}

/** A new database without tables, on the same engine as `testDatabase`. The caller closes it. */
export async function emptyDatabase() {
  const queries: string[] = []
  const server = process.env.TEST_DATABASE_URL
  const { directUrl = null, pooledUrl = null } = server ? await createOnServer(server) : {}
  const database = await openDatabase({
    url: pooledUrl ?? directUrl,
    directUrl: pooledUrl && directUrl,
    folder: null,
    onQuery: (query) => queries.push(query),
  })
  return Object.assign(database, { queries, url: directUrl })
}

/**
 * Deletes all rows and restarts the identity columns. TRUNCATE makes new files for each table and index, also for those
 * that are empty, which took most of a test's time; it remains for large tables, whose pages would mislead the planner.
 */
const emptyTables = sql`DO $$
  DECLARE
    name regclass;
    has_rows boolean;
  BEGIN
    -- Without the triggers that keep ledgers from being changed.
    PERFORM set_config('session_replication_role', 'replica', true);
    FOR name IN SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname NOT IN ('live_epoch', 'database_identity') LOOP
      IF pg_relation_size(name) > 65536 THEN
        EXECUTE 'TRUNCATE ' || name || ' CASCADE';
      -- Most tables never had a row: their file has no page.
      ELSIF pg_relation_size(name) > 0 THEN
        EXECUTE 'SELECT EXISTS (SELECT 1 FROM ' || name || ')' INTO has_rows;
        IF has_rows THEN EXECUTE 'DELETE FROM ' || name; END IF;
      END IF;
    END LOOP;
    PERFORM setval(s.seqrelid, s.seqstart, false) FROM pg_sequence s
      JOIN pg_depend d ON d.objid = s.seqrelid AND d.deptype IN ('a', 'i') AND d.refclassid = 'pg_class'::regclass;
  END $$`

async function newDatabase() {
  const database = await emptyDatabase()
  const { queries } = database
  await database.migrate(migrations)
  const { rows } = await database.db.execute<{ sequences: string[] }>(sql`
    SELECT json_agg(quote_ident(sequencename)) AS sequences FROM pg_sequences WHERE schemaname = 'public'`)
  const { sequences = [] } = rows[0] ?? {}
  const { rows: roles } = await database.db.execute<{ all: string }>(
    sql`SELECT json_agg(r)::text AS all FROM staff_roles r`,
  )
  return Object.assign(database, {
    reset: async () => {
      await database.db.execute(emptyTables)
      await database.db.execute(sql`INSERT INTO company (id) VALUES (1)`)
      await database.db.execute(
        sql`INSERT INTO staff_roles SELECT * FROM json_populate_recordset(NULL::staff_roles, ${roles[0]?.all}::json)`,
      )
      queries.length = 0
    },
    restartNumbers: async () => {
      for (const sequence of sequences)
        await database.db.execute(sql.raw(`ALTER SEQUENCE ${sequence} RESTART`))
      queries.length = 0
    },
  })
}
