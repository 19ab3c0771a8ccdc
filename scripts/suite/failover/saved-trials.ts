import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { root } from '@kirana/testing/command'
import type { Fault } from './faults.ts'
import type { Trial } from './trial.ts'

const file = join(root, 'bench', 'results', 'failover.json')

/** Replaces the results of one fault in bench/results/failover.json. Times in ms. */
export function saveTrials(name: string, { title, limitMs }: Fault, trials: readonly Trial[]) {
  const saved = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as { faults: object })
    : { faults: {} }
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
    /** Until every app process acknowledged writes again. */
    outageMs: spread(trials.map(({ outageMs }) => outageMs)),
    /** Until no write took longer than a second, either: until what had waited was written. */
    settledMs: spread(trials.map(({ settledMs }) => settledMs)),
    /** After the fault was over: while the former primary or standby returned. */
    afterwardsMs: spread(trials.map(({ afterwardsMs }) => afterwardsMs)),
    orders: trials.reduce((sum, { orders }) => sum + orders, 0),
    attempts: outcomes,
    // A load above the number of cores means that other work has distorted the times.
    load: loadavg()[0],
  }
  const machine = { cores: availableParallelism(), cpu: cpus()[0]?.model }
  const report = { machine, node: process.version, faults: { ...saved.faults, [name]: results } }
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`)
}

/** The median of an even number of values is the lower of the two in the middle. */
export function spread(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b)
  return { min: sorted[0], median: sorted[Math.floor((sorted.length - 1) / 2)], max: sorted.at(-1) }
}
