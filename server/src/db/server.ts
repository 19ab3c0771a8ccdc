import { type Logger, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import type { Database, Options } from './open.ts'
import { failureWasCaught, retried } from './retry.ts'
import { holdOn } from './server-hold.ts'
import { listenOn } from './server-listen.ts'
import { asOptions, checkSettings } from './server-settings.ts'
import { statementLogger } from './statements.ts'
import type { Db } from './types.ts'
import { coalesced } from './wakes.ts'

const oldestVersion = 15
const migrationLock = 4_807_265_611

/**
 * A machine that is gone says no goodbye: the server notices within half a minute, and frees what it held. So does this
 * side, which would go on as the holder when the line is back, beside the one who has taken the name meanwhile.
 */
const holdOptions = {
  keepAlive: true,
  keepAliveInitialDelayMillis: 15_000,
  options: '-c tcp_keepalives_idle=15 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
}

// Drizzle's columns and PGlite give a safe bigint as a number; `pg` gives text. Raw SQL answers alike on both engines.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
})

/**
 * A PostgreSQL server; any number of processes may share it. With `directUrl`, `url` is a pooler that gives a connection
 * for one transaction at a time, as pgbouncer does: what needs a session of its own goes past it.
 * @throws Error with one sentence when it cannot be used
 */
export async function openServer(
  url: string,
  { directUrl = null, onQuery, failed = () => {}, poolSize = 10 }: Options,
): Promise<Database> {
  const connection = { connectionTimeoutMillis: 5_000, application_name: 'kirana' }
  const direct = { ...connection, connectionString: directUrl ?? url }
  const pool = new pg.Pool({
    ...connection,
    connectionString: url,
    max: poolSize,
    keepAlive: true,
    // A pooler's connections are made before anybody asks for one, so nobody can say how.
    ...(directUrl === null && { options: asOptions }),
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', failed)
  // One that breaks in use rejects its statement, and would end the process just the same.
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    await checkVersion(pool)
    if (directUrl !== null) await checkSettings(pool)
  } catch (error) {
    await pool.end()
    throw error
  }
  const logger = statementLogger(onQuery)
  const db = drizzle({ client: pool, logger })
  const listening = listenOn(
    () => new pg.Client({ ...direct, keepAlive: true, query_timeout: 5_000 }),
    failed,
  )
  let closing: Promise<void> | null = null
  return {
    db: db as unknown as Db,
    engine: 'server',
    transaction: (work) => retried(() => transact(pool, logger, work)),
    listen: (channel, onWake) => listening.listen(channel, onWake),
    notify: coalesced(async (channel) => {
      await pool.query(`SELECT pg_notify($1, '')`, [channel]).catch(failed)
    }),
    hold: (name) => holdOn(new pg.Client({ ...direct, ...holdOptions }), name),
    isReady: async () => (await pool.query('SELECT 1').catch(() => null)) !== null,
    load: () => ({ busy: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }),
    migrate: (folder) => migrateAlone(direct, folder),
    close: () => (closing ??= Promise.all([listening.close(), pool.end()]).then(() => {})),
  }
}

/**
 * Drizzle's own transaction on a pool never gives a connection back whose BEGIN failed, and gives back one whose
 * ROLLBACK failed as if it were well. Here a connection that does not end idle is closed.
 */
async function transact<T>(pool: pg.Pool, logger: Logger, work: (tx: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let answer = ''
  const hearing = hearCommands(client, (command) => (answer = command))
  try {
    const result = await drizzle({ client: hearing, logger }).transaction(work)
    // After a failed statement PostgreSQL answers COMMIT with ROLLBACK.
    if (answer !== 'COMMIT') throw failureWasCaught()
    return result
  } finally {
    client.release(client.getTransactionStatus() !== 'I')
  }
}

/** The connection; `hear` gets the name of each command as the server says it was carried out. */
const hearCommands = (client: pg.PoolClient, hear: (command: string) => void) =>
  new Proxy(client, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name) as unknown
      return async (statement: pg.QueryConfig, values: unknown[]) => {
        const result = await target.query(statement, values)
        hear(result.command)
        return result
      }
    },
  })

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
  // The limits of a role that a pooler needs are not for migrations, nor for waiting for another's.
  const client = new pg.Client({ ...connection, options: '-c statement_timeout=0 -c lock_timeout=0' })
  client.on('error', () => {})
  await client.connect()
  try {
    const db = drizzle({ client })
    await db.execute(sql`SELECT pg_advisory_lock(${migrationLock})`)
    await migrate(db, { migrationsFolder: folder })
  } finally {
    await client.end()
  }
}
