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

async function profileOf(role: SessionRole): Promise<Person> {
  const { data } = await (role === 'staff' ? call(staffSession.get, {}) : call(superadmin.get, {}))
  rememberSignedIn(role, data)
  return data
}

/** How long after a failure the server is asked again who a kept person is. */
const CONFIRM_MS = 5000

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

const session = (role: SessionRole) =>
  queryOptions({
    queryKey: sessionKey(role),
    // Any failure counts as signed out, without a message (specification, section 2).
    queryFn: (): Promise<Person | null> =>
      profileOf(role).catch((error: unknown) =>
        role === 'staff' && wasSignedIn(role) && !isFinal(error) ? keptPerson().catch(() => null) : null,
      ),
  })

/** The signed-in user of a role; null when signed out. */
export const useSession = (role: SessionRole) => useQuery(session(role)).data

/** Loads both profiles in parallel. Both sessions are known when it resolves. */
export const loadProfiles = () =>
  Promise.all([
    queryClient.ensureQueryData(session('staff')),
    queryClient.ensureQueryData(session('superadmin')),
  ])

/**
 * Asks the server who is signed in now: the session may have ended, its cookie may be another person's, who signed in
 * in another tab, and what the profile says may have changed.
 */
export async function checkSession(role: SessionRole) {
  // Signed out is settled by the call itself; other failures are network trouble.
  const person = await profileOf(role).catch(() => null)
  if (person) signedIn(role, person)
}

const tabs = new BroadcastChannel('kirana-session')
tabs.onmessage = ({ data }: MessageEvent<SessionRole>) => {
  if (sessionOf(data) !== undefined) void checkSession(data)
}

/** Tells the other tabs that somebody signed in or out: cookies are shared, what a tab believes is not. */
// A BroadcastChannel reaches its own origin only.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
export const announceSession = (role: SessionRole) => tabs.postMessage(role)
