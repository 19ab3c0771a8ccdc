import { api } from '@kirana/contract'
import papaparse from 'papaparse'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { company } from '../../tables/company.ts'
import { addUpPastDays } from '../../services/reports/add-up.ts'
import { onlineApp } from '../../testing/payments/online.ts'
import { refundsIn } from '../../testing/payments/refunds.ts'
import { findInvariantViolations } from '../../testing/violations.ts'

/** The refunded and the kept amounts, in all places that show the money of orders. */

const o = await onlineApp()
const { t, make, run, detail } = o
const { setStatus, paid, inDashboard, pickShort, claimPiece, refundPiece } = refundsIn(o)
afterAll(o.stop)
beforeEach(o.reset)
afterEach(async () => expect(await findInvariantViolations(t.db)).toEqual([]))

const staff = () => t.signIn.staff()
const listed = async () =>
  (await t.call(api.orders.list, { params: { page: 1 }, query: {} }, await staff())).data.data
const exported = async () => {
  const { raw } = await t.call(api.orders.export, { query: {} }, await staff())
  return papaparse.parse<Record<string, string>>(raw.replace(/^\uFEFF/, ''), {
    header: true,
    skipEmptyLines: true,
  }).data
}
const today = async () => (await t.call(api.reports.today, {}, await staff())).data.today
const report = async () =>
  (await t.call(api.reports.get, { query: { from: '2026-11-21', to: '2026-11-21' } }, await staff())).data
const own = async (customer: Parameters<typeof t.call>[2]) =>
  (await t.call(api.storeOrders.list, { query: {} }, customer)).data.orders

test('nothing is refunded of an order at first', async () => {
  const { id, customer } = await paid()
  for (const order of [await detail(id), ...(await listed()), ...(await own(customer))])
    expect(order).toMatchObject({ totalPrice: 100, refundedTotal: 0, net: 100 })
  expect(await exported()).toMatchObject([{ Refunded: '0', Net: '100', Method: 'UPI' }])
})

test('a refund in the dashboard counts in every list, the file and the reports', async () => {
  const { id, payment, customer } = await paid()
  await setStatus(id, 'Delivered')
  await inDashboard(payment.id, 3_000)
  for (const order of [await detail(id), ...(await listed()), ...(await own(customer))])
    expect(order).toMatchObject({ paymentStatus: 'success', totalPrice: 100, refundedTotal: 30, net: 70 })
  expect(await exported()).toMatchObject([{ 'Bill Amount': '100', Refunded: '30', Net: '70', Method: 'UPI' }])
  expect(await today()).toMatchObject({ sales: 70, orders: 1, averageBill: 70 })
  expect((await report()).total).toMatchObject({ sales: 70, refunded: 30, subtotal: 100, deliveredSales: 70 })
})

test('a refund makes the sums of a past day outdated', async () => {
  const { id, payment } = await paid()
  await setStatus(id, 'Delivered')
  t.clock.set('2026-11-22T09:00:00+05:30')
  await addUpPastDays(t.database, t.context.now())
  expect((await report()).total.sales).toBe(100)
  await inDashboard(payment.id, 2_500)
  expect((await report()).total.sales).toBe(75)
  await addUpPastDays(t.database, t.context.now())
  expect((await report()).total.sales).toBe(75)
})

test('a canceled order keeps nothing', async () => {
  const { id, payment } = await paid()
  await inDashboard(payment.id, 3_000)
  o.razorpay.refundStatus = 'pending'
  await setStatus(id, 'Canceled')
  await run()
  expect(await detail(id)).toMatchObject({ totalPrice: 100, refundedTotal: 100, net: 0 })
  expect((await detail(id))?.history.at(-1)).toMatchObject({
    refund: { amount: 70, to: 'source', state: 'asked' },
  })
  const pending = [...o.razorpay.refunds.values()].find(({ status }) => status === 'pending')
  o.razorpay.finish(pending?.id ?? '', 'processed')
  await o.deliver()
  expect((await detail(id))?.history.at(-1)).toMatchObject({
    refund: { amount: 70, to: 'source', state: 'done' },
  })
  expect(await exported()).toMatchObject([{ Refunded: '100', Net: '0' }])
  expect(await today()).toMatchObject({ sales: 0, orders: 0 })
})

test('missing items lower the bill: their refund is not subtracted from it again', async () => {
  const { id } = await paid()
  await pickShort(id)
  await run()
  const order = await detail(id)
  expect(order).toMatchObject({ totalPrice: 50, refunded: 50, refundedTotal: 50, net: 50 })
  expect(await today()).toMatchObject({ sales: 50 })
})

test('a refund to the wallet counts until the order is reopened and charges it again', async () => {
  const customer = await make.aCustomer({ money: 10_000 })
  const { _id: id } = await make.anOrder({
    items: [(await make.aProduct()).item(2)],
    customer,
    payment: 'wallet',
  })
  await setStatus(id, 'Canceled')
  expect(await detail(id)).toMatchObject({ refundedTotal: 100, net: 0 })
  await setStatus(id, 'Confirmed')
  expect(await detail(id)).toMatchObject({ refundedTotal: 0, net: 100 })
  expect(await exported()).toMatchObject([{ Method: 'Wallet' }])
})

test.each(['wallet', 'source'] as const)('a claim of an online order to the %s counts once', async (to) => {
  const { id, customer } = await paid()
  await setStatus(id, 'Delivered')
  await refundPiece(await claimPiece(id, customer), to)
  await run()
  await o.deliver()
  expect(await detail(id)).toMatchObject({ totalPrice: 100, refundedTotal: 50, net: 50 })
  expect(await today()).toMatchObject({ sales: 50, orders: 1 })
  await setStatus(id, 'Canceled')
  expect(await detail(id)).toMatchObject({ refundedTotal: 100, net: 0 })
})

test.each(['cod', 'wallet'] as const)('a claim of an order paid by %s is not a sale', async (payment) => {
  const customer = await make.aCustomer({ money: 10_000 })
  const { _id: id } = await make.anOrder({
    items: [(await make.aProduct()).item(2)],
    customer,
    payment,
  })
  await setStatus(id, 'Delivered')
  t.clock.set('2026-11-21T23:59:59+05:30')
  const claimId = await claimPiece(id, customer)
  t.clock.set('2026-11-22T09:00:00+05:30')
  await addUpPastDays(t.database, t.context.now())
  expect((await report()).total).toMatchObject({ sales: 100, refunded: 0 })
  await refundPiece(claimId, 'wallet')
  expect((await report()).total).toMatchObject({ sales: 50, refunded: 50, deliveredSales: 50 })
  await addUpPastDays(t.database, t.context.now())
  expect((await report()).total).toMatchObject({ sales: 50, refunded: 50, deliveredSales: 50 })
  expect(await detail(id)).toMatchObject({ totalPrice: 100, refundedTotal: 50, net: 50 })
  expect(await exported()).toMatchObject([{ Refunded: '50', Net: '50' }])
})

test('the file has the tax of the invoice, less that of its credit notes', async () => {
  await t.db.update(company).set({ gstin: '27AAPFU0939F1ZV', gstRegistration: 'regular' })
  const ghee = await make.aProduct({ title: 'Ghee', hsn: '0405', gstRate: 500 })
  const { order, payment } = await o.paidOnline({ items: [ghee.item(2)] })
  expect(await exported()).toMatchObject([{ Tax: '' }])
  await setStatus(order._id, 'Prepeared')
  expect(await exported()).toMatchObject([{ Tax: '4.76' }])
  await inDashboard(payment.id, 3_000)
  const [row] = await exported()
  expect(row).toMatchObject({ Refunded: '30', Net: '70' })
  // The tax of 5 % that ₹70 include.
  expect(Number(row?.Tax)).toBeCloseTo(3.33, 1)
})
