import { once } from 'node:events'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { json } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import pg from 'pg'
import { startPostgres } from '@kirana/testing/postgres'
import { anOrder, calls, type Target } from './calls.ts'
import { lists } from './lists.ts'
import { startRecorder } from './recorder.ts'
import { rest } from './rest.ts'
import { customerUuid, seed } from './seed.ts'
import { seedRest } from './seed-rest.ts'
import { seedStock } from './seed-stock.ts'
import { addresses, loadResults, migrate, saveResults, startServer } from './servers.ts'
import { stock } from './stock.ts'

/**
 * Compares calls of the product with a baseline server (Fastify + pg) on the same PostgreSQL, in the same run:
 * `npm run bench -- --calls orders --orders 50000,500000 --seconds 5`; `--calls lists` measures products and users,
 * `--calls rest` all other lists and changes by staff, `--calls stock` reservations and picking. Compare ratios: absolute figures depend on the machine.
 */
const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: 'orders' },
    orders: { type: 'string', default: '50000,500000' },
    seconds: { type: 'string', default: '5' },
  },
})
const sets = { orders: calls, lists, rest, stock }
const isSet = (name: string): name is keyof typeof sets => name in sets
if (!isSet(values.calls)) throw new Error(`--calls is one of ${Object.keys(sets).join(', ')}`)
const set = values.calls
const sizes = values.orders.split(',').map(Number)
const duration = Number(values.seconds)
/** The first calls after a start include JIT compilation. */
const warmUpSeconds = 3

type Sent = { method?: string; headers?: Record<string, string>; body?: string }

/** Uses a new connection: fetch would reuse one to the stopped server of the previous size. */
async function ask(url: string, { body, ...options }: Sent) {
  const asked = httpRequest(url, { ...options, agent: false }).end(body)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  return { status: answer.statusCode, parsed: await json(answer) }
}

/** Places one order through the product and records the statements of its transaction. */
async function recordOrder(databaseUrl: string, products: number) {
  const recorder = await startRecorder(databaseUrl)
  const server = await startServer('ours', recorder.url)
  const { path, ...request } = anOrder(1, products)
  const { status, parsed } = await ask(`${addresses.ours}${path}`, request)
  const { data, message } = parsed as { data?: { order_id: string }; message: string }
  if (!data) throw new Error(`No order: ${status} ${message}`)
  await server.stop()
  recorder.stop()
  const statements = recorder.transactions.find((all) =>
    all.some(({ text }) => text.includes('INSERT INTO orders')),
  )
  return { statements, customerId: customerUuid(1), orderId: data.order_id }
}

type Measured = { perSecond: number; p50: number; p99: number; failed: number }

const load = (target: Target, connections: number, until: { duration: number } | { amount: number }) =>
  autocannon({
    url: target.url,
    connections,
    ...until,
    timeout: 300,
    requests: [{ setupRequest: (request: object) => ({ ...request, ...target.next() }) }],
  })

async function measure(target: Target, connections: number): Promise<Measured> {
  await untilIdle()
  let result = await load(target, connections, { duration })
  if (result.requests.total === 0) {
    // A deep page of the baseline can take longer than `duration`: measure one request per connection instead.
    await untilIdle()
    result = await load(target, connections, { amount: connections })
  }
  return {
    perSecond: Number((result.requests.total / result.duration).toFixed(1)),
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors,
  }
}

let databaseUrl = ''
/** Waits for statements of aborted requests, which would run beside the next measurement. */
async function untilIdle() {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const busy = () =>
    client.query(
      "SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND backend_type = 'client backend' AND pid <> pg_backend_pid()",
    )
  while (((await busy()).rowCount ?? 0) > 0) await new Promise((next) => setTimeout(next, 200))
  await client.end()
}

type Result = {
  orders: number
  call: string
  connections: number
  ours: Measured
  baseline: Measured
  share: number
}
/** Keeps earlier results of other sizes: five million orders need a separate run. */
const results = loadResults<Result>(set).filter(({ orders }) => !sizes.includes(orders))
for (const orders of sizes) {
  const postgres = await startPostgres({ durable: true })
  databaseUrl = postgres.url
  await migrate(postgres.url)
  const size = { users: set === 'lists' ? 200_000 : Math.min(200_000, orders), products: 20_000, orders }
  process.stdout.write(`seeding ${orders} orders\n`)
  await seed(postgres.url, size)
  if (set === 'rest') await seedRest(postgres.url)
  if (set === 'stock') await seedStock(postgres.url, size)
  const recorded = await recordOrder(postgres.url, size.products)
  const ours = await startServer('ours', postgres.url)
  const baseline = await startServer('baseline', postgres.url)
  await ask(`${addresses.baseline}/recorded`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(recorded),
  })
  for (const call of sets[set](size, addresses)) {
    for (const connections of [1, 16]) {
      for (const target of [call.ours, call.baseline])
        await load(target, connections, { duration: warmUpSeconds })
      const own = await measure(call.ours, connections)
      const bare = await measure(call.baseline, connections)
      const share = own.perSecond / bare.perSecond
      results.push({
        orders,
        call: call.name,
        connections,
        ours: own,
        baseline: bare,
        share: Number(share.toFixed(2)),
      })
      process.stdout.write(
        `${String(orders).padStart(7)}  ${call.name.padEnd(24)} ${String(connections).padStart(2)} conn  ${String(own.perSecond).padStart(5)}/s of ${String(bare.perSecond).padStart(5)}/s  ${(share * 100).toFixed(0)} %${own.failed + bare.failed ? `  ${own.failed} + ${bare.failed} failed` : ''}\n`,
      )
    }
  }
  await ours.stop()
  await baseline.stop()
  await postgres.stop()
  // Saved after each size, because seeding the largest takes long.
  saveResults(set, { seconds: duration, results: results.toSorted((a, b) => a.orders - b.orders) })
}
