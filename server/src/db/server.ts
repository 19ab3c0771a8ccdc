import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { requireBaseline } from './baseline.ts'
import { readOnlyServer } from './errors.ts'
import { retried } from './retry.ts'
import { breakSilent, keepAlive, SILENCE_MS, WritableClient } from './server-connections.ts'
import { leaseOn } from './server-lease.ts'
import { listenOn } from './server-listen.ts'
import { asOptions, checkSettings } from './server-settings.ts'
import { transact } from './server-transaction.ts'
import { unusable } from './server-unusable.ts'
import { statementLogger } from './statements.ts'
import { IDENTITY, openReplica } from './replica.ts'
import type { Database, Db, Options, Replica } from './types.ts'
import { coalesced } from './pub-sub.ts'

const oldestVersion = 15
const migrationLock = 4_807_265_611

/**
 * TCP keepalive on both sides: when a machine vanishes, the server releases its lease within 30 seconds. This side must
 * detect it, too, because otherwise it would continue as a second holder once the network works again.
 */
const leaseOptions = {
  ...keepAlive,
  query_timeout: 5_000,
  options: '-c tcp_keepalives_idle=15 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
}

// Drizzle's columns and PGlite return a safe bigint as a number, `pg` as text. Make raw SQL agree on both engines.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
})

/**
 * Opens a PostgreSQL server, which any number of processes may share. With `directUrl`, `url` is a transaction-mode
 * pooler such as pgbouncer; features that need a session connect directly.
 * @throws Error with one sentence when it cannot be used
 */
export async function openServer(
  url: string,
  {
    directUrl = null,
    replicaUrl = null,
    onQuery,
    failed = () => {},
    poolSize = 10,
    silenceMs = SILENCE_MS,
  }: Options,
): Promise<Database> {
  const connection = { connectionTimeoutMillis: 5_000, application_name: 'kirana' }
  const direct = { ...connection, connectionString: directUrl ?? url }
  const pool = new pg.Pool({
    ...connection,
    connectionString: url,
    Client: WritableClient,
    max: poolSize,
    ...keepAlive,
    // The statements of a transaction do not wait for one another's answers (server-transaction.ts).
    pipeline: true,
    // A pooler opens its connections in advance, without our options.
    ...(directUrl === null && { options: asOptions }),
  })
  // The pool replaces a broken idle connection; without a listener the error would end the process.
  pool.on('error', failed)
  // A connection that breaks in use rejects its statement, and its unhandled error would end the process, too.
  pool.on('connect', (client) => client.on('error', () => {}))
  if (silenceMs !== null) breakSilent(pool, silenceMs)
  const logger = statementLogger(onQuery)
  const db = drizzle({ client: pool, logger }) as unknown as Db
  let replica: Replica | null
  try {
    await checkServer(pool)
    if (directUrl !== null) await checkSettings(pool)
    const reading = { primary: { pool, db }, logger, failed, poolSize, silenceMs }
    replica = replicaUrl === null ? null : await openReplica(replicaUrl, reading)
  } catch (error) {
    await pool.end()
    throw error
  }
  const listening = listenOn(
    () =>
      new WritableClient({
        ...direct,
        ...keepAlive,
        query_timeout: Math.min(5_000, silenceMs ?? SILENCE_MS),
      }),
    failed,
    Math.min(15_000, silenceMs ?? SILENCE_MS),
  )
  let closing: Promise<void> | null = null
  return {
    db,
    engine: 'server',
    transaction: (work, committed) =>
      retried(() => transact(pool, logger, work, replica ? committed : undefined)),
    replica,
    listen: (channel, onWake) => listening.listen(channel, onWake),
    notify: coalesced(async (channel) => {
      await pool.query(`SELECT pg_notify($1, '')`, [channel]).catch(failed)
    }),
    lease: (name) => leaseOn(new WritableClient({ ...direct, ...leaseOptions }), name),
    isReady: () => isWritable(pool).catch(() => false),
    load: () => ({ busy: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }),
    migrate: (folder) => migrateAlone(direct, folder, directUrl === null ? null : pool),
    close: () => (closing ??= Promise.all([listening.close(), replica?.close(), pool.end()]).then(() => {})),
  }
}

/** False on a standby. This needs a query, because a pooler does not forward the parameters that the server reports. */
async function isWritable(server: pg.Pool | pg.Client) {
  const { rows } = await server.query<{ transaction_read_only: string }>('SHOW transaction_read_only')
  return rows[0]?.transaction_read_only === 'off'
}

async function identityOf(server: pg.Pool | pg.Client) {
  const { rows } = await server.query<{ identity: string }>(`SELECT ${IDENTITY} AS identity`)
  return rows[0]?.identity
}

async function checkServer(pool: pg.Pool) {
  let version: number
  try {
    const { rows } = await pool.query<{ server_version_num: string }>('SHOW server_version_num')
    version = Number(rows[0]?.server_version_num)
    if (!(await isWritable(pool))) throw readOnlyServer()
  } catch (error) {
    throw unusable(error, 'DATABASE_URL')
  }
  if (version < oldestVersion * 10_000)
    throw new Error(`The PostgreSQL server of DATABASE_URL is older than version ${oldestVersion}.`)
}

/**
 * When several processes start at the same time, one migrates and the others wait and find nothing to do. `pooled` is
 * the pool behind the pooler if there is one; `connection` is then that of DATABASE_DIRECT_URL.
 */
async function migrateAlone(connection: pg.ClientConfig, folder: string, pooled: pg.Pool | null) {
  const variable = pooled === null ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'
  // Timeouts of the database role must not apply to migrations, nor to waiting for the migrations of another process.
  const client = new pg.Client({ ...connection, options: '-c statement_timeout=0 -c lock_timeout=0' })
  client.on('error', () => {})
  await client.connect().catch((error: unknown) => {
    throw unusable(error, variable)
  })
  try {
    if (!(await isWritable(client))) throw unusable(readOnlyServer(), variable)
    if (pooled !== null && (await identityOf(client)) !== (await identityOf(pooled)))
      throw new Error(
        'DATABASE_DIRECT_URL has another database than DATABASE_URL. Name the same database, without the pooler.',
      )
    const db = drizzle({ client })
    await db.execute(sql`SELECT pg_advisory_lock(${migrationLock})`)
    await requireBaseline(db, folder)
    // Retry after a deadlock: processes of the previous version may still lock tables in another order.
    await retried(() => migrate(db, { migrationsFolder: folder }))
  } finally {
    await client.end()
  }
}
