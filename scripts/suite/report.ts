import { add, sayWhy, type Count } from './results.ts'
import type { Outcome, Step } from './steps.ts'

const indented = (text: string) => text.trimEnd().replaceAll(/^/gm, '    ')

/** Runs the steps in sequence, prints their results and returns the sum of their tests. */
export async function runSteps(steps: Pick<Step, 'title' | 'run'>[]): Promise<Count> {
  const sum: Count = { passed: 0, failed: 0, skipped: 0 }
  for (const { title, run } of steps) {
    const start = performance.now()
    console.log(`${title} …`)
    const outcome = await run()
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    console.log(`  ${verdict(outcome)} (${seconds} s)`)
    if (outcome.failed > 0) console.log(indented(outcome.output))
    add(sum, outcome)
  }
  return sum
}

function verdict(outcome: Outcome): string {
  const { passed, failed, skipped } = outcome
  const words = failed > 0 ? `FAILED: ${failed} of ${passed + failed}` : `ok: ${passed}`
  return skipped > 0 ? `${words}, ${sayWhy(outcome)}` : words
}

/** Prints the summary line that other programs parse, after what was skipped, and sets the exit code. */
export function finish(count: Count) {
  const { passed, failed, skipped } = count
  if (skipped > 0) console.log(sayWhy(count))
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}
