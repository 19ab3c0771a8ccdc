import { parseArgs } from 'node:util'
import { api } from '@kirana/contract'
import pg from 'pg'
import { startPostgres } from '@kirana/testing/postgres'
import { anOrder } from './calls.ts'
import { CUSTOMERS_SIGNED_IN, seed, variantUuid } from './seed.ts'
import { seedStock } from './seed-stock.ts'
import { addresses, migrate, saveResults, startServer } from './servers.ts'

/**
 * All customers order the same product until it is sold out: `node bench/one-variant.ts --rate 50 --seconds 20`.
 * Measures the time until an order is answered, and compares the pieces sold with the pieces that were in stock. Writes
 * results/one-variant.json.
 */
const { values } = parseArgs({
  options: { rate: { type: 'string', default: '50' }, seconds: { type: 'string', default: '20' } },
})
const [rate, seconds] = [values.rate, values.seconds].map(Number)
if (!rate || !seconds) throw new Error('--rate and --seconds take whole numbers')
const asked = rate * seconds
/** Enough for four of five orders; each takes three pieces. */
const PIECES = Math.floor(asked * 0.8) * 3

const postgres = await startPostgres({ durable: true })
await migrate(postgres.url)
await seed(postgres.url, { users: 1_000, products: 1, orders: 50_000 })
await seedStock(postgres.url, { orders: 50_000 })
const database = new pg.Client({ connectionString: postgres.url })
await database.connect()
await database.query('UPDATE stock_levels SET on_hand = $1', [PIECES])
const server = await startServer('ours', postgres.url)

const times: number[] = []
const answers = new Map<number, number>()
const place = async (customer: number) => {
  const { path, ...request } = anOrder(customer, 1)
  const began = performance.now()
  const { status } = await fetch(`${addresses.ours}${path}`, request)
  times.push(performance.now() - began)
  answers.set(status, (answers.get(status) ?? 0) + 1)
}
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
// The first calls after a start include JIT compilation.
for (let n = 0; n < 50; n++) await fetch(`${addresses.ours}/api/v1${api.storeCatalogue.get.path}`)
const began = performance.now()
const sent: Promise<void>[] = []
for (let n = 0; n < asked; n++) {
  await wait(began + (n * 1000) / rate - performance.now())
  sent.push(place((n % CUSTOMERS_SIGNED_IN) + 1))
}
await Promise.all(sent)

const { rows } = await database.query<{ left: number; reserved: number }>(
  'SELECT on_hand - reserved AS left, reserved FROM stock_levels WHERE variant_id = $1',
  [variantUuid(1)],
)
const { left = Number.NaN, reserved = Number.NaN } = rows[0] ?? {}
times.sort((a, b) => a - b)
const quantile = (part: number) => Math.round(times[Math.floor((times.length - 1) * part)] ?? Number.NaN)
const [placed = 0, refused = 0] = [answers.get(200), answers.get(422)]
const measured = {
  rate,
  asked,
  placed,
  refused,
  lost: asked - placed - refused,
  oversold: Math.max(0, reserved - PIECES) + Math.abs(reserved - placed * 3),
  left,
  answerMs: { p50: quantile(0.5), p99: quantile(0.99), most: quantile(1) },
}
saveResults('one-variant', measured)
process.stdout.write(`${JSON.stringify(measured)}\n`)
await database.end()
await server.stop()
await postgres.stop()
process.exit(measured.lost === 0 && measured.oversold === 0 && left === 0 ? 0 : 1)
