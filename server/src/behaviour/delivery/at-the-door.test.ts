import { asc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { drops } from '../../tables/riders.ts'
import { interleave } from '../../testing/races/interleave.ts'
import { aBag, aRider, dispatcherOf } from '../../testing/riders.ts'
import { staffApp } from '../../testing/staff-app.ts'
import { findInvariantViolations } from '../../testing/violations.ts'

const setting = await staffApp()
const { t, make, staff } = setting
const desk = dispatcherOf(t, staff)

/** A bag of ₹160 on the road; `bag` packs another one. */
async function onTheRoad() {
  const rice = await make.aProduct({ variants: [{ sellingPrice: 16_000 }] })
  const bag = () => aBag(setting, { items: [rice.item()] })
  const order = await bag()
  const rider = await aRider(t)
  await desk.assign(rider.id, order._id)
  await rider.start(order._id)
  return { order, rider, bag }
}

const theirs = async (riderId: string) => (await desk.book()).riders.find(({ _id }) => _id === riderId)
const healthy = async () => expect(await findInvariantViolations(t.db)).toEqual([])

test('a count is stale if the rider has delivered since their cash was read', async () => {
  const { rider, order, bag } = await onTheRoad()
  const next = await bag()
  await desk.assign(rider.id, next._id)
  await rider.deliver({ orderId: order._id })
  const [delivered, count] = await interleave(
    t,
    () => rider.deliver({ orderId: next._id }),
    () => desk.count(rider.id, 160, { 100: 1, 50: 1, 10: 1 }),
  )
  expect(delivered.status).toBe(200)
  expect(count).toMatchObject({
    status: 409,
    code: 'stale',
    message: 'There should be ₹320.00 by now, not ₹160.00. Please count again',
  })
  expect(await theirs(rider.id)).toMatchObject({ inHand: 320, deposited: 0 })
  await healthy()
})

test('a count names Indian notes and coins, and whole pieces of them', async () => {
  const { order, rider } = await onTheRoad()
  await rider.deliver({ orderId: order._id })
  const refused: Record<string, number>[] = [{ 7: 1 }, { 2000: 1 }, { 0.25: 1 }, { 100: 1.5 }, { 100: -1 }]
  for (const counted of refused) expect((await desk.count(rider.id, 160, counted)).status).toBe(400)
  const { data } = await desk.count(rider.id, 160, { 100: 1, 50: 1, 5: 1, 2: 1, 1: 2, 0.5: 2 })
  expect(data).toEqual({ expected: 160, counted: 160, difference: 0 })
  await healthy()
})

test('a delivery records how the order was paid, and only an order that is due can be paid', async () => {
  const { order, rider } = await onTheRoad()
  const paid = await aBag(setting, {
    customer: await make.aCustomer({ money: 50_000 }),
    payment: 'wallet',
  })
  await desk.assign(rider.id, paid._id)
  const deliver = async (orderId: string, more: Omit<Parameters<typeof rider.deliver>[0], 'orderId'>) => {
    const { status, code } = await rider.deliver({ orderId, ...more })
    return [status, code]
  }
  expect(await deliver(order._id, { paidBy: 'none' })).toEqual([422, 'unpaid'])
  expect(await deliver(order._id, { received: 159.99 })).toEqual([422, 'too-little'])
  expect(await deliver(paid._id, { paidBy: 'cash' })).toEqual([422, 'paid'])
  expect(await deliver(paid._id, { paidBy: 'none', received: 60 })).toEqual([422, 'paid'])
  expect(await theirs(rider.id)).toMatchObject({ collected: 0 })
  expect((await rider.deliver({ orderId: paid._id, paidBy: 'none' })).status).toBe(200)
  expect((await rider.deliver({ orderId: order._id, received: 160 })).status).toBe(200)
  expect(await theirs(rider.id)).toMatchObject({ collected: 160 })
  await healthy()
})

test('cash that a customer leaves for the wallet is cash in hand and counts towards the limit from the delivery on', async () => {
  const rice = await make.aProduct({ variants: [{ sellingPrice: 20_000 }] })
  const bag = () => aBag(setting, { items: [rice.item()] })
  const [first, second] = [await bag(), await bag()]
  const rider = await aRider(t, { cashLimit: 40_000 })
  await desk.assign(rider.id, first._id)
  await rider.deliver({ orderId: first._id, received: 200.5, toWallet: true })
  const { data } = await desk.assign(rider.id, second._id)
  expect(data.results[0]?.message).toBe(
    'Kiran has ₹200.50 in hand and ₹0.00 to collect: with ₹200.00 it is more than the limit of ₹400.00',
  )
})

test('the next day a rider sees only the open drops', async () => {
  const [done, open] = [await aBag(setting), await aBag(setting)]
  const rider = await aRider(t)
  await desk.assign(rider.id, done._id, open._id)
  await rider.deliver({ orderId: done._id })
  const numbers = async () => (await rider.me()).drops.map(({ order_id }) => order_id)
  // 13:00 in Kolkata; the session lasts until 1:00.
  t.clock.pass(10 * 60 + 59)
  expect(await numbers()).toEqual([done.order_id, open.order_id])
  t.clock.pass(2)
  expect(await numbers()).toEqual([open.order_id])
})

test('a drop names who ended it: the rider, or staff who set the status or took the bag back', async () => {
  const { order, rider, bag } = await onTheRoad()
  const [set, back] = [await bag(), await bag()]
  await desk.assign(rider.id, set._id, back._id)
  await rider.deliver({ orderId: order._id })
  await desk.set(set._id, 'Delivered')
  await desk.takeBack(back._id)
  const ended = await t.db.select().from(drops).orderBy(asc(drops.id))
  expect(ended.map(({ state, endedBy }) => [state, endedBy])).toEqual([
    ['delivered', 'Kiran (rider)'],
    ['delivered', 'Asha (staff)'],
    ['returned', 'Asha (staff)'],
  ])
})
