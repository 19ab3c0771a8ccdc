import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Cluster } from './cluster.ts'
import type { Node } from './node.ts'

/**
 * A client that does not go through HAProxy, and so keeps writing to the node `old` when that is no longer the primary.
 * What it was told is committed must be on the new primary, too.
 */
export async function oldTimeline(cluster: Cluster, old: Node) {
  const url = (node: Node) => node.url('postgres', cluster.passwords.SUPERUSER_PASSWORD, 'postgres')
  const acknowledged: number[] = []
  let isOver = false
  const connected = async (node: Node) => {
    const client = new pg.Client({ connectionString: url(node), connectionTimeoutMillis: 5_000 })
    client.on('error', () => {})
    await client.connect()
    return client
  }
  const setUp = await connected(old)
  await setUp.query('CREATE TABLE IF NOT EXISTS probe (n int)')
  await setUp.query('TRUNCATE probe')
  await setUp.end()

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
      client.connection.stream.destroy()
    }
  }
  const writing = [1, 2, 3].map(async () => {
    while (!isOver) {
      await write().catch(() => {})
      await wait(100)
    }
  })
  return {
    /** Ends the writing and compares; `lost` of the acknowledged rows are not on `primary`. */
    compare: async (primary: Node) => {
      isOver = true
      await Promise.all(writing)
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
