import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { command, endOnSignal, root } from '@kirana/testing/command'
import { prepareArchivedPostgres } from '@kirana/testing/database/pgbackrest'
import { countFrom } from '../long-run.ts'
import type { Count } from '../results.ts'
import { drill } from './drill.ts'

const file = join(root, 'bench', 'results', 'recovery.json')

/** Writes the drill's figures beside those of `--orders`, which bench/recovery.ts writes. */
function writeResults(drilled: object) {
  const { results = [] } = JSON.parse(readFileSync(file, 'utf8')) as { results?: unknown[] }
  const machine = {
    cores: availableParallelism(),
    cpu: cpus()[0]?.model,
    memoryGb: Math.round(totalmem() / 2 ** 30),
  }
  const report = { machine, node: process.version, drill: drilled, results }
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`)
}

async function ofOrders(words: string): Promise<Count> {
  const orders = String(countFrom(words, 500_000))
  const line = [process.execPath, join(root, 'bench', 'recovery.ts'), '--orders', orders] as const
  const { code, output } = await command(line)
  console.log(output.trimEnd())
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
}

/**
 * The drill of docs/running/recovery.md on a PostgreSQL server of its own, after the given number of seconds of orders.
 * With `--orders N`, measures instead how long a store with N orders takes to recover.
 */
export async function recovery(words: readonly string[]): Promise<Count> {
  const { values, positionals } = parseArgs({
    args: [...words],
    options: { orders: { type: 'string' } },
    allowPositionals: true,
  })
  if (values.orders !== undefined) return ofOrders(values.orders)
  const seconds = countFrom(positionals[0], 600)
  const folder = mkdtempSync(join(tmpdir(), 'kirana-recovery-files-'))
  let endPostgres = async () => {}
  const cleanUp = async () => {
    await endPostgres()
    rmSync(folder, { recursive: true, force: true })
  }
  endOnSignal(cleanUp)
  try {
    const postgres = await prepareArchivedPostgres()
    endPostgres = postgres.close
    const { count, drilled } = await drill(postgres, seconds, folder)
    if (count.failed === 0) writeResults(drilled)
    return count
  } catch (error) {
    console.log(error instanceof Error ? error.message : String(error))
    return { passed: 0, failed: 1, skipped: 0 }
  } finally {
    await cleanUp()
  }
}
