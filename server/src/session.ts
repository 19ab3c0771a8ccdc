import type { Permission } from '@kirana/domain/permissions'
import type { Role } from '@kirana/domain/vocabulary'

/** Who makes a call. `name` is shown in the timeline and the audit log. */
export type Person = { role: Role; id: string; name: string }

/** Who signs in with a password and has a cookie. */
export type CookieRole = Exclude<Role, 'customer'>

/** A signed-in person. Only the SHA-256 of the session token is stored. `permissions` are those of the role of staff. */
export type Session = Person & {
  tokenHash: string
  seenAt: Date
  permissions: readonly Permission[]
  /** Whether the person has set up a second factor, and when they last gave it in this session. */
  hasFactor: boolean
  provedAt: Date | null
  /** The role requires a second factor that the person does not have. */
  mustEnrol: boolean
}
