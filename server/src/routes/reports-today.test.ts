import { api } from '@kirana/contract'
import type { DeliveryStatusName } from '@kirana/contract/wire/shapes'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { onlineApp } from '../testing/payments/online.ts'
import { company } from '../tables/company.ts'
import { contactMessages } from '../tables/contact-messages.ts'
import { manualOrders } from '../tables/manual-orders.ts'
import { withdrawals } from '../tables/withdrawals.ts'

const online = await onlineApp()
const { t, make } = online
afterAll(online.stop)

const today = '2026-11-21'
const weekAgo = '2026-11-14'

let staff: Awaited<ReturnType<typeof t.signIn.staff>>
let rice: Awaited<ReturnType<typeof make.aProduct>>
beforeEach(async () => {
  await t.database.reset()
  t.clock.set(`${today}T13:00:00+05:30`)
  await make.aPincode()
  rice = await make.aProduct()
})

const read = async () => {
  staff = await t.signIn.staff()
  return (await t.call(api.reports.today, {}, staff)).data
}
const at = (moment: string) => t.clock.set(`${moment}+05:30`)

/**
 * Places an order of `quantity` packs at 50 rupees each, then sets each status the given number of minutes after the
 * last one.
 */
async function order(
  moment: string,
  steps: [minutes: number, to: DeliveryStatusName][] = [],
  { quantity = 1, ...more }: { quantity?: number } & Parameters<typeof make.anOrder>[0] = {},
) {
  at(moment)
  const placed = await make.anOrder({ items: [rice.item(quantity)], ...more })
  await change(placed._id, steps)
  return placed
}

async function change(orderId: string, steps: [minutes: number, to: DeliveryStatusName][]) {
  for (const [minutes, status] of steps) {
    t.clock.pass(minutes)
    staff = await t.signIn.staff()
    const query = { cash: 'collected' as const }
    const { message } = await t.call(api.orders.changeStatus, { params: { orderId, status }, query }, staff)
    expect(message).toBe('Status has been changed')
  }
}

const nothing = {
  sales: 0,
  orders: 0,
  averageBill: 0,
  preparedMinutes: null,
  deliveredMinutes: null,
  promised: 0,
  within: 0,
  canceled: 0,
  cashCollected: 0,
}

test('an empty store has no figures', async () => {
  expect(await read()).toMatchObject({
    day: today,
    dayBefore: weekAgo,
    today: nothing,
    before: nothing,
    hours: { today: Array(24).fill(0), before: Array(24).fill(0) },
    cashToCollect: { orders: 0, amount: 0 },
    top: [],
    needs: {
      late: [],
      photoLists: 0,
      claims: { open: 0, urgent: 0 },
      withdrawals: { requests: 0, amount: 0 },
      failedRefunds: { refunds: 0, amount: 0 },
      messages: 0,
      coupons: 0,
      products: 0,
      lowStock: 0,
      missingTax: { products: 0, charges: 0 },
      missingFssai: true,
      newNumberCodes: null,
      allCodes: null,
    },
  })
})

test('counts the day in Asia/Kolkata, and the same weekday up to the same time', async () => {
  await order(`${weekAgo}T00:00:00`)
  await order(`${weekAgo}T12:59:59`, [], { quantity: 2 })
  await order(`${weekAgo}T13:00:00`, [], { quantity: 4 })
  await order(`${weekAgo}T23:59:59`, [], { quantity: 4 })
  await order('2026-11-15T00:00:00')
  await order('2026-11-20T23:59:59')
  await order(`${today}T00:00:00`, [], { quantity: 3 })
  at(`${today}T13:00:00`)
  const { today: now, before, hours } = await read()
  expect(now).toEqual({ ...nothing, sales: 150, orders: 1, averageBill: 150 })
  expect(before).toEqual({ ...nothing, sales: 150, orders: 2, averageBill: 75 })
  const counted = (hour: readonly number[]) => hour.flatMap((orders, i) => (orders > 0 ? [[i, orders]] : []))
  expect(counted(hours.today)).toEqual([[0, 1]])
  expect(counted(hours.before)).toEqual([
    [0, 1],
    [12, 1],
    [13, 1],
    [23, 1],
  ])
})

test('names the products with the most pieces on the bills of today', async () => {
  const others = [await make.aProduct(), await make.aProduct(), await make.aProduct()]
  await order('2026-11-20T10:00:00', [], { quantity: 9 })
  await order(`${today}T10:00:00`, [], { items: [rice.item(2), ...others.map(({ item }, n) => item(n + 1))] })
  await order(`${today}T10:10:00`, [[1, 'Canceled']], { quantity: 9 })
  const named = [others[2], rice, others[1]].map((one) => ({ _id: one?.id, title: one?.title }))
  expect((await read()).top).toEqual(named.map((one, n) => ({ ...one, quantity: [3, 2, 2][n] })))
})

test('a canceled order is no sale, delivered before or not, until it is reopened', async () => {
  await order(`${today}T10:00:00`, [[1, 'Canceled']])
  const taken = await order(`${today}T10:10:00`, [
    [5, 'Delivered'],
    [5, 'Canceled'],
  ])
  expect((await read()).today).toMatchObject({ sales: 0, orders: 0, canceled: 2, cashCollected: 0 })
  await change(taken._id, [[1, 'Delivered']])
  expect((await read()).today).toMatchObject({ sales: 50, orders: 1, canceled: 1, cashCollected: 50 })
})

test('an online order counts once it is paid, and its minutes from then on', async () => {
  at(`${today}T10:00:00`)
  await online.placeOnline({ items: [rice.item()] })
  expect((await read()).today).toEqual(nothing)
  const { order: late, checkout } = await online.placeOnline({ items: [rice.item()] })
  t.clock.pass(12)
  online.razorpay.pay(checkout.orderId)
  await online.deliver()
  await change(late._id, [
    [3, 'Prepeared'],
    [6, 'Delivered'],
  ])
  expect((await read()).today).toMatchObject({
    sales: 50,
    orders: 1,
    preparedMinutes: 3,
    deliveredMinutes: 9,
    promised: 1,
    within: 1,
  })
})

test('medians and promises come from the history; a corrected status does not count', async () => {
  await order(`${today}T09:00:00`, [
    [2, 'Prepeared'],
    [8, 'Delivered'],
  ])
  await order(`${today}T09:00:00`, [
    [1, 'Prepeared'],
    [1, 'Confirmed'],
    [2, 'Prepeared'],
    [7, 'Delivered'],
  ])
  // Back at Confirmed: neither prepared nor delivered.
  await order(`${today}T09:00:00`, [
    [1, 'Prepeared'],
    [1, 'Delivered'],
    [1, 'Confirmed'],
  ])
  // Never prepared.
  await order(`${today}T09:00:00`, [[20.5, 'Delivered']])
  at(`${today}T13:00:00`)
  expect((await read()).today).toMatchObject({
    preparedMinutes: 2,
    deliveredMinutes: 11,
    promised: 3,
    within: 1,
  })
})

test('counts the open tasks, and the cash of open orders', async () => {
  await t.db.update(company).set({ lateMinutes: 10 })
  const { id: userId } = await make.aCustomer()
  await order('2026-11-20T12:00:00', [[1, 'Out for Delivary']], { quantity: 2 })
  await order(`${today}T12:49:00`)
  await order(`${today}T12:51:00`)
  await order(`${today}T12:00:00`, [[1, 'Delivered']], { quantity: 9 })
  const rich = await make.aCustomer({ money: 100_000 })
  await order(`${today}T12:55:00`, [], { customer: rich, payment: 'wallet' })
  at(`${today}T13:00:00`)
  await make.aCoupon({ expireAt: new Date(`${today}T13:00:01+05:30`) })
  await make.aCoupon({ expireAt: new Date(`${today}T12:59:59+05:30`) })
  await make.aCoupon({ expireAt: new Date('2026-11-29T13:00:01+05:30') })
  await make.aCoupon({ expireAt: new Date('2026-11-22T13:00:01+05:30'), isActive: false })
  await t.db.insert(manualOrders).values([
    { userId, photos: ['a'] },
    { userId, photos: ['b'], status: 'delivered' },
  ])
  await t.db.insert(withdrawals).values([
    { userId, amount: 12_345 },
    { userId, amount: 10_000 },
    { userId, amount: 5_000, doneAt: new Date() },
  ])
  await t.db.insert(contactMessages).values([
    { name: 'Ravi', phone: '9820098200', message: 'Hello' },
    { name: 'Ravi', phone: '9820098200', message: 'Answered', state: 'answered' },
  ])
  const { needs, cashToCollect } = await read()
  expect(cashToCollect).toEqual({ orders: 3, amount: 200 })
  // The list behind it.
  const list = await t.call(api.orders.list, { params: { page: 1 }, query: { collect: 'cash' } }, staff)
  expect(list.data.data.map(({ totalPrice }) => totalPrice).toSorted((a, b) => a - b)).toEqual([50, 50, 100])
  expect(needs).toEqual({
    late: [
      { status: 'Confirmed', orders: 1 },
      { status: 'Out for Delivary', orders: 1 },
    ],
    photoLists: 1,
    claims: { open: 0, urgent: 0 },
    withdrawals: { requests: 2, amount: 223.45 },
    failedRefunds: { refunds: 0, amount: 0 },
    messages: 1,
    coupons: 1,
    products: 0,
    lowStock: 0,
    missingTax: { products: 0, charges: 0 },
    missingFssai: true,
    newNumberCodes: null,
    allCodes: null,
  })
})

test('the products without a price or a picture are those that the list finds', async () => {
  const { id } = await make.aProduct({ variants: [] })
  await make.aProduct({ variants: [], isActive: false })
  await make.aProduct({ variants: [], archivedAt: new Date() })
  expect((await read()).needs.products).toBe(1)
  const query = { status: 'unfinished' as const }
  const { data } = await t.call(api.products.list, { params: { page: 1 }, query }, staff)
  expect(data.data.map(({ _id }) => _id)).toEqual([id])
})

test('products and charges without tax are those that the lists find, none in an unregistered store', async () => {
  const taxed = { hsn: '1006', gstRate: 500 }
  await t.db.update(company).set({ gstRegistration: 'regular' })
  await make.aProduct(taxed)
  await make.aProduct({ ...taxed, isActive: false, hsn: '' })
  const unrated = await make.aProduct({ hsn: '1006' })
  const later = await make.aProduct({ hsn: '1006' })
  const uncoded = await make.aProduct({ gstRate: 500 })
  staff = await t.signIn.staff()
  const tax = { productIds: [later.id], gstRate: 5, gstFrom: '2026-11-22' }
  await t.call(api.products.setTax, { body: tax }, staff)
  await make.aCharge()
  await make.aCharge({ isActive: false })
  const found = async () => {
    const { data } = await t.call(
      api.products.list,
      { params: { page: 1 }, query: { tax: 'missing' } },
      await t.signIn.staff(),
    )
    return data.data.map(({ _id }) => _id)
  }
  // `rice` of each test is untaxed too.
  expect(await found()).toEqual([uncoded.id, later.id, unrated.id, rice.id])
  expect((await read()).needs.missingTax).toEqual({ products: 4, charges: 1 })
  at('2026-11-22T00:00:00')
  expect(await found()).toEqual([uncoded.id, unrated.id, rice.id])
  await t.db.update(company).set({ gstRegistration: 'unregistered' })
  expect((await read()).needs.missingTax).toEqual({ products: 0, charges: 0 })
})

test('warns of a missing FSSAI number while a product is on sale', async () => {
  expect((await read()).needs.missingFssai).toBe(true)
  await t.db.update(company).set({ fssai: '11521999000123' })
  expect((await read()).needs.missingFssai).toBe(false)
  await t.db.update(company).set({ fssai: '' })
  const off = { productIds: [rice.id], isActive: false }
  await t.call(api.products.setActive, { body: off }, await t.signIn.staff())
  expect((await read()).needs.missingFssai).toBe(false)
})

test('the superadmin reads the same in 2 statements; all other callers are rejected', async () => {
  await order(`${today}T10:00:00`, [[2, 'Prepeared']])
  const [mine, superadmin] = [await read(), await t.signIn.superadmin()]
  const { data } = await t.call(api.reports.today, {}, superadmin)
  expect(data).toEqual(mine)
  // Each also looks up the session.
  expect(await t.statements(() => t.call(api.reports.today, {}, superadmin))).toHaveLength(1 + 2)
  for (const headers of [{}, (await make.aCustomer()).headers])
    expect(await t.call(api.reports.today, {}, { headers })).toMatchObject({ status: 401 })
})
