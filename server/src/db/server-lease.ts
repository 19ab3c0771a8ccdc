import type pg from 'pg'
import { endClient } from './server-connections.ts'
import type { Lease } from './types.ts'

/**
 * Takes a session-level advisory lock on a connection of its own: the server releases it when the connection or the
 * process ends. Null when another connection holds it.
 */
export async function leaseOn(client: pg.Client, name: string): Promise<Lease | null> {
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
    if (!isHeld) await endClient(client)
  }
  return isHeld ? { isHeld: () => isHeld, release: () => endClient(client) } : null
}
