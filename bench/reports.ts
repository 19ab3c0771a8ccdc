import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { api } from '@kirana/contract'
import pg from 'pg'
import { startPostgres } from '@kirana/testing/postgres'
import { request, staff } from './calls.ts'
import { seed } from './seed.ts'
import { addresses, loadResults, migrate, saveResults, startServer } from './servers.ts'

/**
 * How long the reports take, how many rows of orders each reads, and how long a store needs to add up all its days for
 * the first time: `node bench/reports.ts --orders 50000,5000000`.
 */
const { values } = parseArgs({ options: { orders: { type: 'string', default: '50000' } } })
const sizes = values.orders.split(',').map(Number)
const ROUNDS = 15
const DAY_MS = 86_400_000
const KOLKATA_MS = 330 * 60_000

type Result = { orders: number; call: string; p50: number; slowest: number; ordersRead: number }
const results = loadResultsOrNone().filter(({ orders }) => !sizes.includes(orders))
const addedUp = new Map<number, { days: number; seconds: number }>()

function loadResultsOrNone(): Result[] {
  try {
    return loadResults<Result>('reports')
  } catch {
    return []
  }
}

/** Every order is prepared after 3 minutes by one of five packers, and most are delivered after 9. */
const addHistory = `
  SET session_replication_role = replica;
  INSERT INTO order_history (order_id, step, from_status, to_status, by, created_at)
    SELECT id, 2, 'confirmed', 'prepared', 'Packer ' || number % 5 || ' (staff)', placed_at + (1 + number % 5) * interval '1 minute'
    FROM orders WHERE status <> 'confirmed'
    UNION ALL
    SELECT id, 3, 'prepared', 'delivered', 'Bench (staff)', placed_at + (5 + number % 9) * interval '1 minute'
    FROM orders WHERE status = 'delivered';
  SET session_replication_role = origin;
  TRUNCATE report_changes;
  VACUUM (ANALYZE) orders, order_history, order_lines`

for (const orders of sizes) {
  const postgres = await startPostgres({ durable: true })
  await migrate(postgres.url)
  process.stdout.write(`seeding ${orders} orders\n`)
  await seed(postgres.url, { users: Math.min(200_000, orders), products: 20_000, orders })
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query('SET synchronous_commit = off')
  for (const statement of addHistory.split(';')) await client.query(statement)
  const number = async (sql: string) => Number(Object.values((await client.query(sql)).rows[0] as object)[0])
  const pastDays = await number('SELECT report_day(now()) - report_day(min(placed_at)) FROM orders')

  const began = performance.now()
  // The clean-up after the start of the server adds up the days.
  const server = await startServer('ours', postgres.url)
  while ((await number('SELECT count(*) FROM report_days')) < pastDays) await wait(250)
  const seconds = Number(((performance.now() - began) / 1000).toFixed(1))
  addedUp.set(orders, { days: pastDays, seconds })
  process.stdout.write(`${orders}  ${pastDays} days added up in ${seconds} s\n`)

  const day = (ago: number) => new Date(Date.now() + KOLKATA_MS - ago * DAY_MS).toISOString().slice(0, 10)
  const report = (days: number) =>
    request(api.reports.get, { query: { from: day(days - 1), to: day(0) } }, staff)
  const calls = {
    'today, and the day a week before': request(api.reports.today, {}, staff),
    'report of 7 days': report(7),
    'report of 30 days': report(30),
    'report of 366 days': report(366),
  }
  const ordersRead = () =>
    number(`SELECT seq_tup_read + idx_tup_fetch FROM pg_stat_user_tables WHERE relname = 'orders'`)
  for (const [call, { path, headers }] of Object.entries(calls)) {
    const ask = async () => {
      const at = performance.now()
      const answer = await fetch(`${addresses.ours}${path}`, { headers: headers ?? {} })
      if (!answer.ok) throw new Error(`${call}: ${answer.status} ${await answer.text()}`)
      await answer.arrayBuffer()
      return performance.now() - at
    }
    await ask()
    // Statistics of the server's connections are written after they have been idle for a second.
    await wait(1_500)
    const before = await ordersRead()
    const times = []
    for (let round = 0; round < ROUNDS; round++) times.push(await ask())
    await wait(1_500)
    const sorted = times.toSorted((a, b) => a - b).map((ms) => Number(ms.toFixed(1)))
    const result = {
      orders,
      call,
      p50: sorted[Math.floor(ROUNDS / 2)] ?? 0,
      slowest: sorted.at(-1) ?? 0,
      ordersRead: Math.round(((await ordersRead()) - before) / ROUNDS),
    }
    results.push(result)
    process.stdout.write(`${JSON.stringify(result)}\n`)
  }
  await server.stop()
  await client.end()
  await postgres.stop()
  saveResults('reports', {
    addedUp: Object.fromEntries(addedUp),
    results: results.toSorted((a, b) => a.orders - b.orders),
  })
}
