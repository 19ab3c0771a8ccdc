import { expect, test } from 'vitest'
import { queryClient } from '#/lib/query-client.ts'
import { confirmPerson, stepUp } from '#/lib/step-up.ts'
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

test('removes loaded data, but not the session', () => {
  signedIn('superadmin', person)
  queryClient.setQueryData(['/api/v1/orders'], ['order'])
  forgetData()
  expect(queryClient.getQueryData(['/api/v1/orders'])).toBeUndefined()
  expect(sessionOf('superadmin')).toEqual(person)
})

test('a call that waits for one user’s second factor is not made by the next user', async () => {
  signedIn('staff', person)
  const ofSameWithMore = confirmPerson()
  signedIn('staff', { ...person, name: 'Asha' })
  stepUp.get()?.answer(true)
  expect(await ofSameWithMore).toBe(true)
  for (const leave of [() => signedOut('staff'), () => signedIn('staff', { _id: 's2', username: 'ravi' })]) {
    signedIn('staff', person)
    const waiting = confirmPerson()
    leave()
    expect(stepUp.get()).toBeNull()
    expect(await waiting).toBe(false)
  }
})
