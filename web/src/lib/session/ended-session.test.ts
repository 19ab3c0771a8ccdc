import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endedSession, ownPath, sessionEnded, takeReturnPath } from './ended-session.ts'
import { loggedOut, sessionOf, signedIn, type SessionRole } from './session.ts'

const at = (path: string) => vi.stubGlobal('location', new URL(path, 'https://store.example'))
beforeEach(() => at('/admin/orders/new?view=board'))
afterEach(() => vi.unstubAllGlobals())

test.each<[SessionRole, string, string | null]>([
  ['staff', '/admin/orders/new?view=board&page=2', '/admin/orders/new?view=board&page=2'],
  ['superadmin', '/superadmin/staff', '/superadmin/staff'],
  ['staff', '/admin/signin', null],
  ['staff', '/superadmin/staff', null],
  ['staff', '/legal', null],
  ['staff', '/administrator', null],
  ['staff', '//evil.example/admin/orders', null],
  ['staff', 'https://evil.example/admin/orders', null],
  ['staff', '/admin/../legal', null],
  ['staff', String.raw`\\evil.example/admin/orders`, null],
  ['staff', 'javascript:alert(1)', null],
])('after signing in as %s, %s is %s', (role, path, expected) => {
  expect(ownPath(role, path)).toBe(expected)
})

test('an ended session is reported with its screen until the user signs in again', () => {
  signedIn('staff', { _id: 's1', username: 'asha' })
  sessionEnded('staff')
  expect(sessionOf('staff')).toBeNull()
  // A second call fails after the redirect to the start.
  at('/')
  sessionEnded('staff')
  expect(endedSession.get()).toEqual({ role: 'staff', path: '/admin/orders/new?view=board' })
  expect(takeReturnPath('superadmin', '/superadmin/dashboard')).toBe('/superadmin/dashboard')
  expect(takeReturnPath('staff', '/admin/dashboard')).toBe('/admin/orders/new?view=board')
  expect(takeReturnPath('staff', '/admin/dashboard')).toBe('/admin/dashboard')
})

test('neither Logout nor a first visit is an ended session', () => {
  signedIn('staff', { _id: 's1', username: 'asha' })
  loggedOut('staff')
  sessionEnded('staff')
  expect(endedSession.get()).toBeNull()
})
