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
/** How long it may take to confirm a kept person: a network that hangs gives no error. */
const CHECK_TIMEOUT_MS = 15_000

/** Without an answer, a picker goes on as who was signed in; the server is asked until it answers. */
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

/** The profile, null when signed out; while it fails or is late, the kept person of staff. */
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
 * Loads both profiles in parallel. Both sessions are known when it resolves; on a network that hangs, that of staff. The rider's
 * app, which needs neither, does not wait for them.
 */
export async function loadProfiles() {
  const other = queryClient.ensureQueryData(session('superadmin'))
  const staff = queryClient.ensureQueryData(session('staff'))
  if (location.pathname === '/rider') return
  const person = await staff
  if (!person?.isKept) await other
}

/**
 * Asks the server who is signed in now: the session may have ended, its cookie may be another person's, who signed in
 * in another tab, and what the profile says may have changed.
 */
export async function checkSession(role: SessionRole) {
  // Signed out is settled by the call itself; other failures are network trouble.
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
