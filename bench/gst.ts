import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { api } from '@kirana/contract'
import { endOnSignal } from '@kirana/testing/command'
import { startProgram } from '@kirana/testing/program'
import { request, staff } from './calls.ts'
import { MONTH, seedMonth } from './seed-gst.ts'
import { cpuMs, loadResults, saveResults } from './servers.ts'

/**
 * How long the month of GST takes on the embedded database, and how much memory the server needs while it sends the files
 * of a month: `node bench/gst.ts --invoices 100000 --large 500` (one invoice in 500 above ₹1,00,000 to another State). The
 * store is filled anew and removed at the end. `--calls` restricts the calls.
 */
const { values } = parseArgs({
  options: {
    invoices: { type: 'string', default: '100000' },
    large: { type: 'string', default: '500' },
    calls: { type: 'string', default: 'summary,GSTR-1,register,Tally,workbook' },
  },
})
const [invoices, large] = [Number(values.invoices), Number(values.large)]
const ROUNDS = 15
const FILE_ROUNDS = 3
const SAMPLE_MS = 20

/**
 * Milliseconds and MB. `cpu` is the processor time of the server for one call: how long it takes on an idle machine. `before`
 * is the server's memory before the calls, `peak` the highest while they ran.
 */
type Result = {
  invoices: number
  large: number
  call: string
  p50: number
  slowest: number
  cpu: number
  bytes: number
  before: number
  peak: number
}

const folder = mkdtempSync(join(tmpdir(), 'kirana-gst-'))
const env = { DATA_DIR: folder, SUPERADMIN_PASSWORD: 'Bench@1234' }

async function fill() {
  await (await startProgram(env)).stop()
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  const database = files.find(({ name }) => name === 'cluster')?.parentPath
  if (!database) throw new Error('The embedded database was not found')
  const began = performance.now()
  const counts = await seedMonth(database, { invoices, large })
  const seconds = Math.round((performance.now() - began) / 1000)
  process.stdout.write(`\nseeded in ${seconds} s: ${JSON.stringify(counts)}\n`)
}

type Server = Awaited<ReturnType<typeof startProgram>>

/** Resident memory of the server, in MB. Linux only. */
const memory = ({ child }: Server) =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024)

const params = { month: MONTH }
const summary = request(api.gst.month, { params }, staff)
const file = { params, query: {} }
const all = [
  ['summary', summary, ROUNDS],
  ['GSTR-1 (JSON)', request(api.gst.gstr1, file, staff), FILE_ROUNDS],
  ['register (CSV)', request(api.gst.register, file, staff), FILE_ROUNDS],
  ['Tally (XML)', request(api.gst.tally, file, staff), FILE_ROUNDS],
  ['workbook (XLSX)', request(api.gst.workbook, file, staff), FILE_ROUNDS],
] as const
const wanted = values.calls.split(',')
const calls = all.filter(([call]) => wanted.some((name) => call.startsWith(name)))

async function warmUp({ origin }: Server) {
  const at = performance.now()
  await (await fetch(`${origin}${summary.path}`, { headers: staff })).arrayBuffer()
  return Math.round(performance.now() - at)
}

async function measure(
  server: Server,
  [call, { path, headers }, rounds]: (typeof all)[number],
): Promise<Result> {
  const times: number[] = []
  let bytes = 0
  const before = memory(server)
  let peak = before
  const busy = cpuMs(server.child.pid ?? 0)
  const sampler = setInterval(() => (peak = Math.max(peak, memory(server))), SAMPLE_MS)
  try {
    for (let round = 0; round < rounds; round++) {
      const at = performance.now()
      const answer = await fetch(`${server.origin}${path}`, { headers: headers ?? {} })
      if (!answer.ok) throw new Error(`${call}: ${answer.status} ${await answer.text()}`)
      bytes = 0
      if (call === 'summary') {
        const text = await answer.text()
        bytes = Buffer.byteLength(text)
        if (!text.includes('"holds":true')) throw new Error('The equation does not hold')
      } else for await (const part of answer.body ?? []) bytes += (part as Uint8Array).length
      times.push(performance.now() - at)
    }
  } finally {
    clearInterval(sampler)
  }
  const cpu = Math.round((cpuMs(server.child.pid ?? 0) - busy) / rounds)
  const sorted = times.toSorted((a, b) => a - b).map((ms) => Math.round(ms))
  const [p50, slowest] = [sorted[Math.floor(rounds / 2)] ?? 0, sorted.at(-1) ?? 0]
  return { invoices, large, call, p50, slowest, cpu, bytes, before, peak }
}

let server: Server | undefined
const cleanUp = async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
}
endOnSignal(cleanUp)
try {
  await fill()
  server = await startProgram(env)
  process.stdout.write(`first summary after the start: ${await warmUp(server)} ms\n`)
  // Wait until the work after the start is done: it uses the embedded database's only connection.
  await wait(10_000)
  await warmUp(server)
  const results: Result[] = []
  for (const call of calls) {
    const result = await measure(server, call)
    results.push(result)
    process.stdout.write(`${JSON.stringify(result)}\n`)
  }
  const earlier = loadResults<Result>('gst').filter(
    (one) =>
      one.invoices !== invoices || one.large !== large || results.every(({ call }) => call !== one.call),
  )
  saveResults('gst', { results: [...earlier, ...results] })
} finally {
  await cleanUp()
}
