import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import type { Database, Options } from './open.ts'
import { retried } from './retry.ts'
import type { Db } from './types.ts'

const oldestVersion = 15
const migrationLock = 4_807_265_611

/** A statement that takes longer has lost its way; a transaction that sits idle holds rows others need. */
const sessionOptions =
  '-c statement_timeout=30s -c lock_timeout=10s -c idle_in_transaction_session_timeout=30s'

/** A PostgreSQL server; any number of processes may share it. @throws Error with one sentence when it cannot be used */
export async function openServer(
  url: string,
  { onQuery, failed = () => {}, poolSize = 10 }: Options,
): Promise<Database> {
  const connection = { connectionString: url, connectionTimeoutMillis: 5_000, application_name: 'kirana' }
  const pool = new pg.Pool({ ...connection, max: poolSize, options: sessionOptions, keepAlive: true })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', failed)
  await checkVersion(pool).catch(async (error: unknown) => {
    await pool.end()
    throw error
  })
  const logger = { logQuery: (query: string) => onQuery?.(query) }
  return {
    db: drizzle({ client: pool, logger }) as unknown as Db,
    engine: 'server',
    transaction: (work) =>
      retried(() =>
        withClient(pool, failed, (client) =>
          drizzle({ client, logger }).transaction((tx) => work(tx as unknown as Db)),
        ),
      ),
    listen: (channel, onWake) => listen(connection, channel, onWake, failed),
    notify: async (channel) => {
      await pool.query(`NOTIFY ${channel}`)
    },
    isReady: async () => (await pool.query('SELECT 1').catch(() => null)) !== null,
    migrate: (folder) => migrateAlone(connection, folder),
    close: () => pool.end(),
  }
}

/**
 * A connection of the pool's for a piece of work. The pool listens to idle ones only: one that breaks in the middle of
 * a transaction would end the process. Given back however the work ends, or ten broken ones would empty the pool.
 */
async function withClient<T>(
  pool: pg.Pool,
  failed: (error: unknown) => void,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  client.on('error', failed)
  try {
    return await work(client)
  } finally {
    client.off('error', failed)
    client.release()
  }
}

async function checkVersion(pool: pg.Pool) {
  let version: number
  try {
    const { rows } = await pool.query<{ server_version_num: string }>('SHOW server_version_num')
    version = Number(rows[0]?.server_version_num)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`The PostgreSQL server of DATABASE_URL cannot be reached: ${why}`, { cause: error })
  }
  if (version < oldestVersion * 10_000)
    throw new Error(`The PostgreSQL server of DATABASE_URL is older than version ${oldestVersion}.`)
}

/** Several processes may start at once: one migrates, the others wait and find nothing to do. */
async function migrateAlone(connection: pg.ClientConfig, folder: string) {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const db = drizzle({ client })
    await db.execute(sql`SELECT pg_advisory_lock(${migrationLock})`)
    await migrate(db, { migrationsFolder: folder })
  } finally {
    await client.end()
  }
}

const longestPause = 10_000

/** LISTEN on a connection of its own, which comes back by itself; what was missed meanwhile is one wake-up. */
async function listen(
  connection: pg.ClientConfig,
  channel: string,
  onWake: () => void,
  failed: (error: unknown) => void,
) {
  let stopped = false
  let client: pg.Client | null = null

  const connect = async () => {
    const fresh = new pg.Client({ ...connection, keepAlive: true })
    fresh.on('error', failed)
    fresh.on('notification', onWake)
    fresh.once('end', () => {
      if (client === fresh) void reconnect()
    })
    await fresh.connect()
    await fresh.query(`LISTEN ${channel}`)
    client = fresh
  }
  const reconnect = async () => {
    for (let pause = 100; !stopped; pause = Math.min(pause * 2, longestPause)) {
      await sleep(pause, undefined, { ref: false })
      if (stopped) return
      const isBack = await connect().then(
        () => true,
        () => false,
      )
      if (!isBack) continue
      onWake()
      return
    }
  }

  await connect()
  return async () => {
    stopped = true
    await client?.end()
  }
}
