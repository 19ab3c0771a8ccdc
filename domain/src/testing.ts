/** How many cases each property test tries: CASES=1000000 for the long run. */
export const manyCases = { numRuns: Number(process.env['CASES'] ?? 20_000) }

/** The long run, or a busy machine, needs more than the usual few seconds. */
export const patience = { timeout: 600_000 }
