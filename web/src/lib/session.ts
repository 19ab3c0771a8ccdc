import { useSyncExternalStore } from 'react'

/** Roles that sign in on these screens. */
export type SessionRole = 'staff' | 'superadmin'

/** The signed-in user, as far as shells and guards need it. */
export type Person = { _id: string; username: string; name?: string; supportUrl?: string; isJoined?: boolean }

/** `isIn` is 'unknown' until the profile call has returned (specification, section 4). */
type Session = { isIn: boolean | 'unknown'; person: Person | null }

let sessions: Record<SessionRole, Session> = {
  staff: { isIn: 'unknown', person: null },
  superadmin: { isIn: 'unknown', person: null },
}
const subscribers = new Set<() => void>()

function set(role: SessionRole, session: Session) {
  sessions = { ...sessions, [role]: session }
  for (const onChange of subscribers) onChange()
}

export const signedIn = (role: SessionRole, person: Person) => set(role, { isIn: true, person })
export const signedOut = (role: SessionRole) => set(role, { isIn: false, person: null })

/** The current session, for code outside components. */
export const sessionOf = (role: SessionRole) => sessions[role]

const subscribe = (onChange: () => void) => {
  subscribers.add(onChange)
  return () => subscribers.delete(onChange)
}

/** The session of a role. */
export const useSession = (role: SessionRole) => useSyncExternalStore(subscribe, () => sessions[role])

/** True once both profile calls have returned, whatever their outcome. */
export const useSessionsKnown = () =>
  useSyncExternalStore(
    subscribe,
    () => sessions.staff.isIn !== 'unknown' && sessions.superadmin.isIn !== 'unknown',
  )
