import { api } from '@kirana/contract'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { company } from '../tables/company.ts'
import { staff, staffRoles } from '../tables/people.ts'
import { type TestApp, testApp, withHeaders } from '../testing/app.ts'
import { onlineApp, type OnlineApp } from '../testing/payments/online.ts'
import { factories } from '../testing/factories.ts'
import { photo } from '../testing/files/pictures.ts'
import { openStreams, type ReceivedEvent, seqOf } from '../testing/streams.ts'

let o: OnlineApp
let t: TestApp
let asha: Awaited<ReturnType<TestApp['signIn']['staff']>>
let streams: ReturnType<typeof openStreams>

beforeAll(async () => {
  o = await onlineApp()
  t = o.t
  streams = openStreams(await t.app.listen({ host: '127.0.0.1', port: 0 }))
})
beforeEach(async () => {
  await t.database.reset()
  asha = await t.signIn.staff()
})
afterEach(() => streams.close())
afterAll(() => o.stop())

/** Opens the stream like a browser; `received` collects the events. */
const listen = (lastEventId?: string, headers: Record<string, string> = asha.headers, query = '') =>
  streams.listen(headers, { query, ...(lastEventId !== undefined && { lastEventId }) })
const ready = async (lastEventId?: string) => {
  const stream = await listen(lastEventId)
  await expect.poll(() => stream.received.length).toBeGreaterThan(0)
  return stream
}
const orders = (received: ReceivedEvent[]) => received.filter(({ event }) => event.startsWith('order.'))

test('streams a new order and its changes with the row of the list', async () => {
  const stream = await ready()
  expect(stream.answer.headers.get('content-type')).toMatch(/^text\/event-stream/)
  const { _id: staffId } = (await t.call(api.staff.get, {}, asha)).data
  expect(stream.received[0]).toMatchObject({ event: 'ready', data: { staffId } })
  const order = await factories(t).anOrder()
  await expect.poll(() => orders(stream.received).length).toBe(1)
  const [list] = (await t.call(api.orders.list, { params: { page: 1 }, query: {} }, asha)).data.data
  expect(orders(stream.received)[0]).toMatchObject({
    event: 'order.created',
    data: { type: 'order.created', row: list },
  })

  await t.call(
    api.orders.changeStatus,
    { params: { orderId: order._id, status: 'Prepeared' }, query: {} },
    asha,
  )
  await expect.poll(() => orders(stream.received).length).toBe(2)
  const [created, changed] = orders(stream.received)
  expect(changed).toMatchObject({
    event: 'order.changed',
    data: { row: { _id: order._id, delivaryStatus: 'Prepeared' } },
  })
  expect(seqOf(changed)).toBeGreaterThan(seqOf(created))
})

test('streams a manual order and its changes with the row of the list, in order', async () => {
  const stream = await ready()
  const make = factories(t)
  const meera = await make.aCustomer()
  const { data: sent } = await t.call(api.storeManualOrders.add, { body: {}, files: [await photo()] }, meera)
  await make.anOrder()
  const row = async () =>
    (await t.call(api.manualOrders.list, { params: { page: 1 }, query: {} }, asha)).data.data[0]
  const waiting = await row()
  await expect.poll(() => stream.received.length).toBe(3)
  await t.call(api.manualOrders.changeStatus, { body: { orderId: sent._id, status: 'Delivered' } }, asha)
  await expect.poll(() => stream.received.length).toBe(4)
  expect(stream.received.slice(1)).toMatchObject([
    { event: 'manual-order.created', data: { type: 'manual-order.created', row: waiting } },
    { event: 'order.created' },
    { event: 'manual-order.changed', data: { row: { _id: sent._id, orderStatus: 'Delivered' } } },
  ])
  expect(await row()).toMatchObject({ orderStatus: 'Delivered' })
})

test('streams a withdrawal when it is requested and when it is paid, with the row of the list', async () => {
  const stream = await ready()
  const customer = await factories(t).aCustomer({ money: 50_000 })
  const { data: row } = await t.call(
    api.storeWallet.withdraw,
    { body: { amount: 120.5, upiId: 'ravi@upi' } },
    customer,
  )
  await expect.poll(() => stream.received.length).toBe(2)
  await t.call(api.withdrawals.approve, { body: { withdrawalId: row._id, reason: 'Paid in cash' } }, asha)
  await expect.poll(() => stream.received.length).toBe(3)
  const [paid] = (await t.call(api.withdrawals.list, {}, asha)).data
  expect(paid).toEqual({ ...row, isDone: true, state: 'paid' })
  expect(stream.received.slice(1)).toMatchObject([
    { event: 'withdrawal.created', data: { type: 'withdrawal.created', row } },
    { event: 'withdrawal.changed', data: { type: 'withdrawal.changed', row: paid } },
  ])
})

test('streams an online payment from the checkout to its refund, with the row of the list', async () => {
  const stream = await ready()
  const { order, checkout } = await o.placeOnline()
  const states = () =>
    stream.received.flatMap(({ data }) =>
      data.type === 'payment.changed'
        ? [[data.row.state, ...data.row.refunds.map(({ state }) => state)]]
        : [],
    )
  await expect.poll(states).toEqual([['created']])
  o.razorpay.fail(checkout.orderId)
  o.razorpay.pay(checkout.orderId)
  o.razorpay.refundStatus = 'pending'
  await o.deliver()
  await expect.poll(() => states().at(-1)).toEqual(['paid'])
  const cancel = { params: { orderId: order._id, status: 'Canceled' as const }, query: {} }
  await t.call(api.orders.changeStatus, cancel, asha)
  await expect.poll(() => states().at(-1)).toEqual(['paid', 'asked'])
  await t.context.payments.run()
  const [refund] = o.razorpay.refunds.keys()
  o.razorpay.finish(refund ?? '', 'failed')
  await o.deliver()
  await expect.poll(() => states().at(-1)).toEqual(['paid', 'failed'])
  const [listed] = (await t.call(api.payments.list, { params: { page: 1 }, query: {} }, asha)).data.data
  expect(stream.received.at(-1)?.data).toEqual({ type: 'payment.changed', row: listed })
  await t.call(api.payments.retryRefund, { params: { id: listed?.refunds[0]?._id ?? '' } }, asha)
  await expect.poll(() => states().at(-1)).toEqual(['paid', 'asked'])
  o.razorpay.refundStatus = 'processed'
  await t.context.payments.run()
  await expect.poll(() => states().at(-1)).toEqual(['paid', 'done'])

  const stray = o.razorpay.pay('order_Unknown')
  await o.deliver()
  await expect.poll(() => states().at(-1)).toEqual(['unmatched'])
  const [open] = (await t.call(api.payments.list, { params: { page: 1 }, query: {} }, asha)).data.data
  expect(open).toMatchObject({ paymentId: stray.id, isOpen: true })
  await t.call(api.payments.settle, { params: { id: open?._id ?? '' } }, asha)
  await expect
    .poll(() => stream.received.at(-1)?.data)
    .toMatchObject({ type: 'payment.changed', row: { _id: open?._id, isOpen: false } })
})

test('resumes an interrupted stream without gaps or duplicates', async () => {
  const first = await ready()
  const make = factories(t)
  const placed = [(await make.anOrder())._id]
  await expect.poll(() => orders(first.received).length).toBe(1)
  first.stop()
  for (let n = 0; n < 3; n++) placed.push((await make.anOrder())._id)
  const second = await ready(orders(first.received)[0]?.id)
  await expect.poll(() => orders(second.received).length).toBe(3)
  placed.push((await make.anOrder())._id)
  await expect.poll(() => orders(second.received).length).toBe(4)
  const seen = [...orders(first.received), ...orders(second.received)].map(
    ({ data }) => '_id' in data.row && data.row._id,
  )
  expect(seen).toEqual(placed)
})

test('a list read after the profile, and a stream after its number, together miss no order', async () => {
  // Behind a proxy, each call may reach another process.
  const other = await testApp({ database: t.database })
  const make = factories(t)
  const placed: string[] = []
  const place = async () => placed.push((await make.anOrder())._id)
  const before = other.context.live.position()
  await place()
  await expect.poll(() => other.context.live.position()).not.toEqual(before)
  const { lastEventId } = (await other.call(api.staff.get, {}, asha)).data
  await place()
  const listed = (await t.call(api.orders.list, { params: { page: 1 }, query: {} }, asha)).data.data
  await place()
  const stream = await ready(lastEventId)
  expect(stream.received[0]).toMatchObject({ event: 'ready' })
  await place()
  const streamed = () =>
    orders(stream.received).flatMap(({ data }) => ('_id' in data.row ? data.row._id : []))
  await expect
    .poll(() => [...new Set([...listed.map(({ _id }) => _id), ...streamed()])].toSorted())
    .toEqual(placed.toSorted())
  await other.close()
})

test('neither strangers nor customers may subscribe', async () => {
  const customer = await t.signIn.customer()
  for (const headers of [{}, customer.headers])
    expect((await listen(undefined, headers)).answer.status).toBe(401)
})

test('delivers a burst completely and in order', async () => {
  const stream = await ready()
  const order = await factories(t).anOrder()
  await t.database.transaction((tx) =>
    tx.execute(
      sql`INSERT INTO live_events (type, subject) SELECT 'order.changed', ${order._id}::uuid FROM generate_series(1, 1200)`,
    ),
  )
  t.context.live.wake()
  await expect.poll(() => orders(stream.received).length).toBe(1201)
  const ids = orders(stream.received).map(seqOf)
  expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  expect(new Set(ids).size).toBe(1201)
})

test('sends events of a request for approval to approvers and the requester, and no other events to the superadmin', async () => {
  await t.db.update(company).set({ secondPerson: true, coinsWithoutApproval: 0 })
  const [till] = await t.db
    .insert(staffRoles)
    .values({ name: 'Till', permissions: ['orders.read', 'wallet.coins'] })
    .returning()
  const giveRole = (id: string, roleId = '') => t.db.update(staff).set({ roleId }).where(eq(staff.id, id))
  const [asker, colleague] = [await t.signIn.staff('asker'), await t.signIn.staff('colleague')]
  await giveRole(asker.id, till?.id)
  await giveRole(colleague.id, till?.id)
  const owner = await t.signIn.superadmin()
  const both = { cookie: `${asker.headers.cookie}; ${owner.headers.cookie}` }
  const decides = await listen(undefined, asha.headers)
  const asked = await listen(undefined, both)
  const neighbour = await listen(undefined, colleague.headers)
  const superadmin = await listen(undefined, both, '?as=superadmin')
  const all = [decides, asked, neighbour, superadmin]
  await expect.poll(() => all.map(({ received }) => received.length)).toEqual([1, 1, 1, 1])
  expect([asked, superadmin].map(({ received }) => received[0]?.data)).toEqual([
    { staffId: asker.id },
    { superadminId: owner.id },
  ])

  const make = factories(t)
  const customer = await make.aCustomer()
  const body = { userId: customer.id, point: 10 }
  const keyed = withHeaders(asker, { 'idempotency-key': 'once' })
  expect((await t.call(api.wallet.addCoins, { body }, keyed)).status).toBe(202)
  // This event comes after the request: a stream that has received it has received the event of the request before, or
  // never will.
  await make.anOrder()
  const heard = ({ received }: { received: ReceivedEvent[] }) => received.slice(1).map(({ event }) => event)
  const [request, order] = ['approval.changed', 'order.created']
  await expect.poll(() => all.map(heard)).toEqual([[request, order], [request, order], [order], [request]])
  expect(superadmin.received[1]?.data).toMatchObject({ row: { state: 'waiting', askerId: asker.id } })
})
