import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endOnSignal } from '@kirana/testing/command'
import type { Count } from '../results.ts'
import { type Cluster, prepareCluster } from './cluster.ts'
import { faults } from './faults.ts'
import { whatIsMissing } from './programs.ts'
import { tryRestore, type RestoreTrial } from './restore.ts'
import { lastTrials, saveRestores, saveTrials } from './saved-trials.ts'
import { openShop } from './shop.ts'
import { type Trial, tryFault } from './trial.ts'

/**
 * `npm run test:failover -- RUNS NAME`: plays every fault and the restore to a moment, or only NAME, RUNS times. The restore has a
 * separate cluster, which archives its WAL. With `add` after a fault, its results include the runs of the last test.
 */
export async function failover([runs, name, how]: readonly string[]): Promise<Count> {
  if (runs !== undefined && !/^[1-9]\d*$/.test(runs))
    return refuse('The number of runs must be a whole number above 0.')
  const count = Number(runs ?? 3)
  const names = [...Object.keys(faults), RESTORE]
  if (name !== undefined && !names.includes(name))
    return refuse(`No fault is called ${name}. There are: ${names.join(', ')}.`)
  if (how !== undefined && (how !== 'add' || name === RESTORE))
    return refuse('add comes after a number of runs and a fault, as in: npm run test:failover -- 5 node add')
  const missing = whatIsMissing()
  if (missing !== null) return refuse(missing)

  let cleanUp = async () => {}
  endOnSignal(() => cleanUp())
  /** Calls `work` with a temporary folder, and ends its cluster afterwards. An error counts as a failure. */
  async function inCluster(work: (folder: string, use: Use) => Promise<void>) {
    const folder = mkdtempSync(join(tmpdir(), 'kirana-failover-'))
    let cluster: Cluster | null = null
    cleanUp = async () => {
      await cluster?.end()
      rmSync(folder, { recursive: true, force: true })
    }
    try {
      await work(folder, (one) => (cluster = one))
    } catch (error) {
      result.failures?.push(error instanceof Error ? error.message : String(error))
    } finally {
      await cleanUp()
    }
  }
  const result: Count = { passed: 0, failed: 0, skipped: 0, failures: [] }
  if (name !== RESTORE)
    await inCluster((folder, use) =>
      playFaults(result, { count, name, isAdding: how === 'add', folder, use }),
    )
  const restores: RestoreTrial[] = []
  for (let n = 1; n <= count && (name === undefined || name === RESTORE); n++)
    await inCluster(async (folder, use) => {
      const trial = await tryRestore(folder, use)
      restores.push(trial)
      note(result, `restore to a moment, run ${n}`, trial)
      saveRestores(restores)
    })
  result.failed = result.failures?.length ?? 0
  return result
}

const RESTORE = 'restore'

type Use = (cluster: Cluster) => void

/** Prints and counts one run. */
function note(result: Count, what: string, { problems, ...measured }: { problems: string[] }) {
  const isGood = problems.length === 0
  console.log(`  ${isGood ? 'ok    ' : 'BROKEN'}  ${what}: ${JSON.stringify(measured)}`)
  for (const problem of problems) console.log(`          ${problem}`)
  if (isGood) result.passed++
  else result.failures?.push(`${what}: ${problems.join('; ')}`)
}

type Faults = { count: number; name: string | undefined; isAdding: boolean; folder: string; use: Use }

async function playFaults(result: Count, { count, name, isAdding, folder, use }: Faults) {
  const cluster = await prepareCluster(folder)
  use(cluster)
  await cluster.start()
  const store = await openShop(cluster, join(folder, 'files'))
  for (const [key, fault] of Object.entries(faults)) {
    if (name !== undefined && key !== name) continue
    const trials: Trial[] = isAdding ? lastTrials(key) : []
    let isSaved = false
    for (let n = 0; n < count; n++) {
      const trial = await tryFault(fault, cluster, store)
      trials.push(trial)
      note(result, `${fault.title}, run ${trials.length}`, trial)
      // After each run, so that an interrupted test keeps what was measured.
      isSaved = saveTrials(key, fault, trials)
    }
    if (!isSaved) console.log(`  ${fault.title}: the saved results are of more runs and were kept`)
  }
}

const refuse = (sentence: string): Count => ({ passed: 0, failed: 1, skipped: 0, failures: [sentence] })
