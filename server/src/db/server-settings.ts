import type pg from 'pg'

/**
 * Settings of every session, as `pg_settings` shows them, in milliseconds. The limits stop runaway statements and idle
 * transactions, which hold locks that others need.
 */
export const settings: Readonly<Record<string, string>> = {
  statement_timeout: '30000',
  lock_timeout: '10000',
  idle_in_transaction_session_timeout: '30000',
  // The same as on the embedded engine, independent of the server's defaults.
  TimeZone: 'UTC',
  default_transaction_isolation: 'read committed',
  // Compiling the statement of a report takes several times as long as running it.
  jit: 'off',
}

/** The settings as startup options of a connection. */
export const asOptions = Object.entries(settings)
  .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`)
  .join(' ')

/** @throws Error when connections through a pooler lack the settings, with the statements that add them */
export async function checkSettings(pool: pg.Pool) {
  const { rows } = await pool.query<{ statement: string }>(
    `SELECT format('ALTER ROLE %I IN DATABASE %I SET %I = %L', current_user, current_database(), w.key, w.value) AS statement
     FROM json_each_text($1) w JOIN pg_settings s ON s.name = w.key WHERE s.setting <> w.value`,
    [JSON.stringify(settings)],
  )
  if (rows.length === 0) return
  throw new Error(
    `The connections of DATABASE_URL lack Kirana's settings. Run in the database, then reconnect the pooler:\n${rows
      .map(({ statement }) => `${statement};`)
      .join('\n')}`,
  )
}
