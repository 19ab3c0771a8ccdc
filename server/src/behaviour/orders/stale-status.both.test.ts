import { api } from '@kirana/contract'
import type { DeliveryStatusName } from '@kirana/contract/wire/shapes'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Credentials, withHeaders } from '../../testing/app.ts'
import { raceOnLock } from '../../testing/races/race-on-lock.ts'
import { staffApp } from '../../testing/staff-app.ts'

const { t, make, staff, signInStaff } = await staffApp()

const change = (orderId: string, status: DeliveryStatusName, from: DeliveryStatusName) =>
  t.call(api.orders.changeStatus, { params: { orderId, status }, query: { from } }, staff)
const changes = async (orderId: string) =>
  (await t.call(api.orders.get, { params: { orderId } }, staff)).data[0]?.history.map(({ to }) => to)

test('of two packers who saw Confirmed, the second gets an error with the name and time of the first', async () => {
  const { _id: id } = await make.anOrder()
  t.clock.set('2026-11-21T13:16:00+05:30')
  expect((await change(id, 'Prepeared', 'Confirmed')).status).toBe(200)
  t.clock.pass(1)
  const message = 'Asha (staff) set this order to Prepeared at 1:16 pm'
  const stale = { status: 409, code: 'stale', message }
  expect(await change(id, 'Prepeared', 'Confirmed')).toMatchObject(stale)
  expect(await change(id, 'Confirmed', 'Dispatched')).toMatchObject(stale)
  expect(await t.statements(() => change(id, 'Prepeared', 'Confirmed'))).toHaveLength(1 + 5)
  expect((await change(id, 'Prepeared', 'Prepeared')).status).toBe(200)
  t.clock.set('2026-11-22T09:00:00+05:30')
  await signInStaff()
  const nextDay = await change(id, 'Prepeared', 'Confirmed')
  expect(nextDay.message).toBe('Asha (staff) set this order to Prepeared on 21 Nov 2026 at 1:16 pm')
  expect(await changes(id)).toEqual(['Confirmed', 'Prepeared'])
})

test('a request sent again after a lost answer gets the answer of the first', async () => {
  const { _id: id } = await make.anOrder()
  const tap = withHeaders(staff, { 'idempotency-key': 'tap' })
  const prepare = (as: Pick<Credentials, 'headers'>) =>
    t.call(
      api.orders.changeStatus,
      { params: { orderId: id, status: 'Prepeared' }, query: { from: 'Confirmed' } },
      as,
    )
  const [first, again] = [await prepare(tap), await prepare(tap)]
  expect(again).toMatchObject({ status: 200, message: first.message })
  expect((await prepare(withHeaders(staff, { 'idempotency-key': 'another tap' }))).status).toBe(409)
  expect(await changes(id)).toEqual(['Confirmed', 'Prepeared'])
})

test('of two packers who act at the same time, the second gets the error, too', async () => {
  const { _id: id } = await make.anOrder()
  const pack = () => change(id, 'Prepeared', 'Confirmed')
  const both = await raceOnLock(t, sql`SELECT 1 FROM orders WHERE id = ${id} FOR UPDATE`, [pack, pack])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)?.message).toMatch(/^Asha \(staff\) set this order to /)
  expect(await changes(id)).toEqual(['Confirmed', 'Prepeared'])
})

test('the error says that the customer has canceled the order', async () => {
  const customer = await make.aCustomer({ fullName: 'Ravi' })
  const { _id: id } = await make.anOrder({ customer })
  t.clock.pass(2)
  await t.call(api.storeOrders.cancel, { params: { id } }, customer)
  for (const status of ['Canceled', 'Prepeared'] as const)
    expect(await change(id, status, 'Confirmed')).toMatchObject({
      status: 409,
      message: 'Ravi (customer) set this order to Canceled at 1:02 pm',
    })
})
