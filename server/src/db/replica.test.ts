import { freePort, startPostgres, startStandby } from '@kirana/testing/postgres'
import { tcpProxy } from '@kirana/testing/tcp-proxy'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDatabase } from '../testing/database.ts'
import { onServer } from '../testing/on-server.ts'
import { openDatabase } from './open.ts'
import type { Database } from './types.ts'

const insert = (db: Database['db']) => db.execute(sql`INSERT INTO numbers VALUES (1)`)
const count = async (db: Database['db']) => (await db.execute(sql`SELECT FROM numbers`)).rows.length

/** Runs statements on a server. */
async function tell(url: string, ...statements: string[]) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The position of a write. */
async function write({ transaction }: Database) {
  let position = ''
  await transaction(insert, (at) => (position = at))
  return position
}

onServer(() => {
  let near: Awaited<ReturnType<typeof emptyDatabase>>
  let nowhere = ''
  beforeAll(async () => {
    near = await emptyDatabase()
    await near.db.execute(sql`CREATE TABLE numbers (n int)`)
    nowhere = `postgres://postgres@127.0.0.1:${await freePort()}/x`
  })
  afterAll(() => near.close())

  test('the primary, or another database, is refused at the start', async () => {
    const url = near.url ?? ''
    const failure = (replicaUrl: string) =>
      openDatabase({ url, replicaUrl, folder: null }).then(String, (error: unknown) => String(error))
    expect(await failure(url)).toBe(
      'Error: The PostgreSQL server of DATABASE_REPLICA_URL is not a replica, because it is not in recovery. Name a standby of the server of DATABASE_URL.',
    )
    expect(await failure(Object.assign(new URL(url), { pathname: '/postgres' }).href)).toBe(
      'Error: The PostgreSQL server of DATABASE_REPLICA_URL has another database than the server of DATABASE_URL. Name a standby of that server, with the same database.',
    )
  })

  test('an unreachable replica is reported, and reads go to the primary', async () => {
    const failed: unknown[] = []
    const report = (error: unknown) => void failed.push(error)
    const database = await openDatabase({ url: near.url, replicaUrl: nowhere, folder: null, failed: report })
    expect(failed.map(String)).toEqual([
      expect.stringMatching(/^Error: Reads go to the primary, not to the replica: connect ECONNREFUSED/),
    ])
    const { replica } = database
    expect(await replica?.read([await write(database)], count)).toBe(1)
    expect(replica?.served()).toEqual({ replica: 0, primary: 1, waited: 0 })
    await database.close()
  })

  test('reading the position of a commit adds no round trip', async () => {
    const trips = async (replicaUrl: string | null) => {
      const proxy = await tcpProxy(near.url ?? '')
      const database = await openDatabase({ url: proxy.url, replicaUrl, folder: null, poolSize: 1 })
      await database.isReady()
      const before = proxy.trips()
      const position = await write(database)
      const taken = proxy.trips() - before
      await database.close()
      await proxy.close()
      return { taken, position }
    }
    expect(await trips(null)).toEqual({ taken: 2, position: '' })
    expect(await trips(nowhere)).toEqual({ taken: 2, position: expect.stringMatching(/^1\/0\/[\dA-F]+$/) })
  })

  test('busy connections and a position that does not exist leave the replica to the other reads', async () => {
    const primary = await startPostgres()
    await tell(primary.url, 'CREATE TABLE numbers (n int)')
    const standby = await startStandby(primary.url)
    const failed: unknown[] = []
    const report = (error: unknown) => void failed.push(error)
    const options = { url: primary.url, replicaUrl: standby.url, folder: null, failed: report }
    const database = await openDatabase({ ...options, poolSize: 5 })
    const { replica } = database
    if (!replica) throw new Error('No replica')
    const served = () => ({ ...replica.served(), waited: 0 })
    const seen = [await write(database)]
    await expect.poll(async () => (await replica.read(seen, count)) && served().replica).toBeGreaterThan(0)

    // Exports hold all connections; one more read goes to the primary at once.
    const release = Promise.withResolvers<void>()
    const before = served()
    let begun = 0
    const exported = () => {
      begun++
      return release.promise
    }
    const exports = Array.from({ length: 5 }, () => replica.read(seen, exported))
    await expect.poll(() => begun).toBe(5)
    expect(await replica.read([], count)).toBe(1)
    expect(served().primary).toBe(before.primary + 1)
    release.resolve()
    await Promise.all(exports)
    expect(served()).toEqual({ ...before, primary: before.primary + 1, replica: before.replica + 5 })

    // Reads that ask for a position beyond the primary's hold three connections at most.
    const between = served()
    const far = Array.from({ length: 20 }, () => replica.read(['1/FFFFFFFF/FFFFFFFF'], count))
    for (let n = 0; n < 20; n++) expect(await replica.read([], count)).toBe(1)
    await Promise.all(far)
    expect(served()).toEqual({ ...between, replica: between.replica + 20, primary: between.primary + 20 })
    expect(failed).toEqual([])

    // A read that the replica does not finish is repeated on the primary.
    let runs = 0
    const slow = replica.read(seen, async (db) => {
      if (runs++ === 0) await db.execute(sql`SELECT pg_sleep(30)`)
      return count(db)
    })
    await expect.poll(() => runs).toBe(1)
    await standby.kill()
    expect(await slow).toBe(1)
    expect([runs, failed.length]).toEqual([2, 1])
    await database.close()
    await standby.stop()
    await primary.stop()
  })

  test('after a failover, a read with a position of the earlier timeline goes to the primary', async () => {
    const former = await startPostgres()
    await tell(former.url, 'CREATE TABLE numbers (n int)')
    const next = await startStandby(former.url)
    const standby = await startStandby(former.url)
    const { hostname, port } = new URL(next.url)
    await tell(
      standby.url,
      `ALTER SYSTEM SET primary_conninfo = 'host=${hostname} port=${port} user=postgres'`,
      `ALTER SYSTEM SET wal_retrieve_retry_interval = '200ms'`,
      'SELECT pg_reload_conf()',
    )
    const proxy = await tcpProxy(former.url)
    const database = await openDatabase({ url: proxy.url, replicaUrl: standby.url, folder: null })
    const { replica } = database
    if (!replica) throw new Error('No replica')
    const servedBy = async (position: string) => {
      const before = replica.served().replica
      const rows = await replica.read([position], count)
      return { rows, by: replica.served().replica > before ? 'replica' : 'primary' }
    }

    const before = await write(database)
    await expect.poll(() => servedBy(before)).toEqual({ rows: 1, by: 'replica' })

    await expect
      .poll(() =>
        tell(next.url, 'SELECT 1 / count(*) FROM numbers').then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    await tell(next.url, 'SELECT pg_promote()')
    proxy.aim(next.url)
    await former.stop()
    await expect.poll(() => database.isReady()).toBe(true)
    const after = await write(database)
    expect(after).toMatch(/^2\//)
    expect(await servedBy(after)).toEqual({ rows: 2, by: 'primary' })
    // After its next restart point, the replica reports the new timeline.
    await tell(next.url, 'CHECKPOINT')
    await expect
      .poll(async () => {
        await tell(standby.url, 'CHECKPOINT')
        return servedBy(after)
      })
      .toEqual({ rows: 2, by: 'replica' })
    expect(await servedBy(before)).toEqual({ rows: 2, by: 'primary' })
    await database.close()
    await proxy.close()
    await standby.stop()
    await next.stop()
  })
})
