import { tcpProxy } from '@kirana/testing/tcp-proxy'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { onServer } from '../testing/on-server.ts'
import { emptyDatabase } from '../testing/database.ts'
import { isUnavailable, UnknownOutcome } from './errors.ts'
import { openDatabase } from './open.ts'
import type { Database } from './types.ts'

onServer(() => {
  let near: Awaited<ReturnType<typeof emptyDatabase>>
  let proxy: Awaited<ReturnType<typeof tcpProxy>>
  let far: Database
  beforeAll(async () => {
    near = await emptyDatabase()
    await near.db.execute(sql`CREATE TABLE numbers (n int)`)
    proxy = await tcpProxy(near.url ?? '')
    far = await openDatabase({ url: proxy.url, folder: null, poolSize: 2, silenceMs: 1_000 })
  })
  afterAll(async () => {
    await far.close()
    await proxy.close()
    await near.close()
  })
  afterEach(async () => {
    proxy.mend()
    await near.db.execute(sql`TRUNCATE numbers`)
  })

  const failureOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => error,
    )
  const insert = (db: Database['db'], n: number) => db.execute(sql`INSERT INTO numbers VALUES (${n})`)
  const stored = async () => (await near.db.execute<{ n: number }>(sql`SELECT n FROM numbers`)).rows

  test('a network that drops packets fails the waiting statements, and the pool works again afterwards', async () => {
    expect(await far.isReady()).toBe(true)
    proxy.blackhole()
    const stuck = [1, 2].map((n) => failureOf(far.transaction((tx) => insert(tx, n))))
    expect((await Promise.all(stuck)).map(isUnavailable)).toEqual([true, true])
    proxy.mend()
    await far.transaction((tx) => insert(tx, 3))
    expect(await stored()).toEqual([{ n: 3 }])
  })

  test('a command waits for a statement that takes longer', async () => {
    const long = sql`SELECT pg_sleep(1.5)`
    expect(isUnavailable(await failureOf(far.db.execute(long)))).toBe(true)
    const patient = await openDatabase({ url: proxy.url, folder: null, silenceMs: null })
    expect(await failureOf(patient.db.execute(long))).toBeNull()
    await patient.close()
  })

  test('an idle connection is not broken, however long it receives nothing', async () => {
    const pid = async () => (await far.db.execute(sql`SELECT pg_backend_pid() AS pid`)).rows[0]
    const before = await pid()
    await new Promise((next) => setTimeout(next, 1_500))
    expect(await pid()).toEqual(before)
  })

  test('a connection that is lost during COMMIT leaves the outcome unknown', async () => {
    const failing = failureOf(
      far.transaction(async (tx) => {
        await insert(tx, 1)
        proxy.mute()
      }),
    )
    await expect.poll(stored).toEqual([{ n: 1 }])
    const error = await failing
    expect(error).toBeInstanceOf(UnknownOutcome)
    expect(isUnavailable(error)).toBe(true)
  })

  test('a connection that is lost before COMMIT does not leave the outcome unknown', async () => {
    const failing = far.transaction(async (tx) => {
      await insert(tx, 1)
      proxy.cut()
      await insert(tx, 2)
    })
    const error = await failureOf(failing)
    expect(error).not.toBeInstanceOf(UnknownOutcome)
    expect(isUnavailable(error)).toBe(true)
    expect(await stored()).toEqual([])
  })

  test('a server that becomes read only loses its connections', async () => {
    const readOnly = sql`SET default_transaction_read_only = on`
    await far.db.execute(readOnly)
    await far.transaction((tx) => insert(tx, 1))
    expect(await stored()).toEqual([{ n: 1 }])
  })

  test('a write that a read-only server refuses counts as unavailable, not as a fault', async () => {
    const failing = far.transaction(async (tx) => {
      await tx.execute(sql`SET TRANSACTION READ ONLY`)
      await insert(tx, 1)
    })
    expect(isUnavailable(await failureOf(failing))).toBe(true)
  })

  test('a start on a read-only server fails with a message that says so', async () => {
    const name = new URL(near.url ?? '').pathname.slice(1)
    const setTo = (value: string) =>
      near.db.execute(sql.raw(`ALTER DATABASE "${name}" SET default_transaction_read_only = ${value}`))
    await setTo('on')
    const opening = failureOf(openDatabase({ url: near.url, folder: null }))
    await opening
    await setTo('off')
    expect(await opening).toHaveProperty(
      'message',
      'The PostgreSQL server of DATABASE_URL is read only. Name the primary server, not a standby. ' +
        'Behind HAProxy, start again in a few seconds: until it has checked the servers, it takes each for the primary.',
    )
  })

  test('a start behind a proxy that has no primary says what to do', async () => {
    // As HAProxy does: it accepts a connection and closes it.
    const alone = await tcpProxy(near.url ?? '')
    alone.cut()
    const noPrimary =
      /cannot be reached: .+\. Behind HAProxy or pgbouncer this means that no server is the primary: look with patronictl list/
    expect(await failureOf(openDatabase({ url: alone.url, folder: null }))).toHaveProperty(
      'message',
      expect.stringMatching(noPrimary),
    )
    await alone.close()
  })

  test('listening continues after a network has dropped packets', async () => {
    const failed: unknown[] = []
    const failedLater = (error: unknown) => void failed.push(error)
    const patient = { url: proxy.url, folder: null, silenceMs: 3_000, failed: failedLater }
    const listening = await openDatabase(patient)
    let wakes = 0
    const stop = await listening.listen('things', () => wakes++)
    await near.db.execute(sql`NOTIFY things`)
    await expect.poll(() => wakes).toBe(1)
    proxy.blackhole()
    await expect.poll(() => failed.length, { timeout: 20_000 }).toBeGreaterThan(0)
    proxy.mend()
    await expect.poll(() => wakes, { timeout: 20_000 }).toBe(2)
    await stop()
    await listening.close()
  }, 60_000)
})
