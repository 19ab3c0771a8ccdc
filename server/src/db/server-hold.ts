import type pg from 'pg'
import type { Hold } from './open.ts'

/**
 * Holds a name through a session lock on a connection of its own: the server frees it when the connection ends, and so
 * when the process does. Null where another connection has it.
 */
export async function holdOn(client: pg.Client, name: string): Promise<Hold | null> {
  let isHeld = false
  client.on('error', () => {})
  client.once('end', () => {
    isHeld = false
  })
  try {
    await client.connect()
    const { rows } = await client.query<{ free: boolean }>(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS free',
      [name],
    )
    isHeld = rows[0]?.free === true
  } finally {
    if (!isHeld) await client.end().catch(() => {})
  }
  return isHeld ? { isHeld: () => isHeld, release: () => client.end().catch(() => {}) } : null
}
