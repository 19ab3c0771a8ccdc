import { api } from '@kirana/contract'
import { PERSON_HEADER } from '@kirana/contract/wire/request'
import { expect, test } from 'vitest'
import { withHeaders } from '../../testing/app.ts'
import { aBag, aRider, dispatcherOf } from '../../testing/riders.ts'
import { staffApp } from '../../testing/staff-app.ts'

const setting = await staffApp()
const { t, make, staff } = setting
const desk = dispatcherOf(t, staff)

type As = Parameters<typeof withHeaders>[0]
/** The caller with the id of the person who made the call. */
const madeBy = (id: string, as: As) => withHeaders(as, { [PERSON_HEADER]: id })
const refused = { status: 401, code: 'other-person', message: 'Another person is logged in' }

test('a rider’s action is not made with the session of another rider, and can be sent again', async () => {
  const bag = await aBag(setting)
  const [rider, other] = [await aRider(t), await aRider(t, { name: 'Nisha' })]
  await desk.assign(rider.id, bag._id)
  await rider.start(bag._id)
  const body = { orderId: bag._id, actionId: 'once', paidBy: 'cash' as const }
  const deliver = (as: As) => t.call(api.rider.deliver, { body }, as)
  for (const id of [rider.id, '', 'x', staff.id])
    expect(await deliver(madeBy(id, other.as))).toMatchObject(refused)
  expect((await rider.me()).drops).toMatchObject([{ state: 'on the road' }])
  expect((await deliver(madeBy(rider.id, rider.as))).status).toBe(200)
  // Phones of earlier releases do not send the header.
  expect((await deliver(rider.as)).status).toBe(200)
  expect((await rider.me()).drops).toMatchObject([{ state: 'delivered' }])
})

test('a change of staff is not made with the session of another member of staff', async () => {
  const order = await make.anOrder()
  const ravi = await t.signIn.staff('ravi')
  const pack = (as: As) =>
    t.call(api.orders.changeStatus, { params: { orderId: order._id, status: 'Prepeared' }, query: {} }, as)
  const keyed = (as: As) => withHeaders(as, { 'idempotency-key': 'pack' })
  expect(await pack(keyed(madeBy(staff.id, ravi)))).toMatchObject(refused)
  expect((await pack(keyed(madeBy(staff.id, staff)))).status).toBe(200)
  const [shown] = (await t.call(api.orders.get, { params: { orderId: order._id } }, staff)).data
  expect(shown?.history.at(-1)).toMatchObject({ to: 'Prepeared', by: 'Asha (staff)' })
})

test('of two sessions of a browser, the one of the named person makes the call', async () => {
  const superadmin = await t.signIn.superadmin()
  const both = { headers: { cookie: `${staff.headers['cookie']}; ${superadmin.headers['cookie']}` } }
  const rules = (as: As) => t.call(api.approvals.rules, { query: {} }, as)
  for (const { id } of [staff, superadmin]) expect((await rules(madeBy(id, both))).status).toBe(200)
  expect(await rules(madeBy((await aRider(t)).id, both))).toMatchObject(refused)
  expect(await rules(madeBy(superadmin.id, staff))).toMatchObject(refused)
  expect((await rules(both)).status).toBe(200)
})
