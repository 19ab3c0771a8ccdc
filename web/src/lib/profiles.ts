import { staff } from '@kirana/contract/staff'
import { superadmin } from '@kirana/contract/superadmin'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call, queryClient } from './api.ts'
import { sessionKey, type Person, type SessionRole } from './session.ts'

const profileOf = async (role: SessionRole): Promise<Person> =>
  (await (role === 'staff' ? call(staff.get, {}) : call(superadmin.get, {}))).data

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
