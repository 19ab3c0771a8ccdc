import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { emptyDatabase, testDatabase, type TestDatabase } from '../testing/database.ts'
import { onServer } from '../testing/on-server.ts'
import { lockWaiters } from '../testing/races/interleave.ts'
import { constraintOf, pgCode } from './errors.ts'
import { openDatabase } from './open.ts'
import { retried } from './retry.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await database.db.execute(
    sql`CREATE TABLE things (n int CONSTRAINT positive CHECK (n > 0), CONSTRAINT once UNIQUE (n))`,
  )
})
beforeEach(() => database.db.execute(sql`TRUNCATE things`))
afterAll(async () => {
  // The next test file gets the same database.
  await database.db.execute(sql`DROP TABLE things`)
  await database.close()
})

const numbers = async () =>
  (await database.db.execute<{ n: number }>(sql`SELECT n FROM things ORDER BY n`)).rows.map(({ n }) => n)

test('rolls back a transaction that throws', async () => {
  const failing = database.transaction(async (tx) => {
    await tx.execute(sql`INSERT INTO things VALUES (1)`)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await numbers()).toEqual([])
})

test('rejects a transaction that caught the error of a failed statement', async () => {
  const caught = database.transaction(async (tx) => {
    await tx.execute(sql`INSERT INTO things VALUES (1)`)
    await tx.execute(sql`INSERT INTO things VALUES (1)`).catch(() => {})
  })
  await expect(caught).rejects.toThrow('nothing was written')
  expect(await numbers()).toEqual([])
})

test('commits the outer transaction after a nested one failed', async () => {
  await database.transaction(async (tx) => {
    await tx.execute(sql`INSERT INTO things VALUES (1)`)
    await tx.transaction((nested) => nested.execute(sql`INSERT INTO things VALUES (1)`)).catch(() => {})
  })
  expect(await numbers()).toEqual([1])
})

test('runs other statements outside an open transaction', async () => {
  const inside = Promise.withResolvers<void>()
  const rolledBack = database
    .transaction(async (tx) => {
      await tx.execute(sql`INSERT INTO things VALUES (1)`)
      inside.resolve()
      await sleep(50)
      throw new Error('no')
    })
    .catch(() => {})
  await inside.promise
  await database.db.execute(sql`INSERT INTO things VALUES (2)`)
  await rolledBack
  expect(await numbers()).toEqual([2])
})

test('finds the SQLSTATE and the constraint of a wrapped error', async () => {
  const taken = await database.db.execute(sql`INSERT INTO things VALUES (1), (1)`).then(
    () => null,
    (error: unknown) => error,
  )
  expect([pgCode(taken), constraintOf(taken)]).toEqual(['23505', 'once'])
  const negative = await database.db.execute(sql`INSERT INTO things VALUES (-1)`).then(
    () => null,
    (error: unknown) => error,
  )
  expect([pgCode(negative), constraintOf(negative)]).toEqual(['23514', 'positive'])
  expect(pgCode(new Error('something else'))).toBeNull()
})

test('retries a transaction after a serialization failure or a deadlock only', async () => {
  let tries = 0
  const failing = (code: string, times: number) => () => {
    tries++
    return tries <= times ? Promise.reject(Object.assign(new Error('x'), { code })) : Promise.resolve('done')
  }
  expect(await retried(failing('40001', 3))).toBe('done')
  expect(tries).toBe(4)
  tries = 0
  await expect(retried(failing('40P01', 9))).rejects.toThrow('x')
  expect(tries).toBe(4)
  tries = 0
  await expect(retried(failing('23505', 1))).rejects.toThrow('x')
  expect(tries).toBe(1)
})

test('wakes a listener on each notification until it unsubscribes', async () => {
  let wakes = 0
  const stop = await database.listen('things_happen', () => wakes++)
  await database.notify('things_happen')
  await expect.poll(() => wakes).toBe(1)
  await stop()
  await database.notify('things_happen')
  await sleep(50)
  expect(wakes).toBe(1)
})

test('gives a lease to one holder at a time, until it is released', async () => {
  const first = await database.lease('lease_a')
  expect(first?.isHeld()).toBe(true)
  expect(await database.lease('lease_a')).toBeNull()
  const other = await database.lease('lease_b')
  expect(other?.isHeld()).toBe(true)
  await first?.release()
  expect(first?.isHeld()).toBe(false)
  const second = await database.lease('lease_a')
  await first?.release()
  expect([second?.isHeld(), await database.lease('lease_a')]).toEqual([true, null])
  await Promise.all([second?.release(), other?.release()])
})

test('counts statements, but not BEGIN and COMMIT', async () => {
  database.queries.length = 0
  await database.transaction(async (tx) => {
    await tx.execute(sql`SELECT 1`)
    await tx.execute(sql`SELECT 2`)
  })
  expect(database.queries).toHaveLength(2)
})

test('returns the same types from raw SQL on both engines', async () => {
  const { rows } = await database.db.execute(
    sql`SELECT 7::bigint AS big, timestamptz '2026-11-21 10:00+05:30' AS instant`,
  )
  expect(rows).toEqual([{ big: 7, instant: '2026-11-21 04:30:00+00' }])
})

onServer(() => {
  test('loses only the work of broken connections, and reconnects', async () => {
    let wakes = 0
    const stop = await database.listen('things_happen', () => wakes++)
    const lease = await database.lease('lease_a')
    const cutting = database.transaction(async (tx) => {
      await tx.execute(sql`INSERT INTO things VALUES (1)`)
      const { rows } = await database.db.execute(sql`
        SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`)
      const ended = sql.join(
        rows.map(({ pid }) => sql`${pid}`),
        sql`, `,
      )
      const isOver = async () =>
        (await database.db.execute(sql`SELECT 1 FROM pg_stat_activity WHERE pid IN (${ended})`)).rows
          .length === 0
      await expect.poll(isOver).toBe(true)
      await tx.execute(sql`SELECT 1`)
    })
    await expect(cutting).rejects.toThrow()
    expect(await numbers()).toEqual([])
    await expect.poll(() => lease?.isHeld()).toBe(false)
    await (await database.lease('lease_a'))?.release()
    // One wake-up after the reconnection.
    await expect.poll(() => wakes).toBe(1)
    await database.notify('things_happen')
    await expect.poll(() => wakes).toBe(2)
    await stop()
  })
})

test('can be closed twice', async () => {
  const server = process.env.TEST_DATABASE_URL ?? null
  const other = await openDatabase({ url: server, folder: null })
  await Promise.all([other.close(), other.close()])
  expect(await other.isReady()).toBe(false)
})

test('changes nothing when it migrates again', async () => {
  const { migrations } = await import('../testing/database.ts')
  await database.migrate(migrations)
  expect(await database.isReady()).toBe(true)
})

onServer(() => {
  test('a migration that deadlocks with a process of the version before is tried again', async () => {
    const empty = await emptyDatabase()
    await empty.db.execute(sql`CREATE TABLE first (n int)`)
    await empty.db.execute(sql`CREATE TABLE second (n int)`)
    const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
    await mkdir(join(folder, 'meta'))
    const entries = [{ idx: 0, version: '7', when: 1, tag: '0000_lock', breakpoints: true }]
    await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ entries }))
    const steps = ['first', 'second'].map((table) => `ALTER TABLE "${table}" ADD COLUMN m int;`)
    await writeFile(join(folder, '0000_lock.sql'), steps.join('--> statement-breakpoint\n'))
    let migrated: Promise<void> | undefined
    await empty.transaction(async (tx) => {
      await tx.execute(sql`INSERT INTO second VALUES (1)`)
      if (!migrated) {
        migrated = empty.migrate(folder)
        migrated.catch(() => {})
        while ((await empty.db.execute(lockWaiters)).rows.length === 0) await sleep(5)
      }
      // The transaction that waited first detects the deadlock first and is rolled back; on a busy machine, it may be
      // this one, which is then retried.
      await tx.execute(sql`INSERT INTO first VALUES (1)`)
    })
    await migrated
    expect((await empty.db.execute(sql`SELECT first.m, second.m FROM first, second`)).rows).toHaveLength(1)
    await empty.close()
    await rm(folder, { recursive: true })
  })
})

test('reports an unreachable server, and what to do', async () => {
  await expect(openDatabase({ url: 'postgres://nobody@127.0.0.1:9/none', folder: null })).rejects.toThrow(
    /^The PostgreSQL server of DATABASE_URL cannot be reached: .+\. Check the address, and that the server runs/,
  )
})

onServer(() => {
  test('rejects only the transaction whose connection breaks, and replaces the connection', async () => {
    const alone = await openDatabase({ url: process.env.TEST_DATABASE_URL ?? '', folder: null, poolSize: 1 })
    for (let n = 0; n < 2; n++) {
      const broken = alone.transaction(async (tx) => {
        const { rows } = await tx.execute<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`)
        await database.db.execute(sql`SELECT pg_terminate_backend(${rows[0]?.pid})`)
        const left = sql`SELECT FROM pg_stat_activity WHERE pid = ${rows[0]?.pid}`
        await expect.poll(async () => (await database.db.execute(left)).rows).toEqual([])
        await tx.execute(sql`SELECT 1`)
      })
      const failure = await broken.catch((error: unknown) => error)
      // The server's last message, the end of the connection, or a reset that arrived before both: whichever the client
      // reads first.
      expect(pgCode(failure)).toMatch(/^(08006|57P01|ECONNRESET)$/)
      expect(await alone.isReady()).toBe(true)
    }
    await alone.close()
  })

  test('rejects a pooler whose connections lack settings and lists the statements that add them', async () => {
    const url = process.env.TEST_DATABASE_URL ?? ''
    const admin = await openDatabase({ url, folder: null })
    const open = () => openDatabase({ url, directUrl: url, folder: null })
    const { message } = await open().then(
      () => new Error('it started'),
      (error: Error) => error,
    )
    const [sentence, ...statements] = message.split('\n')
    expect(sentence).toMatch(/^The connections of DATABASE_URL lack Kirana's settings/)
    expect(statements).toContain(`ALTER ROLE postgres IN DATABASE postgres SET statement_timeout = '30000';`)
    try {
      for (const statement of statements) await admin.db.execute(sql.raw(statement))
      await (await open()).close()
    } finally {
      await admin.db.execute(sql`ALTER ROLE CURRENT_USER IN DATABASE postgres RESET ALL`)
      await admin.close()
    }
  })
})
