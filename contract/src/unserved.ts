import type { CallName } from './index.ts'

/** Calls that answer 501 because their group is still to come. A name here that is in fact served fails a test. */
export const unserved: readonly CallName[] = []
