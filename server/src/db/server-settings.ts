import type pg from 'pg'

/**
 * What every connection's session has, as `pg_settings` shows it. A statement that takes longer has lost its way; a
 * transaction that sits idle holds rows others need.
 */
export const settings: Readonly<Record<string, string>> = {
  statement_timeout: '30000',
  lock_timeout: '10000',
  idle_in_transaction_session_timeout: '30000',
  // As the embedded one has them, whatever the server's defaults.
  TimeZone: 'UTC',
  default_transaction_isolation: 'read committed',
}

/** The settings as a connection asks for them when it is made. */
export const asOptions = Object.entries(settings)
  .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`)
  .join(' ')

/** @throws Error when connections through a pooler come without the settings, with the statements that give them */
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
