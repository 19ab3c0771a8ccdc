import { api } from '@kirana/contract'
import { desc } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditRows } from '../tables/journal.ts'
import { testApp, type TestApp } from '../testing/app.ts'
import { factories } from '../testing/factories.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
beforeEach(() => t.database.reset())
afterAll(() => t.close())

const newest = async () => {
  const [row] = await t.db.select().from(auditRows).orderBy(desc(auditRows.id)).limit(1)
  return row
}

test('records who changed an order status, when, and from what to what', async () => {
  const order = await factories(t).anOrder()
  const asha = await t.signIn.staff()
  await t.call(
    api.orders.changeStatus,
    { params: { orderId: order._id, status: 'Delivered' }, query: {} },
    asha,
  )
  expect(await newest()).toMatchObject({
    role: 'staff',
    personId: asha.id,
    person: 'Asha',
    call: 'orders.changeStatus',
    object: order._id,
    at: t.context.now(),
    before: { status: 'confirmed', paymentStatus: 'due' },
    after: { status: 'delivered', paymentStatus: 'paid' },
  })
})

test('records who signed in, and never a password', async () => {
  const asha = await t.signIn.staff()
  await t.call(api.staff.login, { body: { username: 'asha', password: 'Right@123' } })
  expect(await newest()).toMatchObject({ role: 'staff', personId: asha.id, call: 'staff.login' })
  const owner = await t.signIn.superadmin()
  const body = { name: 'Ravi', email: '', username: 'ravi', password: 'Secret@123' }
  await t.call(api.staff.add, { body }, owner)
  expect(await newest()).toMatchObject({ role: 'superadmin', call: 'staff.add', after: { username: 'ravi' } })
  expect(JSON.stringify(await t.db.select().from(auditRows))).not.toMatch(/Right@123|Secret@123|argon2/)
})

test('records nothing for a rejected call', async () => {
  const asha = await t.signIn.staff()
  const nobody = '00000000-0000-7000-8000-000000000000'
  const sent = { params: { orderId: nobody, status: 'Delivered' as const }, query: {} }
  expect((await t.call(api.orders.changeStatus, sent, asha)).status).toBe(404)
  expect(await newest()).toBeUndefined()
})
