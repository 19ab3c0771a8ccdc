import { afterAll, expect, test } from 'vitest'
import { clean } from './housekeeping.ts'
import { sessions } from './tables/people.ts'
import { testApp } from './testing/app.ts'

const t = await testApp()
afterAll(t.close)

test('one process at a time cleans up; the next goes on when it is done, or gone', async () => {
  await t.signIn.staff()
  t.clock.pass(13 * 60)
  const another = await t.database.hold('kirana_housekeeping')
  expect(another).not.toBeNull()
  expect(await clean(t.kit)).toBe(false)
  expect(await t.db.$count(sessions)).toBe(1)
  await another?.release()
  expect(await clean(t.kit)).toBe(true)
  expect(await t.db.$count(sessions)).toBe(0)
  expect(await clean(t.kit)).toBe(true)
})
