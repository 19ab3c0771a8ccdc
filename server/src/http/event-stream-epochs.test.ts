import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { idOf } from '../live-event.ts'
import { startEpoch } from '../services/shared/live-epoch.ts'
import { testApp } from '../testing/app.ts'
import { loseEvents } from '../testing/lost-events.ts'
import { openStreams, type ReceivedEvent, seqOf } from '../testing/streams.ts'

/** Events after a restore; all of them must arrive. */
const EVENTS = Number(process.env.EVENTS ?? 50)

const t = await testApp()
const others = [await testApp({ database: t.database }), await testApp({ database: t.database })]
const processes = [t, ...others]
const origins = await Promise.all(processes.map(({ app }) => app.listen({ host: '127.0.0.1', port: 0 })))
const streamsOf = origins.map(openStreams)
const [streams = openStreams('')] = streamsOf
afterEach(() => streamsOf.forEach((own) => own.close()))
afterAll(async () => {
  for (const { close } of processes.toReversed()) await close()
})

let headers: Record<string, string>
beforeEach(async () => {
  await t.database.reset()
  headers = (await t.signIn.staff()).headers
  // They have noticed that the events of the test before are gone.
  for (const { context } of processes) await context.live.poll()
})

/** Opens a stream, and waits for its first event. */
async function begun(lastEventId?: string, own = streams) {
  const stream = await own.listen(headers, lastEventId === undefined ? {} : { lastEventId })
  await expect.poll(() => stream.received.length).toBeGreaterThan(0)
  return stream
}
const after = (name: string, received: readonly ReceivedEvent[]) =>
  received.slice(received.findIndex(({ event }) => event === name) + 1)
const names = (received: readonly ReceivedEvent[]) => received.map(({ event }) => event)

/** Inserts events with arbitrary subjects, and makes one process number them. */
async function publishEvents(count: number, { context } = t) {
  await t.db.execute(sql`
    INSERT INTO live_events (type, subject) SELECT 'cash.changed', gen_random_uuid() FROM generate_series(1, ${count}::int)`)
  context.live.wake()
}

test.each([
  ['a failover loses events', false],
  ['a restore loses events and starts an epoch', true],
])('%s under running processes: every stream is reset, and misses no later event', async (_, startsEpoch) => {
  const all = await Promise.all(streamsOf.flatMap((own) => [begun(undefined, own), begun(undefined, own)]))
  const seen = () => all.map(({ received }) => received.length)
  await publishEvents(20)
  await expect.poll(seen).toEqual(all.map(() => 21))
  const before = t.context.live.position()

  // Ten events are lost, and before the next poll others take their numbers and more.
  await t.database.transaction(async (tx) => {
    await loseEvents(tx, before.seq - 10, 15)
    if (startsEpoch) await startEpoch(tx)
  })
  await expect
    .poll(() => all.map(({ received }) => received[21]?.event), { timeout: 4_000 })
    .toEqual(all.map(() => 'reset'))
  const ids = new Set(all.map(({ received }) => received[21]?.id))
  expect(ids).toEqual(new Set([idOf(t.context.live.position())]))
  const { epoch, seq } = t.context.live.position()
  expect(epoch).not.toBe(before.epoch)

  await publishEvents(EVENTS, others[1])
  const expected = Array.from({ length: EVENTS }, (_, n) => seq + 1 + n)
  for (const { received } of all) {
    await expect.poll(() => after('reset', received).length, { timeout: 20_000 }).toBe(EVENTS)
    expect(after('reset', received).map(seqOf)).toEqual(expected)
  }
  // A client that reconnects later sends an id of the old epoch.
  const late = await begun(idOf(before), streamsOf[2])
  expect(names(late.received)).toEqual(['reset'])
})

test('a newly started process resumes streams in the same epoch and resets none', async () => {
  const stream = await begun()
  await publishEvents(3)
  await expect.poll(() => stream.received.length).toBe(4)
  const restarted = await testApp({ database: t.database })
  const again = openStreams(await restarted.app.listen({ host: '127.0.0.1', port: 0 }))
  const resumed = await begun(stream.received[2]?.id, again)
  await expect.poll(() => resumed.received.length).toBe(2)
  expect(names(resumed.received)).toEqual(['ready', 'cash.changed'])
  expect(resumed.received[1]).toEqual(stream.received[3])
  await publishEvents(1, restarted)
  await expect.poll(() => [stream, resumed].map(({ received }) => received.length)).toEqual([5, 3])
  expect(names(stream.received)).not.toContain('reset')
  again.close()
  await restarted.close()
})

test('a stream that missed 1,200 events gets them all, and one that missed more than 2,000 is reset', async () => {
  await publishEvents(1)
  await expect.poll(() => t.context.live.position().seq).toBeGreaterThan(0)
  const first = t.context.live.position()
  await publishEvents(1_200)
  await expect.poll(() => t.context.live.position().seq).toBe(first.seq + 1_200)
  const resumed = await begun(idOf(first))
  await expect.poll(() => resumed.received.length).toBe(1 + 1_200)
  expect(names(resumed.received)).not.toContain('reset')
  await publishEvents(900)
  await expect.poll(() => t.context.live.position().seq).toBe(first.seq + 2_100)
  expect(names((await begun(idOf(first))).received)).toEqual(['reset'])
})

test('resets a client that resumes after anything but the id of a stored event', async () => {
  await publishEvents(1)
  await expect.poll(() => t.context.live.position().seq).toBeGreaterThan(0)
  const newest = t.context.live.position()
  const first = async (id: string) => (await begun(id)).received[0]
  expect(await first(idOf(newest))).toMatchObject({ event: 'ready', id: idOf(newest) })
  const { epoch, seq, at } = newest
  const different = [
    { epoch: randomUUID() },
    { epoch: randomUUID(), seq: 0 },
    { seq: seq + 1 },
    { at: at + 1 },
  ]
  const unknown = different.map((other) => idOf({ ...newest, ...other }))
  const nonsense = ['soon', ':', `${epoch}:${seq}`, `${epoch}:-1:${at}`, `${epoch}:${'9'.repeat(40)}:${at}`]
  for (const id of [...unknown, ...nonsense])
    expect(await first(id), id).toMatchObject({ event: 'reset', id: idOf(newest) })
  const asked = await streams.listen(headers, { query: '?lastEventId=soon' })
  await expect.poll(() => names(asked.received)).toEqual(['reset'])
  const tooLong = await streams.listen(headers, { query: `?lastEventId=${'x'.repeat(101)}` })
  expect(tooLong.answer.status).toBe(400)
})

test('sends plain numbers to browsers of the previous release, which compare ids as numbers', async () => {
  await publishEvents(1)
  await expect.poll(() => t.context.live.position().seq).toBeGreaterThan(0)
  for (const number of ['0', '1', '9'.repeat(40)]) {
    const stream = await begun(number)
    const { seq } = t.context.live.position()
    expect(stream.received[0]).toMatchObject({ event: 'reset', id: String(seq) })
    await publishEvents(2)
    await expect
      .poll(() => stream.received.slice(1).map(({ id }) => id))
      .toEqual([`${seq + 1}`, `${seq + 2}`])
    stream.stop()
  }
})

test('a stream that resumes from the profile misses nothing, even before the first event', async () => {
  const { lastEventId } = (await t.call(api.staff.get, {}, { headers })).data
  await publishEvents(2)
  const stream = await begun(lastEventId)
  await expect.poll(() => names(stream.received)).toEqual(['ready', 'cash.changed', 'cash.changed'])
})
