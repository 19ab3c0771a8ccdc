import { permissions } from '@kirana/domain/permissions'
import { factorKinds } from '@kirana/domain/second-factor'
import { FIELD_REQUIRED, LOGGED_IN, LOGGED_OUT } from '@kirana/domain/texts'
import * as z from 'zod/mini'
import { forAnyone, forStaff, get, post } from './wire/route.ts'
import { SecondFactorNeeded } from './wire/second-step.ts'
import { id, password, renamed, required } from './wire/shapes.ts'

/** The fields of a staff member in every response. `permissions` are those of the role. */
export const staffFields = {
  _id: id,
  name: z.string(),
  email: z.string(),
  username: z.string(),
  role: renamed({ _id: id, name: z.string() }, { _id: 'id' }),
  permissions: z.array(z.enum(permissions)),
  /** The kinds of second factor that the person has set up. */
  secondFactors: z.array(z.enum(factorKinds)),
}

/**
 * The signed-in staff member. `supportUrl` is the target of the Support link, `lateTimes` are the store's. `mustEnrol`:
 * the role requires a second factor that the person has not set up, and until then nothing else is open. `lastEventId`:
 * data read after this response includes all events up to this one, so a stream that resumes after it misses none.
 */
export const StaffProfile = renamed(
  {
    ...staffFields,
    supportUrl: z.string(),
    lateTimes: z.object({ gettingLateMinutes: z.int(), lateMinutes: z.int() }),
    mustEnrol: z.boolean(),
    lastEventId: z.string(),
  },
  { _id: 'id' },
)
export type StaffProfile = z.input<typeof StaffProfile>

/** Signing in and out. A separate file, because the sign-in screen loads no other calls of staff. */
export const staffSession = {
  login: post(
    forAnyone,
    '/staff/login',
    'Signs a staff member in and sets the session cookie, or names the second factors, one of which is still required',
    {
      body: z.object({
        username: required(FIELD_REQUIRED, 100),
        password: password(FIELD_REQUIRED),
      }),
      data: z.union([SecondFactorNeeded, StaffProfile]),
      message: LOGGED_IN,
    },
  ),
  get: get(forStaff('everybody'), '/staff/get', 'The signed-in staff member', {
    beforeEnrolment: true,
    data: StaffProfile,
  }),
  logout: post(forStaff('everybody'), '/staff/logout', "Ends a staff member's session on the server", {
    beforeEnrolment: true,
    message: LOGGED_OUT,
  }),
}
