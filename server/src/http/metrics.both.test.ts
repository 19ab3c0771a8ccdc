import { api } from '@kirana/contract'
import { afterAll, expect, test } from 'vitest'
import { pushMessages } from '../tables/push-messages.ts'
import { testApp } from '../testing/app.ts'
import { factories } from '../testing/factories.ts'

const t = await testApp()
const make = factories(t)
afterAll(t.close)

/** All samples by name and labels. */
async function metrics() {
  const { body } = await t.app.inject({ url: '/metrics' })
  const samples = body.split('\n').filter((line) => line && !line.startsWith('#'))
  const all = new Map(
    samples.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  )
  return (name: string) => all.get(name) ?? 0
}

/** How much each metric grew during `work`. */
async function growth(names: readonly string[], work: () => Promise<unknown>) {
  const before = await metrics()
  await work()
  const after = await metrics()
  return names.map((name) => after(name) - before(name))
}

test('counts calls by method, route and status', async () => {
  const staff = await t.signIn.staff()
  const list = (headers: Record<string, string>) =>
    t.call(api.orders.list, { params: { page: 1 }, query: {} }, { headers })
  const of = (status: number) =>
    `kirana_http_seconds_count{method="GET",route="/api/v1${api.orders.list.path}",status="${status}"}`
  const calls = async () => [await list(staff.headers), await list(staff.headers), await list({})]
  expect(await growth([of(200), of(401)], calls)).toEqual([2, 1])
})

test('counts the live event of an order and its lag', async () => {
  const counter = 'kirana_events_total{type="order.created"}'
  const before = await metrics()
  await make.anOrder()
  await expect.poll(async () => (await metrics())(counter)).toBe(before(counter) + 1)
  const after = await metrics()
  expect(after('kirana_event_lag_seconds_count')).toBeGreaterThan(before('kirana_event_lag_seconds_count'))
  expect(after('kirana_event_oldest_seconds')).toBe(0)
})

test('counts an open transaction as a connection in use', async () => {
  await expect.poll(() => t.database.load()).toEqual({ busy: 0, waiting: 0 })
  const [during] = await t.database.transaction(async () => [t.database.load()])
  expect(during).toEqual({ busy: 1, waiting: 0 })
  const load = await metrics()
  expect(load('kirana_database_up')).toBe(1)
  expect(load('kirana_database_waiting')).toBe(0)
})

test('counts an unfinished broadcast', async () => {
  const open = { audience: 'all', title: 'Mangoes', body: 'are in', reach: 3, by: 'asha' } as const
  const write = () =>
    t.db.insert(pushMessages).values([
      { ...open, status: 'sending' },
      { ...open, status: 'done' },
    ])
  expect(await growth(['kirana_push_open'], write)).toEqual([1])
  await t.db.delete(pushMessages)
})

test('responds while the database is unavailable, and reports it', async () => {
  const { database } = t
  const away = {
    ...database,
    db: {
      execute: () => ({ execute: () => Promise.reject(new Error('away')) }),
    } as unknown as typeof database.db,
  }
  t.context.database = away
  try {
    const load = await metrics()
    expect(load('kirana_database_up')).toBe(0)
    expect(load('kirana_push_open')).toBeNaN()
  } finally {
    t.context.database = database
  }
})

const status = async (app: typeof t, headers: Record<string, string>, remoteAddress?: string) =>
  (await app.app.inject({ url: '/metrics', headers, remoteAddress: remoteAddress ?? '127.0.0.1' })).statusCode
const forwarded = (address: string) => ({ 'x-forwarded-for': address })

test('is unavailable through a proxy that is not configured, which makes every client look local', async () => {
  expect(await status(t, {})).toBe(200)
  expect(await status(t, {}, '::1')).toBe(200)
  expect(await status(t, {}, '::ffff:127.0.0.1')).toBe(200)
  expect(await status(t, {}, '203.0.113.7')).toBe(404)
  expect(await status(t, {}, '10.0.0.5')).toBe(404)
  for (const name of ['x-forwarded-for', 'forwarded', 'x-forwarded-proto', 'x-real-ip', 'via'])
    expect(await status(t, { [name]: 'for=::1' }), name).toBe(404)
  expect(await status(t, forwarded('127.0.0.1'), '203.0.113.7')).toBe(404)
})

test.each([['on' as const], [['127.0.0.1', '10.0.0.5']]])(
  'with TRUST_PROXY %j, is available only to this machine, whatever X-Forwarded-For says',
  async (trustProxy) => {
    const app = await testApp({ database: t.database, config: { trustProxy } })
    const wrong = ['127.0.0.1', '::1', '127.0.0.1, 127.0.0.1', '127.0.0.1, 203.0.113.7', '127.0.0.1.evil']
    // From the internet, from the private network, and through a proxy on another machine.
    for (const peer of ['203.0.113.7', '10.0.0.6', '10.0.0.5'])
      for (const address of wrong) expect(await status(app, forwarded(address), peer), peer).toBe(404)
    expect(await status(app, forwarded('203.0.113.7'))).toBe(404)
    expect(await status(app, forwarded('127.0.0.1, 203.0.113.7'))).toBe(404)
    expect(await status(app, forwarded('127.0.0.1.evil'))).toBe(404)
    // A proxy that sends no client address.
    expect(await status(app, { 'x-forwarded-proto': 'https' })).toBe(404)
    expect(await status(app, forwarded('127.0.0.1'))).toBe(200)
    expect(await status(app, {})).toBe(200)
    await app.close()
  },
)
