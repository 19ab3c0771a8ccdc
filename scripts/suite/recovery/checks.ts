import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@kirana/testing/command'
import type { Outcome } from '@kirana/testing/database/pgbackrest'
import type { Count } from '../results.ts'

const guide = readFileSync(join(root, 'docs', 'running', 'recovery.md'), 'utf8')

/** Collects what holds and what does not, and prints each. */
export function checks() {
  let passed = 0
  let failed = 0
  const must = (holds: boolean, what: string) => {
    console.log(`  ${holds ? 'ok    ' : 'BROKEN'}  ${what}`)
    if (holds) passed++
    else failed++
  }
  return {
    must,
    /** A mistake in the settings must fail with a message that docs/running/recovery.md explains. */
    explained: (mistake: string, { code, output }: Outcome, message: string) => {
      const isPrinted = code !== 0 && output.includes(message)
      if (!isPrinted) console.log(output)
      must(isPrinted && guide.includes(message), `${mistake}: '${message}', which the guide explains`)
    },
    count: (): Count => ({ passed, failed, skipped: 0 }),
  }
}
export type Checks = ReturnType<typeof checks>
