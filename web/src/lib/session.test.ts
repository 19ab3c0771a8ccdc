import { expect, test } from 'vitest'
import { sessionOf, signedIn, signedOut } from './session.ts'

test('tracks the session of each role separately, unknown at first', () => {
  expect(sessionOf('staff')).toEqual({ isIn: 'unknown', person: null })
  signedIn('staff', { _id: 's1', username: 'staff' })
  expect(sessionOf('staff')).toEqual({ isIn: true, person: { _id: 's1', username: 'staff' } })
  expect(sessionOf('superadmin').isIn).toBe('unknown')
  signedOut('staff')
  expect(sessionOf('staff')).toEqual({ isIn: false, person: null })
})
