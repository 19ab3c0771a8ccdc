import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import pg from 'pg'
import { startPostgres } from '@kirana/testing/postgres'
import { tcpProxy } from '@kirana/testing/tcp-proxy'
import { calls } from './calls.ts'
import { seed } from './seed.ts'
import { addresses, cpuMs, migrate, saveResults, startBefore, startServer } from './servers.ts'

/**
 * Compares this checkout with an earlier one (`--before FOLDER`, with the same tables and installed packages) on the
 * same PostgreSQL, in turn, with the database near (loopback) and far (a proxy that delays every round trip by about
 * 2.5 ms): `node bench/round-trips.ts --before ../kirana-before --amount 500 --rounds 5`. Each figure is the median of
 * the rounds; `faster` is the median ratio of the throughput of this checkout to that of the earlier one. `cpuMs` is
 * the processor time of a call in the server and in PostgreSQL, which hardly depends on other load on the machine.
 */
const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    amount: { type: 'string', default: '500' },
    rounds: { type: 'string', default: '5' },
    orders: { type: 'string', default: '20000' },
    connections: { type: 'string', default: '1,16' },
    calls: { type: 'string', default: 'list by status,detail,change of status,placing an order' },
  },
})
if (values.before === undefined) throw new Error('--before is the folder of the earlier checkout')
const before = resolve(values.before)
const [amount, rounds, orders] = [Number(values.amount), Number(values.rounds), Number(values.orders)]
const measured = values.calls.split(',')
/** In each direction. Timers end up to a millisecond late, so the real delay is measured. */
const DELAY_MS = 1

const median = (numbers: readonly number[]) => {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
const rounded = (number: number) => Number(number.toFixed(2))
const { url: serverUrl, stop: stopPostgres } = await startPostgres({ durable: true })

/** The median time of a round trip in ms. */
async function tripMs(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const times: number[] = []
  for (let n = 0; n < 200; n++) {
    const began = performance.now()
    await client.query('SELECT 1')
    times.push(performance.now() - began)
  }
  await client.end()
  return rounded(median(times))
}

/** Processor time of all connections of the product so far, in ms. */
async function databaseCpuMs() {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE application_name = 'kirana'",
  )
  await client.end()
  return rows.reduce((sum, { pid }) => sum + cpuMs(pid), 0)
}

type Side = { url: string; server: { cpuMs: () => number } }

async function load({ url, server }: Side, next: () => object, connections: number) {
  const cpu = async () => server.cpuMs() + (await databaseCpuMs())
  const began = await cpu()
  const { requests, latency, non2xx, errors, duration } = await autocannon({
    url,
    connections,
    amount,
    timeout: 300,
    requests: [{ setupRequest: (request: object) => ({ ...request, ...next() }) }],
  })
  return {
    perSecond: requests.total / duration,
    p50: latency.p50,
    cpuMs: ((await cpu()) - began) / requests.total,
    failed: non2xx + errors,
  }
}
type Load = Awaited<ReturnType<typeof load>>

const summary = (loads: readonly Load[]) => ({
  perSecond: rounded(median(loads.map(({ perSecond }) => perSecond))),
  p50: median(loads.map(({ p50 }) => p50)),
  cpuMs: rounded(median(loads.map((one) => one.cpuMs))),
  failed: loads.reduce((sum, { failed }) => sum + failed, 0),
})

/** Loads both sides in turn. The first round, which warms them up, does not count. */
async function compare(sides: { before: Side; now: Side }, next: () => object, connections: number) {
  const pairs: { before: Load; now: Load }[] = []
  for (let n = 0; n <= rounds; n++)
    pairs.push({
      before: await load(sides.before, next, connections),
      now: await load(sides.now, next, connections),
    })
  const counted = pairs.slice(1)
  return {
    before: summary(counted.map((pair) => pair.before)),
    now: summary(counted.map((pair) => pair.now)),
    faster: rounded(median(counted.map((pair) => pair.now.perSecond / pair.before.perSecond))),
  }
}

await migrate(serverUrl)
const size = { users: orders, products: 5_000, orders }
await seed(serverUrl, size)
const proxy = await tcpProxy(serverUrl, { delayMs: DELAY_MS })
const results = []
for (const [database, url] of [
  ['loopback', serverUrl],
  ['proxy', proxy.url],
] as const) {
  const roundTripMs = await tripMs(url)
  const [ours, earlier] = [await startServer('ours', url), await startBefore(before, url)]
  const sides = {
    before: { url: addresses.before, server: earlier },
    now: { url: addresses.ours, server: ours },
  }
  for (const call of calls(size, addresses).filter(({ name }) => measured.includes(name)))
    for (const connections of values.connections.split(',').map(Number)) {
      const result = await compare(sides, call.ours.next, connections)
      results.push({ database, roundTripMs, call: call.name, connections, ...result })
      const { before: then, now, faster } = result
      process.stdout.write(
        `${database.padEnd(8)} ${call.name.padEnd(18)} ${String(connections).padStart(2)} conn  ${then.perSecond} → ${now.perSecond}/s  × ${faster}  ${then.cpuMs} → ${now.cpuMs} ms CPU\n`,
      )
    }
  await Promise.all([ours.stop(), earlier.stop()])
}
await proxy.close()
await stopPostgres()
saveResults('round-trips', { amount, rounds, orders, results })
