import { api } from '@kirana/contract'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { withHeaders } from '../../testing/app.ts'
import { findInvariantViolations } from '../../testing/violations.ts'
import { home } from '../../testing/factories.ts'
import { onlineApp } from '../../testing/payments/online.ts'

const o = await onlineApp()
const { t, make, razorpay } = o
afterAll(o.stop)
beforeEach(o.reset)
afterEach(async () => expect(await findInvariantViolations(t.db)).toEqual([]))

const count = async (table: string) =>
  (await t.db.execute<{ n: number }>(sql.raw(`SELECT count(*)::int AS n FROM ${table}`))).rows[0]?.n
const board = async () => {
  const staff = await t.signIn.staff()
  const { data } = await t.call(
    api.orders.list,
    { params: { page: 1 }, query: { keywords: 'Confirmed' } },
    staff,
  )
  return data
}

test('an online order comes with a checkout over its total', async () => {
  const { order, checkout } = await o.placeOnline()
  expect(order).toMatchObject({ payment: 'online', paymentStatus: 'Due', delivaryStatus: 'Confirmed' })
  expect(checkout).toEqual({
    provider: 'razorpay',
    keyId: 'rzp_test_kirana',
    orderId: [...razorpay.orders.keys()][0],
    amount: 5_000,
    currency: 'INR',
    expiresAt: '2026-11-21T07:45:00.000Z',
  })
  expect([...razorpay.orders.values()]).toMatchObject([{ amount: 5_000, receipt: order._id }])
})

test('a repeated key gives the same checkout and asks the provider once', async () => {
  const customer = await make.aCustomer()
  const placing = { customer, key: 'once', items: [(await make.aProduct()).item()] }
  const first = await o.placeOnline(placing)
  razorpay.reply = () => 'away'
  const second = await o.placeOnline(placing)
  expect(second.order).toEqual(first.order)
  expect(razorpay.requests).toEqual(['POST /v1/orders'])
  expect(await count('orders')).toBe(1)
})

test.each(['away', 'slow', 'lost'] as const)('nothing is placed while the provider is %s', async (reply) => {
  await make.aPincode()
  const customer = await make.aCustomer()
  const coupon = (await make.aCoupon()).name
  const placing = {
    customer,
    key: 'again',
    items: [(await make.aProduct()).item()],
    coupon,
    payment: 'online' as const,
  }
  razorpay.reply = () => reply
  expect(await make.tryOrder(placing)).toMatchObject({ status: 503, code: 'payment-away' })
  expect([await count('orders'), await count('payments'), await count('coupon_uses')]).toEqual([0, 0, 0])
  razorpay.reply = () => 'ok'
  expect(await make.tryOrder(placing)).toMatchObject({ status: 200, data: { totalPrice: 40 } })
})

test('an order that cannot be placed is rejected before the provider is called', async () => {
  await make.aPincode()
  const customer = await make.aCustomer()
  const items = [(await make.aProduct()).item()]
  const place = (more: object) => make.tryOrder({ customer, items, payment: 'online', ...more })
  expect(await place({ coupon: 'NOTHING' })).toMatchObject({ status: 422 })
  expect(await place({ expectedTotal: 49 })).toMatchObject({ status: 409, code: 'total-changed' })
  expect(await place({ address: { ...home, pincode: '999999' } })).toMatchObject({ status: 422 })
  const coupon = (await make.aCoupon({ amount: 5_000 })).name
  expect(await place({ coupon })).toMatchObject({ status: 422, code: 'payment' })
  expect(razorpay.requests).toEqual([])
})

test('a price that changes while the provider is asked places nothing', async () => {
  await make.aPincode()
  const rice = await make.aProduct()
  razorpay.reply = () => 'ok'
  const { provider } = t.context.payments
  if (!provider) throw new Error('No provider')
  t.context.payments.provider = {
    ...provider,
    openCheckout: async (order) => {
      await t.db.execute(sql`UPDATE variants SET selling_price = 6000`)
      return provider.openCheckout(order)
    },
  }
  const refused = await make.tryOrder({ items: [rice.item()], payment: 'online' })
  t.context.payments.provider = provider
  expect(refused).toMatchObject({ status: 409, code: 'total-changed', data: { totalPrice: 60 } })
  expect(await count('payments')).toBe(0)
})

test('without a provider online payment is refused as before', async () => {
  const { provider } = t.context.payments
  t.context.payments.provider = null
  await make.aPincode()
  const refused = await make.tryOrder({ payment: 'online' })
  t.context.payments.provider = provider
  expect(refused).toMatchObject({
    status: 422,
    message: 'Online payment is not available. Please pay by cash or wallet',
  })
})

test('the checkout is given again until it is paid, closed or expired, and to its customer alone', async () => {
  const { order, checkout, customer } = await o.placeOnline()
  const again = (as: { headers: Record<string, string> } = customer) =>
    t.call(api.storePayments.checkout, { params: { id: order._id } }, as)
  expect(await again()).toMatchObject({ status: 200, data: checkout })
  expect(await t.statements(() => again())).toHaveLength(1 + 1)
  expect(await again(await make.aCustomer())).toMatchObject({ status: 404 })
  razorpay.fail(checkout.orderId)
  await o.deliver()
  expect(await again()).toMatchObject({ status: 200, data: checkout })
  t.clock.pass(15)
  expect(await again()).toMatchObject({ status: 409, code: 'closed' })
  t.clock.pass(-15)
  razorpay.pay(checkout.orderId)
  await o.deliver()
  expect(await again()).toMatchObject({ status: 409, code: 'paid' })
  const cash = await make.anOrder({ customer })
  expect(await t.call(api.storePayments.checkout, { params: { id: cash._id } }, customer)).toMatchObject({
    status: 409,
    code: 'closed',
  })
})

test('an unpaid order is in the history, and not on the board or in any count of it', async () => {
  const staff = await t.signIn.staff()
  const { order } = await o.placeOnline()
  const list = (keywords: '' | 'Confirmed', search = '') =>
    t.call(api.orders.list, { params: { page: 1 }, query: { keywords, search } }, staff)
  const today = async () => (await t.call(api.dashboard.get, {}, staff)).data.todayOrder
  expect((await list('')).data).toMatchObject({
    data: [{ _id: order._id, paymentStatus: 'Due' }],
    totalPages: 1,
  })
  expect((await list('Confirmed')).data).toEqual({ data: [], totalPages: 0 })
  expect((await list('Confirmed', order.order_id)).data.data).toEqual([])
  expect(await today()).toBe(0)
  expect(await count(`live_events WHERE type <> 'payment.changed'`)).toBe(0)
  const packed = await t.call(
    api.orders.changeStatus,
    { params: { orderId: order._id, status: 'Prepeared' }, query: {} },
    staff,
  )
  expect(packed).toMatchObject({ status: 422, message: 'This order is not paid yet' })

  razorpay.pay(order.checkout?.orderId ?? '')
  await o.deliver()
  expect(await board()).toMatchObject({ data: [{ _id: order._id, paymentStatus: 'success' }], totalPages: 1 })
  expect(await today()).toBe(1)
  const { rows } = await t.db.execute(
    sql`SELECT type, subject FROM live_events WHERE type <> 'payment.changed'`,
  )
  expect(rows).toEqual([{ type: 'order.created', subject: order._id }])
})

test('an order to be paid online requires an idempotency key like any other', async () => {
  const body = { items: [(await make.aProduct()).item()], address: home, payment: 'online' as const }
  const customer = await make.aCustomer()
  expect(await t.call(api.storeOrders.place, { body }, withHeaders(customer, {}))).toMatchObject({
    status: 400,
  })
})
