import { loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { api } from '@kirana/contract'
import { startPostgres } from '@kirana/testing/postgres'
import pg from 'pg'
import { anOrder, type Request, request, staff } from './calls.ts'
import { CUSTOMERS_SIGNED_IN, seed } from './seed.ts'
import { addresses, migrate, saveResults, startServer } from './servers.ts'
import { openTab } from './tab.ts'

/**
 * Measures whether live events slow down while a transaction with an old snapshot stays open, because of which no dead row
 * can be removed: `node bench/snapshot.ts --orders 500000 --rate 50 --minutes 30`. Every order is placed and prepared;
 * four screens listen. The lag is from the response to a placed order to its event. Writes results/snapshot.json, and
 * exits with 1 if an event is missing or the p99 is above the limit.
 */
const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '500000' },
    rate: { type: 'string', default: '50' },
    minutes: { type: 'string', default: '30' },
  },
})
const [orders, rate, minutes] = [values.orders, values.rate, values.minutes].map(Number)
if (!orders || !rate || !minutes) throw new Error('--orders, --rate and --minutes take numbers')
const LIMIT_MS = 1_000
const SCREENS = 4
const PRODUCTS = 20_000
/** The maximum number of unanswered orders, so that the machine can catch up. */
const MOST_WAITING = 50
/** The number of equal parts of the time that have figures of their own. */
const PARTS = 6

const postgres = await startPostgres({ durable: true })
await migrate(postgres.url)
await seed(postgres.url, { users: orders / 10, products: PRODUCTS, orders })
const client = new pg.Client({ connectionString: postgres.url })
await client.connect()
const server = await startServer('ours', postgres.url)
const screens = await Promise.all(Array.from({ length: SCREENS }, (_, screen) => openTab(screen)))

const reader = new pg.Client({ connectionString: postgres.url })
await reader.connect()
await reader.query('SET idle_in_transaction_session_timeout = 0')
await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
const seen = async () =>
  (await reader.query<{ n: string }>('SELECT count(*) AS n FROM live_events')).rows[0]?.n
const before = await seen()

type Placed = { id: string; part: number; at: number; placingMs: number; statusMs: number }
const placed: Placed[] = []
const refused = new Map<string, number>()
async function call({ path, ...sent }: Request) {
  const began = performance.now()
  const answer = await fetch(`${addresses.ours}${path}`, sent)
  const said = (await answer.json()) as { data?: { _id: string; order_id: string }; message: string }
  const at = performance.now()
  if (!answer.ok) refused.set(said.message, (refused.get(said.message) ?? 0) + 1)
  return { data: answer.ok ? said.data : undefined, at, ms: at - began }
}
async function placeAndPrepare(customer: number, part: number) {
  const { data, at, ms } = await call(anOrder(customer, PRODUCTS))
  if (!data) return
  const status = { params: { orderId: data._id, status: 'Prepeared' as const }, query: {} }
  const changed = await call(request(api.orders.changeStatus, status, staff))
  placed.push({ id: data.order_id, part, at, placingMs: ms, statusMs: changed.ms })
}

const quantile = (all: readonly number[], share: number) =>
  Math.round(all.toSorted((a, b) => a - b)[Math.floor((all.length - 1) * share)] ?? Number.NaN)
const figures = (all: readonly number[]) => ({ p50: quantile(all, 0.5), p99: quantile(all, 0.99) })
const parts: object[] = []
const sent = new Set<Promise<void>>()
let n = 0
for (let part = 0; part < PARTS; part++) {
  const began = performance.now()
  const ends = began + (minutes * 60_000) / PARTS
  for (let inPart = 0; performance.now() < ends; inPart++) {
    await wait(Math.max(0, began + (inPart * 1000) / rate - performance.now()))
    while (sent.size >= MOST_WAITING) await Promise.race(sent)
    const one = placeAndPrepare((n++ % CUSTOMERS_SIGNED_IN) + 1, part).finally(() => sent.delete(one))
    sent.add(one)
  }
  await Promise.all(sent)
  const took = (performance.now() - began) / 1000
  await wait(2_000)
  const own = placed.filter((one) => one.part === part)
  const lags = own.flatMap(({ id, at }) =>
    screens.map((screen) => Math.max(0, (screen.get(id) ?? Number.POSITIVE_INFINITY) - at)),
  )
  const { rows: dead } = await client.query<{ name: string; rows: number }>(
    'SELECT relname AS name, n_dead_tup::int AS rows FROM pg_stat_user_tables ORDER BY n_dead_tup DESC LIMIT 6',
  )
  parts.push({
    ordersPerSecond: Math.round(own.length / took),
    lagMs: figures(lags.filter(Number.isFinite)),
    missing: lags.filter((lag) => !Number.isFinite(lag)).length,
    placingMs: figures(own.map(({ placingMs }) => placingMs)),
    statusMs: figures(own.map(({ statusMs }) => statusMs)),
    deadRows: Object.fromEntries(dead.map(({ name, rows }) => [name, rows])),
    load: Math.round(loadavg()[0] ?? 0),
  })
  process.stdout.write(`${JSON.stringify(parts.at(-1))}\n`)
}
if ((await seen()) !== before) throw new Error('The snapshot did not stay open')
await reader.end()
await client.end()
saveResults('snapshot', {
  orders,
  rate,
  minutes,
  screens: SCREENS,
  limitMs: LIMIT_MS,
  refused: Object.fromEntries(refused),
  parts,
})
await server.stop()
await postgres.stop()
const isBelow = parts.every((part) => {
  const { missing, lagMs } = part as { missing: number; lagMs: { p99: number } }
  return missing === 0 && lagMs.p99 <= LIMIT_MS
})
process.exit(isBelow ? 0 : 1)
