import { PASSWORD_CHANGED, PASSWORD_REQUIRED } from '@kirana/domain/texts'
import * as z from 'zod/mini'
import { forStaff, forSuperadmin, get, post, put } from './wire/route.ts'
import {
  edited,
  flag,
  id,
  moment,
  optionalText,
  password,
  personName,
  renamed,
  required,
  staleRefusal,
  strongPassword,
  textIfSent,
  version,
  versionSeen,
} from './wire/shapes.ts'
import { staffFields, staffSession } from './staff-session.ts'

/** A staff member in the superadmin's list. `lastSignInAt` is null before the first sign-in. */
export const StaffRow = renamed(
  { ...staffFields, isActive: z.boolean(), roleId: id, lastSignInAt: z.nullable(moment), version },
  { _id: 'id' },
)
export type StaffRow = z.input<typeof StaffRow>

const FIELD = 'This field is required'

/** The screen requires a non-empty password (specification, section 5), the server 8 characters (domain rules). */
const newPassword = password(PASSWORD_REQUIRED).check(
  z.minLength(8, 'Password should be minimum 8 characters'),
)

/** The labels of the fields in forms, comparisons and the audit log, in the order of the screens. */
export const staffLabels = {
  name: 'Name',
  email: 'Email',
  username: 'Username',
  roleId: 'Role',
  password: 'Password',
  isActive: 'Enable/Disable',
} as const

export const staff = {
  ...staffSession,
  changePassword: post(
    forStaff('everybody'),
    '/staff/password/change',
    'Changes the password of the signed-in staff member; all their other sessions end',
    { fresh: true, body: z.object({ password: newPassword }), message: PASSWORD_CHANGED },
  ),
  list: get(forSuperadmin, '/staff/list', 'All staff members', { data: z.array(StaffRow) }),
  add: post(
    forSuperadmin,
    '/staff/add',
    'Adds a staff member. Without `roleId` the person gets the role that was chosen for the last new person, otherwise ' +
      'the one with the fewest permissions; the first of the store gets Everything',
    {
      fresh: true,
      body: z.object({
        name: personName(FIELD),
        email: optionalText(200),
        username: required(FIELD, 100),
        password: strongPassword(FIELD),
        roleId: z.optional(id),
      }),
      message: 'Staff added successfully',
    },
  ),
  edit: put(
    forSuperadmin,
    '/staff/edit',
    'Changes, enables or disables a staff member, or gives them another role; both take effect immediately. ' +
      'With `version`, 409 `stale` if it was changed since that version',
    {
      refusals: staleRefusal(StaffRow),
      fresh: true,
      body: z.object({
        staffId: id,
        name: personName(FIELD),
        email: textIfSent(200),
        isActive: z.optional(flag),
        roleId: z.optional(id),
        version: versionSeen,
      }),
      data: edited,
      message: 'Staff updated successfully',
    },
  ),
  resetPassword: post(
    forSuperadmin,
    '/staff/password/reset',
    'Resets the password of a staff member; all their sessions end',
    {
      fresh: true,
      body: z.object({ staffId: id, password: strongPassword(PASSWORD_REQUIRED) }),
      message: PASSWORD_CHANGED,
    },
  ),
  resetSecondFactor: post(
    forSuperadmin,
    '/staff/second-factor/reset',
    'Removes the second factors of a staff member who has lost them; all their sessions end',
    { fresh: true, body: z.object({ staffId: id }), message: 'Second factor reset successfully' },
  ),
}
