import { api } from '@kirana/contract'
import { expect, test } from 'vitest'
import { company } from '../../tables/company.ts'
import { aBag, aRider, dispatcherOf } from '../../testing/riders.ts'
import { staffApp } from '../../testing/staff-app.ts'
import { findInvariantViolations } from '../../testing/violations.ts'

const setting = await staffApp()
const { t, make, staff } = setting
const desk = dispatcherOf(t, staff)
const healthy = async () => expect(await findInvariantViolations(t.db)).toEqual([])
const round = (roundCash = true) => t.db.update(company).set({ roundCash, upiId: 'kirana@okbank' })

/** A bag of `sellingPrice` paise, placed while cash is rounded, with its rider. */
async function aRoundedBag(sellingPrice: number) {
  await round()
  const customer = await make.aCustomer()
  const rice = await make.aProduct({ variants: [{ sellingPrice }] })
  const cart = { items: [rice.item()], pincode: '400001' }
  const order = await aBag(setting, { customer, items: cart.items })
  const rider = await aRider(t)
  await desk.assign(rider.id, order._id)
  const orderId = order._id
  const detail = async () => (await t.call(api.orders.get, { params: { orderId } }, staff)).data[0]
  const quoted = async (payment?: 'cod' | 'wallet') =>
    (await t.call(api.storeOrders.quote, { body: { ...cart, ...(payment && { payment }) } }, customer)).data
  return { customer, order, orderId, rider, detail, quoted }
}
const theirs = async (riderId: string) => (await desk.book()).riders.find(({ _id }) => _id === riderId)
const inHand = async (riderId: string) => (await theirs(riderId))?.inHand

test('cash is collected in whole rupees, half up; the bill and its invoice stay as they are', async () => {
  const { customer, order, orderId, rider, detail, quoted } = await aRoundedBag(16_050)
  expect(await quoted('cod')).toMatchObject({ totalPrice: 160.5, cashRounding: 0.5 })
  for (const payment of [undefined, 'wallet'] as const)
    expect(await quoted(payment)).not.toHaveProperty('cashRounding')
  expect(order).toMatchObject({ totalPrice: 160.5, cashRounding: 0.5 })
  const asked = { params: { id: orderId } }
  expect((await t.call(api.storeOrders.get, asked, customer)).data).toMatchObject({ cashRounding: 0.5 })
  expect((await desk.get()).bags).toMatchObject([{ toCollect: 161 }])
  expect((await rider.me()).drops).toMatchObject([{ toCollect: 161, dueByUpi: 160.5 }])
  expect((await rider.deliver({ orderId, received: 160.5 })).status).toBe(422)
  expect((await rider.deliver({ orderId, received: 200, toWallet: true })).status).toBe(200)
  expect(await theirs(rider.id)).toMatchObject({ collected: 200, inHand: 200 })
  expect((await t.call(api.storeWallet.get, {}, customer)).data.money).toBe(39)
  await healthy()
  expect(await detail()).toMatchObject({ totalPrice: 160.5, cashRounding: 0.5, net: 160.5 })
  const { data: book } = await t.call(
    api.reports.dayBook,
    { query: { from: '2026-11-21', to: '2026-11-21' } },
    staff,
  )
  expect(book).toMatchObject([{ method: 'cash', collected: 161, net: 161 }])
  const { data: today } = await t.call(api.reports.today, {}, staff)
  expect(today.today).toMatchObject({ sales: 160.5, cashCollected: 161 })
})

test('a correction reverses the rounding with the cash, and a second Delivered posts both again', async () => {
  const { orderId, rider } = await aRoundedBag(16_049)
  expect((await rider.me()).drops).toMatchObject([{ toCollect: 160, dueByUpi: 160.49 }])
  await rider.deliver({ orderId })
  expect(await inHand(rider.id)).toBe(160)
  await healthy()
  await desk.set(orderId, 'Confirmed')
  expect(await inHand(rider.id)).toBe(0)
  await healthy()
  await desk.set(orderId, 'Delivered')
  expect(await inHand(rider.id)).toBe(160)
  await desk.count(rider.id, 160, { 100: 1, 50: 1, 10: 1 })
  await healthy()
  await desk.set(orderId, 'Canceled')
  expect(await desk.book()).toMatchObject({ store: 0 })
  await healthy()
})

test('collected cash is refunded without its rounding; UPI and the wallet pay the bill itself', async () => {
  const { customer, orderId, rider, detail } = await aRoundedBag(16_050)
  const wallet = async () => (await t.call(api.storeWallet.get, {}, customer)).data.money
  expect((await rider.deliver({ orderId, paidBy: 'upi', utr: '433312345678' })).status).toBe(200)
  expect((await desk.book()).unverified.amount).toBe(160.5)
  expect(await detail()).not.toHaveProperty('cashRounding')
  await healthy()
  await desk.set(orderId, 'Canceled')
  await desk.set(orderId, 'Delivered')
  expect((await desk.book()).store).toBe(161)
  await desk.set(orderId, 'Canceled', { cash: 'collected' })
  expect(await wallet()).toBe(160.5)
  expect((await desk.book()).store).toBe(161)
  await healthy()
})

test('the setting at the time of the order applies, and only to cash', async () => {
  const { orderId, rider, quoted } = await aRoundedBag(16_050)
  await round(false)
  expect(await quoted('cod')).not.toHaveProperty('cashRounding')
  expect((await rider.me()).drops).toMatchObject([{ toCollect: 161 }])
  await rider.deliver({ orderId })
  expect(await inHand(rider.id)).toBe(161)
  const rice = await make.aProduct({ variants: [{ sellingPrice: 16_050 }] })
  const exact = await aBag(setting, { items: [rice.item()] })
  await round()
  const customer = await make.aCustomer({ money: 50_000 })
  const paid = await aBag(setting, { customer, payment: 'wallet', items: [rice.item()] })
  for (const order of [exact, paid]) expect(order).not.toHaveProperty('cashRounding')
  await desk.set(exact._id, 'Delivered')
  expect((await desk.book()).store).toBe(160.5)
  await healthy()
})

test('the cash limit and a float count the rounded cash to be collected', async () => {
  const { orderId, rider } = await aRoundedBag(16_050)
  await desk.takeBack(orderId)
  const tight = await aRider(t, { name: 'Meera', cashLimit: 16_099 })
  expect((await desk.assign(tight.id, orderId)).data.results).toMatchObject([{ assigned: false }])
  const fitting = await aRider(t, { name: 'Salim', cashLimit: 16_100 })
  expect((await desk.assign(fitting.id, orderId)).data.results).toMatchObject([{ assigned: true }])
  await t.call(
    api.cash.till,
    { body: { direction: 'in', amount: 10, reason: 'Change', actionId: 'in' } },
    staff,
  )
  const float = { riderId: fitting.id, amount: 0.5, reason: 'Change', actionId: 'float' }
  expect((await t.call(api.cash.float, { body: float }, staff)).status).toBe(409)
  expect((await rider.me()).drops).toMatchObject([{ state: 'returned' }])
})
