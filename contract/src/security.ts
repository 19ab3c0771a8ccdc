import { LOGGED_IN } from '@kirana/domain/texts'
import * as z from 'zod/mini'
import { read, write } from './wire/route.ts'
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

/** The calls that staff and the superadmin make alike, each for themselves. */
const calls = {
  signIn: {
    method: 'POST',
    summary: 'Completes a sign-in with the second factor and sets the session cookie',
    body: Proof,
    message: LOGGED_IN,
  },
  signInPasskey: {
    method: 'POST',
    summary: 'What a passkey is to sign to complete a sign-in',
    data: PasskeyRequest,
    message: 'OK',
  },
  get: { method: 'GET', summary: 'The own second factors, and where one is signed in', data: Security },
  confirm: {
    method: 'POST',
    summary: 'Confirms the session with a second factor, for calls that need a fresh one',
    isSecret: true,
    body: z.object({ proof: Proof }),
    message: 'Confirmed successfully',
  },
  passkey: {
    method: 'POST',
    summary: 'What a passkey is to sign to confirm the session or a change',
    isSecret: true,
    data: PasskeyRequest,
    message: 'OK',
  },
  fresh: {
    method: 'GET',
    summary: 'Answers who has given a second factor in the last five minutes, or has none: before a download',
    data: z.null(),
  },
  startTotp: {
    method: 'POST',
    summary:
      'The key of a new authenticator app; it counts once `addTotp` has seen a code of it. Takes a second factor, or ' +
      'the password of whoever has none',
    body: proved,
    isSecret: true,
    data: z.object({ secret: z.string(), uri: z.string() }),
    message: 'OK',
  },
  addTotp: {
    method: 'POST',
    summary:
      'Adds the authenticator app in place of an earlier one; with the first factor, all other sessions end',
    body: z.object({ code: appCode }),
    isSecret: true,
    data: RecoveryCodes,
    message: 'Authenticator app added successfully',
  },
  startPasskey: {
    method: 'POST',
    summary:
      'What the browser makes a passkey from. Takes a second factor, or the password of whoever has none',
    body: proved,
    isSecret: true,
    data: PasskeyCreation,
    message: 'OK',
  },
  addPasskey: {
    method: 'POST',
    summary: 'Adds a passkey; with the first factor, all other sessions end',
    body: z.object({ name: required('Name is required', 60), passkey: NewPasskey }),
    isSecret: true,
    data: RecoveryCodes,
    message: 'Passkey added successfully',
  },
  removeFactor: {
    method: 'POST',
    summary: 'Removes a second factor; with the last one the recovery codes go, too',
    body: z.object({ factorId: id, proof: Proof }),
    isSecret: true,
    message: 'Second factor removed successfully',
  },
  newRecoveryCodes: {
    method: 'POST',
    summary: 'Ten new recovery codes; the earlier ones count no more',
    body: z.object({ proof: Proof }),
    isSecret: true,
    data: RecoveryCodes,
    message: 'New recovery codes made successfully',
  },
  signOut: {
    method: 'DELETE',
    summary: 'Ends another session of one’s own',
    params: byId,
    message: 'Logged out successfully',
  },
  signOutOthers: {
    method: 'POST',
    summary: 'Ends all other sessions of one’s own',
    message: 'Logged out everywhere else successfully',
  },
} as const

const asStaff = { access: 'staff', can: 'everybody' } as const
const toEnrol = { ...asStaff, beforeEnrolment: true } as const
const asSuperadmin = { access: 'superadmin' } as const

export const staffSecurity = {
  signIn: write({ ...calls.signIn, access: 'public', path: '/staff/login/second', data: StaffProfile }),
  signInPasskey: write({ ...calls.signInPasskey, access: 'public', path: '/staff/login/second/passkey' }),
  get: read({ ...calls.get, ...toEnrol, path: '/staff/security/get' }),
  confirm: write({ ...calls.confirm, ...asStaff, path: '/staff/security/confirm' }),
  passkey: write({ ...calls.passkey, ...asStaff, path: '/staff/security/passkey' }),
  fresh: read({ ...calls.fresh, ...asStaff, fresh: true, path: '/staff/security/fresh' }),
  startTotp: write({ ...calls.startTotp, ...toEnrol, path: '/staff/security/totp/start' }),
  addTotp: write({ ...calls.addTotp, ...toEnrol, path: '/staff/security/totp/add' }),
  startPasskey: write({ ...calls.startPasskey, ...toEnrol, path: '/staff/security/passkey/start' }),
  addPasskey: write({ ...calls.addPasskey, ...toEnrol, path: '/staff/security/passkey/add' }),
  removeFactor: write({ ...calls.removeFactor, ...asStaff, path: '/staff/security/factor/remove' }),
  newRecoveryCodes: write({ ...calls.newRecoveryCodes, ...asStaff, path: '/staff/security/recovery/new' }),
  signOut: write({ ...calls.signOut, ...asStaff, path: '/staff/security/session/end/:id' }),
  signOutOthers: write({ ...calls.signOutOthers, ...asStaff, path: '/staff/security/session/end-others' }),
}

export const superadminSecurity = {
  signIn: write({ ...calls.signIn, access: 'public', path: '/superadmin/login/second', data: Superadmin }),
  signInPasskey: write({
    ...calls.signInPasskey,
    access: 'public',
    path: '/superadmin/login/second/passkey',
  }),
  get: read({ ...calls.get, ...asSuperadmin, path: '/superadmin/security/get' }),
  confirm: write({ ...calls.confirm, ...asSuperadmin, path: '/superadmin/security/confirm' }),
  passkey: write({ ...calls.passkey, ...asSuperadmin, path: '/superadmin/security/passkey' }),
  startTotp: write({ ...calls.startTotp, ...asSuperadmin, path: '/superadmin/security/totp/start' }),
  addTotp: write({ ...calls.addTotp, ...asSuperadmin, path: '/superadmin/security/totp/add' }),
  startPasskey: write({ ...calls.startPasskey, ...asSuperadmin, path: '/superadmin/security/passkey/start' }),
  addPasskey: write({ ...calls.addPasskey, ...asSuperadmin, path: '/superadmin/security/passkey/add' }),
  removeFactor: write({ ...calls.removeFactor, ...asSuperadmin, path: '/superadmin/security/factor/remove' }),
  newRecoveryCodes: write({
    ...calls.newRecoveryCodes,
    ...asSuperadmin,
    path: '/superadmin/security/recovery/new',
  }),
  signOut: write({ ...calls.signOut, ...asSuperadmin, path: '/superadmin/security/session/end/:id' }),
  signOutOthers: write({
    ...calls.signOutOthers,
    ...asSuperadmin,
    path: '/superadmin/security/session/end-others',
  }),
}
