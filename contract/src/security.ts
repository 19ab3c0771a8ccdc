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
 * Who makes a change has to prove it in the same call: a stolen session is not enough (docs/decisions). Whoever has no
 * second factor yet gives the password again.
 */
const proved = z.object({ proof: z.optional(Proof), password: z.optional(PasswordForm.shape.password) })

type Area = 'staff' | 'superadmin'
type OwnAccess = typeof forSuperadmin | ReturnType<typeof forStaff<'everybody'>>

/** How staff and the superadmin give a second factor, each for themselves. */
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
    'What a passkey is to sign to complete a sign-in',
    { data: PasskeyRequest, message: 'OK' },
  ),
  get: get(access, `/${area}/security/get`, 'The own second factors, and where one is signed in', {
    ...enrolling,
    data: Security,
  }),
  confirm: post(
    access,
    `/${area}/security/confirm`,
    'Confirms the session with a second factor, for calls that need a fresh one',
    { isSecret: true, body: z.object({ proof: Proof }), message: 'Confirmed successfully' },
  ),
  passkey: post(
    access,
    `/${area}/security/passkey`,
    'What a passkey is to sign to confirm the session or a change',
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
    'The key of a new authenticator app; it counts once `addTotp` has seen a code of it. Takes a second factor, or ' +
      'the password of whoever has none',
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
    'What the browser makes a passkey from. Takes a second factor, or the password of whoever has none',
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
    'Ten new recovery codes; the earlier ones count no more',
    {
      body: z.object({ proof: Proof }),
      isSecret: true,
      data: RecoveryCodes,
      message: 'New recovery codes made successfully',
    },
  ),
  signOut: del(access, `/${area}/security/session/end/:id`, 'Ends another session of one’s own', {
    params: byId,
    message: 'Logged out successfully',
  }),
  signOutOthers: post(
    access,
    `/${area}/security/session/end-others`,
    'Ends all other sessions of one’s own',
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
    'Answers who has given a second factor in the last five minutes, or has none: before a download',
    { fresh: true, data: z.null() },
  ),
  ...factorCalls('staff', asStaff, toEnrol),
}

export const superadminSecurity = {
  ...proofCalls('superadmin', forSuperadmin, {}, Superadmin),
  ...factorCalls('superadmin', forSuperadmin, {}),
}
