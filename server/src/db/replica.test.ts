import { freePort, startPostgres, startStandby } from '@kirana/testing/postgres'
import { tcpProxy } from '@kirana/testing/tcp-proxy'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { emptyDatabase } from '../testing/database.ts'
import { onServer } from '../testing/on-server.ts'
import { pgCode } from './errors.ts'
import { openDatabase } from './open.ts'
import type { Database, Replica } from './types.ts'

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

/** A position on the first timeline that no server has reached. */
const UNREACHED = '1/FFFFFFFF/FFFFFFFF'
const POOL_SIZE = 4

const sleep = (seconds: number) => (db: Database['db']) => db.execute(sql`SELECT pg_sleep(${seconds})`)
const isOnReplica = async (db: Database['db']) =>
  (await db.execute(sql`SELECT pg_is_in_recovery() AS is`)).rows[0]?.is

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

onServer(() => {
  let primary: Awaited<ReturnType<typeof startPostgres>>
  let standby: Awaited<ReturnType<typeof startStandby>>
  let database: Database
  let replica: Replica
  const failed: string[] = []

  beforeAll(async () => {
    primary = await startPostgres()
    standby = await startStandby(primary.url)
    database = await openDatabase({
      url: primary.url,
      replicaUrl: standby.url,
      folder: null,
      poolSize: POOL_SIZE,
      failed: (error) => void failed.push(String(error)),
    })
    if (!database.replica) throw new Error('No replica')
    replica = database.replica
  })
  beforeEach(async () => {
    // Reads go to the primary until its position has been read once.
    await expect.poll(() => replica.read([], isOnReplica)).toBe(true)
    // Opens all connections.
    await Promise.all(Array.from({ length: POOL_SIZE }, () => replica.read([], sleep(0.1))))
    failed.length = 0
  })
  afterAll(async () => {
    await database.close()
    await standby.stop()
    await primary.stop()
  })

  test('while all connections are in use, the primary answers, and the replica has not failed', async () => {
    const running = Array.from({ length: POOL_SIZE }, () => replica.read([], sleep(1)))
    expect(await replica.read([], isOnReplica)).toBe(false)
    await Promise.all(running)
    expect(failed).toEqual([])
    expect(await replica.read([], isOnReplica)).toBe(true)
  })

  test('reads that wait for a position leave a connection to reads that need not wait', async () => {
    const { waited } = replica.served()
    const running = Array.from({ length: POOL_SIZE }, () => replica.read([UNREACHED], isOnReplica))
    expect(await Promise.race(running)).toBe(false)
    expect(await replica.read([], isOnReplica)).toBe(true)
    expect(await Promise.all(running)).toEqual(running.map(() => false))
    expect(replica.served().waited - waited).toBe(3)
    expect(failed).toEqual([])
  })

  test('an invalid value of a call is not a failure of the replica', async () => {
    const tried: unknown[] = []
    const asUuid = async (db: Database['db']) => {
      tried.push(await isOnReplica(db))
      return db.execute(sql`SELECT ${'abc'}::text::uuid`)
    }
    const code = await replica.read([], asUuid).then(() => null, pgCode)
    expect({ code, tried }).toEqual({ code: '22P02', tried: [true] })
    expect(failed).toEqual([])
    expect(await replica.read([], isOnReplica)).toBe(true)
  })

  test('a read whose replica is killed while it runs is repeated on the primary', async () => {
    const tried: unknown[] = []
    const answer = await replica.read([], async (db) => {
      tried.push(await isOnReplica(db))
      const running = db.execute(sql`SELECT pg_sleep(${tried.length === 1 ? 60 : 0}), ${'9811122334'}::text`)
      if (tried.length === 1) await standby.kill()
      await running
      return tried.length
    })
    expect({ answer, tried }).toEqual({ answer: 2, tried: [true, false] })
    expect(failed).toEqual([expect.stringMatching(/^Error: Reads go to the primary, not to the replica: /)])
    // The values of the statement, such as phone numbers, are not logged.
    expect(failed[0]).not.toContain('9811122334')
  })
})
