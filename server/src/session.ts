import type { Permission } from '@kirana/domain/permissions'
import type { Role } from '@kirana/domain/vocabulary'

/** The person who makes a call. `name` is shown in the timeline and the audit log. */
export type Person = { role: Role; id: string; name: string }

/** The roles whose session is a cookie. */
export type BrowserRole = Exclude<Role, 'customer'>
/** The roles that sign in with a password and may have a second factor. */
export type CookieRole = Exclude<BrowserRole, 'rider'>

/**
 * A signed-in person. Only the SHA-256 of the session token is stored. `permissions` are those of the role of staff.
 */
export type Session = Person & {
  tokenHash: string
  seenAt: Date
  permissions: readonly Permission[]
  /** Whether the person has set up a second factor, and the time when they last gave it in this session. */
  hasFactor: boolean
  provedAt: Date | null
  /** Whether the role requires a second factor that the person does not have. */
  mustEnrol: boolean
}
