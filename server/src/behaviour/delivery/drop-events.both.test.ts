import type { Permission } from '@kirana/domain/permissions'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { staff as people, staffRoles } from '../../tables/people.ts'
import { aBag, aRider, dispatcherOf } from '../../testing/riders.ts'
import { staffApp } from '../../testing/staff-app.ts'
import { openStreams } from '../../testing/streams.ts'

const setting = await staffApp()
const { t, staff } = setting
const desk = dispatcherOf(t, staff)
const streams = openStreams(await t.app.listen({ host: '127.0.0.1', port: 0 }))
afterEach(() => streams.close())

/** The stream of a new staff member with this one permission; `received` gives type and subject of each event. */
async function listening(permission: Permission) {
  const as = await t.signIn.staff(permission)
  const [role] = await t.db
    .insert(staffRoles)
    .values({ name: permission, permissions: [permission] })
    .returning()
  await t.db
    .update(people)
    .set({ roleId: role?.id ?? '' })
    .where(eq(people.id, as.id))
  const stream = await streams.listen(as.headers)
  await expect.poll(() => stream.received.length).toBe(1)
  return () => stream.received.slice(1).map(({ data }) => data)
}

test('dispatchers get changes of drops, staff who see payments get movements of cash, both as ids alone', async () => {
  const bag = await aBag(setting)
  const rider = await aRider(t)
  const [dispatch, payments, orders] = [
    await listening('dispatch'),
    await listening('payments'),
    await listening('orders.read'),
  ]
  const dropChanged = { type: 'drop.changed', row: { _id: bag._id } }
  await desk.assign(rider.id, bag._id)
  await rider.start(bag._id)
  await rider.deliver({ orderId: bag._id })
  await desk.count(rider.id, bag.totalPrice, { 50: 1, 10: 1 })
  // The last event of all.
  const last = await aBag(setting)
  const ofCash = [
    { type: 'cash.changed', row: { _id: bag._id } },
    { type: 'cash.changed', row: { _id: rider.id } },
  ]
  await expect.poll(payments).toEqual(ofCash)
  await expect
    .poll(() => new Set(orders().map(({ row }) => ('_id' in row ? row._id : ''))))
    .toContain(last._id)
  expect(new Set(orders().map(({ type }) => type))).toEqual(new Set(['order.created', 'order.changed']))
  expect(new Set(dispatch().map((event) => JSON.stringify(event)))).toEqual(
    new Set([JSON.stringify(dropChanged)]),
  )
  expect(dispatch().length).toBeGreaterThanOrEqual(3)
})
