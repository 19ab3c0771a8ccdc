import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@kirana/contract'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../db/open.ts'
import { orders as table } from '../tables/orders.ts'
import { wrapTransactions, testApp } from '../testing/app.ts'
import { findInvariantViolations } from '../testing/violations.ts'
import { tcpProxy } from '@kirana/testing/tcp-proxy'
import { factories, home } from '../testing/factories.ts'
import { onServer } from '../testing/on-server.ts'
import { noteResult } from '../testing/results.ts'

const t = await testApp()
const make = factories(t)
afterAll(t.close)

const json = { 'content-type': 'application/json' }
const inject = (url: string, more: object = {}) => t.app.inject({ method: 'GET', url, ...more })

test.each([
  ['{', 400],
  ['', 400],
  ['[]', 400],
  ['null', 400],
  ['"text"', 400],
  ['{"username":1,"password":{}}', 400],
  ['{"__proto__":{"username":"x"}}', 400],
  [JSON.stringify({ username: 'x'.repeat(200_000), password: 'y' }), 413],
])('responds to the body %.40j with %i', async (payload, status) => {
  const answer = await t.app.inject({ method: 'POST', url: '/api/v1/staff/login', headers: json, payload })
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).toEqual({ message: expect.any(String), code: expect.any(String) })
})

test.each([
  '/api/v1/payment/get/all/orders/staff/%',
  '/api/v1/payment/get/all/orders/staff/%c0%af',
  '/api/v1/store/products/%00',
  '/api/v1/store/products/..%2f..%2fetc%2fpasswd',
  `/api/v1/store/products/${'x'.repeat(600)}`,
  '/api/v1/store/products?search=%00',
  '/api/v1/store/products?search=a&search=b',
  '/api/v1/store/products?categoryId[$ne]=1',
  '/api/v1/store/products?cursor=%F0%9F%99%82',
  '/api/v1/nothing/here',
])('responds to %.60s with a client error', async (url) => {
  const staff = await t.signIn.staff()
  const answer = await inject(url, { headers: staff.headers })
  expect(answer.statusCode).toBeLessThan(500)
  expect(answer.body).not.toMatch(/SELECT|at \w+ \(|node_modules/)
})

test.each(['a\u0000b', '\u0000', '\ud800', 'x\udc00y'])(
  'responds with 400 to the text %j, which PostgreSQL cannot store',
  async (bad) => {
    const customer = await make.aCustomer()
    const staff = await t.signIn.staff()
    const refused = { status: 400, message: 'The text has a character that cannot be stored' }
    for (const body of [{ email: bad }, { gender: bad }, { addresses: [{ ...home, landmark: bad }] }])
      expect(await t.call(api.storeMe.edit, { body }, customer)).toMatchObject(refused)
    const items = [{ ...(await make.aProduct()).item(), productId: bad }]
    expect(await make.tryOrder({ customer, items })).toMatchObject(refused)
    const imported = { productIds: [bad], isActive: true }
    expect(await t.call(api.products.setActive, { body: imported }, staff)).toMatchObject(refused)
  },
)

test('does not reveal internal errors', async () => {
  const { transaction } = t.database
  const customer = await make.aCustomer()
  t.database.transaction = () => Promise.reject(new Error('relation "secrets" at 10.0.0.7'))
  const answer = await t.call(api.storeMe.edit, { body: { email: '' } }, customer)
  t.database.transaction = transaction
  expect(answer.status).toBe(500)
  expect(JSON.parse(answer.raw)).toEqual({ message: 'Something went wrong', code: 'failed' })
})

test.each(['57P01', '53300', '08006', 'ECONNREFUSED', '40P01'])(
  'responds with 503 and Retry-After if the database is unavailable or busy: %s',
  async (code) => {
    const { transaction } = t.database
    const customer = await make.aCustomer()
    t.database.transaction = () => Promise.reject(Object.assign(new Error('away'), { code }))
    const answer = await t.call(api.storeMe.edit, { body: { email: '' } }, customer)
    t.database.transaction = transaction
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1'])
  },
)

test.each([
  'timeout exceeded when trying to connect',
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
])('responds with 503 to connection errors without a code: %s', async (message) => {
  const { transaction } = t.database
  const customer = await make.aCustomer()
  t.database.transaction = () => Promise.reject(new Error('Failed query', { cause: new Error(message) }))
  const answer = await t.call(api.storeMe.edit, { body: { email: '' } }, customer)
  t.database.transaction = transaction
  expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1'])
})

test('sends error responses with security headers and without caching', async () => {
  const { headers } = await t.call(api.staff.get, {})
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['content-security-policy']).toContain("default-src 'self'")
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers).not.toHaveProperty('x-powered-by')
})

/** Duration of the database outage; longer in `npm run test:faults`. */
const awayMs = Number(process.env['AWAY_MS'] ?? 0)

onServer(() => {
  test('responds with 503 if the database fails during an order, writes nothing, and recovers', async () => {
    const line = await tcpProxy(t.database.url ?? '')
    const through = await openDatabase({ url: line.url, folder: null })
    const cut = await testApp({ database: { ...t.database, ...through } })
    const [product, customer] = [await make.aProduct(), await make.aCustomer({ money: 20_000 })]
    await make.aPincode()
    const staff = await t.signIn.staff()
    const { tryOrder } = factories(cut)
    const place = () => tryOrder({ customer, items: [product.item()], payment: 'wallet', key: 'tap' })
    const list = () => cut.call(api.keywords.list, {}, staff)
    const ready = async () => (await cut.app.inject('/health/ready')).statusCode
    const away = { status: 503, code: 'unavailable', message: 'The server is busy. Please try again' }
    const orders = () => t.db.$count(table)

    const restore = wrapTransactions(cut.context, (work) =>
      through.transaction(async (tx) => {
        const answer = await work(tx)
        line.cut()
        return answer
      }),
    )
    const unknown = { status: 503, code: 'unknown' }
    expect(await place()).toMatchObject(unknown)
    restore()
    const since = performance.now()
    do {
      expect([await list(), await place()]).toMatchObject([away, away])
      expect(await ready()).toBe(503)
      expect((await cut.app.inject('/health/live')).statusCode).toBe(200)
      await sleep(Math.min(awayMs, 100))
    } while (performance.now() - since < awayMs)
    line.mend()
    const mended = performance.now()
    await expect.poll(ready).toBe(200)
    noteResult('databaseAway', { awayMs, recoveredMs: Math.round(performance.now() - mended) })

    expect(await orders()).toBe(0)
    expect([await list(), await place()]).toMatchObject([{ status: 200 }, { status: 200 }])
    expect(await orders()).toBe(1)
    expect(await findInvariantViolations(t.db)).toEqual([])
    await cut.close()
    await through.close()
    await line.close()
  })

  test('an order whose COMMIT was not answered is placed once when it is sent again with its key', async () => {
    const line = await tcpProxy(t.database.url ?? '')
    const through = await openDatabase({ url: line.url, folder: null, silenceMs: 500 })
    const far = await testApp({ database: { ...t.database, ...through } })
    const [product, customer] = [await make.aProduct(), await make.aCustomer({ money: 20_000 })]
    await make.aPincode()
    const { tryOrder } = factories(far)
    const before = await t.db.$count(table)
    const place = () => tryOrder({ customer, items: [product.item()], payment: 'wallet', key: 'tap' })
    const restore = wrapTransactions(far.context, (work) =>
      through.transaction(async (tx) => {
        const answer = await work(tx)
        line.mute()
        return answer
      }),
    )
    expect(await place()).toMatchObject({
      status: 503,
      code: 'unknown',
      message: 'Not known whether this was saved. Please try again',
    })
    restore()
    expect(await t.db.$count(table)).toBe(before + 1)
    line.mend()
    expect((await place()).status).toBe(200)
    expect(await t.db.$count(table)).toBe(before + 1)
    expect(await findInvariantViolations(t.db)).toEqual([])
    await far.close()
    await through.close()
    await line.close()
  })
})
