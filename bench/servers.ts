import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startProgram } from '@kirana/testing/program'

export const ports = { ours: 4801, baseline: 4802, before: 4803 }
export const addresses = {
  ours: `http://127.0.0.1:${ports.ours}`,
  baseline: `http://127.0.0.1:${ports.baseline}`,
  before: `http://127.0.0.1:${ports.before}`,
}
const files = { ours: 'server/src/process/start.ts', baseline: 'bench/baseline.ts' }
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Starts the product or the baseline server on a database; `ms` is the time until it was ready. */
export const startServer = (which: 'ours' | 'baseline', databaseUrl: string) =>
  start(files[which], { DATABASE_URL: databaseUrl }, ports[which])

/** Starts the product on the embedded database in the data folder `folder`. */
export const startEmbedded = (folder: string) => start(files.ours, { DATA_DIR: folder }, ports.ours)

/** Starts the product of another checkout, whose packages are installed. */
export const startBefore = (checkout: string, databaseUrl: string) =>
  start(join(checkout, files.ours), { DATABASE_URL: databaseUrl }, ports.before)

async function start(file: string, store: { DATABASE_URL: string } | { DATA_DIR: string }, port: number) {
  const began = performance.now()
  const { child, stop } = await startProgram(
    {
      ...process.env,
      PORT: String(port),
      ...store,
      LOG_LEVEL: 'silent',
      SUPERADMIN_PASSWORD: 'Bench@1234',
    },
    file,
  )
  child.stderr.pipe(process.stderr)
  return {
    ms: Math.round(performance.now() - began),
    /** Processor time so far, in ms. Linux only. */
    cpuMs: () => cpuMs(child.pid ?? 0),
    /** Resident memory now, in MB. Linux only. */
    memory: () => megabytes(child.pid, 'VmRSS'),
    /** The largest resident memory so far, in MB. Linux only. */
    peak: () => megabytes(child.pid, 'VmHWM'),
    stop,
  }
}

const megabytes = (pid: number | undefined, field: string) =>
  Math.round(
    Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
  )

/** The processor time of a process so far, in ms; 0 if it is gone. Linux only. */
export function cpuMs(pid: number) {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return 0
  // After the name, which may have spaces: the 12th and 13th field, in ticks of 10 ms.
  const [user, system] = readFileSync(file, 'utf8').split(') ')[1]?.split(' ').slice(11, 13) ?? []
  return (Number(user) + Number(system)) * 10
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
