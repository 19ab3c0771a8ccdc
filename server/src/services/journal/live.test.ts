import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../db/open.ts'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { onServer } from '../../testing/on-server.ts'
import type { LiveEvent } from '../../live-event.ts'
import { publishEvent, type Live, openLive, purgeExpiredEvents } from './live.ts'

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

async function subscribed() {
  const live = await openLive(database, (error) => {
    throw error
  })
  open.push(live)
  const received: LiveEvent[] = []
  live.subscribe((batch) => received.push(...batch))
  return { live, received }
}

const publish = async (subject = randomUUID()) => {
  await database.transaction((tx) => publishEvent(tx, 'order.created', subject))
  return subject
}
const subjects = (events: readonly LiveEvent[]) => events.map(({ subject }) => subject)

test('delivers the events of all processes to every process once, in the same order', async () => {
  const one = await subscribed()
  const two = await subscribed()
  const published: string[] = []
  for (let n = 0; n < 20; n++) {
    published.push(await publish())
    ;(n % 2 ? one : two).live.wake()
  }
  await expect.poll(() => one.received.length).toBe(20)
  await expect.poll(() => two.received.length).toBe(20)
  expect(subjects(one.received)).toEqual(published)
  expect(two.received).toEqual(one.received)
})

test('does not deliver events that were rolled back', async () => {
  const { live, received } = await subscribed()
  const failing = database.transaction(async (tx) => {
    await publishEvent(tx, 'order.created', randomUUID())
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  const committed = await publish()
  live.wake()
  await expect.poll(() => subjects(received)).toEqual([committed])
})

test('takes no lock after a change that published nothing', async () => {
  const { live } = await subscribed()
  live.wake()
  await live.close()
  expect(database.queries.filter((query) => query.includes('pg_advisory_xact_lock'))).toEqual([])
})

test('delivers the events of a process that died between its commit and the numbering', async () => {
  const { received } = await subscribed()
  const left = await publish()
  await expect.poll(() => subjects(received)).toEqual([left])
})

test('replays exactly the events after a given number', async () => {
  const { live, received } = await subscribed()
  for (let n = 0; n < 5; n++) await publish()
  live.wake()
  await expect.poll(() => received.length).toBe(5)
  const known = received[1]?.seq ?? 0
  expect(await live.missed(known)).toEqual(received.slice(2))
  expect(await live.missed(received.at(-1)?.seq ?? 0)).toEqual([])
})

test('asks for a reload when the number is too old or from another database', async () => {
  const { live, received } = await subscribed()
  for (let n = 0; n < 3; n++) await publish()
  live.wake()
  await expect.poll(() => received.length).toBe(3)
  expect(await live.missed(1_000_000_000)).toBeNull()
  await database.db.execute(
    sql`UPDATE live_events SET at = now() - interval '3 days' WHERE seq <= ${received[1]?.seq}`,
  )
  await purgeExpiredEvents(database.db, new Date())
  expect(await live.missed((received[0]?.seq ?? 0) - 1)).toBeNull()
  expect(await live.missed(received[1]?.seq ?? 0)).toEqual(received.slice(2))
})

/** Only on a server: the embedded engine has one process and serializes its transactions. */
onServer(() => {
  test('numbers an event that commits late after earlier commits, so that a replay includes it', async () => {
    const { live, received } = await subscribed()
    const written = Promise.withResolvers<void>()
    const mayCommit = Promise.withResolvers<void>()
    const early = randomUUID()
    const slow = database.transaction(async (tx) => {
      await publishEvent(tx, 'order.created', early)
      written.resolve()
      await mayCommit.promise
    })
    await written.promise
    const late = await publish()
    live.wake()
    await expect.poll(() => subjects(received)).toEqual([late])
    const known = received[0]?.seq ?? 0
    mayCommit.resolve()
    await slow
    live.wake()
    await expect.poll(() => subjects(received)).toEqual([late, early])
    expect(subjects((await live.missed(known)) ?? [])).toEqual([early])
  })

  test('delivers events between processes that share only the database', async () => {
    const { received } = await subscribed()
    const elsewhere = await openDatabase({ url: database.url, folder: null })
    const other = await openLive(elsewhere, () => {})
    const subject = randomUUID()
    await elsewhere.transaction((tx) => publishEvent(tx, 'order.created', subject))
    other.wake()
    await expect.poll(() => subjects(received)).toEqual([subject])
    await other.close()
    await elsewhere.close()
  })
})
