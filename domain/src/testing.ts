/** Cases per property test; set CASES=1000000 for a long run. */
export const propertyRuns = { numRuns: Number(process.env['CASES'] ?? 20_000) }

/** The same for a test whose cases take long to make. */
export const fewPropertyRuns = { numRuns: Number(process.env['CASES'] ?? 2_000) }

/** Property tests exceed the default timeout in a long run or on a busy machine. */
export const longTimeout = { timeout: 600_000 }
