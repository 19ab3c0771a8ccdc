import { staff } from '@kirana/contract/staff'
import { superadmin } from '@kirana/contract/superadmin'
import { call } from './api.ts'
import { signedIn, signedOut, type Person, type Signed } from './session.ts'

async function load(role: Signed, profile: Promise<{ data: Person }>) {
  try {
    signedIn(role, (await profile).data)
  } catch {
    // Whatever went wrong, that role is logged out (specification, section 2); nothing is said.
    signedOut(role)
  }
}

/** Asks for both profiles at once. The sessions are known when it returns. */
export const loadProfiles = () =>
  Promise.all([load('staff', call(staff.get, {})), load('superadmin', call(superadmin.get, {}))])
