import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Cluster } from './cluster.ts'
import { until } from './daemon.ts'
import type { Node } from './node.ts'

const WRITERS = 3

/**
 * Writes directly to `old`, bypassing HAProxy, also after it has lost leadership. Every acknowledged row must be on the
 * new primary. Returns once rows have been acknowledged.
 */
export async function oldTimeline(cluster: Cluster, old: Node) {
  const url = (node: Node) => node.url('postgres', cluster.passwords.SUPERUSER_PASSWORD, 'postgres')
  const acknowledged: number[] = []
  const clients = new Set<pg.Client>()
  let isOver = false
  const connected = async (node: Node) => {
    const client = new pg.Client({ connectionString: url(node), connectionTimeoutMillis: 5_000 })
    client.on('error', () => {})
    clients.add(client)
    await client.connect()
    return client
  }
  const setUp = await connected(old)
  await setUp.query('CREATE TABLE IF NOT EXISTS probe (n int)')
  await setUp.query('TRUNCATE probe')
  await setUp.end()

  const disconnect = (client: pg.Client) => {
    client.connection.stream.destroy()
    clients.delete(client)
  }
  /** Ends the writing; a statement that waits for an answer is abandoned. */
  const end = async () => {
    isOver = true
    clients.forEach(disconnect)
    await Promise.all(writing)
  }
  let n = 0
  const write = async () => {
    const client = await connected(old)
    try {
      for (; !isOver; await wait(20)) {
        const mine = ++n
        await client.query('INSERT INTO probe VALUES ($1)', [mine])
        acknowledged.push(mine)
      }
    } finally {
      disconnect(client)
    }
  }
  const writing = Array.from({ length: WRITERS }, async () => {
    while (!isOver) {
      await write().catch(() => {})
      await wait(100)
    }
  })
  try {
    await until(
      () => acknowledged.length > WRITERS,
      10_000,
      () => `${old.name} acknowledges no write made directly on it`,
    )
  } catch (error) {
    await end()
    throw error
  }
  return {
    end,
    /** Ends the writing and compares; `lost` of the acknowledged rows are not on `primary`. */
    compare: async (primary: Node) => {
      await end()
      const client = await connected(primary)
      const { rows } = await client.query<{ n: number }>('SELECT n FROM probe')
      await client.end()
      const stored = new Set(rows.map((row) => row.n))
      return {
        acknowledged: acknowledged.length,
        lost: acknowledged.filter((one) => !stored.has(one)).length,
      }
    },
  }
}
