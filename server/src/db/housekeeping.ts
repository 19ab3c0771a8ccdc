import type { PGlite } from '@electric-sql/pglite'

const everyMs = 60_000
/** Checkpoint after this many bytes of write-ahead log, or after this many minutes at the latest. */
const checkpointBytes = 64 * 1024 * 1024
const checkpointMs = 15 * 60_000

/** Tables whose dead or new rows exceed PostgreSQL's default autovacuum thresholds. */
const worthCleaning = `
  SELECT format('%I.%I', schemaname, relname) AS name FROM pg_stat_user_tables
  WHERE n_dead_tup > 50 + 0.2 * n_live_tup OR n_mod_since_analyze > 50 + 0.1 * n_live_tup`

/**
 * The embedded engine has no background processes, so a timer checkpoints and vacuums in small steps; each step queues
 * like any statement.
 */
export function keepHouse(client: PGlite, failed: (error: unknown) => void) {
  let lastAt = Date.now()
  let lastPosition = '0/0'

  async function checkpointIfDue() {
    const { rows } = await client.query<{ position: string; bytes: number }>(
      'SELECT pg_current_wal_lsn()::text AS position, pg_wal_lsn_diff(pg_current_wal_lsn(), $1::pg_lsn)::float8 AS bytes',
      [lastPosition],
    )
    const { position = lastPosition, bytes = 0 } = rows[0] ?? {}
    const isDue = bytes > 0 && (bytes > checkpointBytes || Date.now() - lastAt > checkpointMs)
    if (!isDue) return
    await client.exec('CHECKPOINT')
    lastAt = Date.now()
    lastPosition = position
  }

  async function clean() {
    const { rows } = await client.query<{ name: string }>(worthCleaning)
    for (const { name } of rows) await client.exec(`VACUUM (ANALYZE) ${name}`)
  }

  let working: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    working = working.then(checkpointIfDue).then(clean).catch(failed)
  }, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await working
  }
}
