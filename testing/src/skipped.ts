/** Begins the title of tests that are left out, before the reason: the suite's report counts them by it. */
export const SKIPPED = 'Skipped: '
