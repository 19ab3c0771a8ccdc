import { startPostgres } from '@kirana/testing/postgres'
import { seed } from './seed.ts'
import { migrate, saveResults, startServer } from './servers.ts'

/** Compares the start time of the product with that of the baseline server: `npm run bench:start`. */
const ROUNDS = 7
const postgres = await startPostgres({ durable: true })
await migrate(postgres.url)
await seed(postgres.url, { users: 1_000, products: 1_000, orders: 50_000 })

async function once(which: 'ours' | 'baseline') {
  const server = await startServer(which, postgres.url)
  await server.stop()
  return server.ms
}
const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN

const [ours, baseline]: [number[], number[]] = [[], []]
for (let round = 0; round < ROUNDS; round++) {
  ours.push(await once('ours'))
  baseline.push(await once('baseline'))
}
const measured = {
  rounds: ROUNDS,
  oursMs: median(ours),
  baselineMs: median(baseline),
  ratio: Number((median(ours) / median(baseline)).toFixed(2)),
}
saveResults('start', measured)
process.stdout.write(`${JSON.stringify(measured)}\n`)
await postgres.stop()
