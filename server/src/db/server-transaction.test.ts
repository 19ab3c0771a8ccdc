import { tcpProxy } from '@kirana/testing/tcp-proxy'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { onServer } from '../testing/on-server.ts'
import { constraintOf, pgCode } from './errors.ts'
import { openDatabase } from './open.ts'
import { run, send } from './send.ts'
import type { Database } from './types.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await database.db.execute(sql`CREATE TABLE numbers (
    n int CONSTRAINT positive CHECK (n > 0), CONSTRAINT single UNIQUE (n))`)
  await database.db.execute(sql`CREATE TABLE halves (
    n int CONSTRAINT doubled REFERENCES numbers (n) DEFERRABLE INITIALLY DEFERRED)`)
})
beforeEach(() => database.db.execute(sql`TRUNCATE numbers, halves`))
afterAll(async () => {
  await database.db.execute(sql`DROP TABLE numbers, halves`)
  await database.close()
})

const stored = async () =>
  (await database.db.execute<{ n: number }>(sql`SELECT n FROM numbers ORDER BY n`)).rows.map(({ n }) => n)
const insert = (n: number) => sql`INSERT INTO numbers VALUES (${n})`
const failureOf = (transaction: Promise<unknown>) =>
  transaction.then(
    () => new Error('It was committed'),
    (error: unknown) => error,
  )

test('commits what was sent without waiting for it', async () => {
  await database.transaction(async (tx) => {
    await send(tx, insert(1))
    await send(tx, insert(2))
  })
  expect(await stored()).toEqual([1, 2])
})

test('a statement sees what was sent before it', async () => {
  const rows = await database.transaction(async (tx) => {
    await send(tx, insert(1))
    return (await run(tx, sql`SELECT n FROM numbers`)).rows
  })
  expect(rows).toEqual([{ n: 1 }])
})

test('applies nothing after a statement that failed, and rejects with its error', async () => {
  const failed = database.transaction(async (tx) => {
    await send(tx, insert(1))
    await send(tx, insert(-1))
    await send(tx, insert(2))
  })
  expect(constraintOf(await failureOf(failed))).toBe('positive')
  expect(await stored()).toEqual([])
})

test('rejects with the first failure, not with the statements that it made fail', async () => {
  const failed = database.transaction(async (tx) => {
    await send(tx, insert(-1))
    await run(tx, sql`SELECT 1`)
  })
  expect(constraintOf(await failureOf(failed))).toBe('positive')
  const together = database.transaction((tx) => Promise.all([run(tx, insert(-1)), run(tx, insert(2))]))
  expect(constraintOf(await failureOf(together))).toBe('positive')
  expect(await stored()).toEqual([])
})

test('rejects with the error that the caller made of the failure of a sent statement', async () => {
  const rethrow = () => {
    throw new RangeError('too small')
  }
  const failed = database.transaction(async (tx) => {
    await send(tx, insert(-1), rethrow)
    await run(tx, sql`SELECT 1`)
  })
  expect(await failureOf(failed)).toBeInstanceOf(RangeError)
  // Also if the caller's work fails for another reason before the answer arrives.
  const both = database.transaction(async (tx) => {
    await send(tx, insert(-1), rethrow)
    throw new Error('something else')
  })
  expect(await failureOf(both)).toBeInstanceOf(RangeError)
})

test('rejects when a sent statement failed and the error of one after it was caught', async () => {
  const failed = database.transaction(async (tx) => {
    await send(tx, insert(-1)).catch(() => {})
    await run(tx, sql`SELECT 1`).catch(() => {})
  })
  await expect(failed).rejects.toThrow()
  expect(await stored()).toEqual([])
})

test('commits nothing when a value cannot be sent', async () => {
  const circular: { self?: object } = {}
  circular.self = circular
  const failed = database.transaction(async (tx) => {
    await send(tx, insert(1))
    await send(tx, sql`INSERT INTO numbers SELECT 2 WHERE ${circular}::json IS NOT NULL`)
  })
  expect(await failureOf(failed)).toHaveProperty('cause.message', expect.stringMatching(/circular/i))
  expect(await stored()).toEqual([])
})

test('rejects when COMMIT finds a violated constraint', async () => {
  const failed = database.transaction((tx) => send(tx, sql`INSERT INTO halves VALUES (7)`))
  expect(constraintOf(await failureOf(failed))).toBe('doubled')
  expect((await database.db.execute(sql`SELECT n FROM halves`)).rows).toEqual([])
  expect(await database.isReady()).toBe(true)
})

test('a failure in a nested transaction does not fail the outer one', async () => {
  await database.transaction(async (tx) => {
    await send(tx, insert(1))
    await tx.transaction((nested) => send(nested, insert(-1))).catch(() => {})
    await send(tx, insert(2))
  })
  expect(await stored()).toEqual([1, 2])
})

test('retries after a statement that was sent met a serialization failure', async () => {
  let tries = 0
  await database.transaction(async (tx) => {
    tries++
    if (tries === 1)
      await send(tx, sql`DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = 'serialization_failure'; END $$`)
    await send(tx, insert(1))
  })
  expect([tries, await stored()]).toEqual([2, [1]])
})

test('a transaction without a statement returns or rejects as its work does', async () => {
  expect(await database.transaction(() => Promise.resolve('done'))).toBe('done')
  await expect(database.transaction(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
})

onServer(() => {
  let proxy: Awaited<ReturnType<typeof tcpProxy>>
  let far: Database
  beforeAll(async () => {
    proxy = await tcpProxy(database.url ?? '')
    far = await openDatabase({ url: proxy.url, folder: null, poolSize: 1 })
  })
  afterAll(async () => {
    await far.close()
    await proxy.close()
  })
  const tripsOf = async (work: () => Promise<unknown>) => {
    const before = proxy.trips()
    await work()
    return proxy.trips() - before
  }

  test('BEGIN and COMMIT travel with the statements', async () => {
    expect(await tripsOf(() => far.transaction((tx) => send(tx, insert(1))))).toBe(1)
    const two = async () =>
      far.transaction(async (tx) => {
        await run(tx, sql`SELECT 1`)
        await send(tx, insert(2))
        await send(tx, insert(3))
      })
    expect(await tripsOf(two)).toBe(2)
    expect(await tripsOf(() => far.transaction(() => Promise.resolve()))).toBe(0)
  })

  test('answers after COMMIT was acknowledged: a connection that is cut before fails the transaction', async () => {
    const failed = far.transaction(async (tx) => {
      await run(tx, sql`SELECT 1`)
      await send(tx, insert(1))
      proxy.cut()
    })
    expect(pgCode(await failureOf(failed))).toMatch(/^(08006|ECONNRESET|EPIPE)$/)
    proxy.mend()
    await expect.poll(() => far.isReady()).toBe(true)
    expect(await stored()).toEqual([])
  })

  test('a connection whose transaction failed is clean for the next one', async () => {
    for (const n of [1, 2]) {
      await failureOf(far.transaction((tx) => send(tx, insert(-n))))
      await far.transaction((tx) => send(tx, insert(n)))
    }
    expect(await stored()).toEqual([1, 2])
    const { rows } = await far.db.execute<{ now: boolean }>(sql`SELECT now() = statement_timestamp() AS now`)
    expect(rows).toEqual([{ now: true }])
  })
})
