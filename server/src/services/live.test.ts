import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../db/open.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { announce, type Live, type LiveEvent, openLive, sweepEvents } from './live.ts'

let database: TestDatabase
const open: Live[] = []

beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(() => database.reset())
afterEach(async () => {
  for (const live of open.splice(0)) await live.close()
})
afterAll(() => database.close())

async function listening() {
  const live = await openLive(database, (error) => {
    throw error
  })
  open.push(live)
  const heard: LiveEvent[] = []
  live.subscribe((batch) => heard.push(...batch))
  return { live, heard }
}

const happen = async (subject = randomUUID()) => {
  await database.transaction((tx) => announce(tx, 'order.created', subject))
  return subject
}
const subjects = (events: readonly LiveEvent[]) => events.map(({ subject }) => subject)

test('every process hears of what any of them committed, in one order, once', async () => {
  const one = await listening()
  const two = await listening()
  const told: string[] = []
  for (let n = 0; n < 20; n++) {
    told.push(await happen())
    ;(n % 2 ? one : two).live.wake()
  }
  await expect.poll(() => one.heard.length).toBe(20)
  await expect.poll(() => two.heard.length).toBe(20)
  expect(subjects(one.heard)).toEqual(told)
  expect(two.heard).toEqual(one.heard)
})

test('what was rolled back is never heard of', async () => {
  const { live, heard } = await listening()
  const failing = database.transaction(async (tx) => {
    await announce(tx, 'order.created', randomUUID())
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  const kept = await happen()
  live.wake()
  await expect.poll(() => subjects(heard)).toEqual([kept])
})

test('a change that announced nothing costs one look', async () => {
  const { live } = await listening()
  live.wake()
  await live.close()
  expect(database.queries.filter((query) => query.includes('pg_advisory_xact_lock'))).toEqual([])
})

test('a process that died between its commit and the numbering leaves nothing unheard', async () => {
  const { heard } = await listening()
  const left = await happen()
  await expect.poll(() => subjects(heard), { timeout: 5_000 }).toEqual([left])
})

test('whoever resumes gets exactly what came after the number they know', async () => {
  const { live, heard } = await listening()
  for (let n = 0; n < 5; n++) await happen()
  live.wake()
  await expect.poll(() => heard.length).toBe(5)
  const known = heard[1]?.seq ?? 0
  expect(await live.missed(known)).toEqual(heard.slice(2))
  expect(await live.missed(heard.at(-1)?.seq ?? 0)).toEqual([])
})

test('a number from too long ago, or from another database, asks for a reload', async () => {
  const { live, heard } = await listening()
  for (let n = 0; n < 3; n++) await happen()
  live.wake()
  await expect.poll(() => heard.length).toBe(3)
  expect(await live.missed(1_000_000_000)).toBeNull()
  await database.db.execute(
    sql`UPDATE live_events SET at = now() - interval '3 days' WHERE seq <= ${heard[1]?.seq}`,
  )
  await sweepEvents(database.db, new Date())
  expect(await live.missed((heard[0]?.seq ?? 0) - 1)).toBeNull()
  expect(await live.missed(heard[1]?.seq ?? 0)).toEqual(heard.slice(2))
})

/** On the embedded engine there is one process, and its transactions follow each other: only a server can show these. */
if (process.env.TEST_DATABASE_URL) {
  test('an event that commits late is numbered late, so nobody who resumes misses it', async () => {
    const { live, heard } = await listening()
    const written = Promise.withResolvers<void>()
    const mayCommit = Promise.withResolvers<void>()
    const early = randomUUID()
    const slow = database.transaction(async (tx) => {
      await announce(tx, 'order.created', early)
      written.resolve()
      await mayCommit.promise
    })
    await written.promise
    const late = await happen()
    live.wake()
    await expect.poll(() => subjects(heard)).toEqual([late])
    const known = heard[0]?.seq ?? 0
    mayCommit.resolve()
    await slow
    live.wake()
    await expect.poll(() => subjects(heard)).toEqual([late, early])
    expect(subjects((await live.missed(known)) ?? [])).toEqual([early])
  })

  test('processes with nothing but the database in common hear of each other', async () => {
    const { heard } = await listening()
    const elsewhere = await openDatabase({ url: database.url, folder: null })
    const other = await openLive(elsewhere, () => {})
    const subject = randomUUID()
    await elsewhere.transaction((tx) => announce(tx, 'order.created', subject))
    other.wake()
    await expect.poll(() => subjects(heard)).toEqual([subject])
    await other.close()
    await elsewhere.close()
  })
}
