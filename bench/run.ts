import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import { startPostgres } from '../scripts/suite/postgres.ts'
import { anOrder, calls, type Target } from './calls.ts'
import { lists } from './lists.ts'
import { startRecorder } from './recorder.ts'
import { customerUuid, seed } from './seed.ts'

/**
 * Measures the calls that carry the day beside a bare Fastify + pg server, on one PostgreSQL, in one run:
 * `npm run bench -- --calls orders --orders 50000,500000 --seconds 5`, or `--calls lists` for products and users. What counts is the ratio; the figures themselves are the machine's.
 */
const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: 'orders' },
    orders: { type: 'string', default: '50000,500000' },
    seconds: { type: 'string', default: '5' },
  },
})
const sets = { orders: calls, lists }
const set = values.calls === 'lists' ? 'lists' : 'orders'
const sizes = values.orders.split(',').map(Number)
const duration = Number(values.seconds)
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

async function startServer(file: string, env: Record<string, string>, ready: RegExp) {
  const child = spawn(process.execPath, [here(file)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => ready.test(String(text)) && resolve())
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)))
  })
  return {
    stop: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
    },
  }
}

/** Places one order through the product, to know the statements that its transaction takes. */
async function recordOrder(env: Record<string, string>, port: number, databaseUrl: string, products: number) {
  const recorder = await startRecorder(databaseUrl)
  const recorded = { ...env, PORT: String(port), DATABASE_URL: recorder.url }
  const server = await startServer('../server/src/main.ts', recorded, /ready on/)
  const { path, ...request } = anOrder(1, products)
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, request)
  const { data } = (await answer.json()) as { data: { order_id: string } }
  await server.stop()
  recorder.stop()
  const statements = recorder.transactions.find((all) =>
    all.some(({ text }) => text.includes('INSERT INTO orders')),
  )
  return { statements, customerId: customerUuid(1), orderId: data.order_id }
}

type Measured = { perSecond: number; p50: number; p99: number; failed: number }

async function measure(target: Target, connections: number, seconds: number): Promise<Measured> {
  const result = await autocannon({
    url: target.url,
    connections,
    duration: seconds,
    requests: [{ setupRequest: (request: object) => ({ ...request, ...target.next() }) }],
  })
  return {
    perSecond: Math.round(result.requests.average),
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors,
  }
}

const results = []
for (const orders of sizes) {
  const postgres = await startPostgres({ durable: true })
  const env = {
    DATABASE_URL: postgres.url,
    SAMPLE_DATA: 'off',
    LOG_LEVEL: 'silent',
    SUPERADMIN_PASSWORD: 'Bench@1234',
  }
  const ports = { ours: 4801, limit: 4802 }
  const migrated = await startServer(
    '../server/src/main.ts',
    { ...env, PORT: String(ports.ours) },
    /ready on/,
  )
  await migrated.stop()
  const size = { users: set === 'lists' ? 200_000 : Math.min(200_000, orders), products: 20_000, orders }
  process.stdout.write(`seeding ${orders} orders\n`)
  await seed(postgres.url, size)
  const recorded = await recordOrder(env, ports.ours, postgres.url, size.products)
  const ours = await startServer('../server/src/main.ts', { ...env, PORT: String(ports.ours) }, /ready on/)
  const limit = await startServer('limit.ts', { ...env, PORT: String(ports.limit) }, /ready/)
  await fetch(`http://127.0.0.1:${ports.limit}/recorded`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(recorded),
  })
  for (const call of sets[set](size, {
    ours: `http://127.0.0.1:${ports.ours}`,
    limit: `http://127.0.0.1:${ports.limit}`,
  })) {
    for (const connections of [1, 16]) {
      for (const target of [call.ours, call.limit]) await measure(target, connections, 1)
      const own = await measure(call.ours, connections, duration)
      const bare = await measure(call.limit, connections, duration)
      const share = own.perSecond / bare.perSecond
      results.push({
        orders,
        call: call.name,
        connections,
        ours: own,
        limit: bare,
        share: Number(share.toFixed(2)),
      })
      process.stdout.write(
        `${String(orders).padStart(7)}  ${call.name.padEnd(24)} ${String(connections).padStart(2)} conn  ${String(own.perSecond).padStart(5)}/s of ${String(bare.perSecond).padStart(5)}/s  ${(share * 100).toFixed(0)} %${own.failed + bare.failed ? `  ${own.failed} + ${bare.failed} failed` : ''}\n`,
      )
    }
  }
  await ours.stop()
  await limit.stop()
  await postgres.stop()
}

const report = {
  machine: {
    cores: availableParallelism(),
    cpu: cpus()[0]?.model,
    memoryGb: Math.round(totalmem() / 2 ** 30),
  },
  node: process.version,
  seconds: duration,
  results,
}
writeFileSync(here(`results/${set}.json`), `${JSON.stringify(report, null, 2)}\n`)
