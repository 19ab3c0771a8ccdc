import { add, sayWhy, type Count } from './results.ts'
import type { Outcome, Step } from './steps.ts'

const indented = (text: string) => text.trimEnd().replaceAll(/^/gm, '    ')

/** A step without the name by which the command line selects it. */
export type Run = Pick<Step, 'title' | 'run' | 'together'>

/** Steps in succession that run at the same time. */
function groupsOf(steps: readonly Run[]): Run[][] {
  const groups: Run[][] = []
  for (const step of steps) {
    const last = groups.at(-1)
    if (step.together && last?.[0]?.together === step.together) last.push(step)
    else groups.push([step])
  }
  return groups
}

/** Runs the steps in their order, prints their results and returns the sum of their tests. */
export async function runSteps(steps: readonly Run[]): Promise<Count> {
  const sum: Count = { passed: 0, failed: 0, skipped: 0 }
  const runStep = async ({ title, run, together }: Run) => {
    const start = performance.now()
    if (!together) console.log(`${title} …`)
    const outcome = await run()
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    console.log(`${together ? `${title}:` : ' '} ${verdict(outcome)} (${seconds} s)`)
    if (outcome.failed > 0) console.log(indented(outcome.output))
    add(sum, outcome)
  }
  for (const group of groupsOf(steps)) await Promise.all(group.map(runStep))
  return sum
}

function verdict(outcome: Outcome): string {
  const { passed, failed, skipped } = outcome
  const words = failed > 0 ? `FAILED: ${failed} of ${passed + failed}` : `ok: ${passed}`
  return skipped > 0 ? `${words}, ${sayWhy(outcome)}` : words
}

/** Prints the summary line that other programs parse, after what failed and was skipped, and sets the exit code. */
export function finish(count: Count) {
  const { passed, failed, skipped, flaky = [], failures = [] } = count
  for (const title of flaky) console.log(`Passed at the second attempt only: ${title}`)
  if (skipped > 0) console.log(sayWhy(count))
  for (const title of failures) console.log(`Failed: ${title}`)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}
