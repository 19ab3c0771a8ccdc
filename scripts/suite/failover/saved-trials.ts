import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { root } from '@kirana/testing/command'
import type { Fault } from './faults.ts'
import type { Trial } from './trial.ts'

const file = join(root, 'bench', 'results', 'failover.json')

type Saved = { faults: Record<string, { runs: number }> }

/**
 * Replaces the results of one fault in bench/results/failover.json, unless those are of more runs. Times in ms.
 * @returns whether it did
 */
export function saveTrials(name: string, fault: Fault, trials: readonly Trial[]): boolean {
  const { title, limitMs, afterwardsLimitMs } = fault
  const saved = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Saved) : { faults: {} }
  if ((saved.faults[name]?.runs ?? 0) > trials.length) return false
  const outcomes: Record<string, number> = {}
  for (const trial of trials)
    for (const [outcome, n] of Object.entries(trial.outcomes))
      outcomes[outcome] = (outcomes[outcome] ?? 0) + n
  const results = {
    title,
    runs: trials.length,
    runsWithoutProblems: trials.filter(({ problems }) => problems.length === 0).length,
    problems: trials.flatMap(({ problems }) => problems),
    limitMs,
    afterwardsLimitMs,
    outageMs: spread(trials.map(({ outageMs }) => outageMs)),
    settledMs: spread(trials.map(({ settledMs }) => settledMs)),
    /** From the repair on: while the former primary or standby returned. */
    afterwardsMs: spread(trials.map(({ afterwardsMs }) => afterwardsMs)),
    orders: trials.reduce((sum, { orders }) => sum + orders, 0),
    attempts: outcomes,
    // A load above the number of cores means that other work has distorted the times.
    load: loadavg()[0],
  }
  const machine = { cores: availableParallelism(), cpu: cpus()[0]?.model }
  const report = { machine, node: process.version, faults: { ...saved.faults, [name]: results } }
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`)
  return true
}

/** The median of an even number of values is the lower of the two in the middle. */
export function spread(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b)
  return { min: sorted[0], median: sorted[Math.floor((sorted.length - 1) / 2)], max: sorted.at(-1) }
}
