import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import type { DeliveryStatusName } from '@kirana/contract/wire/shapes'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { sendDueRefund } from '../../services/payments/refunds.ts'
import { pickActions } from '../../tables/picks.ts'
import { company } from '../../tables/company.ts'
import { refunds } from '../../tables/payments.ts'
import type { Credentials } from '../../testing/app.ts'
import { approvalIn } from '../../testing/approving.ts'
import { interleave } from '../../testing/races/interleave.ts'
import { onlineApp } from '../../testing/payments/online.ts'
import { anotherPicker, pickerOf, pickExample, workedExample } from '../../testing/picking.ts'
import { raceOnLock } from '../../testing/races/race-on-lock.ts'
import { findInvariantViolations } from '../../testing/violations.ts'

const { t, make, razorpay, deliver, paidOnline, run, stop } = await onlineApp()
afterAll(stop)
const fail = () => {
  throw new Error('No payment provider')
}
const staff = await t.signIn.staff()
const picker = pickerOf(t, staff)
const ravi = await anotherPicker(t)

const change = (orderId: string, status: DeliveryStatusName, query: { cash?: 'collected' } = {}) =>
  t.call(api.orders.changeStatus, { params: { orderId, status }, query }, staff)
const moneyOf = async (customer: Credentials) => (await t.call(api.storeWallet.get, {}, customer)).data.money

test('of two pickers who claim an order at once one gets it, and the error for the other names that picker', async () => {
  const { _id: orderId } = await make.anOrder()
  await picker.claim(orderId)
  await picker.release(orderId)
  const lock = sql`SELECT 1 FROM order_picks WHERE order_id = ${orderId} FOR UPDATE`
  const both = await raceOnLock(t, lock, [() => picker.claim(orderId), () => ravi.claim(orderId)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const { by } = (await picker.get(orderId)).data
  expect(both.find(({ status }) => status === 409)?.message).toBe(`${by} is picking this order`)
})

test('the same action sent many times at once counts once', async () => {
  const { _id: orderId } = await make.anOrder()
  await picker.claim(orderId)
  const action = { orderId, line: 1, actionId: randomUUID(), found: 1 }
  const lock = sql`SELECT 1 FROM order_picks WHERE order_id = ${orderId} FOR UPDATE`
  const answers = await raceOnLock(
    t,
    lock,
    Array.from({ length: 4 }, () => () => picker.line(action)),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const kept = (await t.db.select().from(pickActions)).filter(
    (one) => one.orderId === orderId && one.kind === 'line',
  )
  expect(kept).toHaveLength(1)
})

test('the id of an action that set a line cannot end the pick, and vice versa', async () => {
  const { _id: orderId } = await make.anOrder()
  await picker.claim(orderId)
  const [first, last] = [randomUUID(), randomUUID()]
  await picker.line({ orderId, line: 1, actionId: first, found: 1 })
  const refusal = { status: 409, message: 'Another action of this order has this id' }
  expect(await picker.done(orderId, first)).toMatchObject(refusal)
  expect(await picker.done(orderId, last)).toMatchObject({ status: 200 })
  expect(await picker.line({ orderId, line: 1, actionId: last, found: 0 })).toMatchObject(refusal)
})

test('a line that is set while the pick ends is either on the bill or refused', async () => {
  const { _id: orderId } = await make.anOrder({ items: [(await make.aProduct()).item(2)] })
  await picker.claim(orderId)
  await picker.line({ orderId, line: 1, found: 2 })
  const less = () => picker.line({ orderId, line: 1, found: 1, short: { quantity: 1, reason: 'other' } })
  const done = () => picker.done(orderId)
  const [line, ended] = await interleave(t, less, done)
  // The call that ends the pick waited for the line, and then reads it again.
  expect(line.status).toBe(200)
  expect(ended).toMatchObject({ status: 200, data: { totalPrice: 50 } })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('a pick that ends twice at once refunds once', async () => {
  const customer = await make.aCustomer({ money: 10_000 })
  const items = [(await make.aProduct()).item(2)]
  const { _id: orderId } = await make.anOrder({ items, customer, payment: 'wallet' })
  await picker.claim(orderId)
  await picker.line({ orderId, line: 1, found: 1, short: { quantity: 1, reason: 'other' } })
  const actionId = randomUUID()
  const lock = sql`SELECT 1 FROM orders WHERE id = ${orderId} FOR UPDATE`
  const both = await raceOnLock(t, lock, [
    () => picker.done(orderId, actionId),
    () => picker.done(orderId, actionId),
    () => picker.done(orderId),
  ])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toContain(200)
  for (const { status } of both) expect([200, 409]).toContain(status)
  expect((await t.call(api.storeWallet.get, {}, customer)).data.money).toBe(50)
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test("a pick that ends while the customer cancels: the customer's cancel wins if it is first", async () => {
  const customer = await make.aCustomer()
  const { _id: orderId } = await make.anOrder({ customer })
  await picker.claim(orderId)
  await picker.line({ orderId, line: 1, found: 1 })
  const cancel = () => t.call(api.storeOrders.cancel, { params: { id: orderId } }, customer)
  const done = () => picker.done(orderId)
  const [first, second] = await interleave(t, cancel, done)
  expect(first.status).toBe(200)
  expect(second).toMatchObject({ status: 409, message: 'Canceled: put everything back' })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('missing items are refunded to the wallet if the cash was collected before the pick', async () => {
  const customer = await make.aCustomer()
  const { _id: orderId } = await make.anOrder({ items: [(await make.aProduct()).item(2)], customer })
  expect((await picker.get(orderId)).data.isPaid).toBe(false)
  await change(orderId, 'Delivered')
  await change(orderId, 'Canceled', { cash: 'collected' })
  await change(orderId, 'Confirmed')
  expect(await moneyOf(customer)).toBe(0)
  await picker.claim(orderId)
  const half = { found: 1, short: { quantity: 1, reason: 'other' as const } }
  expect((await picker.line({ orderId, line: 1, ...half })).data).toMatchObject({ isPaid: true, refund: 50 })
  expect((await picker.done(orderId)).data).toMatchObject({
    paymentStatus: 'success',
    placedTotal: 100,
    totalPrice: 50,
    refunded: 50,
  })
  expect(await moneyOf(customer)).toBe(50)
  expect(await findInvariantViolations(t.db)).toEqual([])
  await change(orderId, 'Canceled')
  expect(await moneyOf(customer)).toBe(100)
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('an amount that is too small for the provider is refunded to the wallet', async () => {
  const { order, customer, payment } = await paidOnline()
  const orderId = order._id
  await picker.claim(orderId)
  expect((await picker.line({ orderId, line: 1, grams: 496 })).data).toMatchObject({ refund: 0.4 })
  expect((await picker.done(orderId)).data).toMatchObject({ totalPrice: 49.6, refunded: 0.4 })
  await run()
  expect(razorpay.refundedOf(payment.id)).toBe(0)
  expect(await moneyOf(customer)).toBe(0.4)
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('missing items paid online are refunded to the source once; a later cancelation refunds the rest', async () => {
  const { ordered, other } = await workedExample(make)
  const { order, payment } = await paidOnline(ordered)
  await pickExample(picker, order._id, other.item().variantId)
  const actionId = randomUUID()
  const before = await t.db.$count(refunds)
  for (const _ of [1, 2])
    expect((await picker.done(order._id, actionId)).data).toMatchObject({ refunded: 58 })
  const amounts = async () =>
    (await t.db.select().from(refunds).orderBy(refunds.id))
      .slice(before)
      .map(({ cause, amount }) => [cause, amount])
  expect(await amounts()).toEqual([['picked', 5_800]])
  while (await sendDueRefund(t.database, t.context.payments.provider ?? fail(), t.context.now()));
  await deliver()
  expect(razorpay.refundedOf(payment.id)).toBe(5_800)
  await change(order._id, 'Canceled')
  expect(await amounts()).toEqual([
    ['picked', 5_800],
    ['canceled', 15_422],
  ])
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('a large refund to the source waits, and is requested from the provider once approved', async () => {
  const { ordered, other } = await workedExample(make)
  const { order } = await paidOnline(ordered)
  const { data } = await pickExample(picker, order._id, other.item().variantId)
  const amount = Math.round(data.refund * 100)
  const before = await t.db.$count(refunds)
  await t.db.update(company).set({ secondPerson: true, payoutApprovalFrom: amount })
  const asked = await picker.done(order._id)
  expect(asked.status).toBe(202)
  expect(await t.db.$count(refunds)).toBe(before)
  const approved = { params: { id: approvalIn(asked) }, query: {} }
  expect((await t.call(api.approvals.approve, approved, ravi.who)).status).toBe(200)
  await t.db.update(company).set({ secondPerson: false })
  expect((await t.db.select().from(refunds).orderBy(refunds.id)).slice(before)).toMatchObject([
    { cause: 'picked', amount, by: 'Asha (staff), approved by Ravi (staff)' },
  ])
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('an online order that is not paid cannot be picked', async () => {
  const customer = await make.aCustomer()
  const { data } = await make.tryOrder({ customer, payment: 'online' })
  expect(await picker.claim(data._id)).toMatchObject({ status: 422, message: 'This order is not paid yet' })
})
