import { add, sayWhy, type Count } from './results.ts'
import type { Outcome, Step } from './steps.ts'

const indented = (text: string) => text.trimEnd().replaceAll(/^/gm, '    ')

type Run = Pick<Step, 'title' | 'run' | 'isCheck'>

/** Runs the checks together and the other steps one after another, prints their results and returns the sum of their tests. */
export async function runSteps(steps: Run[]): Promise<Count> {
  const sum: Count = { passed: 0, failed: 0, skipped: 0 }
  const runStep = async ({ title, run, isCheck = false }: Run) => {
    const start = performance.now()
    if (!isCheck) console.log(`${title} …`)
    const outcome = await run()
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    console.log(`${isCheck ? `${title}:` : ' '} ${verdict(outcome)} (${seconds} s)`)
    if (outcome.failed > 0) console.log(indented(outcome.output))
    add(sum, outcome)
  }
  // Each of them keeps one core busy.
  await Promise.all(steps.filter(({ isCheck }) => isCheck).map(runStep))
  for (const step of steps) if (!step.isCheck) await runStep(step)
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
