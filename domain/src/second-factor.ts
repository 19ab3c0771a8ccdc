/** The kinds of second factors: the code of an authenticator app, or a passkey. */
export const factorKinds = ['totp', 'passkey'] as const
export type FactorKind = (typeof factorKinds)[number]

/** How long a second factor counts as fresh (roles, door and cash; step-up), in ms. */
export const FRESH_MS = 5 * 60_000
/** How long the second step of signing in may take, in ms. */
export const SECOND_STEP_MS = 5 * 60_000

/** Whether a second factor that was given at `at` still counts for a call that needs a fresh one. */
export const isFresh = (at: Date | null, now: Date) =>
  at !== null && at.getTime() > now.getTime() - FRESH_MS && at <= now

/** The number of recovery codes that are generated at a time. */
export const RECOVERY_CODES = 10
const RECOVERY_LENGTH = 10
/** 32 characters that are not mistaken for one another in handwriting: 50 bits in a code. */
export const RECOVERY_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A recovery code as it is shown: 'ABCDE-FGHJK'. `randomBelow` gives a random whole number below its argument. */
export function newRecoveryCode(randomBelow: (most: number) => number) {
  const letters = Array.from({ length: RECOVERY_LENGTH }, () =>
    RECOVERY_LETTERS.charAt(randomBelow(RECOVERY_LETTERS.length)),
  ).join('')
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

export type TypedCode = { kind: 'totp' | 'recovery'; code: string } | null

/** Parses a typed code: six digits of an app, or a recovery code in its stored form; null for any other text. */
export function readCode(typed: string): TypedCode {
  const code = typed.toUpperCase().replace(/[\s-]/g, '')
  if (/^\d{6}$/.test(code)) return { kind: 'totp', code }
  const isRecovery = code.length === RECOVERY_LENGTH && [...code].every((at) => RECOVERY_LETTERS.includes(at))
  return isRecovery ? { kind: 'recovery', code } : null
}
