import fc from 'fast-check'

/** A fixed seed makes the tests reproducible. RANDOM_SEED=1 uses a new one, any other number is the seed itself. */
const chosen = Number(process.env['RANDOM_SEED'] ?? 20_261_121)
if (chosen !== 1) fc.configureGlobal({ seed: chosen })
