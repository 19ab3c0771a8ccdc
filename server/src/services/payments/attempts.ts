/**
 * Seconds after which another process repeats an attempt whose outcome was not stored, for example after a crash; also
 * the first poll of a refund that the provider has accepted but not completed.
 */
export const LEASE_SECONDS = 60
/** Maximum number of attempts without a response, about a day's; after that, staff must check. */
export const MAX_ATTEMPTS = 100

/** The ISO time `seconds` after `now`. */
export const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString()
