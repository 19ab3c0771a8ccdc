import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { isConnectionLost, pgCode, reasonOf } from './errors.ts'
import { areComparable, CURRENT_POSITION, greatestOf, hasReached, type Position } from './position.ts'
import { breakSilent, keepAlive } from './server-connections.ts'
import { asOptions } from './server-settings.ts'
import type { Db, Replica } from './types.ts'

/** The total time that a read waits for a connection to the replica and for the position. */
const WAIT_MS = 200
const PAUSE_MS = 10
/**
 * In this last part of the wait no further comparison starts, because one that is not answered in time would count as a
 * failure of the replica.
 */
const ANSWER_MS = 50
/**
 * The number of reads that wait for a position at a time. Each holds a connection, and anyone can send a position that
 * does not exist, so waiting reads must leave most connections to reads that need not wait.
 */
const MOST_WAITING = 3
/** Maximum lag for a caller that has no position. */
const BEHIND_MS = 5_000
const SAMPLE_MS = 1_000
/** After a failure, all reads go to the primary for this long. */
const REST_MS = 1_000

/** SQL, one value: equal on a primary and its standbys for the same database, and through a pooler. */
export const IDENTITY = `(SELECT system_identifier || '/' || current_database() FROM pg_control_system())`

/**
 * The timeline comes from the replica's control file, which is updated at restart points: after a failover, reads go to
 * the primary until the next one. Every database role may call these functions.
 */
const STATE = `
  SELECT pg_is_in_recovery() AS "isReplica", ${IDENTITY} AS identity,
    upper(to_hex(min_recovery_end_timeline)) || '/' || pg_last_wal_replay_lsn() AS replayed
  FROM pg_control_recovery()`
type State = { isReplica: boolean; identity: string; replayed: Position }

async function stateOf(connection: pg.Pool | pg.PoolClient): Promise<State> {
  const { rows } = await connection.query<State>(STATE)
  if (!rows[0]) throw new Error('The server did not report its state')
  return rows[0]
}

/** The reason why a server cannot be the replica, with advice for the operator; null if it can. */
function faultOf(state: State, identity: string): string | null {
  if (state.identity !== identity)
    return 'has another database than the server of DATABASE_URL. Name a standby of that server, with the same database.'
  if (!state.isReplica)
    return 'is not a replica, because it is not in recovery. Name a standby of the server of DATABASE_URL.'
  return null
}

/** @throws Error if `work` is not finished at `until` (`performance.now()`) */
async function inTime<T>(work: Promise<T>, until: number): Promise<T> {
  const late = wait(Math.max(0, until - performance.now()), undefined, { ref: false }).then(() => {
    throw new Error(`no answer within ${WAIT_MS} ms`)
  })
  return Promise.race([work, late])
}

/**
 * Whether the replica failed, so that the read is repeated on the primary: lost connections and errors of PostgreSQL,
 * but neither a statement timeout nor a data exception (class 22), which the caller causes, such as an id that is no
 * UUID (decision 087).
 */
const isFromReplica = (error: unknown) =>
  isConnectionLost(error) || /^(?!57014|22)[\dA-Z]{5}$/.test(pgCode(error) ?? '')

async function positionOf(primary: pg.Pool): Promise<Position> {
  const { rows } = await primary.query<{ at: Position }>(`SELECT ${CURRENT_POSITION} AS at`)
  if (!rows[0]) throw new Error('The primary did not report its position')
  return rows[0].at
}

/**
 * Reads the primary's position every second. `recent` is a position that the primary had at most five seconds ago; a
 * replica that has replayed it is at most that far behind. Uses neither the servers' clocks nor the lag that the
 * replica reports, because that grows while the primary is idle and is wrong while the replica is disconnected.
 */
function sampleProgress(primary: pg.Pool) {
  /** Oldest first. `asked` is the time (`performance.now()`) before the query. */
  let samples: { asked: number; position: Position }[] = []
  const isRecent = ({ asked }: { asked: number }) => performance.now() - asked <= BEHIND_MS
  async function sample() {
    const asked = performance.now()
    const taken = { asked, position: await positionOf(primary) }
    samples = [...samples.filter(isRecent), taken]
  }
  const timer = setInterval(() => void sample().catch(() => {}), SAMPLE_MS)
  timer.unref()
  return { recent: () => samples.find(isRecent)?.position ?? null, stop: () => clearInterval(timer) }
}

type Options = {
  primary: { pool: pg.Pool; db: Db }
  logger: Logger
  failed: (error: unknown) => void
  poolSize: number
  silenceMs: number | null
}

/**
 * Opens the replica at `url`. While it cannot be reached, reads go to the primary.
 * @throws Error with a sentence for the operator when the server is not a replica of the primary
 */
export async function openReplica(url: string, options: Options): Promise<Replica> {
  const { primary, logger, failed, poolSize, silenceMs } = options
  const { identity } = await stateOf(primary.pool)
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: 'kirana',
    max: poolSize,
    ...keepAlive,
    pipeline: true,
    options: asOptions,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  if (silenceMs !== null) breakSilent(pool, silenceMs)

  let restsUntil = 0
  let isUsed = true
  /** Sends reads to the primary for a while, and reports the first of consecutive failures. */
  function rest(error: unknown) {
    if (isUsed)
      failed(new Error(`Reads go to the primary, not to the replica: ${reasonOf(error)}`, { cause: error }))
    isUsed = false
    restsUntil = performance.now() + REST_MS
  }

  const state = await stateOf(pool).catch(rest)
  const fault = state && faultOf(state, identity)
  if (fault) {
    await pool.end()
    throw new Error(`The PostgreSQL server of DATABASE_REPLICA_URL ${fault}`)
  }

  const progress = sampleProgress(primary.pool)
  const served = { replica: 0, primary: 0, waited: 0 }

  /** Reads that have a connection or are opening one. */
  let reading = 0
  let waiting = 0

  async function connectBy(until: number): Promise<pg.PoolClient> {
    const connecting = pool.connect()
    return inTime(connecting, until).catch((error: unknown) => {
      // A connection that opens too late serves the next read.
      connecting.then((late) => late.release()).catch(() => {})
      throw error
    })
  }

  /**
   * Compares the replica with the position.
   * @returns whether it has replayed the position, or still can before `until`
   */
  async function compare(client: pg.PoolClient, required: Position, until: number) {
    const now = await inTime(stateOf(client), until)
    const fault = faultOf(now, identity)
    if (fault) throw new Error(`The server ${fault}`)
    if (hasReached(now.replayed, required)) return 'replayed'
    const isLate = performance.now() + PAUSE_MS + ANSWER_MS > until
    return isLate || !areComparable(now.replayed, required) ? 'behind' : 'pending'
  }

  /** Waits until the replica has replayed the position; false if it does not do so in time or too many reads wait. */
  async function catchesUp(client: pg.PoolClient, required: Position, until: number): Promise<boolean> {
    let progress = await compare(client, required, until)
    if (progress !== 'pending') return progress === 'replayed'
    if (waiting >= MOST_WAITING) return false
    served.waited++
    waiting++
    try {
      while (progress === 'pending') {
        await wait(PAUSE_MS)
        progress = await compare(client, required, until)
      }
    } finally {
      waiting--
    }
    return progress === 'replayed'
  }

  /** A connection to the replica once it has replayed the position; null if that takes more than 200 ms. */
  async function connectionAt(required: Position): Promise<pg.PoolClient | null> {
    if (performance.now() < restsUntil) return null
    const until = performance.now() + WAIT_MS
    let client: pg.PoolClient | undefined
    try {
      client = await connectBy(until)
      const isThere = await catchesUp(client, required, until)
      isUsed = true
      if (isThere) return client
      client.release()
    } catch (error) {
      client?.release(true)
      rest(error)
    }
    return null
  }

  /** The result of the read on the replica; null if the primary has to answer it. */
  async function readReplica<T>(
    required: Position,
    read: (db: Db) => Promise<T>,
  ): Promise<{ result: T } | null> {
    const client = await connectionAt(required)
    if (!client) return null
    try {
      const result = await read(drizzle({ client, logger }))
      client.release()
      served.replica++
      return { result }
    } catch (error) {
      const isRepeated = isFromReplica(error)
      client.release(isRepeated)
      if (isRepeated) {
        rest(error)
        return null
      }
      served.replica++
      throw error
    }
  }

  return {
    currentPosition: CURRENT_POSITION,
    position: () => positionOf(primary.pool),
    async read(seen, read) {
      const recent = progress.recent()
      const required = recent && greatestOf([recent, ...seen])
      // Without a free connection the read does not wait for one: a full pool is no failure of the replica.
      if (required && reading < poolSize) {
        reading++
        const answer = await readReplica(required, read).finally(() => reading--)
        if (answer) return answer.result
      }
      served.primary++
      return read(primary.db)
    },
    served: () => served,
    async close() {
      progress.stop()
      await pool.end()
    },
  }
}
