import { startPostgres } from '@kirana/testing/postgres'
import { seed } from './seed.ts'
import { keep, migrate, startServer } from './servers.ts'

/** How long the product takes to start beside the bare server, on the same database: `npm run bench:start`. */
const ROUNDS = 7
const postgres = await startPostgres({ durable: true })
await migrate(postgres.url)
await seed(postgres.url, { users: 1_000, products: 1_000, orders: 50_000 })

async function once(which: 'ours' | 'limit') {
  const server = await startServer(which, postgres.url)
  await server.stop()
  return server.ms
}
const middle = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN

const [ours, limit]: [number[], number[]] = [[], []]
for (let round = 0; round < ROUNDS; round++) {
  ours.push(await once('ours'))
  limit.push(await once('limit'))
}
const measured = {
  rounds: ROUNDS,
  oursMs: middle(ours),
  limitMs: middle(limit),
  ratio: Number((middle(ours) / middle(limit)).toFixed(2)),
}
keep('start', measured)
process.stdout.write(`${JSON.stringify(measured)}\n`)
await postgres.stop()
