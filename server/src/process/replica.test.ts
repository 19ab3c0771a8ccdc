import { once } from 'node:events'
import { connect } from 'node:net'
import { api, callsOf } from '@kirana/contract'
import { requestOf } from '@kirana/contract/wire/request'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '../db/open.ts'
import { auditRows } from '../tables/journal.ts'
import { testApp } from '../testing/app.ts'
import { onServer } from '../testing/on-server.ts'
import { openReplicatedStore, type ReplicatedStore } from '../testing/processes/replica-store.ts'
import { noteResult } from '../testing/results.ts'
import { openStreams } from '../testing/streams.ts'

/** `npm run test:replica` sets a larger number. */
const PAIRS = Number(process.env.PAIRS ?? 30)
const PAUSED_MS = Number(process.env.PAUSED_MS ?? 1_500)
/** A pair takes a quarter of a second while the replica is behind. */
vi.setConfig({ testTimeout: 120_000 + PAIRS * 500 })

onServer(() => {
  let store: ReplicatedStore
  beforeAll(async () => {
    store = await openReplicatedStore()
  })
  afterAll(() => store.close())

  /** Runs pairs and expects that no read is stale and that none fails. */
  async function pairs(name: string, count: number, ms?: number) {
    const outcome = await store.pairs(count, ms)
    noteResult(name, outcome)
    expect(outcome).toMatchObject({ stale: 0, tooOld: 0, failed: 0 })
    return outcome.reads
  }

  test('without a replica, responses have no position', async () => {
    const t = await testApp()
    const { status, headers } = await t.call(
      api.pincodes.add,
      { body: { pincode: '400001' } },
      await t.signIn.staff(),
    )
    expect({ status, names: Object.keys(headers).filter((name) => /cookie|position/.test(name)) }).toEqual({
      status: 200,
      names: [],
    })
    expect(t.context.live.position()).not.toHaveProperty('position')
  })

  test('the replica answers every call with `replica: true`, and none of them writes on it', async () => {
    const params = { page: '1', part: 'days', month: '2026-10', id: '01890000-0000-7000-8000-000000000000' }
    const sent = { params, query: { from: '2026-11-01', to: '2026-11-02' } }
    for (const { name, route } of callsOf(api).filter(({ route }) => route.replica)) {
      const { replica: before } = await store.reads()
      // On a busy machine the replica may be too slow for the first call.
      const answered = async () => {
        const { status } = await store.send(0, route, sent, { cookie: `${store.staff}; ${store.superadmin}` })
        const isRight = [200, 404, 409].includes(status)
        return { name, status: isRight ? 'right' : status, byReplica: (await store.reads()).replica > before }
      }
      await expect.poll(answered, { interval: 200 }).toEqual({ name, status: 'right', byReplica: true })
    }
  })

  /** Downloads the audit log over a connection from which nothing is read after the first bytes of the response. */
  async function downloadSlowly() {
    const { hostname, port } = new URL(store.servers[0]?.origin ?? '')
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    const { url } = requestOf(api.audit.export, { query: {} })
    socket.write(`GET ${url} HTTP/1.1\r\nHost: localhost\r\nCookie: ${store.superadmin}\r\n\r\n`)
    await once(socket, 'readable')
    return { status: String(socket.read()).slice(0, 12), end: () => socket.destroy() }
  }

  test('a download that its client reads slowly does not hold a connection to the replica', async () => {
    // More than the buffers of a connection take.
    const after = { note: 'x'.repeat(8_000_000) }
    const { db, close } = await openDatabase({ url: store.primary.url, folder: null })
    const entry = { requestId: 'long', role: 'superadmin', person: 'Owner', call: 'company.save' }
    await db.insert(auditRows).values({ ...entry, object: '', after })
    await close()
    const replayed = async () =>
      (await store.tell(`SELECT FROM audit_rows WHERE request_id = 'long'`)).rowCount
    await expect.poll(replayed).toBe(1)
    // As many as the process has connections to the replica.
    const downloads = await Promise.all(Array.from({ length: 10 }, downloadSlowly))
    expect(downloads.map(({ status }) => status)).toEqual(downloads.map(() => 'HTTP/1.1 200'))
    const { replica: before } = await store.reads()
    const readMore = async () => {
      await store.send(0, api.storeCatalogue.get, {})
      return (await store.reads()).replica > before
    }
    await expect.poll(readMore, { interval: 200, timeout: 5_000 }).toBe(true)
    for (const { end } of downloads) end()
  })

  test('reads go to a replica that keeps up', async () => {
    expect((await pairs('keepsUp', PAIRS)).replica).toBeGreaterThan(0)
  })

  test('a replica that is 3 seconds behind answers only callers without a position', async () => {
    await store.delay('3s')
    // The processes of the replica read a changed setting with a delay.
    await expect.poll(async () => (await store.pairs(1)).reads.primary).toBeGreaterThan(0)
    const reads = await pairs('threeSecondsBehind', PAIRS)
    expect(reads.primary).toBeGreaterThanOrEqual(PAIRS)
    expect(reads.replica).toBeGreaterThan(0)
  })

  test('after a live event, a browser reads at least the state of that event', async () => {
    const streams = openStreams(store.servers[0]?.origin ?? '')
    const { received } = await streams.listen({ cookie: store.staff })
    await expect.poll(() => received.length).toBeGreaterThan(0)
    for (const isClosed of [true, false]) {
      const heard = received.length
      await store.send(0, api.opening.close, { body: { isClosed } }, { cookie: store.staff })
      await expect.poll(() => received.length).toBe(heard + 1)
      const position = received.at(-1)?.id.split(':')[3]
      const answer = await store.send(
        1,
        api.storeCatalogue.get,
        {},
        { cookie: `kirana-event-position=${position}` },
      )
      expect(await answer.json()).toHaveProperty('data.isOpen', !isClosed)
    }
    streams.close()
  })

  test('a header that is not a position is refused, a cookie is ignored', async () => {
    const read = (headers: Record<string, string>) => store.send(0, api.storeCatalogue.get, {}, headers)
    expect((await read({ 'x-kirana-position': '1/0' })).status).toBe(400)
    expect((await read({ cookie: 'kirana-position=1; kirana-event-position=2' })).status).toBe(200)
  })

  test('with a paused or a killed replica, no read is stale and none fails', async () => {
    await store.delay('0')
    await store.tell('SELECT pg_wal_replay_pause()')
    await pairs('paused', 1, PAUSED_MS)
    const running = pairs('beingKilled', PAIRS)
    await store.replica.kill()
    await running
    expect((await pairs('killed', PAIRS)).replica).toBe(0)
  })
})
