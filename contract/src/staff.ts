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
  spelled,
  strongPassword,
  textIfSent,
} from './shapes.ts'

const profile = { _id: id, name: z.string(), email: z.string(), username: z.string() }

/** The signed-in staff member. `supportUrl` is the chat that Support opens. */
export const StaffProfile = spelled({ ...profile, supportUrl: z.string() }, { _id: 'id' })
export type StaffProfile = z.input<typeof StaffProfile>

/** A staff member as the superadmin sees one. `lastSignInAt` is null before the first sign-in. */
export const StaffRow = spelled(
  { ...profile, isActive: z.boolean(), lastSignInAt: z.nullable(moment) },
  { _id: 'id' },
)
export type StaffRow = z.input<typeof StaffRow>

const FIELD = 'This field is required'

/** The screen asks for a non-empty one (specification, section 5); the server for 8 characters (domain rules). */
const newPassword = z
  .string({ error: 'Password is required' })
  .check(
    z.minLength(1, { error: 'Password is required', abort: true }),
    z.minLength(8, 'Password should be minimum 8 characters'),
    z.maxLength(200, 'Use 200 characters at most'),
  )

export const staff = {
  login: write({
    access: 'public',
    method: 'POST',
    path: '/staff/login',
    summary: 'Signs a staff member in and sets the session cookie',
    body: z.object({
      username: required('This field is required.', 100),
      password: password('This field is required.'),
    }),
    data: StaffProfile,
    message: 'Logged in successfully',
  }),
  get: read({
    access: 'staff',
    method: 'GET',
    path: '/staff/get',
    summary: 'The signed-in staff member',
    data: StaffProfile,
  }),
  changePassword: write({
    access: 'staff',
    method: 'POST',
    path: '/staff/password/change',
    summary: 'Changes the own password; every other session of the person ends',
    body: z.object({ password: newPassword }),
    message: 'Password changed successfully',
  }),
  logout: write({
    access: 'staff',
    method: 'POST',
    path: '/staff/logout',
    summary: "Ends a staff member's session on the server",
    message: 'Logged out successfully',
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
    summary: 'Changes or disables a staff member; disabling ends their sessions at once',
    body: z.object({
      staffId: id,
      name: personName(FIELD),
      email: textIfSent(200),
      isActive: z.optional(flag),
    }),
    message: 'Staff updated successfully',
  }),
  resetPassword: write({
    access: 'superadmin',
    method: 'POST',
    path: '/staff/password/reset',
    summary: 'Gives a staff member a new password; all their sessions end',
    body: z.object({ staffId: id, password: strongPassword('Password is required') }),
    message: 'Password changed successfully',
  }),
}
