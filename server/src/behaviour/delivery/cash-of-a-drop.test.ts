import { api } from '@kirana/contract'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { interleave } from '../../testing/races/interleave.ts'
import { aBag, aRider, dispatcherOf } from '../../testing/riders.ts'
import { staffApp } from '../../testing/staff-app.ts'
import { findInvariantViolations } from '../../testing/violations.ts'

const setting = await staffApp()
const { t, make, staff } = setting
const desk = dispatcherOf(t, staff)
const superadmin = () => t.signIn.superadmin()

/** A bag of `pieces` at ₹160 on the road. */
async function onTheRoad(pieces = 1) {
  const rice = await make.aProduct({ variants: [{ sellingPrice: 16_000 }] })
  const order = await aBag(setting, { items: [rice.item(pieces)] })
  const rider = await aRider(t)
  await desk.assign(rider.id, order._id)
  await rider.start(order._id)
  return { order, rider }
}

const theirs = async (riderId: string) => (await desk.book()).riders.find(({ _id }) => _id === riderId)
const healthy = async () => expect(await findInvariantViolations(t.db)).toEqual([])

test('a bag goes from the shelf to counted cash', async () => {
  const order = await aBag(setting)
  const rider = await aRider(t)
  expect((await desk.get()).bags).toMatchObject([
    { _id: order._id, order_id: order.order_id, state: 'packed', rider: null, toCollect: order.totalPrice },
  ])
  expect((await desk.assign(rider.id, order._id)).data.results).toEqual([
    { _id: order._id, assigned: true, message: '' },
  ])
  expect(await rider.me()).toMatchObject({
    name: 'Kiran',
    cash: 0,
    drops: [{ _id: order._id, state: 'assigned', toCollect: order.totalPrice, name: 'Ravi Kumar' }],
  })
  await rider.start(order._id)
  expect((await desk.get()).bags).toMatchObject([{ state: 'on the road', rider: { _id: rider.id } }])
  expect((await rider.deliver({ orderId: order._id })).status).toBe(200)
  expect(await rider.me()).toMatchObject({
    cash: order.totalPrice,
    drops: [{ state: 'delivered', name: '', phone: '', address: '', toCollect: 0 }],
  })
  expect(await theirs(rider.id)).toMatchObject({ collected: order.totalPrice, inHand: order.totalPrice })
  const counted = { 50: 1, 10: Math.floor((order.totalPrice - 50) / 10) }
  expect((await desk.count(rider.id, order.totalPrice, counted)).data).toMatchObject({
    expected: order.totalPrice,
  })
  expect(await theirs(rider.id)).toMatchObject({ inHand: 0 })
  await healthy()
})

test('₹4,950 counted against ₹5,000 leave a shortage of ₹50, and the ledger sums to zero', async () => {
  const rice = await make.aProduct({ variants: [{ sellingPrice: 100_000 }] })
  const order = await aBag(setting, { items: [rice.item(5)] })
  const rider = await aRider(t)
  await desk.assign(rider.id, order._id)
  await rider.deliver({ orderId: order._id })
  const { data } = await desk.count(rider.id, 5_000, { 500: 9, 200: 2, 50: 1 })
  expect(data).toEqual({ expected: 5_000, counted: 4_950, difference: -50 })
  expect(await theirs(rider.id)).toMatchObject({
    collected: 5_000,
    deposited: 4_950,
    inHand: 0,
    shortage: 50,
  })
  expect((await desk.book()).store).toBe(4_950)
  const { rows } = await t.db.execute(sql`SELECT sum(amount)::int AS sum FROM ledger_entries
    WHERE account NOT LIKE '%:coins'`)
  expect(rows).toEqual([{ sum: 0 }])
  await healthy()
})

test('a count is refused if the expected amount has changed since', async () => {
  const { order, rider } = await onTheRoad()
  await rider.deliver({ orderId: order._id })
  expect((await desk.count(rider.id, 159, { 100: 1 })).status).toBe(409)
  const actionId = 'count 1'
  const first = await desk.count(rider.id, 160, { 100: 1, 50: 1, 10: 1 }, actionId)
  // The same action again, and another person who saw the same amount.
  expect((await desk.count(rider.id, 160, { 100: 1, 50: 1, 10: 1 }, actionId)).data).toEqual(first.data)
  expect((await desk.count(rider.id, 160, { 100: 1 }, actionId)).status).toBe(409)
  expect((await desk.count(rider.id, 160, { 100: 1, 50: 1, 10: 1 })).status).toBe(409)
  expect((await desk.book()).store).toBe(160)
  await healthy()
})

test('a surplus first repays an open shortage; the rest is recorded as a surplus', async () => {
  const { order, rider } = await onTheRoad(2)
  await rider.deliver({ orderId: order._id })
  await desk.count(rider.id, 320, { 100: 3 })
  await desk.count(rider.id, 0, { 10: 3 })
  expect(await theirs(rider.id)).toMatchObject({ shortage: 0, deposited: 320, surplus: 10 })
  expect((await desk.book()).store).toBe(320)
  await healthy()
})

test('two people count the same cash at the same time: one count is booked', async () => {
  const { order, rider } = await onTheRoad()
  await rider.deliver({ orderId: order._id })
  const count = () => desk.count(rider.id, 160, { 100: 1, 50: 1, 10: 1 })
  const answers = await interleave(t, count, count)
  expect(answers.map(({ status, code }) => [status, code])).toEqual([
    [200, undefined],
    [409, 'stale'],
  ])
  expect(await desk.book()).toMatchObject({ store: 160 })
  await healthy()
})

test('only the superadmin writes a shortage off, never more than is open', async () => {
  const { order, rider } = await onTheRoad()
  await rider.deliver({ orderId: order._id })
  await desk.count(rider.id, 160, { 100: 1 })
  const writeOff = async (amount: number, as = staff) =>
    t.call(
      api.cash.writeOff,
      { body: { riderId: rider.id, amount, reason: 'Torn note', actionId: `off ${amount}` } },
      as,
    )
  expect((await writeOff(60)).status).toBe(401)
  const owner = await superadmin()
  expect((await writeOff(61, owner)).status).toBe(422)
  expect((await writeOff(60, owner)).status).toBe(200)
  expect((await writeOff(60, owner)).status).toBe(200)
  expect(await theirs(rider.id)).toMatchObject({
    collected: 160,
    deposited: 100,
    shortage: 0,
    writtenOff: 60,
  })
  await healthy()
})

test('a correction reverses exactly its posting, wherever the cash is', async () => {
  const { order, rider } = await onTheRoad()
  await rider.deliver({ orderId: order._id })
  await desk.set(order._id, 'Confirmed')
  expect(await theirs(rider.id)).toMatchObject({ collected: 0, inHand: 0 })
  await healthy()
  await desk.set(order._id, 'Delivered')
  expect(await theirs(rider.id)).toMatchObject({ collected: 160, inHand: 160 })
  // Counted ₹10 short: the till pays the whole amount, the shortage stays.
  await desk.count(rider.id, 160, { 100: 1, 50: 1 })
  await desk.set(order._id, 'Confirmed')
  expect(await desk.book()).toMatchObject({ store: -10 })
  expect(await theirs(rider.id)).toMatchObject({ collected: 160, deposited: 150, shortage: 10 })
  await desk.set(order._id, 'Delivered')
  expect(await desk.book()).toMatchObject({ store: 150 })
  await healthy()
})

test('Delivered by staff puts the cash into the till; Canceled with collected cash leaves it there', async () => {
  const { order, rider } = await onTheRoad()
  await desk.set(order._id, 'Delivered')
  expect(await desk.book()).toMatchObject({ store: 160 })
  expect(await theirs(rider.id)).toMatchObject({ collected: 0 })
  expect((await rider.me()).drops).toMatchObject([{ state: 'delivered' }])
  await desk.set(order._id, 'Canceled', { cash: 'collected' })
  expect(await desk.book()).toMatchObject({ store: 160 })
  await healthy()
  // Reopened: the wallet pays, and the cash stays in the till.
  await desk.set(order._id, 'Delivered')
  expect(await desk.book()).toMatchObject({ store: 160 })
  await healthy()
})

test('if an order is canceled after its cash was counted, the till returns the cash', async () => {
  const { order, rider } = await onTheRoad()
  await rider.deliver({ orderId: order._id })
  await desk.count(rider.id, 160, { 100: 1, 50: 1, 10: 1 })
  await desk.set(order._id, 'Canceled')
  expect(await desk.book()).toMatchObject({ store: 0 })
  await healthy()
})

test('if its cash was brought to the bank, a canceled order leaves the till below zero until it has cash again', async () => {
  const { order, rider } = await onTheRoad()
  await rider.deliver({ orderId: order._id })
  await desk.count(rider.id, 160, { 100: 1, 50: 1, 10: 1 })
  await desk.bank(160)
  await desk.set(order._id, 'Canceled')
  expect(await desk.book()).toMatchObject({ store: -160, bank: 160 })
  // The rider handed over what they had collected.
  expect(await theirs(rider.id)).toMatchObject({ collected: 160, deposited: 160, inHand: 0, shortage: 0 })
  expect((await desk.bank(1)).status).toBe(422)
  await healthy()
})

test('cash beyond the bill goes to the wallet if the customer agrees', async () => {
  const customer = await make.aCustomer()
  const rice = await make.aProduct({ variants: [{ sellingPrice: 16_000 }] })
  const bill = { customer, items: [rice.item()] }
  const [agreed, change] = [await aBag(setting, bill), await aBag(setting, bill)]
  const rider = await aRider(t)
  await desk.assign(rider.id, agreed._id, change._id)
  expect((await rider.deliver({ orderId: agreed._id, received: 100 })).status).toBe(422)
  const aZeroTooMany = { orderId: agreed._id, received: 20_000, toWallet: true }
  expect(await rider.deliver(aZeroTooMany)).toMatchObject({ status: 422, code: 'too-much' })
  await rider.deliver({ orderId: agreed._id, received: 200, toWallet: true })
  await rider.deliver({ orderId: change._id, received: 200 })
  expect(await theirs(rider.id)).toMatchObject({ collected: 360, inHand: 360 })
  const wallet = () => t.call(api.storeWallet.get, {}, customer)
  expect((await wallet()).data.money).toBe(40)
  // A correction reverses only the bill.
  await desk.set(agreed._id, 'Confirmed')
  expect(await theirs(rider.id)).toMatchObject({ collected: 200, inHand: 200 })
  expect((await wallet()).data.money).toBe(40)
  await healthy()
})

test('the excess cash that goes to wallets stays within the cash limit of the rider', async () => {
  const customer = await make.aCustomer()
  const rice = await make.aProduct({ variants: [{ sellingPrice: 16_000 }] })
  const bill = { customer, items: [rice.item()] }
  const bags = [await aBag(setting, bill), await aBag(setting, bill), await aBag(setting, bill)] as const
  // ₹480 are to be collected: ₹120 may go to wallets.
  const rider = await aRider(t, { cashLimit: 60_000 })
  await desk.assign(rider.id, ...bags.map(({ _id }) => _id))
  const [first, second, third] = bags.map(({ _id: orderId }) => orderId)
  const give = (orderId = '', received = 160, toWallet = true) =>
    rider.deliver({ orderId, received, toWallet })
  expect(await give(first, 280.5)).toMatchObject({
    status: 422,
    code: 'too-much',
    message: 'At most ₹120.00 can go to the wallet within your cash limit of ₹600.00. Give change instead',
  })
  // Each of the two alone would fit.
  const answers = await Promise.all([give(first, 240), give(second, 240)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  const refused = answers[0].status === 200 ? second : first
  expect((await give(refused, 200)).status).toBe(200)
  expect(await give(third, 161)).toMatchObject({
    status: 422,
    message: 'Nothing can go to the wallet within your cash limit of ₹600.00. Give change instead',
  })
  expect((await give(third, 500, false)).status).toBe(200)
  expect(await theirs(rider.id)).toMatchObject({ collected: 600, inHand: 600 })
  expect((await t.call(api.storeWallet.get, {}, customer)).data.money).toBe(120)
  await healthy()
})

test('the bank gets no more than the till holds, and each deposit counts once', async () => {
  const { order, rider } = await onTheRoad()
  await rider.deliver({ orderId: order._id })
  expect((await desk.bank(1)).status).toBe(422)
  await desk.count(rider.id, 160, { 100: 1, 50: 1, 10: 1 })
  expect((await desk.bank(160.5)).status).toBe(422)
  expect((await desk.bank(60, { date: '2026-11-22' })).status).toBe(422)
  await desk.bank(60, { actionId: 'slip' })
  await desk.bank(60, { actionId: 'slip' })
  expect((await desk.bank(50, { actionId: 'slip' })).status).toBe(409)
  expect(await desk.book()).toMatchObject({ store: 100, bank: 60 })
  const deposit = () => desk.bank(100)
  const both = await interleave(t, deposit, deposit)
  expect(both.map(({ status }) => status)).toEqual([200, 422])
  expect(await desk.book()).toMatchObject({ store: 0, bank: 160 })
  await healthy()
})

test('a deposit is of the day in Kolkata on which it is recorded, unless it says another', async () => {
  const { order, rider } = await onTheRoad()
  await rider.deliver({ orderId: order._id })
  await desk.count(rider.id, 160, { 100: 1, 50: 1, 10: 1 })
  // 21 November, 19:00 in UTC, is the 22nd in Kolkata.
  t.clock.set('2026-11-21T19:00:00Z')
  const later = dispatcherOf(t, await t.signIn.staff())
  expect((await later.bank(60)).status).toBe(200)
  expect((await later.bank(50, { date: '2026-11-20' })).status).toBe(200)
  const { rows } = await t.db.execute(sql`SELECT day::text FROM cash_records WHERE kind = 'bank' ORDER BY id`)
  expect(rows).toEqual([{ day: '2026-11-22' }, { day: '2026-11-20' }])
})

test('the entries of a rider name the orders', async () => {
  const { order, rider } = await onTheRoad()
  await rider.deliver({ orderId: order._id })
  await desk.count(rider.id, 160, { 100: 1 })
  const { data } = await t.call(api.cash.entries, { params: { riderId: rider.id, page: 1 } }, staff)
  expect(data).toMatchObject({
    totalPages: 1,
    data: [
      { order_id: '', inHand: -160, shortage: 60, by: 'Asha (staff)' },
      { order_id: order.order_id, inHand: 160, shortage: 0, by: 'Kiran (rider)' },
    ],
  })
})

test('the cash screen and the dispatcher’s read no more than three statements, however much the store has sold', async () => {
  const { order, rider } = await onTheRoad()
  await rider.deliver({ orderId: order._id })
  expect((await t.statements(() => t.call(api.cash.get, {}, staff))).length).toBeLessThanOrEqual(3)
  expect((await t.statements(() => t.call(api.dispatch.get, {}, staff))).length).toBeLessThanOrEqual(3)
})
