import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../db/open.ts'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { loseEvents } from '../../testing/lost-events.ts'
import { onServer } from '../../testing/on-server.ts'
import type { LiveEvent, Place } from '../../live-event.ts'
import { startEpoch } from '../shared/live-epoch.ts'
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

async function subscribed(clock?: () => number) {
  const failed = (error: unknown) => {
    throw error
  }
  const live = await openLive(database, failed, clock)
  open.push(live)
  const received: LiveEvent[] = []
  const resets: Place[] = []
  live.subscribe(
    (batch) => received.push(...batch),
    (place) => resets.push(place),
  )
  return { live, received, resets }
}

const publish = async (subject = randomUUID()) => {
  await database.transaction((tx) => publishEvent(tx, 'order.created', subject))
  return subject
}
const place = (event: Place | undefined): Place => {
  if (!event) throw new Error('There is no such event')
  const { epoch, seq, at } = event
  return { epoch, seq, at }
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

test('replays exactly the events after a given one', async () => {
  const { live, received } = await subscribed()
  for (let n = 0; n < 5; n++) await publish()
  live.wake()
  await expect.poll(() => received.length).toBe(5)
  expect(await live.missed(place(received[1]))).toEqual(received.slice(2))
  expect(live.position()).toEqual(received.at(-1))
  expect(await live.missed(live.position())).toEqual([])
})

test('asks for a reload when the event was purged, and keeps the newest of those that expired', async () => {
  const { live, received, resets } = await subscribed()
  const beginning = live.position()
  for (let n = 0; n < 3; n++) await publish()
  live.wake()
  await expect.poll(() => received.length).toBe(3)
  expect(await live.missed(beginning)).toEqual(received)
  await database.db.execute(
    sql`UPDATE live_events SET at = at - interval '3 days' WHERE seq <= ${received[1]?.seq}`,
  )
  const old = (event: LiveEvent | undefined) => ({ ...place(event), at: place(event).at - 3 * 86_400_000 })
  await purgeExpiredEvents(database.db, new Date())
  expect(await live.missed(beginning)).toBeNull()
  expect(await live.missed(old(received[0]))).toBeNull()
  expect(await live.missed(old(received[1]))).toEqual(received.slice(2))

  // After two days without events, the purge must not be reported as a loss.
  await purgeExpiredEvents(database.db, new Date(Date.now() + 3 * 86_400_000))
  await live.poll()
  expect(await live.missed(live.position())).toEqual([])
  expect(resets).toEqual([])
})

test('begins again when events are lost whose numbers others have taken', async () => {
  const { live, received, resets } = await subscribed()
  for (let n = 0; n < 3; n++) await publish()
  live.wake()
  await expect.poll(() => received.length).toBe(3)
  const [first, , lost] = received.map(place)
  await database.transaction((tx) => loseEvents(tx, place(first).seq, 3))
  await live.poll()
  expect(resets).toEqual([live.position()])
  expect(live.position().seq).toBe(place(lost).seq + 1)
  expect(live.position().epoch).not.toBe(first?.epoch)
  expect(await live.missed(place(first))).toBeNull()
  expect(received).toHaveLength(3)
  const next = await publish()
  live.wake()
  await expect.poll(() => subjects(received.slice(3))).toEqual([next])
  expect(resets).toHaveLength(1)
})

test('numbers events after a loss at once, although their ids were given before', async () => {
  let ms = 0
  const { live, received, resets } = await subscribed(() => ms)
  for (let n = 1; n <= 3; n++) {
    ms += 60_000
    await publish()
    live.wake()
    await expect.poll(() => received.length).toBe(n)
  }
  await database.transaction((tx) => loseEvents(tx, place(received[0]).seq))
  await live.poll()
  expect(resets).toHaveLength(1)
  const next = await publish()
  live.wake()
  await expect.poll(() => subjects(received.slice(3))).toEqual([next])
})

test('begins again in an epoch that was started elsewhere, also when no event is lost', async () => {
  const { live, received, resets } = await subscribed()
  await publish()
  live.wake()
  await expect.poll(() => received.length).toBe(1)
  await startEpoch(database.db)
  // There is no notification: the next poll finds the epoch.
  await expect.poll(() => resets.length, { timeout: 4_000 }).toBe(1)
  const [last] = received.map(place)
  expect(resets).toEqual([{ ...last, epoch: live.position().epoch }])
  expect(live.position().epoch).not.toBe(last?.epoch)
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
    mayCommit.resolve()
    await slow
    live.wake()
    await expect.poll(() => subjects(received)).toEqual([late, early])
    expect(subjects((await live.missed(place(received[0]))) ?? [])).toEqual([early])
  })

  test('searches all events again each minute, and only newer ones in between', async () => {
    let ms = 0
    const { live, received } = await subscribed(() => ms)
    const written = Promise.withResolvers<void>()
    const mayCommit = Promise.withResolvers<void>()
    const early = randomUUID()
    const slow = database.transaction(async (tx) => {
      await publishEvent(tx, 'order.created', early)
      written.resolve()
      await mayCommit.promise
    })
    await written.promise
    const others: string[] = []
    const another = async () => {
      others.push(await publish())
      live.wake()
      await expect.poll(() => subjects(received)).toEqual(others)
    }
    await another()
    for (let minute = 0; minute < 2; minute++) {
      ms += 60_000
      await another()
    }
    mayCommit.resolve()
    await slow
    // The transaction took more than a minute.
    await another()
    ms += 60_000
    live.wake()
    await expect.poll(() => subjects(received)).toEqual([...others, early])
  })

  test('starts one epoch when several processes notice a loss at once', async () => {
    const all = [await subscribed(), await subscribed(), await subscribed()]
    await publish()
    all[0]?.live.wake()
    await expect.poll(() => all.map(({ received }) => received.length)).toEqual([1, 1, 1])
    await database.transaction((tx) => loseEvents(tx, 0))
    const waiting = sql`SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted`
    // All processes have found that the event is gone, and wait to start an epoch.
    const looks = await database.transaction(async (tx) => {
      await tx.execute(sql`SELECT 1 FROM live_epoch FOR UPDATE`)
      const started = all.map(({ live }) => live.poll())
      await expect.poll(async () => (await database.db.execute(waiting)).rows).toEqual([{ n: 3 }])
      return started
    })
    await Promise.all(looks)
    for (const { live } of all) await live.poll()
    expect(all.map(({ resets }) => resets.length)).toEqual([1, 1, 1])
    const epochs = new Set(all.map(({ live }) => live.position().epoch))
    expect(epochs.size).toBe(1)
    const started = await Promise.all(all.map(() => startEpoch(database.db, [...epochs][0])))
    expect(started.flat()).toHaveLength(1)
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
