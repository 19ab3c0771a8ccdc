import { expect, test } from 'vitest'
import { confirmPerson, stepUp } from './step-up.ts'

test('asks once for all waiting calls, and again the next time', async () => {
  const both = [confirmPerson(), confirmPerson()]
  stepUp.get()?.answer(true)
  expect(await Promise.all(both)).toEqual([true, true])
  expect(stepUp.get()).toBeNull()
  const third = confirmPerson()
  stepUp.get()?.answer(false)
  expect(await third).toBe(false)
})

test('asks for one account after the other', async () => {
  const [staffs, owners] = [confirmPerson(), confirmPerson('superadmin')]
  expect(stepUp.get()?.role).toBeUndefined()
  stepUp.get()?.answer(false)
  expect(await staffs).toBe(false)
  await expect.poll(() => stepUp.get()?.role).toBe('superadmin')
  stepUp.get()?.answer(true)
  expect(await owners).toBe(true)
})
