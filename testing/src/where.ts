import { describe } from 'vitest'
import { SKIPPED } from './skipped.ts'

/** Declares `tests`; where something is missing that they need, they are reported and counted as skipped, with the reason. */
export function where(missing: string | null, tests: () => void) {
  if (missing === null) tests()
  else describe.skip(`${SKIPPED}${missing}`, tests)
}
