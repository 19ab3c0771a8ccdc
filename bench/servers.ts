import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { startProgram } from '@kirana/testing/program'

export const ports = { ours: 4801, baseline: 4802 }
export const addresses = {
  ours: `http://127.0.0.1:${ports.ours}`,
  baseline: `http://127.0.0.1:${ports.baseline}`,
}
const files = { ours: 'server/src/process/start.ts', baseline: 'bench/baseline.ts' }
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Starts the product or the baseline server on a database; `ms` is the time until it was ready. */
export async function startServer(which: 'ours' | 'baseline', databaseUrl: string) {
  const began = performance.now()
  const { child, stop } = await startProgram(
    {
      ...process.env,
      PORT: String(ports[which]),
      DATABASE_URL: databaseUrl,
      LOG_LEVEL: 'silent',
      SUPERADMIN_PASSWORD: 'Bench@1234',
    },
    files[which],
  )
  child.stderr.pipe(process.stderr)
  return {
    ms: Math.round(performance.now() - began),
    /** Resident memory now, in MB. Linux only. */
    memory: () =>
      Math.round(
        Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
      ),
    stop,
  }
}

/** Migrates a new database by starting and stopping the product. */
export const migrate = async (databaseUrl: string) => (await startServer('ours', databaseUrl)).stop()

/** The earlier `results` in `results/NAME.json`, if the file exists. */
export function loadResults<Result>(name: string): Result[] {
  const file = here(`results/${name}.json`)
  if (!existsSync(file)) return []
  return (JSON.parse(readFileSync(file, 'utf8')) as { results: Result[] }).results
}

/** Writes a measurement and a description of the machine to `results/NAME.json`. */
export function saveResults(name: string, measured: object) {
  const machine = {
    cores: availableParallelism(),
    cpu: cpus()[0]?.model,
    memoryGb: Math.round(totalmem() / 2 ** 30),
  }
  const report = { machine, node: process.version, ...measured }
  writeFileSync(here(`results/${name}.json`), `${JSON.stringify(report, null, 2)}\n`)
}
