import {
  FIELD_REQUIRED,
  LOGGED_IN,
  LOGGED_OUT,
  PASSWORD_CHANGED,
  PASSWORD_REQUIRED,
  tooLong,
} from '@kirana/domain/texts'
import { permissions } from '@kirana/domain/permissions'
import * as z from 'zod/mini'
import { read, write } from './route.ts'
import {
  flag,
  id,
  moment,
  optionalText,
  password,
  personName,
  required,
  renamed,
  strongPassword,
  textIfSent,
} from './shapes.ts'

/** `permissions` are those of the role. */
const profile = {
  _id: id,
  name: z.string(),
  email: z.string(),
  username: z.string(),
  role: renamed({ _id: id, name: z.string() }, { _id: 'id' }),
  permissions: z.array(z.enum(permissions)),
}

/** The signed-in staff member. `supportUrl` is the target of the Support link. */
export const StaffProfile = renamed({ ...profile, supportUrl: z.string() }, { _id: 'id' })
export type StaffProfile = z.input<typeof StaffProfile>

/** A staff member in the superadmin's list. `lastSignInAt` is null before the first sign-in. */
export const StaffRow = renamed(
  { ...profile, isActive: z.boolean(), lastSignInAt: z.nullable(moment) },
  { _id: 'id' },
)
export type StaffRow = z.input<typeof StaffRow>

const FIELD = 'This field is required'

/** The screen requires a non-empty password (specification, section 5), the server 8 characters (domain rules). */
const newPassword = z
  .string({ error: PASSWORD_REQUIRED })
  .check(
    z.minLength(1, { error: PASSWORD_REQUIRED, abort: true }),
    z.minLength(8, 'Password should be minimum 8 characters'),
    z.maxLength(200, tooLong(200)),
  )

export const staff = {
  login: write({
    access: 'public',
    method: 'POST',
    path: '/staff/login',
    summary: 'Signs a staff member in and sets the session cookie',
    body: z.object({
      username: required(FIELD_REQUIRED, 100),
      password: password(FIELD_REQUIRED),
    }),
    data: StaffProfile,
    message: LOGGED_IN,
  }),
  get: read({
    access: 'staff',
    can: 'everybody',
    method: 'GET',
    path: '/staff/get',
    summary: 'The signed-in staff member',
    data: StaffProfile,
  }),
  changePassword: write({
    access: 'staff',
    can: 'everybody',
    method: 'POST',
    path: '/staff/password/change',
    summary: 'Changes the password of the signed-in staff member; all their other sessions end',
    body: z.object({ password: newPassword }),
    message: PASSWORD_CHANGED,
  }),
  logout: write({
    access: 'staff',
    can: 'everybody',
    method: 'POST',
    path: '/staff/logout',
    summary: "Ends a staff member's session on the server",
    message: LOGGED_OUT,
  }),
  list: read({
    access: 'superadmin',
    method: 'GET',
    path: '/staff/list',
    summary: 'All staff members',
    data: z.array(StaffRow),
  }),
  add: write({
    access: 'superadmin',
    method: 'POST',
    path: '/staff/add',
    summary: 'Adds a staff member',
    body: z.object({
      name: personName(FIELD),
      email: optionalText(200),
      username: required(FIELD, 100),
      password: strongPassword(FIELD),
    }),
    message: 'Staff added successfully',
  }),
  edit: write({
    access: 'superadmin',
    method: 'PUT',
    path: '/staff/edit',
    summary:
      'Changes, enables or disables a staff member, or gives them another role; both take effect immediately',
    body: z.object({
      staffId: id,
      name: personName(FIELD),
      email: textIfSent(200),
      isActive: z.optional(flag),
      roleId: z.optional(id),
    }),
    message: 'Staff updated successfully',
  }),
  resetPassword: write({
    access: 'superadmin',
    method: 'POST',
    path: '/staff/password/reset',
    summary: 'Resets the password of a staff member; all their sessions end',
    body: z.object({ staffId: id, password: strongPassword(PASSWORD_REQUIRED) }),
    message: PASSWORD_CHANGED,
  }),
}
