import {
  FIELD_REQUIRED,
  LOGGED_IN,
  LOGGED_OUT,
  PASSWORD_CHANGED,
  PASSWORD_REQUIRED,
} from '@kirana/domain/texts'
import * as z from 'zod/mini'
import { forAnyone, forSuperadmin, get, post } from './wire/route.ts'
import { SecondFactorNeeded } from './wire/second-step.ts'
import { byId, id, password, required, renamed, strongPassword } from './wire/shapes.ts'

/** `isJoined` is false until the default password has been changed; `lastEventId` is that of the staff's profile. */
export const Superadmin = renamed(
  { _id: id, username: z.string(), isJoined: z.boolean(), lastEventId: z.string() },
  { _id: 'id' },
)
export type Superadmin = z.input<typeof Superadmin>

export const superadmin = {
  login: post(
    forAnyone,
    '/superadmin/login',
    'Signs the superadmin in and sets the session cookie, or names the second factors, one of which is still required',
    {
      body: z.object({ username: required(FIELD_REQUIRED, 100), password: password(FIELD_REQUIRED) }),
      data: z.union([SecondFactorNeeded, Superadmin]),
      message: LOGGED_IN,
    },
  ),
  get: get(forSuperadmin, '/superadmin/get', 'The signed-in superadmin', { data: Superadmin }),
  changePassword: post(
    forSuperadmin,
    '/superadmin/:id/forgot-password',
    "Changes the password; the id and the username must be the signed-in superadmin's own",
    {
      fresh: true,
      params: byId,
      body: z.object({
        username: required(FIELD_REQUIRED, 100),
        password: strongPassword(PASSWORD_REQUIRED),
      }),
      message: PASSWORD_CHANGED,
    },
  ),
  logout: post(forSuperadmin, '/superadmin/logout', "Ends the superadmin's session on the server", {
    message: LOGGED_OUT,
  }),
}
