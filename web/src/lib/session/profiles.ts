import { staffSession } from '@kirana/contract/staff-session'
import { superadmin } from '@kirana/contract/superadmin'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call, queryClient } from '#/lib/api.ts'
import { isFinal } from '#/lib/api-error.ts'
import {
  rememberSignedIn,
  sessionKey,
  sessionOf,
  signedIn,
  wasSignedIn,
  type Person,
  type SessionRole,
} from './session.ts'

async function profileOf(role: SessionRole, signal?: AbortSignal): Promise<Person> {
  const options = signal && { signal }
  const { data } = await (role === 'staff'
    ? call(staffSession.get, {}, options)
    : call(superadmin.get, {}, options))
  rememberSignedIn(role, data)
  return data
}

/**
 * Timeout of the session check in ms, after which the stored profile is used; also the delay before each further check.
 */
const CONFIRM_MS = 5000
/** Timeout of each further check, because a network that hangs gives no error. */
const CHECK_TIMEOUT_MS = 15_000

/**
 * The stored profile of a picker, for use without a response of the server. Repeats the session check until the server
 * responds.
 */
async function keptPerson(): Promise<Person | null> {
  const person = await (await import('#/lib/outbox/kept.ts')).keptPerson()
  const confirm = () =>
    setTimeout(() => {
      void checkSession('staff').then(() => {
        if (sessionOf('staff')?.isKept) confirm()
      })
    }, CONFIRM_MS)
  if (person) confirm()
  return person
}

/** The profile; null when signed out. If the call of a staff member fails or is late, their stored profile. */
async function personOf(role: SessionRole): Promise<Person | null> {
  const profile = profileOf(role)
  // Any failure counts as signed out, without a message (specification, section 2).
  const orSignedOut = profile.catch(() => null)
  if (role !== 'staff' || !wasSignedIn(role)) return orSignedOut
  const answer = await Promise.race([
    profile.catch((error: unknown) => (isFinal(error) ? null : undefined)),
    new Promise<undefined>((resolve) => setTimeout(resolve, CONFIRM_MS)),
  ])
  return answer === undefined ? ((await keptPerson().catch(() => null)) ?? orSignedOut) : answer
}

const session = (role: SessionRole) =>
  queryOptions({ queryKey: sessionKey(role), queryFn: () => personOf(role) })

/** The signed-in user of a role; null when signed out. */
export const useSession = (role: SessionRole) => useQuery(session(role)).data

/**
 * Loads both profiles in parallel, and resolves when both sessions are known. If the network hangs and staff use their
 * stored profile, does not wait for the superadmin. The rider's app waits for neither.
 */
export async function loadProfiles() {
  const other = queryClient.ensureQueryData(session('superadmin'))
  const staff = queryClient.ensureQueryData(session('staff'))
  if (location.pathname === '/rider') return
  const person = await staff
  if (!person?.isKept) await other
}

/**
 * Asks the server who is signed in. The session may have ended, another user may have signed in in another tab, or the
 * profile may have changed.
 */
export async function checkSession(role: SessionRole) {
  // A 401 is handled by the call itself; other failures are network errors and change nothing.
  const person = await profileOf(role, AbortSignal.timeout(CHECK_TIMEOUT_MS)).catch(() => null)
  if (person) signedIn(role, person)
}

const tabs = new BroadcastChannel('kirana-session')
tabs.onmessage = ({ data }: MessageEvent<SessionRole>) => {
  if (sessionOf(data) !== undefined) void checkSession(data)
}

/** Notifies the other tabs of a sign-in or sign-out: tabs share cookies, but not their in-memory session. */
// A BroadcastChannel reaches its own origin only.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
export const announceSession = (role: SessionRole) => tabs.postMessage(role)
