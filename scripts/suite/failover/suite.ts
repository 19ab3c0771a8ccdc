import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endOnSignal } from '@kirana/testing/command'
import { countFrom } from '../long-run.ts'
import type { Count } from '../results.ts'
import { type Cluster, prepareCluster } from './cluster.ts'
import { faults } from './faults.ts'
import { whatIsMissing } from './programs.ts'
import { openShop } from './shop.ts'
import { saveTrials } from './saved-trials.ts'
import { type Trial, tryFault } from './trial.ts'

/** `npm run test:failover -- RUNS FAULT`: plays every fault, or only FAULT, RUNS times. */
export async function failover([runs, name]: readonly string[]): Promise<Count> {
  const count = countFrom(runs, 3)
  const missing = whatIsMissing()
  if (missing !== null) return refuse(missing)
  if (name !== undefined && !Object.hasOwn(faults, name))
    return refuse(`No fault is called ${name}. There are: ${Object.keys(faults).join(', ')}.`)

  const folder = mkdtempSync(join(tmpdir(), 'kirana-failover-'))
  let cluster: Cluster | null = null
  const cleanUp = async () => {
    await cluster?.end()
    rmSync(folder, { recursive: true, force: true })
  }
  endOnSignal(cleanUp)
  const result: Count = { passed: 0, failed: 0, skipped: 0, failures: [] }
  try {
    cluster = await prepareCluster(folder)
    await cluster.start()
    const store = await openShop(cluster, join(folder, 'files'))
    for (const [key, fault] of Object.entries(faults)) {
      if (name !== undefined && key !== name) continue
      const trials: Trial[] = []
      let isSaved = false
      for (let n = 1; n <= count; n++) {
        const trial = await tryFault(fault, cluster, store)
        trials.push(trial)
        const isGood = trial.problems.length === 0
        console.log(
          `  ${isGood ? 'ok    ' : 'BROKEN'}  ${fault.title}, run ${n}: ${JSON.stringify({ ...trial, problems: undefined })}`,
        )
        for (const problem of trial.problems) console.log(`          ${problem}`)
        if (isGood) result.passed++
        else result.failures?.push(`${fault.title}: ${trial.problems.join('; ')}`)
        // After each run, so that an interrupted test keeps what was measured.
        isSaved = saveTrials(key, fault, trials)
      }
      if (!isSaved) console.log(`  ${fault.title}: the saved results are of more runs and were kept`)
    }
  } catch (error) {
    result.failures?.push(error instanceof Error ? error.message : String(error))
  } finally {
    await cleanUp()
  }
  result.failed = result.failures?.length ?? 0
  return result
}

const refuse = (sentence: string): Count => ({ passed: 0, failed: 1, skipped: 0, failures: [sentence] })
