/** Cases per property test. Their seed is fixed, so more of them are for runs with new seeds: CASES=1000000 and RANDOM_SEED=1. */
export const propertyRuns = { numRuns: Number(process.env['CASES'] ?? 4_000) }

/** The same for a test whose cases take long to create. */
export const fewPropertyRuns = { numRuns: Number(process.env['CASES'] ?? 2_000) }

/** Property tests exceed the default timeout in a long run or on a busy machine. */
export const longTimeout = { timeout: 600_000 }
