import { staff } from '@kirana/contract/staff'
import { superadmin } from '@kirana/contract/superadmin'
import { call } from './api.ts'
import { signedIn, signedOut, type Person, type SessionRole } from './session.ts'

async function load(role: SessionRole, profile: Promise<{ data: Person }>) {
  try {
    signedIn(role, (await profile).data)
  } catch {
    // Any failure counts as signed out, without a message (specification, section 2).
    signedOut(role)
  }
}

/** Loads both profiles in parallel. Both sessions are known when it resolves. */
export const loadProfiles = () =>
  Promise.all([load('staff', call(staff.get, {})), load('superadmin', call(superadmin.get, {}))])
