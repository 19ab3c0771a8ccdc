import { api } from '@kirana/contract'
import type { DeliveryStatusName } from '@kirana/contract/wire/shapes'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withHeaders } from '../testing/app.ts'
import { onServer } from '../testing/on-server.ts'
import { pickerOf, pickExample, workedExample } from '../testing/picking.ts'
import { aRider, dispatcherOf } from '../testing/riders.ts'
import { countRoundTrips } from '../testing/round-trips.ts'
import { staffApp } from '../testing/staff-app.ts'

const { t, make, staff } = await staffApp()
const picker = pickerOf(t, staff)

onServer(() => {
  let trips: Awaited<ReturnType<typeof countRoundTrips>>
  beforeAll(async () => {
    trips = await countRoundTrips(t)
  })
  afterAll(() => trips.close())
  beforeEach(async () => {
    await make.aPincode()
  })

  const change = (orderId: string, status: DeliveryStatusName, as: Pick<typeof staff, 'headers'> = staff) =>
    t.call(api.orders.changeStatus, { params: { orderId, status }, query: {} }, as)
  const ok = (call: () => Promise<{ status: number }>) => async () => expect((await call()).status).toBe(200)

  test('a read takes two: the session and the rows', async () => {
    const order = await make.anOrder()
    const list = () => t.call(api.orders.list, { params: { page: 1 }, query: {} }, staff)
    expect(await trips.of(ok(list))).toBe(2)
    const get = () => t.call(api.orders.get, { params: { orderId: order._id } }, staff)
    expect(await trips.of(ok(get))).toBe(2)
  })

  test('a change of status takes three: the session, the locked order, all writes with COMMIT', async () => {
    const rice = await make.aProduct({ loyaltyCoins: 3 })
    const friend = await make.aCustomer()
    const customer = await make.aCustomer({ money: 50_000 })
    const referCode = friend.user.referCode
    const order = await make.anOrder({ customer, payment: 'wallet', referCode, items: [rice.item(2)] })
    const keyed = withHeaders(staff, { 'idempotency-key': 'press' })
    expect(await trips.of(ok(() => change(order._id, 'Prepeared')))).toBe(3)
    expect(await trips.of(ok(() => change(order._id, 'Dispatched', keyed)))).toBe(3)
    expect(await trips.of(ok(() => change(order._id, 'Delivered')))).toBe(3)
    // It takes back coins, so it reads the locked wallets.
    expect(await trips.of(ok(() => change(order._id, 'Canceled')))).toBe(4)
    // Reopened: its pieces must be in stock, and the customer must not have used another referral code.
    expect(await trips.of(ok(() => change(order._id, 'Delivered')))).toBe(5)
    // The same status again changes nothing.
    expect(await trips.of(ok(() => change(order._id, 'Delivered')))).toBe(3)
  })

  test('a change of status takes three where a rider has the bag, the posting of the cash included', async () => {
    const order = await make.anOrder()
    const rider = await aRider(t)
    await change(order._id, 'Prepeared')
    await dispatcherOf(t, staff).assign(rider.id, order._id)
    expect(await trips.of(ok(() => change(order._id, 'Out for Delivary')))).toBe(3)
    expect(await trips.of(ok(() => change(order._id, 'Delivered')))).toBe(3)
    expect(await trips.of(ok(() => change(order._id, 'Confirmed')))).toBe(3)
  })

  test('a rider delivers in five: the session, the action, the drop, the locked order, all writes with COMMIT', async () => {
    const order = await make.anOrder()
    const rider = await aRider(t)
    await change(order._id, 'Prepeared')
    await dispatcherOf(t, staff).assign(rider.id, order._id)
    expect(await trips.of(ok(() => rider.deliver({ orderId: order._id })))).toBe(5)
  })

  test('placing an order takes four: session, quote, order, COMMIT', async () => {
    const rice = await make.aProduct()
    const customer = await make.aCustomer({ money: 50_000 })
    for (const payment of ['cod', 'wallet'] as const) {
      const place = () => make.tryOrder({ customer, items: [rice.item()], payment })
      expect(await trips.of(ok(place))).toBe(4)
    }
  })

  test('the end of a pick takes four: it answers with the order', async () => {
    const { ordered, other } = await workedExample(make)
    const customer = await make.aCustomer({ money: 21_222 })
    const { _id: orderId } = await make.anOrder({ ...ordered, customer, payment: 'wallet' })
    await picker.claim(orderId)
    await pickExample(picker, orderId, other.item().variantId)
    expect(await trips.of(ok(() => picker.done(orderId)))).toBe(4)
  })

  test('a customer cancels an order in four: it answers with the order', async () => {
    const customer = await make.aCustomer()
    const order = await make.anOrder({ customer })
    const cancel = () => t.call(api.storeOrders.cancel, { params: { id: order._id } }, customer)
    expect(await trips.of(ok(cancel))).toBe(4)
  })
})
