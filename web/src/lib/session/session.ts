import type { LateTimes } from '@kirana/domain/lateness'
import type { Permission } from '@kirana/domain/permissions'
import type { FactorKind } from '@kirana/domain/second-factor'
import { queryClient } from '#/lib/query-client.ts'
import { stepUp } from '#/lib/step-up.ts'

/** Roles that sign in on these screens. */
export type SessionRole = 'staff' | 'superadmin'

/** The signed-in user, as far as shells and guards need it. `permissions` are those of the role of staff. */
export type Person = {
  _id: string
  username: string
  name?: string
  supportUrl?: string
  isJoined?: boolean
  permissions?: readonly Permission[]
  lateTimes?: LateTimes
  secondFactors?: readonly FactorKind[]
  /** The role requires a second factor that the person has not set up. */
  mustEnrol?: boolean
  /** What this tab has loaded since includes the events up to this one. */
  lastEventId?: string
  /** After a reload without a network: who was signed in; the server has not answered who is (lib/outbox/kept.ts). */
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
  // A call that waits for a second factor is of the person who made it, not of the next one at this screen.
  if (sessionOf(role)?._id !== person?._id) stepUp.get()?.answer(false)
  queryClient.setQueryData(sessionKey(role), person)
}

/** The id is remembered in this browser from signing in until Logout: tells an ended session from a first visit. */
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

/** Removes everything that was loaded for the signed-in users; their sessions stay. */
export const forgetData = () =>
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })

/** Sets who is signed in. Removes data that was loaded for another person. */
export function signedIn(role: SessionRole, person: Person) {
  if (sessionOf(role)?._id !== person._id) forgetData()
  setPerson(role, person)
  rememberSignedIn(role, person)
}
export const signedOut = (role: SessionRole) => setPerson(role, null)

/** Logout: nothing of the person stays in the tab, and no draft in the browser. */
export function loggedOut(role: SessionRole) {
  forgetData()
  signedOut(role)
  try {
    // The signed-in marker, the last received event and orders, and drafts of the person
    // (components/forms/draft-store.ts).
    const own = new RegExp(`^kirana-(live-after-|waiting-|signed-in-${role}$|draft-${signedInId(role)}-)`)
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage)) if (own.test(key)) storage.removeItem(key)
  } catch {
    // Storage is blocked.
  }
}
