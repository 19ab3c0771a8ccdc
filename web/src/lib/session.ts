import { useSyncExternalStore } from 'react'

/** Roles that sign in on these screens. */
export type Signed = 'staff' | 'superadmin'

/** What the shells and guards need of whoever is signed in. */
export type Person = { _id: string; username: string; name?: string; supportUrl?: string; isJoined?: boolean }

/** `isIn` is unknown until the profile call has answered (specification, section 4). */
type Session = { isIn: boolean | 'unknown'; person: Person | null }

let sessions: Record<Signed, Session> = {
  staff: { isIn: 'unknown', person: null },
  superadmin: { isIn: 'unknown', person: null },
}
const watchers = new Set<() => void>()

function set(role: Signed, session: Session) {
  sessions = { ...sessions, [role]: session }
  for (const tell of watchers) tell()
}

export const signedIn = (role: Signed, person: Person) => set(role, { isIn: true, person })
export const signedOut = (role: Signed) => set(role, { isIn: false, person: null })

/** The session now, for code outside components. */
export const sessionOf = (role: Signed) => sessions[role]

const watch = (tell: () => void) => {
  watchers.add(tell)
  return () => watchers.delete(tell)
}

/** The session of a role; the component follows it. */
export const useSession = (role: Signed) => useSyncExternalStore(watch, () => sessions[role])

/** True once both profile calls have answered, whatever they said. */
export const useSessionsKnown = () =>
  useSyncExternalStore(
    watch,
    () => sessions.staff.isIn !== 'unknown' && sessions.superadmin.isIn !== 'unknown',
  )
