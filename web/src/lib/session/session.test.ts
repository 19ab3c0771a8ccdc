import { expect, test } from 'vitest'
import { queryClient } from '#/lib/query-client.ts'
import { forgetData, sessionOf, signedIn, signedOut } from './session.ts'

const person = { _id: 's1', username: 'staff' }

test('tracks the session of each role separately, unknown at first', () => {
  expect(sessionOf('staff')).toBeUndefined()
  signedIn('staff', person)
  expect(sessionOf('staff')).toEqual(person)
  expect(sessionOf('superadmin')).toBeUndefined()
  signedOut('staff')
  expect(sessionOf('staff')).toBeNull()
})

test('forgets what was loaded, but not who is signed in', () => {
  signedIn('superadmin', person)
  queryClient.setQueryData(['/api/v1/orders'], ['order'])
  forgetData()
  expect(queryClient.getQueryData(['/api/v1/orders'])).toBeUndefined()
  expect(sessionOf('superadmin')).toEqual(person)
})
