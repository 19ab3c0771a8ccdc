import { api } from '@kirana/contract'
import type { Sent } from '@kirana/contract/wire/route'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { company } from '../../tables/company.ts'
import { liveEvents } from '../../tables/journal.ts'
import { type Credentials, testApp } from '../../testing/app.ts'

const t = await testApp()
afterAll(t.close)
let as: Credentials
beforeEach(async () => {
  await t.database.reset()
  as = await t.signIn.superadmin()
})

type Body = Sent<typeof api.company.edit>['body']
const edit = (body: Body) => t.call(api.company.edit, { body }, as)

test('an order cannot be late before it is getting late, whichever of the two is sent', async () => {
  for (const body of [
    { gettingLateMinutes: 9 },
    { lateMinutes: 3 },
    { gettingLateMinutes: 20, lateMinutes: 19 },
  ])
    expect(await edit(body)).toMatchObject({
      status: 400,
      message: 'An order cannot be late before it is getting late',
    })
  await expect(t.db.update(company).set({ lateMinutes: 3 })).rejects.toThrow()
  expect((await t.call(api.company.get, {}, as)).data).toMatchObject({
    gettingLateMinutes: 4,
    lateMinutes: 8,
  })
})

test('staff are notified when orders are late, and an event of each change is published', async () => {
  const asha = await t.signIn.staff()
  const lateTimes = async () => (await t.call(api.staff.get, {}, asha)).data.lateTimes
  const published = () => t.db.$count(liveEvents)
  expect(await lateTimes()).toEqual({ gettingLateMinutes: 4, lateMinutes: 8 })
  // With the session and the audit row.
  expect(await t.statements(() => edit({ gettingLateMinutes: 5, lateMinutes: 15 }))).toHaveLength(2 + 2)
  expect(await lateTimes()).toEqual({ gettingLateMinutes: 5, lateMinutes: 15 })
  expect(await published()).toBe(1)
  await edit({ lateMinutes: 15, deliveryTime: '10 minutes', contact: '+91 98000 00000' })
  expect(await published()).toBe(1)
  await edit({ deliveryTime: '20 minutes' })
  expect(await published()).toBe(2)
})
