import { expect, test } from 'vitest'
import { confirmPerson, stepUp } from './step-up.ts'

test('asks once for all that wait, and again the next time', async () => {
  const both = [confirmPerson(), confirmPerson()]
  stepUp.get()?.answer(true)
  expect(await Promise.all(both)).toEqual([true, true])
  expect(stepUp.get()).toBeNull()
  const third = confirmPerson()
  stepUp.get()?.answer(false)
  expect(await third).toBe(false)
})
