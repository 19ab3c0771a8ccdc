import fc from 'fast-check'

/** A fixed seed makes the tests reproducible; RANDOM_SEED=1 uses a new one. */
if (!process.env['RANDOM_SEED']) fc.configureGlobal({ seed: 20_261_121 })
