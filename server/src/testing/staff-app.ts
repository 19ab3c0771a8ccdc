import { afterAll, beforeEach } from 'vitest'
import { type Credentials, testApp } from './app.ts'
import { factories } from './factories.ts'

/**
 * The app of a test file about calls of staff. Before each test its tables are empty, its clock shows 1 pm on a Saturday,
 * and `staff` is signed in. A test that moves the clock past the end of the session signs in again.
 */
export async function staffApp() {
  const t = await testApp()
  afterAll(t.close)
  const staff: Credentials = { id: '', headers: {} }
  const signInStaff = async () => void Object.assign(staff, await t.signIn.staff())
  beforeEach(async () => {
    await t.database.reset()
    t.clock.set('2026-11-21T13:00:00+05:30')
    await signInStaff()
  })
  return { t, make: factories(t), staff, signInStaff }
}
