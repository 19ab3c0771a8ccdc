import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startPostgres } from '@kirana/testing/postgres'
import { seed } from './seed.ts'
import { migrate, saveResults, startEmbedded, startServer } from './servers.ts'

/**
 * Compares the start time of the product with that of the baseline server, and measures its memory on the embedded
 * database: `npm run bench:start`.
 */
const ROUNDS = 7
/** The time from the start until memory at rest is measured. */
const REST_MS = 20_000
const postgres = await startPostgres({ durable: true })
await migrate(postgres.url)
await seed(postgres.url, { users: 1_000, products: 1_000, orders: 50_000 })

async function once(which: 'ours' | 'baseline') {
  const server = await startServer(which, postgres.url)
  await server.stop()
  return server.ms
}
const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN

/** In MB: the peak of the first start and of a later one, and memory at rest after it. */
async function embeddedMemory() {
  const folder = mkdtempSync(join(tmpdir(), 'kirana-bench-'))
  const first = await startEmbedded(folder)
  const firstPeakMb = first.peak()
  await first.stop()
  const later = await startEmbedded(folder)
  const peakMb = later.peak()
  await wait(REST_MS)
  const restMb = later.memory()
  await later.stop()
  rmSync(folder, { recursive: true })
  return { firstPeakMb, peakMb, restMb }
}

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
  embedded: await embeddedMemory(),
}
saveResults('start', measured)
process.stdout.write(`${JSON.stringify(measured)}\n`)
await postgres.stop()
