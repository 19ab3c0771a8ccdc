import type { Stored } from '@kirana/domain/changes'
import { counted } from '@kirana/domain/count'
import * as f from './fields.ts'
import { adds, crud, does, edits, says, type Template } from './sentence.ts'
import { amount, text } from './values.ts'

/** 'signed in with Chrome on Windows, a new device'. */
const signsIn = (label: string, how = '') =>
  says(label, ({ after: { browser, isNewDevice } }) => [
    `signed in${how}${browser ? ` with ${text(browser)}` : ''}${isNewDevice ? ', a new device' : ''}`,
  ])

const factor = ({ kind, name }: Stored) =>
  kind === 'passkey' ? `the passkey ${text(name)}` : 'an authenticator app'
const addsFactor = (label: string) => says(label, ({ after }) => [`added ${factor(after)} as second factor`])

/** The calls that both staff and the superadmin can make. */
const security = (who = '') => ({
  signIn: signsIn(`Signed in with a second factor${who}`, ' by a second factor'),
  signInPasskey: does(`Asked for a passkey to sign in${who}`, 'asked for a passkey'),
  confirm: does(`Confirmed with a second factor${who}`, 'confirmed with a second factor'),
  passkey: does(`Asked for a passkey to confirm${who}`, 'asked for a passkey to confirm'),
  startTotp: does(`Started to set up an app${who}`, 'started to set up an authenticator app'),
  startPasskey: does(`Started to set up a passkey${who}`, 'started to set up a passkey'),
  addTotp: addsFactor(`Added an authenticator app${who}`),
  addPasskey: addsFactor(`Added a passkey${who}`),
  removeFactor: says(`Removed a second factor${who}`, ({ before }) => [
    `removed ${factor(before)} as second factor`,
  ]),
  newRecoveryCodes: does(`Made new recovery codes${who}`, 'made new recovery codes'),
  signOut: does(`Signed out another device${who}`, 'signed out another device'),
  signOutOthers: does(`Signed out everywhere else${who}`, 'signed out everywhere else'),
})

/** Accounts of staff and the superadmin, settings of the store, and releases of the app. */
export const office = {
  staffSecurity: security(),
  superadminSecurity: security(' as superadmin'),
  superadmin: {
    login: signsIn('Signed in as superadmin'),
    changePassword: does('Changed the superadmin’s password', 'changed the password'),
    logout: does('Signed out as superadmin', 'signed out'),
    reset: does('Reset the superadmin’s password', 'reset the superadmin’s password'),
    afterRestore: says('Resumed after a restore of the database', ({ after }) => [
      `resumed after a restore of the database: invoices and credit notes have the series ${text(after.series)}`,
    ]),
  },
  staff: {
    login: signsIn('Signed in'),
    changePassword: does('Changed their password', 'changed their password'),
    logout: does('Signed out', 'signed out'),
    add: adds('staff', f.staffFields),
    edit: edits('staff', f.staffFields),
    resetPassword: does('Set a password for a staff member', 'set a new password for', 'staff'),
    resetSecondFactor: does(
      'Reset the second factor of a staff member',
      'reset the second factor of',
      'staff',
    ),
  },
  roles: crud('role', f.roleFields),
  company: { edit: edits('company', f.companyFields, 'Changed the company settings') },
  opening: {
    editHours: edits('opening', f.openingFields, 'Changed the opening hours'),
    close: says('Closed or reopened the store', ({ before, after: { isClosed, closedUntil } }) => {
      if (before.isClosed === isClosed && before.closedUntil === closedUntil) return null
      const until = closedUntil === 'Until reopened' ? '' : ` until ${text(closedUntil)}`
      return [isClosed ? `closed the store${until}` : 'reopened the store']
    }),
    setBusy: says('Changed the delivery estimate', ({ before, after }) => {
      const minutes = amount(after.busyMinutes)
      if (minutes === amount(before.busyMinutes)) return null
      return minutes > 0
        ? [`added ${counted(minutes, 'minute')} to the delivery estimate`]
        : ['ended the longer delivery estimate']
    }),
  },
  setup: {
    hideForStaff: does('Put the checklist away', 'put the checklist away for all staff'),
    hideForSuperadmin: does('Put the superadmin’s checklist away', 'put the checklist away'),
  },
  releases: crud('release', f.releaseFields, 'versionName'),
  codes: { test: says('Sent a test code', ({ after }) => [`sent a test code to ${text(after.phone)}`]) },
} satisfies Record<string, Record<string, Template>>
