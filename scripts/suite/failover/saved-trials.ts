import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '@kirana/testing/command'
import type { Fault } from './faults.ts'
import type { RestoreTrial } from './restore.ts'
import type { Trial } from './trial.ts'

const file = join(root, 'bench', 'results', 'failover.json')
/** The file with all runs of the last test of a fault. */
const runsOf = (name: string) => join(root, 'test-results', 'failover', `${name}.json`)

type Saved = { faults: Record<string, { runs: number }>; restore?: { runs: number } }

const saved = (): Saved =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Saved) : { faults: {} }

function save(results: object) {
  const machine = { cores: availableParallelism(), cpu: cpus()[0]?.model }
  const report = { machine, node: process.version, ...results }
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`)
}

/** The runs of the last test of a fault, for `add`. */
export const lastTrials = (name: string): Trial[] =>
  existsSync(runsOf(name)) ? (JSON.parse(readFileSync(runsOf(name), 'utf8')) as Trial[]) : []

/**
 * Stores the runs of one fault for `lastTrials`, and its results in bench/results/failover.json unless the results there are
 * of more runs. Times in ms.
 * @returns whether the results were stored
 */
export function saveTrials(name: string, fault: Fault, trials: readonly Trial[]): boolean {
  const { title, limitMs, afterwardsLimitMs } = fault
  mkdirSync(dirname(runsOf(name)), { recursive: true })
  writeFileSync(runsOf(name), JSON.stringify(trials))
  const { faults, restore } = saved()
  if ((faults[name]?.runs ?? 0) > trials.length) return false
  const outcomes: Record<string, number> = {}
  for (const trial of trials)
    for (const [outcome, n] of Object.entries(trial.outcomes))
      outcomes[outcome] = (outcomes[outcome] ?? 0) + n
  const results = {
    title,
    runs: trials.length,
    runsWithoutProblems: trials.filter(({ problems }) => problems.length === 0).length,
    problems: trials.flatMap(({ problems, load }) => problems.map((one) => `${one} (load ${load})`)),
    limitMs,
    afterwardsLimitMs,
    outageMs: spread(trials.map(({ outageMs }) => outageMs)),
    pauseMs: spread(trials.map(({ pauseMs }) => pauseMs)),
    settledMs: spread(trials.map(({ settledMs }) => settledMs)),
    /** From the repair on: while the former primary or standby returned. */
    afterwardsMs: spread(trials.map(({ afterwardsMs }) => afterwardsMs)),
    orders: trials.reduce((sum, { orders }) => sum + orders, 0),
    attempts: outcomes,
    // A load above the number of cores means that other work has distorted the times.
    load: spread(trials.map(({ load }) => load)),
  }
  save({ faults: { ...faults, [name]: results }, restore })
  return true
}

/** Replaces the results of the restore to a moment, unless those are of more runs. */
export function saveRestores(trials: readonly RestoreTrial[]) {
  const { faults, restore } = saved()
  if ((restore?.runs ?? 0) > trials.length) return
  const sum = (of: (trial: RestoreTrial) => number) => trials.reduce((all, trial) => all + of(trial), 0)
  const results = {
    runs: trials.length,
    problems: trials.flatMap(({ problems }) => problems),
    acknowledgedBefore: sum((trial) => trial.acknowledgedBefore),
    lost: sum((trial) => trial.lost),
    acknowledgedAfter: sum((trial) => trial.acknowledgedAfter),
    kept: sum((trial) => trial.kept),
    /** From the stop of the first Patroni on. */
    secondsUntil: {
      stopped: spread(trials.map(({ seconds }) => seconds.stoppedAfter)),
      restored: spread(trials.map(({ seconds }) => seconds.restoredAfter)),
      threeMembers: spread(trials.map(({ seconds }) => seconds.completeAfter)),
    },
    load: spread(trials.map(({ load }) => load)),
  }
  save({ faults, restore: results })
}

/** The median of an even number of values is the lower of the two in the middle. */
export function spread(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b)
  return { min: sorted[0], median: sorted[Math.floor((sorted.length - 1) / 2)], max: sorted.at(-1) }
}
