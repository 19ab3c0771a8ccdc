import { staffSession } from '@kirana/contract/staff-session'
import { superadmin } from '@kirana/contract/superadmin'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call, queryClient } from '#/lib/api.ts'
import {
  rememberSignedIn,
  sessionKey,
  sessionOf,
  signedIn,
  type Person,
  type SessionRole,
} from './session.ts'

async function profileOf(role: SessionRole): Promise<Person> {
  const { data } = await (role === 'staff' ? call(staffSession.get, {}) : call(superadmin.get, {}))
  rememberSignedIn(role)
  return data
}

const session = (role: SessionRole) =>
  queryOptions({
    queryKey: sessionKey(role),
    // Any failure counts as signed out, without a message (specification, section 2).
    queryFn: (): Promise<Person | null> => profileOf(role).catch(() => null),
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
