import type { Role } from '@kirana/domain/vocabulary'

/** Who makes a call. `name` is how the timeline and the audit log show them. */
export type Person = { role: Role; id: string; name: string }

/** A person who is signed in. The token itself is stored nowhere, only its SHA-256. */
export type Session = Person & { tokenHash: string; seenAt: Date }
