import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { isConnectionLost, pgCode } from './errors.ts'
import { areComparable, CURRENT_POSITION, greatestOf, hasReached, type Position } from './position.ts'
import { breakSilent, keepAlive } from './server-connections.ts'
import { asOptions } from './server-settings.ts'
import type { Db, Replica } from './types.ts'

/** How long a read waits altogether for a connection to the replica and for the position. */
const WAIT_MS = 200
const PAUSE_MS = 10
/** The last comparison begins so long before the end: one without an answer would count as a failure of the replica. */
const ANSWER_MS = 50
/** How far behind a read of a caller without a position may be. */
const BEHIND_MS = 5_000
const SAMPLE_MS = 1_000
/** After a failure, no read tries the replica for this long. */
const REST_MS = 1_000

/**
 * The timeline is that of the replica's last restart point, or a later one: after a failover it lags behind, and reads go to
 * the primary until then. Any role may read these functions.
 */
const STATE = `
  SELECT pg_is_in_recovery() AS "isReplica", system_identifier || '/' || current_database() AS identity,
    upper(to_hex(min_recovery_end_timeline)) || '/' || pg_last_wal_replay_lsn() AS replayed
  FROM pg_control_system(), pg_control_recovery()`
type State = { isReplica: boolean; identity: string; replayed: Position }

async function stateOf(connection: pg.Pool | pg.PoolClient): Promise<State> {
  const { rows } = await connection.query<State>(STATE)
  if (!rows[0]) throw new Error('The server did not report its state')
  return rows[0]
}

/** Why a server cannot be the replica, and what to do; null if it can. */
function faultOf(state: State, identity: string): string | null {
  if (state.identity !== identity)
    return 'has another database than the server of DATABASE_URL. Name a standby of that server, with the same database.'
  if (!state.isReplica)
    return 'is not a replica, because it is not in recovery. Name a standby of the server of DATABASE_URL.'
  return null
}

/** @throws Error if it takes longer than until this moment of `performance.now()` */
async function inTime<T>(work: Promise<T>, until: number): Promise<T> {
  const late = wait(Math.max(0, until - performance.now()), undefined, { ref: false }).then(() => {
    throw new Error(`no answer within ${WAIT_MS} ms`)
  })
  return Promise.race([work, late])
}

/** What the replica reported, such as a canceled statement or a missing column; not that a statement took too long. */
const isFromReplica = (error: unknown) =>
  isConnectionLost(error) || /^(?!57014)[\dA-Z]{5}$/.test(pgCode(error) ?? '')

type Options = {
  primary: { pool: pg.Pool; db: Db }
  logger: Logger
  failed: (error: unknown) => void
  poolSize: number
  silenceMs: number | null
}

/**
 * Opens the replica at `url`. If it cannot be reached, reads go to the primary, and it is tried again.
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
  /** Reports the first of several failures in succession. */
  function rest(error: unknown) {
    const why = error instanceof Error && error.message ? error.message : String(pgCode(error) ?? error)
    if (isUsed) failed(new Error(`Reads go to the primary, not to the replica: ${why}`, { cause: error }))
    isUsed = false
    restsUntil = performance.now() + REST_MS
  }

  const state = await stateOf(pool).catch(rest)
  const fault = state && faultOf(state, identity)
  if (fault) {
    await pool.end()
    throw new Error(`The PostgreSQL server of DATABASE_REPLICA_URL ${fault}`)
  }

  async function position(): Promise<Position> {
    const { rows } = await primary.pool.query<{ at: Position }>(`SELECT ${CURRENT_POSITION} AS at`)
    if (!rows[0]) throw new Error('The primary did not report its position')
    return rows[0].at
  }
  /** Where the primary was, by the moment before it was asked (`performance.now()`), oldest first. */
  let samples: { asked: number; position: Position }[] = []
  const isRecent = ({ asked }: { asked: number }) => performance.now() - asked <= BEHIND_MS
  async function sample() {
    const asked = performance.now()
    const taken = { asked, position: await position() }
    samples = [...samples.filter(isRecent), taken]
  }
  const sampling = setInterval(() => void sample().catch(() => {}), SAMPLE_MS)
  sampling.unref()

  /**
   * What a read has to see: the positions that its caller has seen, and where the primary was at most five seconds ago. This
   * needs neither clocks nor what the replica knows of its lag: on an idle primary its last transaction is old although
   * nothing is missing, and a replica that receives nothing does not know what is missing.
   */
  function requiredAfter(seen: readonly Position[]): Position | null {
    const oldest = samples.find(isRecent)
    return oldest ? greatestOf([oldest.position, ...seen]) : null
  }

  const served = { replica: 0, primary: 0, waited: 0 }

  async function connectBy(until: number): Promise<pg.PoolClient> {
    const connecting = pool.connect()
    return inTime(connecting, until).catch((error: unknown) => {
      // The next read can have it.
      connecting.then((late) => late.release()).catch(() => {})
      throw error
    })
  }

  /** Waits until the server of the connection has replayed the position; false if it has not in time. */
  async function catchesUp(client: pg.PoolClient, required: Position, until: number): Promise<boolean> {
    for (let n = 0; ; n++) {
      const now = await inTime(stateOf(client), until)
      const fault = faultOf(now, identity)
      if (fault) throw new Error(`The server ${fault}`)
      if (hasReached(now.replayed, required)) return true
      if (!areComparable(now.replayed, required) || performance.now() + PAUSE_MS + ANSWER_MS > until)
        return false
      if (n === 0) served.waited++
      await wait(PAUSE_MS)
    }
  }

  /** A connection whose server has replayed the position; null if there is none within 200 ms. */
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

  return {
    currentPosition: CURRENT_POSITION,
    position,
    async read(seen, read) {
      const required = requiredAfter(seen)
      const client = required && (await connectionAt(required))
      if (client) {
        try {
          const result = await read(drizzle({ client, logger }))
          client.release()
          served.replica++
          return result
        } catch (error) {
          const isRepeated = isFromReplica(error)
          client.release(isRepeated)
          if (isRepeated) rest(error)
          else {
            served.replica++
            throw error
          }
        }
      }
      served.primary++
      return read(primary.db)
    },
    served: () => served,
    async close() {
      clearInterval(sampling)
      await pool.end()
    },
  }
}
