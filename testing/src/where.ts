import { describe } from 'vitest'
import { SKIPPED } from './skipped.ts'

/**
 * Declares `tests`; if something that they need is missing, they are reported and counted as skipped, with the reason.
 */
export const where = (missing: string | null, tests: () => void) =>
  describe.skipIf(missing !== null)(missing === null ? 'with all it needs' : `${SKIPPED}${missing}`, tests)
