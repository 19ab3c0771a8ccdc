import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SAMPLE_PIN } from '@kirana/domain/password'
import { hashPassword } from '../services/people/passwords.ts'
import { company } from '../tables/company.ts'
import { orders } from '../tables/orders.ts'
import { drops } from '../tables/riders.ts'
import { stockLevels } from '../tables/stock.ts'
import { testApp, type TestApp } from '../testing/app.ts'
import { factories } from '../testing/factories.ts'
import { aBag, aRider, dispatcherOf } from '../testing/riders.ts'
import { sampleRiders } from './riders.ts'

let shop: TestApp
let closed: TestApp
const urls: string[] = []

beforeAll(async () => {
  shop = await testApp({ config: { sampleMode: true } })
  closed = await testApp({ config: { sampleMode: false }, database: shop.database })
  for (const { app } of [shop, closed]) urls.push(await app.listen({ host: '127.0.0.1', port: 0 }))
})
afterAll(async () => {
  await closed?.close()
  await shop?.close()
})
beforeEach(() => shop.database.reset())

const script = fileURLToPath(new URL('live-orders.ts', import.meta.url))
/** Runs the program and returns its output and exit code. */
const run = (...options: string[]) =>
  new Promise<{ code: unknown; said: string; failed: string }>((done) => {
    execFile(process.execPath, [script, ...options], (error, said, failed) =>
      done({ code: error?.code ?? 0, said, failed }),
    )
  })

test('places orders at the quoted price and prints one line for each', async () => {
  const { aProduct, aPincode } = factories(shop)
  await aProduct()
  await aPincode()
  const { code, said, failed } = await run('--count', '3', '--every', '0', '--url', urls[0] ?? '')
  expect({ code, failed }).toEqual({ code: 0, failed: '' })
  const placed = await shop.db.select().from(orders).orderBy(orders.number)
  expect(placed).toHaveLength(3)
  expect(said.trim().split('\n')).toEqual(
    placed.map(({ orderId, customerName, total }) =>
      expect.stringMatching(
        new RegExp(`^${orderId}  ${customerName} +₹ +${(total / 100).toFixed(2)}  \\d+ ms$`),
      ),
    ),
  )
})

test('orders as another customer when one has reached the limit of open orders', async () => {
  const { aProduct, aPincode } = factories(shop)
  await aProduct()
  await aPincode()
  await shop.db.update(company).set({ openOrdersPerCustomer: 1 })
  const { code, failed } = await run('--count', '12', '--every', '0', '--url', urls[0] ?? '')
  expect({ code, failed }).toEqual({ code: 0, failed: '' })
  const placed = await shop.db.select().from(orders)
  expect([placed.length, new Set(placed.map(({ userId }) => userId)).size]).toEqual([12, 12])
})

test('leaves out products that are out of stock, and exits with one sentence when all are', async () => {
  const { aProduct, aPincode } = factories(shop)
  await aPincode()
  const [free, scarce] = [await aProduct(), await aProduct()]
  await shop.db.insert(stockLevels).values({ variantId: scarce.item().variantId, onHand: 2 })
  const { code, failed } = await run('--count', '12', '--every', '0', '--url', urls[0] ?? '')
  expect({ code, failed }).toEqual({ code: 0, failed: '' })
  expect(await shop.db.select().from(orders)).toHaveLength(12)
  await shop.db.insert(stockLevels).values({ variantId: free.item().variantId, onHand: 1 })
  const last = await run('--count', '12', '--every', '0', '--url', urls[0] ?? '')
  expect(last.failed).toBe('Everything in the store is out of stock\n')
})

test('lets the sample riders end what dispatch gives them', async () => {
  const make = factories(shop)
  await make.aProduct()
  await make.aPincode()
  const staff = await shop.signIn.staff()
  const [first] = sampleRiders
  const rider = await aRider(shop, { ...first, pinHash: await hashPassword(SAMPLE_PIN) })
  const bag = await aBag({ t: shop, make, staff })
  const desk = dispatcherOf(shop, staff)
  await desk.assign(rider.id, bag._id)
  const { code, said, failed } = await run('--count', '3', '--every', '0', '--url', urls[0] ?? '')
  expect({ code, failed }).toEqual({ code: 0, failed: '' })
  expect(said).toMatch(new RegExp(`^${bag.order_id}  Kiran Jadhav (delivered|could not deliver) it`, 'm'))
  const [drop] = await shop.db.select().from(drops)
  expect(['delivered', 'failed']).toContain(drop?.state)
})

test.each([
  ['an empty store', () => ['--url', urls[0] ?? ''], 'no products in stock yet'],
  [
    'an unreachable server',
    () => ['--url', 'http://127.0.0.1:9'],
    'No server responds at http://127.0.0.1:9',
  ],
  ['an interval that is not a number', () => ['--every', 'soon'], 'Usage: npm run sample:orders'],
  ['an unknown option', () => ['--fast'], 'Usage: npm run sample:orders'],
])('exits with one sentence on %s', async (_, options, sentence) => {
  const { code, failed } = await run(...options())
  expect(code).toBe(1)
  expect(failed).toContain(sentence)
  expect(failed.trim().split('\n')).toHaveLength(1)
})

test('exits with one sentence if the server does not return sign-in codes', async () => {
  const { aProduct, aPincode } = factories(shop)
  await aProduct()
  await aPincode()
  const { code, failed } = await run('--url', urls[1] ?? '')
  expect(code).toBe(1)
  expect(failed).toContain('not in sample mode')
})
