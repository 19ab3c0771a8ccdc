import { parseArgs } from 'node:util'
import { startPostgres } from '@kirana/testing/postgres'
import { anOrder } from './calls.ts'
import { CUSTOMERS_SIGNED_IN, seed } from './seed.ts'
import { addresses, migrate, saveResults, startServer } from './servers.ts'
import { openTab } from './tab.ts'

/**
 * Measures the delay between the response to a placed order and its live event on every open staff screen:
 * `npm run bench:board -- --tabs 200 --rate 50 --seconds 20`. Writes results/board.json.
 */
const { values } = parseArgs({
  options: {
    tabs: { type: 'string', default: '200' },
    rate: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '20' },
  },
})
const [tabs, rate, seconds] = [values.tabs, values.rate, values.seconds].map(Number)
if (!tabs || !rate || !seconds) throw new Error('--tabs, --rate and --seconds take whole numbers')
const PRODUCTS = 1_000

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const postgres = await startPostgres({ durable: true })
await migrate(postgres.url)
await seed(postgres.url, { users: 1_000, products: PRODUCTS, orders: 50_000 })
const server = await startServer('ours', postgres.url)
const idleMb = server.memory()
const screens = await Promise.all(Array.from({ length: tabs }, (_, tab) => openTab(tab)))

const answered = new Map<string, number>()
let refused = 0
const place = async (customer: number) => {
  const { path, ...request } = anOrder(customer, PRODUCTS)
  const answer = await fetch(`${addresses.ours}${path}`, request)
  const { data } = (await answer.json()) as { data?: { order_id: string } }
  if (data) answered.set(data.order_id, performance.now())
  else refused += 1
}
const sent: Promise<void>[] = []
const began = performance.now()
for (let n = 0; n < rate * seconds; n++) {
  await wait(began + (n * 1000) / rate - performance.now())
  sent.push(place((n % CUSTOMERS_SIGNED_IN) + 1))
}
await Promise.all(sent)
const took = (performance.now() - began) / 1000
await wait(2_000)

const delays: number[] = []
let missing = 0
for (const [order, at] of answered)
  for (const seen of screens) {
    const there = seen.get(order)
    if (there === undefined) missing += 1
    else delays.push(Math.max(0, there - at))
  }
delays.sort((a, b) => a - b)
const quantile = (part: number) => Math.round(delays[Math.floor((delays.length - 1) * part)] ?? Number.NaN)
const measured = {
  tabs,
  orders: answered.size,
  ordersPerSecond: Math.round(answered.size / took),
  refused,
  missing,
  delayMs: { p50: quantile(0.5), p99: quantile(0.99), most: quantile(1) },
  memoryMb: { idle: idleMb, underLoad: server.memory() },
}
saveResults('board', measured)
process.stdout.write(`${JSON.stringify(measured)}\n`)
await server.stop()
await postgres.stop()
process.exit(missing === 0 && refused === 0 && measured.delayMs.most < 1_000 ? 0 : 1)
