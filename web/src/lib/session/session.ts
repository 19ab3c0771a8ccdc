import type { LateTimes } from '@kirana/domain/lateness'
import type { Permission } from '@kirana/domain/permissions'
import type { FactorKind } from '@kirana/domain/second-factor'
import { queryClient } from '#/lib/query-client.ts'
import { stepUp } from '#/lib/step-up.ts'

/** Roles that sign in on these screens. */
export type SessionRole = 'staff' | 'superadmin'

/** The fields of the signed-in user that shells and guards need. `permissions` are those of the role of staff. */
export type Person = {
  _id: string
  username: string
  name?: string
  supportUrl?: string
  isJoined?: boolean
  permissions?: readonly Permission[]
  lateTimes?: LateTimes
  secondFactors?: readonly FactorKind[]
  /** The role requires a second factor that the user has not set up. */
  mustEnrol?: boolean
  /** Id of the last event before the profile was loaded. Data loaded after the profile includes it. */
  lastEventId?: string
  /** Set for a stored profile after a reload without a network, until the server confirms it (lib/outbox/kept.ts). */
  isKept?: true
}

/**
 * Key of a role's session in the query cache: its data is the signed-in user, null when signed out, undefined until the
 * profile call has returned (specification, section 4). The query itself is in profiles.ts, outside the entry chunk.
 */
export const sessionKey = (role: SessionRole) => ['session', role] as const

// Only signing in and out change a session. Offline, the profile call fails instead of waiting for the network.
queryClient.setQueryDefaults(['session'], { staleTime: 'static', gcTime: Infinity, networkMode: 'always' })

export function setPerson(role: SessionRole, person: Person | null) {
  // Cancel calls that wait for a second factor, because they belong to the previous user.
  if (sessionOf(role)?._id !== person?._id) stepUp.get()?.answer(false)
  queryClient.setQueryData(sessionKey(role), person)
}

/** Storage key of the user's id from signing in until Logout. It distinguishes an ended session from a first visit. */
const markerOf = (role: SessionRole) => `kirana-signed-in-${role}`
export function signedInId(role: SessionRole) {
  try {
    return localStorage.getItem(markerOf(role))
  } catch {
    return null
  }
}
export const wasSignedIn = (role: SessionRole) => signedInId(role) !== null
export function rememberSignedIn(role: SessionRole, { _id }: Person) {
  try {
    localStorage.setItem(markerOf(role), _id)
  } catch {
    // Storage is blocked: after a reload an ended session looks like a first visit.
  }
}

/** The current session, for code outside components. */
export const sessionOf = (role: SessionRole) => queryClient.getQueryData<Person | null>(sessionKey(role))

/** Removes all data that was loaded for the signed-in users, but not their sessions. */
export const forgetData = () =>
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })

/** Sets the signed-in user. Removes data that was loaded for another user. */
export function signedIn(role: SessionRole, person: Person) {
  if (sessionOf(role)?._id !== person._id) forgetData()
  setPerson(role, person)
  rememberSignedIn(role, person)
}
export const signedOut = (role: SessionRole) => setPerson(role, null)

/** Called on Logout: removes the user's data from the tab, and their drafts from the browser. */
export function loggedOut(role: SessionRole) {
  forgetData()
  signedOut(role)
  try {
    // Keys of the signed-in marker, the last event, the waiting orders, and the user's drafts
    // (components/forms/draft-store.ts).
    const own = new RegExp(`^kirana-(live-after-|waiting-|signed-in-${role}$|draft-${signedInId(role)}-)`)
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage)) if (own.test(key)) storage.removeItem(key)
  } catch {
    // Storage is blocked.
  }
}
