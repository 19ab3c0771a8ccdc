import { api } from '@kirana/contract'
import { eq } from 'drizzle-orm'
import { extractText } from 'unpdf'
import { expect, test } from 'vitest'
import { purgeExpiredDropPhotos } from '../services/operations/retention.ts'
import { files } from '../tables/files.ts'
import { staff as people } from '../tables/people.ts'
import { riders } from '../tables/riders.ts'
import { photo } from '../testing/files/pictures.ts'
import { PACKER_ROLE } from '../testing/preset-roles.ts'
import { interleave } from '../testing/races/interleave.ts'
import { aBag, aRider, dispatcherOf } from '../testing/riders.ts'
import { scannedLabel } from '../testing/files/scanned-label.ts'
import { staffApp } from '../testing/staff-app.ts'
import { findInvariantViolations } from '../testing/violations.ts'

const setting = await staffApp()
const { t, make, staff } = setting
const desk = dispatcherOf(t, staff)
const nobody = '01a1fd41-f2a3-769d-9900-17803f8126b3'

const healthy = async () => expect(await findInvariantViolations(t.db)).toEqual([])

test('returns a result for each bag, with the rider of a bag that is already assigned', async () => {
  const [first, second, third] = [await aBag(setting), await aBag(setting), await make.anOrder()]
  const [kiran, meera] = [await aRider(t), await aRider(t, { name: 'Meera' })]
  await desk.assign(meera.id, second._id)
  const { data } = await desk.assign(kiran.id, first._id, second._id, third._id, nobody, 'x')
  expect(data.results).toEqual([
    { _id: first._id, assigned: true, message: '' },
    { _id: second._id, assigned: false, message: 'Meera has this bag' },
    {
      _id: third._id,
      assigned: false,
      message: 'This order is not packed, or no longer on its way',
    },
    { _id: nobody, assigned: false, message: 'Order not found' },
    { _id: 'x', assigned: false, message: 'Order not found' },
  ])
  expect((await desk.assign(kiran.id, first._id)).data.results).toMatchObject([{ assigned: true }])
  expect((await desk.get()).riders).toMatchObject([
    { name: 'Kiran', drops: 1 },
    { name: 'Meera', drops: 1 },
  ])
  await healthy()
})

test('two dispatchers assign one bag: one of them gets it', async () => {
  const bag = await aBag(setting)
  const [kiran, meera] = [await aRider(t), await aRider(t, { name: 'Meera' })]
  const results = await Promise.all([desk.assign(kiran.id, bag._id), desk.assign(meera.id, bag._id)])
  const assigned = results.flatMap(({ data }) => data.results.map((result) => result.assigned))
  expect(assigned.filter(Boolean)).toEqual([true])
  expect(assigned).toHaveLength(2)
  await healthy()
})

test('the limit covers cash in hand, open cash drops and the bag together; 0 means no cash', async () => {
  const rice = await make.aProduct({ variants: [{ sellingPrice: 20_000 }] })
  const customer = await make.aCustomer({ money: 50_000 })
  const bag = (payment: 'cod' | 'wallet' = 'cod') =>
    aBag(setting, { customer, payment, items: [rice.item()] })
  const rider = await aRider(t, { cashLimit: 50_000 })
  const first = await bag()
  await desk.assign(rider.id, first._id)
  await rider.deliver({ orderId: first._id })
  const [second, third, paid] = [await bag(), await bag(), await bag('wallet')]
  const { data } = await desk.assign(rider.id, second._id, third._id, paid._id)
  expect(data.results.map(({ assigned }) => assigned)).toEqual([true, false, true])
  expect(data.results[1]?.message).toBe(
    'Kiran has ₹200.00 in hand and ₹200.00 to collect: with ₹200.00 it is more than the limit of ₹500.00',
  )
  const none = await aRider(t, { name: 'Meera', cashLimit: 0 })
  expect((await desk.assign(none.id, third._id)).data.results[0]?.message).toBe('Meera takes no cash')
})

test('two dispatchers give bags to one rider: together they stay within the limit', async () => {
  const rice = await make.aProduct({ variants: [{ sellingPrice: 20_000 }] })
  const bag = () => aBag(setting, { items: [rice.item()] })
  const [first, second] = [await bag(), await bag()]
  const rider = await aRider(t, { cashLimit: 30_000 })
  const answers = await interleave(
    t,
    () => desk.assign(rider.id, first._id),
    () => desk.assign(rider.id, second._id),
  )
  expect(answers.map(({ data }) => data.results[0]?.assigned)).toEqual([true, false])
  await healthy()
})

test('a disabled rider gets no bag, keeps those they have, and dispatch marks them', async () => {
  const [bag, other] = [await aBag(setting), await aBag(setting)]
  const rider = await aRider(t)
  await desk.assign(rider.id, bag._id)
  await t.db.update(riders).set({ isActive: false })
  expect((await desk.assign(rider.id, other._id)).status).toBe(409)
  expect((await desk.get()).riders).toMatchObject([{ isActive: false, drops: 1 }])
  expect((await desk.takeBack(bag._id)).status).toBe(200)
  expect((await desk.get()).riders).toEqual([])
})

test('a failed drop stays out until the bag is back; then it can be given again', async () => {
  const bag = await aBag(setting)
  const rider = await aRider(t)
  await desk.assign(rider.id, bag._id)
  await rider.start(bag._id)
  expect((await rider.fail(bag._id)).status).toBe(200)
  expect((await desk.get()).bags).toMatchObject([{ state: 'failed', failReason: 'Nobody at home' }])
  expect((await desk.takeBack(bag._id)).status).toBe(200)
  expect((await desk.takeBack(bag._id)).status).toBe(409)
  expect((await desk.get()).bags).toMatchObject([{ state: 'packed', rider: null, failReason: '' }])
  // The order names who took the bag back.
  const { data: orders } = await t.call(api.orders.get, { params: { orderId: bag._id } }, staff)
  expect(orders[0]?.history?.at(-1)).toMatchObject({ to: 'Prepeared', by: 'Asha (staff)' })
  expect((await rider.me()).drops).toMatchObject([{ state: 'returned' }])
  expect((await desk.assign(rider.id, bag._id)).data.results).toMatchObject([{ assigned: true }])
  await healthy()
})

test('setting the status of an order moves its drop', async () => {
  const bag = await aBag(setting)
  const rider = await aRider(t)
  await desk.assign(rider.id, bag._id)
  const state = async () => (await rider.me()).drops.map((drop) => drop.state)
  await desk.set(bag._id, 'Out for Delivary')
  expect(await state()).toEqual(['on the road'])
  await desk.set(bag._id, 'Dispatched')
  expect(await state()).toEqual(['assigned'])
  await desk.set(bag._id, 'Delivered')
  expect(await state()).toEqual(['delivered'])
  await desk.set(bag._id, 'Out for Delivary')
  expect(await state()).toEqual(['on the road'])
  await healthy()
  await desk.set(bag._id, 'Canceled')
  expect(await state()).toEqual(['canceled'])
  // An order that is Dispatched without a rider stays a bag.
  await desk.set(bag._id, 'Dispatched')
  expect((await desk.get()).bags).toMatchObject([{ state: 'packed', rider: null }])
  await healthy()
})

test('an action counts once, and the error of one that no longer fits names who changed the order', async () => {
  const [bag, other] = [await aBag(setting), await aBag(setting)]
  const [rider, meera] = [await aRider(t), await aRider(t, { name: 'Meera' })]
  await desk.assign(rider.id, bag._id, other._id)
  const actionId = 'press 1'
  expect((await rider.deliver({ orderId: bag._id, actionId })).status).toBe(200)
  expect((await rider.deliver({ orderId: bag._id, actionId })).status).toBe(200)
  expect((await rider.deliver({ orderId: other._id, actionId })).status).toBe(409)
  expect((await meera.deliver({ orderId: other._id })).status).toBe(404)
  await desk.set(other._id, 'Confirmed')
  const late = await rider.deliver({ orderId: other._id, actionId: 'press 2' })
  expect([late.status, late.message]).toEqual([409, 'Asha (staff) set this order to Confirmed at 1:00 pm'])
  expect((await rider.me()).drops.map(({ state }) => state)).toEqual(['delivered', 'returned'])
  expect((await desk.book()).riders.find(({ _id }) => _id === rider.id)).toMatchObject({
    inHand: bag.totalPrice,
  })
  await healthy()
})

test('another rider neither starts nor delivers nor fails a drop', async () => {
  const bag = await aBag(setting)
  const [rider, meera] = [await aRider(t), await aRider(t, { name: 'Meera' })]
  await desk.assign(rider.id, bag._id)
  const { data } = await meera.start(bag._id)
  expect(data.results).toEqual([{ _id: bag._id, assigned: false, message: 'Order not found' }])
  expect((await meera.deliver({ orderId: bag._id })).status).toBe(404)
  expect((await meera.fail(bag._id)).status).toBe(404)
  expect((await meera.me()).drops).toEqual([])
  expect((await rider.me()).drops).toMatchObject([{ state: 'assigned' }])
  await healthy()
})

test('a rider delivers while staff cancel: one of them counts', async () => {
  for (let round = 0; round < 5; round++) {
    const bag = await aBag(setting)
    const rider = await aRider(t)
    await desk.assign(rider.id, bag._id)
    await rider.start(bag._id)
    const [delivered] = await Promise.all([
      rider.deliver({ orderId: bag._id }),
      desk.set(bag._id, 'Canceled'),
    ])
    const mine = (await desk.book()).riders.find(({ _id }) => _id === rider.id)
    expect([200, 409]).toContain(delivered.status)
    // The order was canceled after the delivery, and staff did not confirm the cash: the delivery does not count.
    expect(mine?.inHand).toBe(0)
    await healthy()
  }
})

test('a bag that is delivered or canceled while the store takes it back does not count as returned', async () => {
  const [delivered, canceled] = [await aBag(setting), await aBag(setting)]
  const rider = await aRider(t)
  await desk.assign(rider.id, delivered._id, canceled._id)
  await rider.start(delivered._id, canceled._id)
  await rider.fail(canceled._id)
  const back = (orderId: string) => () => desk.takeBack(orderId)
  const late = [
    await interleave(t, () => rider.deliver({ orderId: delivered._id }), back(delivered._id)),
    await interleave(t, () => desk.set(canceled._id, 'Canceled'), back(canceled._id)),
  ]
  for (const [first, second] of late) {
    expect(first.status).toBe(200)
    expect(second).toMatchObject({ status: 409, code: 'not-out' })
  }
  expect((await rider.me()).drops.map(({ state }) => state).toSorted()).toEqual(['canceled', 'delivered'])
  expect((await desk.book()).riders).toMatchObject([{ inHand: delivered.totalPrice }])
  await healthy()
})

test('the customer sees the rider while the bag is on the road', async () => {
  const customer = await make.aCustomer()
  const bag = await aBag(setting, { customer })
  const rider = await aRider(t)
  const shown = async () =>
    (await t.call(api.storeOrders.get, { params: { id: bag._id } }, customer)).data.rider
  await desk.assign(rider.id, bag._id)
  expect(await shown()).toBeUndefined()
  await rider.start(bag._id)
  expect(await shown()).toEqual({ name: 'Kiran', phone: rider.phone })
  await rider.deliver({ orderId: bag._id })
  expect(await shown()).toBeUndefined()
})

test('the label has the number, four digits of the phone and what to collect', async () => {
  const bag = await aBag(setting)
  const label = await t.app.inject({ url: `/api/v1/dispatch/label/${bag._id}`, headers: staff.headers })
  expect(label.headers['content-type']).toBe('application/pdf')
  const { text } = await extractText(new Uint8Array(label.rawPayload), { mergePages: true })
  expect(text).toContain(bag.order_id)
  expect(await scannedLabel(label.rawPayload)).toBe(bag.order_id)
  expect(text).toContain('Phone … 0001')
  expect(text).not.toContain('9800000001')
  expect(text).toContain(`₹${bag.totalPrice.toFixed(2)}`)
  expect(
    (await t.app.inject({ url: `/api/v1/dispatch/label/${nobody}`, headers: staff.headers })).statusCode,
  ).toBe(404)
})

test('the photo of a failed drop is for dispatchers alone', async () => {
  const bag = await aBag(setting)
  const rider = await aRider(t)
  await desk.assign(rider.id, bag._id)
  await rider.start(bag._id)
  const fail = async () =>
    t.call(
      api.rider.fail,
      {
        body: { orderId: bag._id, actionId: 'press', reason: 'Nobody at home' },
        files: [await photo()],
      },
      rider.as,
    )
  const [first, again] = [await fail(), await fail()]
  expect([first.status, again.status]).toEqual([200, 200])
  expect(await t.db.$count(files, eq(files.purpose, 'drop'))).toBe(1)
  const [shown] = (await desk.get()).bags
  expect(shown).toMatchObject({ state: 'failed', failReason: 'Nobody at home' })
  const key = shown?.photo ?? ''
  expect(key).toMatch(/\.webp$/)
  const get = async (headers: Record<string, string> = {}) =>
    (await t.app.inject({ url: `/api/v1/file/get/${key}`, headers })).statusCode
  const packer = await t.signIn.staff('ravi')
  await t.db.update(people).set({ roleId: PACKER_ROLE }).where(eq(people.id, packer.id))
  expect([
    await get(staff.headers),
    await get(),
    await get(rider.as.headers),
    await get(packer.headers),
  ]).toEqual([200, 404, 404, 404])
  await healthy()
  // Once the bag is back, the dispatcher no longer sees the photo, but the drop still has it.
  await desk.takeBack(bag._id)
  expect((await desk.get()).bags).toMatchObject([{ photo: '', failReason: '' }])
  t.clock.pass(366 * 24 * 60)
  await purgeExpiredDropPhotos(t.database, t.context.files, t.context.now())
  expect(await t.db.$count(files, eq(files.purpose, 'drop'))).toBe(0)
  await healthy()
})

test('the photo of a failed drop is deleted with its customer', async () => {
  const customer = await make.aCustomer()
  const bag = await aBag(setting, { customer })
  const rider = await aRider(t)
  await desk.assign(rider.id, bag._id)
  const body = { orderId: bag._id, actionId: 'press', reason: 'Nobody at home' }
  await t.call(api.rider.fail, { body, files: [await photo()] }, rider.as)
  await desk.set(bag._id, 'Canceled')
  const lastDigits = customer.user.phone.slice(-4)
  const erase = { userId: customer.id, lastDigits, reason: 'Asked by letter' }
  expect((await t.call(api.users.erase, { body: erase }, staff)).status).toBe(200)
  expect(await t.db.$count(files, eq(files.purpose, 'drop'))).toBe(0)
  await healthy()
})
