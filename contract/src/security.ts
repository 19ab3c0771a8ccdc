import { LOGGED_IN } from '@kirana/domain/texts'
import * as z from 'zod/mini'
import { del, forAnyone, forStaff, forSuperadmin, get, post } from './wire/route.ts'
import {
  appCode,
  NewPasskey,
  PasskeyCreation,
  PasskeyRequest,
  PasswordForm,
  Proof,
  RecoveryCodes,
  Security,
} from './wire/second-factor.ts'
import { byId, id, required } from './wire/shapes.ts'
import { StaffProfile } from './staff-session.ts'
import { Superadmin } from './superadmin.ts'

/**
 * A call that changes second factors takes a second factor itself, so that a stolen session is not enough
 * (docs/decisions). A person who has none yet sends the password instead.
 */
const proved = z.object({ proof: z.optional(Proof), password: z.optional(PasswordForm.shape.password) })

type Area = 'staff' | 'superadmin'
type OwnAccess = typeof forSuperadmin | ReturnType<typeof forStaff<'everybody'>>

/** How staff and the superadmin give a second factor; each group has its own calls. */
const proofCalls = <
  const R extends Area,
  const A extends OwnAccess,
  const E extends object,
  P extends z.core.$ZodType,
>(
  area: R,
  access: A,
  enrolling: E,
  profile: P,
) => ({
  signIn: post(
    forAnyone,
    `/${area}/login/second`,
    'Completes a sign-in with the second factor and sets the session cookie',
    { body: Proof, data: profile, message: LOGGED_IN },
  ),
  signInPasskey: post(
    forAnyone,
    `/${area}/login/second/passkey`,
    'The challenge that a passkey signs to complete a sign-in',
    { data: PasskeyRequest, message: 'OK' },
  ),
  get: get(
    access,
    `/${area}/security/get`,
    'Second factors of the caller, and the browsers in which the caller is signed in',
    {
      ...enrolling,
      data: Security,
    },
  ),
  confirm: post(
    access,
    `/${area}/security/confirm`,
    'Confirms the session with a second factor, for calls that need a fresh one',
    { isSecret: true, body: z.object({ proof: Proof }), message: 'Confirmed successfully' },
  ),
  passkey: post(
    access,
    `/${area}/security/passkey`,
    'The challenge that a passkey signs to confirm the session or a change',
    { isSecret: true, data: PasskeyRequest, message: 'OK' },
  ),
})

/** How they set up and remove their second factors, and end their sessions. */
const factorCalls = <const R extends Area, const A extends OwnAccess, const E extends object>(
  area: R,
  access: A,
  enrolling: E,
) => ({
  startTotp: post(
    access,
    `/${area}/security/totp/start`,
    'The key of a new authenticator app; it is valid once `addTotp` has received a code of it. Takes a second ' +
      'factor, or the password if the caller has none',
    {
      ...enrolling,
      body: proved,
      isSecret: true,
      data: z.object({ secret: z.string(), uri: z.string() }),
      message: 'OK',
    },
  ),
  addTotp: post(
    access,
    `/${area}/security/totp/add`,
    'Adds the authenticator app in place of an earlier one; with the first factor, all other sessions end',
    {
      ...enrolling,
      body: z.object({ code: appCode }),
      isSecret: true,
      data: RecoveryCodes,
      message: 'Authenticator app added successfully',
    },
  ),
  startPasskey: post(
    access,
    `/${area}/security/passkey/start`,
    'The options from which the browser creates a passkey. Takes a second factor, or the password if the caller has ' +
      'none',
    { ...enrolling, body: proved, isSecret: true, data: PasskeyCreation, message: 'OK' },
  ),
  addPasskey: post(
    access,
    `/${area}/security/passkey/add`,
    'Adds a passkey; with the first factor, all other sessions end',
    {
      ...enrolling,
      body: z.object({ name: required('Name is required', 60), passkey: NewPasskey }),
      isSecret: true,
      data: RecoveryCodes,
      message: 'Passkey added successfully',
    },
  ),
  removeFactor: post(
    access,
    `/${area}/security/factor/remove`,
    'Removes a second factor; with the last one the recovery codes go, too',
    {
      body: z.object({ factorId: id, proof: Proof }),
      isSecret: true,
      message: 'Second factor removed successfully',
    },
  ),
  newRecoveryCodes: post(
    access,
    `/${area}/security/recovery/new`,
    'Ten new recovery codes; the earlier ones become invalid',
    {
      body: z.object({ proof: Proof }),
      isSecret: true,
      data: RecoveryCodes,
      message: 'New recovery codes made successfully',
    },
  ),
  signOut: del(access, `/${area}/security/session/end/:id`, 'Ends another session of the caller', {
    params: byId,
    message: 'Logged out successfully',
  }),
  signOutOthers: post(
    access,
    `/${area}/security/session/end-others`,
    'Ends all other sessions of the caller',
    { message: 'Logged out everywhere else successfully' },
  ),
})

const asStaff = forStaff('everybody')
const toEnrol = { beforeEnrolment: true } as const

export const staffSecurity = {
  ...proofCalls('staff', asStaff, toEnrol, StaffProfile),
  fresh: get(
    asStaff,
    '/staff/security/fresh',
    'Succeeds if the caller gave a second factor in the last five minutes, or has none; screens call it before a ' +
      'download',
    { fresh: true, data: z.null() },
  ),
  ...factorCalls('staff', asStaff, toEnrol),
}

export const superadminSecurity = {
  ...proofCalls('superadmin', forSuperadmin, {}, Superadmin),
  ...factorCalls('superadmin', forSuperadmin, {}),
}
