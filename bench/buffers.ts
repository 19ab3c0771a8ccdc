import { parseArgs } from 'node:util'
import { startPostgres } from '@kirana/testing/postgres'
import pg from 'pg'
import { calls, type Target } from './calls.ts'
import { seed } from './seed.ts'
import { addresses, loadResults, migrate, saveResults, startServer } from './servers.ts'

/**
 * Counts the buffers (pages of 8 KB, from memory or disk) that each call reads in stores of different sizes:
 * `npm run bench:buffers -- --orders 500000,5000000,20000000`. With `--server postgres://…` it uses the databases
 * `orders_500000` … of that server, which loads pg_stat_statements, and creates and fills those that are missing;
 * otherwise it starts a server of its own. Exits with 1 if a call is above the limit.
 *
 * pg_stat_statements counts the buffers of every statement, triggers included, when it ends. pg_stat_database would add
 * other sessions, and is brought up to date only once a second. The statements of the background job that adds up the days
 * of the reports are left out.
 */
const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '500000,5000000,20000000' },
    calls: { type: 'string', default: '200' },
    'one-line': { type: 'boolean', default: false },
    server: { type: 'string' },
  },
})
const sizes = values.orders.split(',').map(Number)
const count = Number(values.calls)
if (![...sizes, count].every((n) => Number.isInteger(n) && n > 0))
  throw new Error('--orders and --calls take whole numbers')
const lines = values['one-line'] ? 1 : 3
/** At most this many times the buffers of the smallest store; the lists of trigrams that a search reads grow with it. */
const LIMIT = 1.2
const isLimited = ({ call }: Result) => call !== 'search by phone'
/** The first calls load catalogs, and change from custom to generic plans. */
const WARM_UP = 30
/** A deep page skips all entries before it. */
const isMeasured = ({ name }: { name: string }) => name !== 'list, deep page'

type Result = { orders: number; call: string; median: number; p99: number }

const postgres = values.server
  ? { url: values.server, stop: async () => {} }
  : await startPostgres({ durable: true, preload: 'pg_stat_statements' })

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

/** Returns the database of a store of this size, with sessions in use and after a vacuum; seeds it if it is missing. */
async function prepare(size: { users: number; products: number; orders: number }) {
  const name = `orders_${size.orders}`
  const url = new URL(`/${name}`, postgres.url).href
  const isThere = await withClient(postgres.url, async (client) => {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
    if (!rowCount) await client.query(`CREATE DATABASE ${name}`)
    return rowCount
  })
  if (!isThere) {
    process.stdout.write(`seeding ${size.orders} orders\n`)
    await migrate(url)
    await seed(url, { ...size, lines })
  }
  await withClient(url, async (client) => {
    await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements')
    await client.query("UPDATE sessions SET seen_at = now(), expires_at = now() + interval '1 day'")
    await client.query('VACUUM (ANALYZE)')
  })
  return url
}

/** The buffers of each call, in ascending order. */
async function measure(client: pg.Client, { name, ours }: { name: string; ours: Target }) {
  const buffers: number[] = []
  for (let n = 0; n < WARM_UP + count; n++) {
    await client.query('SELECT pg_stat_statements_reset()')
    const { path, ...sent } = ours.next()
    const answer = await fetch(`${addresses.ours}${path}`, sent)
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer()
    const { rows } = await client.query<{ buffers: number }>(
      `SELECT coalesce(sum(shared_blks_hit + shared_blks_read), 0)::int AS buffers FROM pg_stat_statements
      WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND query !~ 'pg_stat_statements|report_'`,
    )
    if (n >= WARM_UP) buffers.push(rows[0]?.buffers ?? 0)
  }
  return buffers.toSorted((a, b) => a - b)
}

const results = loadResults<Result>('buffers').filter(({ orders }) => !sizes.includes(orders))
for (const orders of sizes) {
  // A customer has the same number of orders in every store.
  const size = { users: orders / 10, products: 20_000, orders }
  const url = await prepare(size)
  const server = await startServer('ours', url)
  try {
    for (const call of calls(size, addresses).filter(isMeasured)) {
      const buffers = await withClient(url, (client) => measure(client, call))
      const at = (part: number) => buffers[Math.floor((buffers.length - 1) * part)] ?? 0
      results.push({ orders, call: call.name, median: at(0.5), p99: at(0.99) })
      process.stdout.write(`${orders}  ${call.name}  ${at(0.5)}, p99 ${at(0.99)}\n`)
    }
  } finally {
    await server.stop()
  }
}
await postgres.stop()

results.sort((a, b) => a.orders - b.orders)
const smallest = (call: string) => results.find((one) => one.call === call)?.median ?? 0
const ratioOf = ({ call, median }: Result) => Number((median / smallest(call)).toFixed(2))
const compared = results.map((one) => ({ ...one, ratio: ratioOf(one) }))
saveResults('buffers', { calls: count, lines, limit: LIMIT, results: compared })
process.exitCode = compared.some((one) => isLimited(one) && one.ratio > LIMIT) ? 1 : 0
