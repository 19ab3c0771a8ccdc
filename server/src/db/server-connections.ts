import { Socket } from 'node:net'
import pg from 'pg'
import { readOnlyServer } from './errors.ts'

/** Longer than `statement_timeout` (30 s), within which a reachable server always answers. */
export const SILENCE_MS = 35_000
/** Time limit for ending a connection. */
const END_MS = 2_000

/** TCP keepalive: an idle connection to a vanished machine fails after about 25 seconds. */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 15_000 }

/** Parameters that PostgreSQL reports whenever they change: of a standby, and of a server that was set to read only. */
const readOnlyParameters = new Set(['in_hot_standby', 'default_transaction_read_only'])
type Reported = { parameterName: string; parameterValue: string }

const breakOff = (client: pg.Client, reason?: Error) => client.connection.stream.destroy(reason)

/**
 * A connection that breaks when its server is or becomes read only, so that nothing writes to it or reads stale rows.
 */
export class WritableClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: Reported) => {
      if (readOnlyParameters.has(parameterName) && parameterValue === 'on') breakOff(this, readOnlyServer())
    })
  }
}

/**
 * Breaks the connections that are in use and receive nothing for `silenceMs`. Behind a network that drops packets,
 * their statements would otherwise wait for about 15 minutes, and node-postgres has no timeout that frees a connection.
 */
export function breakSilent(pool: pg.Pool, silenceMs: number) {
  const socketOf = (client: pg.ClientBase) => {
    const stream = client instanceof pg.Client && client.connection.stream
    if (!(stream instanceof Socket)) throw new Error('A connection of the pool has no socket')
    return stream
  }
  pool.on('connect', (client) => {
    const socket = socketOf(client)
    const silent = Object.assign(new Error('The database did not answer'), { code: 'ETIMEDOUT' })
    socket.on('timeout', () => socket.destroy(silent))
  })
  pool.on('acquire', (client) => void socketOf(client).setTimeout(silenceMs))
  pool.on('release', (_error, client) => void socketOf(client).setTimeout(0))
}

/** Ends a connection, by force if the server does not answer. Never rejects. */
export async function endClient(client: pg.Client) {
  const timer = setTimeout(() => breakOff(client), END_MS)
  await client.end().catch(() => {})
  clearTimeout(timer)
}
