import { api } from '@kirana/contract'
import type { Webhook } from '@kirana/testing/razorpay'
import { paymentEntity, refundEntity } from '@kirana/testing/razorpay/entities'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { company } from '../../tables/company.ts'
import { findInvariantViolations } from '../../testing/violations.ts'
import { deliverTo, onlineApp } from '../../testing/payments/online.ts'
import { pickerOf } from '../../testing/picking.ts'
import { raceOnLock } from '../../testing/races/race-on-lock.ts'
import { cleanUp } from '../../process/housekeeping.ts'
import { checkNext } from './reconcile.ts'

const o = await onlineApp()
const { t, make, razorpay, run, detail, listPayments: list, listFaults: faults } = o
afterAll(o.stop)
beforeEach(o.reset)
afterEach(async () => expect(await findInvariantViolations(t.db)).toEqual([]))

const events = async () =>
  (await t.db.execute(sql`SELECT type FROM live_events WHERE type LIKE 'order.%' ORDER BY id`)).rows

test('a payment whose webhook was lost is found by polling', async () => {
  const { order, checkout } = await o.placeOnline()
  razorpay.fail(checkout.orderId)
  razorpay.pay(checkout.orderId)
  razorpay.webhooks.length = 0
  await run()
  expect(await detail(order._id)).toMatchObject({ paymentStatus: 'Due' })
  t.clock.pass(3)
  await run()
  expect(await detail(order._id)).toMatchObject({ paymentStatus: 'success' })
  expect(await events()).toEqual([{ type: 'order.created' }])
})

/** An order that was paid, and refunded in the dashboard. None of its webhooks is delivered. */
async function refundedUnseen(...amounts: number[]) {
  const { order, checkout } = await o.placeOnline()
  const payment = razorpay.pay(checkout.orderId)
  const captures = razorpay.webhooks.splice(0)
  for (const amount of amounts) razorpay.refundInDashboard(payment.id, amount)
  const refunds = razorpay.webhooks.splice(0)
  return { id: order._id, payment, captures, refunds }
}
const said = async (webhooks: readonly Webhook[]) => {
  for (const webhook of webhooks) expect((await deliverTo(t, webhook)).statusCode).toBe(200)
}

/** Expects that the order is canceled with its audit row, cannot be picked, and is refunded once. */
async function expectCanceled(id: string) {
  expect(await detail(id)).toMatchObject({
    delivaryStatus: 'Canceled',
    paymentStatus: 'success',
    online: { left: 0 },
    history: [{}, { from: 'Confirmed', to: 'Canceled', by: 'razorpay dashboard' }],
  })
  const audited = sql`
    SELECT 1 FROM audit_rows WHERE call = 'payments.refunded' AND object = ${id} AND (after->>'isCanceled')::boolean`
  expect((await t.db.execute(audited)).rows).toHaveLength(1)
  expect((await pickerOf(t, await t.signIn.staff()).claim(id)).status).toBe(409)
  await run()
  expect(razorpay.requests.filter((request) => request.endsWith('/refund'))).toEqual([])
  expect(await faults()).toMatchObject({ total: 0 })
}

test.each([[[5_000]], [[2_000, 3_000]]])(
  'a payment that was refunded in the dashboard before its poll cancels its order: %j',
  async (amounts) => {
    const { id } = await refundedUnseen(...amounts)
    t.clock.pass(3)
    await run()
    await expectCanceled(id)
  },
)

test('a poll that cannot read the refunds of a payment leaves its order unpaid until it can', async () => {
  const { id } = await refundedUnseen(5_000)
  razorpay.reply = (request) => (request.endsWith('/refunds') ? 'away' : 'ok')
  t.clock.pass(3)
  await run()
  expect(await detail(id)).toMatchObject({ delivaryStatus: 'Confirmed', paymentStatus: 'Due' })
  expect(await faults()).toMatchObject({ total: 1, newest: [{ kind: 'payment', isRetried: true }] })
  t.clock.pass(12)
  await run()
  expect(await detail(id)).toMatchObject({ delivaryStatus: 'Confirmed', paymentStatus: 'Due' })
  razorpay.reply = () => 'ok'
  t.clock.pass(1)
  await run()
  await expectCanceled(id)
})

test('a refund event before its payment event cancels the order without a call to the provider', async () => {
  const { id, captures, refunds } = await refundedUnseen(5_000)
  razorpay.reply = () => 'away'
  await said(refunds.slice(-1))
  expect(await detail(id)).toMatchObject({ delivaryStatus: 'Canceled' })
  await said([...captures, ...refunds])
  razorpay.reply = () => 'ok'
  await expectCanceled(id)
})

test('a refund event that lacks other refunds of its payment is fetched with them', async () => {
  const { id, refunds } = await refundedUnseen(2_000, 3_000)
  const last = refunds.slice(-1)
  await said(last)
  expect(await detail(id)).toMatchObject({ paymentStatus: 'Due' })
  await run()
  await said(last)
  await expectCanceled(id)
})

test('fetches the payment of a refund event without one, and of a late capture with refunds', async () => {
  const [one, two] = [await refundedUnseen(5_000), await refundedUnseen(5_000)]
  const [refund] = [...razorpay.refunds.values()]
  if (!refund) throw new Error('No refund')
  await said([razorpay.webhook('refund.processed', { refund: refundEntity(refund) })])
  await said([razorpay.webhook('payment.captured', { payment: paymentEntity(two.payment) })])
  for (const { id } of [one, two]) expect(await detail(id)).toMatchObject({ paymentStatus: 'Due' })
  expect(await faults()).toMatchObject({ total: 2 })
  await run()
  for (const { id } of [one, two]) await expectCanceled(id)
})

test('an open checkout is polled every few minutes, and by one process', async () => {
  await o.placeOnline()
  const other = await onlineApp({ database: t.database, razorpay })
  for (let minute = 0; minute < 14; minute++) {
    other.t.clock.set(t.context.now().toISOString())
    await Promise.all([run(), other.t.context.payments.run()])
    t.clock.pass(1)
  }
  await other.stop()
  expect(razorpay.requests.filter((request) => request.startsWith('GET'))).toHaveLength(4)
})

test.each([
  [60, 1],
  [300, 5],
])(
  'with PAYMENT_CHECK_SECONDS=%i, checkouts and refunds are polled every %i minutes',
  async (checkSeconds, minutes) => {
    const account = { ...razorpay.account(), checkSeconds }
    const other = await onlineApp({
      database: t.database,
      razorpay,
      config: { razorpay: account, paymentMinutes: 30 },
    })
    const asked = (path: string) =>
      razorpay.requests.filter((request) => request.startsWith('GET') && request.includes(path)).length
    /** Runs what is due every minute for 20 minutes; returns the requests to the path. */
    const poll = async (path: string) => {
      const before = asked(path)
      for (let minute = 0; minute < 20; minute++) {
        other.t.clock.pass(1)
        await other.run()
      }
      return asked(path) - before
    }
    const { order, checkout } = await other.placeOnline()
    expect(await poll('/orders/')).toBe(20 / minutes)
    razorpay.pay(checkout.orderId)
    await other.deliver()
    razorpay.refundStatus = 'pending'
    const staff = await other.t.signIn.staff()
    const cancel = { params: { orderId: order._id, status: 'Canceled' as const }, query: {} }
    expect((await other.t.call(api.orders.changeStatus, cancel, staff)).status).toBe(200)
    await other.run()
    razorpay.webhooks.length = 0
    // The first poll of a refund comes after a minute.
    expect(await poll('/refunds')).toBe(1 + Math.floor(19 / minutes))
    await other.stop()
  },
)

test('an unpaid order expires without an event, and releases its coupon, referral code and pieces', async () => {
  await t.db.update(company).set({ referralDiscount: 1_000, pointsPerReferral: 30 })
  const friend = await make.aCustomer()
  const customer = await make.aCustomer()
  const coupon = (await make.aCoupon()).name
  const rice = await make.aProduct()
  const cart = { customer, items: [rice.item()], coupon, referCode: friend.user.referCode }
  const { order } = await o.placeOnline(cart)
  expect(await make.tryOrder({ ...cart, payment: 'cod' })).toMatchObject({ status: 422 })
  t.clock.pass(14)
  await run()
  expect(await detail(order._id)).toMatchObject({ delivaryStatus: 'Confirmed', paymentStatus: 'Due' })
  t.clock.pass(1)
  await run()
  expect(await detail(order._id)).toMatchObject({
    delivaryStatus: 'Canceled',
    paymentStatus: 'Failed',
    online: { state: 'expired', refunds: [] },
    history: [{ to: 'Confirmed' }, { to: 'Canceled', by: 'Not paid in time' }],
  })
  expect(await events()).toEqual([])
  const staff = await t.signIn.staff()
  expect((await t.call(api.dashboard.get, {}, staff)).data.todayOrder).toBe(0)
  expect(await make.anOrder({ ...cart, payment: 'cod' })).toMatchObject({ discount: 10, referDiscount: 5 })
})

test('while the provider is unavailable a checkout stays open longer, and late money is refunded', async () => {
  const { order, checkout } = await o.placeOnline()
  razorpay.reply = () => 'away'
  t.clock.pass(15)
  await run()
  expect(await detail(order._id)).toMatchObject({ delivaryStatus: 'Confirmed' })
  t.clock.pass(15)
  await run()
  expect(await detail(order._id)).toMatchObject({ delivaryStatus: 'Canceled' })
  const { id } = razorpay.pay(checkout.orderId)
  razorpay.webhooks.length = 0
  razorpay.reply = () => 'ok'
  t.clock.pass(24 * 60)
  await run()
  expect(razorpay.refundedOf(id)).toBe(5_000)
  expect(await list()).toMatchObject([{ mismatch: 'late', isOpen: false, refunds: [{ state: 'done' }] }])
})

test('an unreadable payment attempt does not hide other payments of its checkout', async () => {
  const { order, checkout } = await o.placeOnline()
  razorpay.fail(checkout.orderId).amount = -1
  razorpay.pay(checkout.orderId)
  razorpay.webhooks.length = 0
  t.clock.pass(3)
  await run()
  expect(await detail(order._id)).toMatchObject({ paymentStatus: 'success' })
  expect(await faults()).toMatchObject({ total: 1, newest: [{ kind: 'payment' }] })
})

test('of a payment and an expiry of its order at the same time, only one has an effect', async () => {
  for (let n = 0; n < 5; n++) {
    const { order, checkout } = await o.placeOnline()
    // Drops the webhook of the refund of the previous round.
    razorpay.webhooks.length = 0
    const payment = razorpay.pay(checkout.orderId)
    const [webhook] = razorpay.webhooks.splice(0)
    if (!webhook) throw new Error('No webhook')
    // The provider's answer does not know the payment yet.
    payment.order_id = ''
    t.clock.pass(15)
    const lock = sql`SELECT 1 FROM orders WHERE id = ${order._id} FOR UPDATE`
    const paid = async () => void (await deliverTo(t, webhook))
    await raceOnLock(t, lock, n % 2 === 0 ? [run, paid] : [paid, run])
    payment.order_id = checkout.orderId
    await run()
    const there = await detail(order._id)
    const isPaid = there?.paymentStatus === 'success'
    expect(there?.delivaryStatus).toBe(isPaid ? 'Confirmed' : 'Canceled')
    expect(razorpay.refundedOf(payment.id)).toBe(isPaid ? 0 : 5_000)
  }
})

test('a process that ends between two steps of a check leaves it to the next one', async () => {
  const { order, checkout } = await o.placeOnline()
  razorpay.pay(checkout.orderId)
  razorpay.webhooks.length = 0
  const { provider } = t.context.payments
  if (!provider) throw new Error('No provider')
  const ends = async () => {
    throw new Error('The process ends here')
  }
  t.clock.pass(3)
  const beforeAsking = { ...provider, paymentsOf: ends }
  await expect(checkNext(t.database, beforeAsking, t.context.now())).rejects.toThrow('ends here')
  t.clock.pass(1)
  const beforeWriting = { ...t.database, transaction: ends }
  await expect(checkNext(beforeWriting, provider, t.context.now())).rejects.toThrow('ends here')
  expect(await detail(order._id)).toMatchObject({ paymentStatus: 'Due' })
  t.clock.pass(1)
  await run()
  expect(await detail(order._id)).toMatchObject({ paymentStatus: 'success' })
})

test('events are kept for a year', async () => {
  const { checkout } = await o.placeOnline()
  razorpay.pay(checkout.orderId)
  await o.deliver()
  t.clock.pass(365 * 24 * 60)
  await cleanUp(t.context, (error) => expect(error).toBeUndefined())
  expect(await t.db.$count(sql`payment_events`)).toBe(2)
  t.clock.pass(1)
  await cleanUp(t.context, (error) => expect(error).toBeUndefined())
  expect(await t.db.$count(sql`payment_events`)).toBe(0)
})
