import { api } from '@kirana/contract'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { company } from '../../tables/company.ts'
import { invoices } from '../../tables/invoices.ts'
import { couponUses, orders } from '../../tables/orders.ts'
import { findInvariantViolations } from '../../testing/violations.ts'
import { raceOnLock } from '../../testing/races/race-on-lock.ts'
import { staffApp } from '../../testing/staff-app.ts'

const { t, make, staff } = await staffApp()

test('of two concurrent orders with the same coupon, one gets it', async () => {
  await make.aPincode()
  const { name: coupon } = await make.aCoupon()
  const customer = await make.aCustomer()
  const items = [(await make.aProduct()).item()]
  const lock = sql`SELECT 1 FROM users WHERE id = ${customer.id} FOR UPDATE`
  const order = () => make.tryOrder({ customer, items, coupon })
  const both = await raceOnLock(t, lock, [order, order])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  expect(both.find(({ status }) => status === 422)?.message).toBe('You have already used this coupon')
  expect(await t.db.$count(couponUses)).toBe(1)
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('of a reopened and a new order at the same time, one has the referral', async () => {
  await make.aPincode()
  await t.db.update(company).set({ referralDiscount: 500 })
  const { referCode } = (await make.aCustomer()).user
  const customer = await make.aCustomer()
  const items = [(await make.aProduct()).item()]
  const order = () => make.tryOrder({ customer, items, referCode })
  const orderId = (await order()).data._id
  const change = (status: 'Canceled' | 'Confirmed') =>
    t.call(api.orders.changeStatus, { params: { orderId, status }, query: {} }, staff)
  await change('Canceled')
  const lock = sql`SELECT 1 FROM users WHERE id = ${customer.id} FOR UPDATE`
  const both = await raceOnLock<{ status: number }>(t, lock, [() => change('Confirmed'), order])
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  const referred = sql`status <> 'canceled' AND referral_discount > 0`
  expect(await t.db.$count(orders, referred)).toBe(1)
})

test('invoices issued concurrently have consecutive numbers', async () => {
  const orders = []
  for (let n = 0; n < 5; n++) orders.push(await make.anOrder())
  const accept = ({ _id: orderId }: { _id: string }) =>
    t.call(api.orders.changeStatus, { params: { orderId, status: 'Prepeared' }, query: {} }, staff)
  const [first, ...others] = orders
  if (first) await accept(first)
  const lock = sql`SELECT 1 FROM invoice_series FOR UPDATE`
  const answers = await raceOnLock(
    t,
    lock,
    others.map((order) => () => accept(order)),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const numbers = await t.db.select({ number: invoices.number }).from(invoices)
  expect(numbers.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5])
  expect(await findInvariantViolations(t.db)).toEqual([])
})
