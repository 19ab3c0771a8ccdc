import type { Role } from '@kirana/contract/wire/route'
import { hashToken } from '../request/sessions.ts'
import type { Session } from '../session.ts'

const MAX_KNOWN = 10_000

type Person = { role: Role; id: string }
/** Keyed by role and token hash, most recently used last. */
const known = new Map<string, Person>()
const keyOf = (role: Role, tokenHash: string) => `${role} ${tokenHash}`

/**
 * Stores the person of a verified token, so that later calls can be assigned to the person before their session is
 * looked up. Every call still looks up the session, so a sign-out takes effect immediately.
 */
export function rememberSession({ role, id, tokenHash }: Pick<Session, 'role' | 'id' | 'tokenHash'>) {
  const key = keyOf(role, tokenHash)
  known.delete(key)
  known.set(key, { role, id })
  const [oldest] = known.keys()
  if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest)
}

export const forgetSession = (role: Role, token: string) => known.delete(keyOf(role, hashToken(token)))

/** The person of a token that this process has verified before. */
export const knownPerson = (role: Role, token: string) => known.get(keyOf(role, hashToken(token)))
