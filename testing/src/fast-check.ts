import fc from 'fast-check'

/** The suite tries the same values every time, so that a failure is the change's. RANDOM_SEED=1 tries others. */
if (!process.env['RANDOM_SEED']) fc.configureGlobal({ seed: 20_261_121 })
