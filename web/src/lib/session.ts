import { queryClient } from './query-client.ts'

/** Roles that sign in on these screens. */
export type SessionRole = 'staff' | 'superadmin'

/** The signed-in user, as far as shells and guards need it. */
export type Person = { _id: string; username: string; name?: string; supportUrl?: string; isJoined?: boolean }

/**
 * Key of a role's session in the query cache: its data is the signed-in user, null when signed out, undefined until the
 * profile call has returned (specification, section 4). The query itself is in profiles.ts, outside the entry chunk.
 */
export const sessionKey = (role: SessionRole) => ['session', role] as const

// Only signing in and out change a session. Offline, the profile call fails instead of waiting for the network.
queryClient.setQueryDefaults(['session'], { staleTime: 'static', gcTime: Infinity, networkMode: 'always' })

const set = (role: SessionRole, person: Person | null) =>
  void queryClient.setQueryData(sessionKey(role), person)
export const signedIn = (role: SessionRole, person: Person) => set(role, person)
export const signedOut = (role: SessionRole) => set(role, null)

/** The current session, for code outside components. */
export const sessionOf = (role: SessionRole) => queryClient.getQueryData<Person | null>(sessionKey(role))

/** Removes everything that was loaded for the signed-in users; their sessions stay. */
export const forgetData = () =>
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
