import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { endOnSignal } from '@kirana/testing/command'
import { prepareArchivedPostgres, succeeded } from '@kirana/testing/database/pgbackrest'
import pg from 'pg'
import { seed } from './seed.ts'
import { loadResults, migrate, saveResults, startServer } from './servers.ts'

/*
 * Measures how long a store with many orders takes to recover when the machine with its database is lost: pgBackRest copies
 * the last base backup to an empty disk, PostgreSQL replays the WAL since, and the product starts on it:
 * `npm run test:recovery -- --orders 500000`. The WAL to replay is that of a hundredth of the orders, each changed three
 * times since the base backup.
 */
const { values } = parseArgs({ options: { orders: { type: 'string', default: '500000' } } })
const orders = Number(values.orders)
if (!Number.isInteger(orders) || orders < 1_000)
  throw new Error('Say how many orders: a whole number from 1000 on.')

type Measured = {
  orders: number
  databaseMb: number
  changedOrders: number
  seconds: Record<'backup' | 'restore' | 'replay' | 'start' | 'total', number>
}

/** The figures of the drill, which are in the same file. */
function drillIn(name: string): unknown {
  const text = readFileSync(new URL(`results/${name}.json`, import.meta.url), 'utf8')
  return (JSON.parse(text) as { drill?: unknown }).drill
}

const seconds = (ms: number) => Number((ms / 1000).toFixed(1))
const postgres = await prepareArchivedPostgres()
endOnSignal(postgres.close)
try {
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  const query = async <Row extends object>(statement: string) => {
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    try {
      return (await client.query<Row>(statement)).rows
    } finally {
      await client.end()
    }
  }

  say(`seeding ${orders} orders`)
  await postgres.start({ archiving: false })
  await migrate(postgres.url)
  await seed(postgres.url, { users: Math.min(200_000, orders), products: 20_000, orders })
  const [size] = await query<{ mb: number }>(
    `SELECT (sum(pg_database_size(oid)) / 1048576)::int AS mb FROM pg_database`,
  )
  await postgres.stop()

  await postgres.start()
  succeeded(await postgres.pgbackrest('stanza-create'))
  const backingUp = performance.now()
  succeeded(await postgres.pgbackrest('backup', '--type=full'))
  const backup = performance.now() - backingUp
  say(`base backup of ${size?.mb} MB: ${seconds(backup)} s`)

  const changedOrders = Math.round(orders / 100)
  for (const status of ['prepared', 'dispatched', 'delivered'])
    await query(`UPDATE orders SET status = '${status}' WHERE number > ${orders - changedOrders}`)
  await query('SELECT pg_switch_wal()')
  await postgres.stop()

  await postgres.loseDisk()
  const began = performance.now()
  const { restoreMs, replayMs } = await postgres.restore(null)
  const replayed = performance.now()
  const server = await startServer('ours', postgres.url)
  const ended = performance.now()
  await server.stop()
  const [kept] = await query<{ n: number; delivered: number }>(
    `SELECT count(*)::int AS n, count(*) FILTER (WHERE status = 'delivered' AND number > ${orders - changedOrders})::int AS delivered
    FROM orders`,
  )
  if (kept?.n !== orders || kept.delivered !== changedOrders)
    throw new Error(`The recovered store has ${kept?.n} orders, ${kept?.delivered} of them changed last`)

  const measured: Measured = {
    orders,
    databaseMb: size?.mb ?? 0,
    changedOrders,
    seconds: {
      backup: seconds(backup),
      restore: seconds(restoreMs),
      replay: seconds(replayMs),
      start: seconds(ended - replayed),
      total: seconds(ended - began),
    },
  }
  say(JSON.stringify(measured, null, 2))
  const others = loadResults<Measured>('recovery').filter((one) => one.orders !== orders)
  saveResults('recovery', {
    drill: drillIn('recovery'),
    results: [...others, measured].toSorted((a, b) => a.orders - b.orders),
  })
} finally {
  await postgres.close()
}
