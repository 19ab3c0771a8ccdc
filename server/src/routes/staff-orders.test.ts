import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import type { DeliveryStatusName } from '@kirana/contract/wire/shapes'
import type { Sent } from '@kirana/contract/wire/route'
import { eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { approvals } from '../tables/approvals.ts'
import { company } from '../tables/company.ts'
import { auditRows, liveEvents } from '../tables/journal.ts'
import { manualOrders } from '../tables/manual-orders.ts'
import { pushMessages } from '../tables/push-messages.ts'
import { sessions } from '../tables/people.ts'
import { users } from '../tables/users.ts'
import { withHeaders } from '../testing/app.ts'
import { approvalIn, approvingApp } from '../testing/approving.ts'
import { home } from '../testing/factories.ts'
import { givenApp } from '../testing/second-factor.ts'
import { stockCalls } from '../testing/stock.ts'

const { t, make, asha, approve, list, walletOf, inOrder } = await approvingApp()
const stock = stockCalls(t, asha)

type Body = Sent<typeof api.staffOrders.place>['body']
type Ordered = Omit<Partial<Body>, 'userId'> & { userId?: string; manualOrderId?: string; key?: string }

/** By default one product of ₹50 to a new address, cash on delivery. */
async function place({ userId, manualOrderId, key = randomUUID(), ...fields }: Ordered) {
  const address = fields.addressId === undefined ? { address: home } : {}
  const items = fields.items ?? [(await make.aProduct()).item()]
  const body = { payment: 'cod' as const, expectedTotal: 50, ...address, ...fields, items }
  const as = withHeaders(asha, { 'idempotency-key': key })
  return manualOrderId === undefined
    ? t.call(api.staffOrders.place, { body: { ...body, userId: userId ?? '' } }, as)
    : t.call(api.staffOrders.placeList, { body: { ...body, manualOrderId } }, as)
}
async function aList(userId: string) {
  const [row] = await t.db.insert(manualOrders).values({ userId, photos: [] }).returning()
  return row?.id ?? ''
}
const change = (orderId: string, status: DeliveryStatusName) =>
  t.call(api.orders.changeStatus, { params: { orderId, status }, query: {} }, asha)
const listed = async (id: string) =>
  (await t.call(api.manualOrders.list, { params: { page: 1 }, query: {} }, asha)).data.data.find(
    ({ _id }) => _id === id,
  )
const orderCount = async () =>
  (await t.call(api.orders.list, { params: { page: 1 }, query: {} }, asha)).data.data.length

test('an order on the phone is quoted, placed, audited and pushed as one of the customer, once', async () => {
  await make.aPincode()
  const { name: coupon } = await make.aCoupon({ amount: 1_000 })
  await make.aCharge({ amount: 2_000 })
  const meera = await make.aCustomer({ fullName: 'Meera Nair' })
  await t.db.update(users).set({ fcmToken: 'phone' }).where(eq(users.id, meera.id))
  const items = [(await make.aProduct()).item(3)]
  const asked = { userId: meera.id, items, coupon, pincode: home.pincode }
  const quoted = await t.call(api.staffOrders.quote, { body: asked }, asha)
  const { userId: _, ...cart } = asked
  const own = await t.call(api.storeOrders.quote, { body: cart }, meera)
  expect(quoted.data).toEqual(own.data)
  expect(quoted.data).toMatchObject({ totalPrice: 160, discount: 10, notes: [] })

  const key = randomUUID()
  const ordered = { userId: meera.id, items, coupon, expectedTotal: 160, key }
  const placed = await place(ordered)
  expect(placed).toMatchObject({ status: 200, message: 'Order placed successfully' })
  expect(placed.data).toMatchObject({
    totalPrice: 160,
    payment: 'cod',
    delivaryStatus: 'Confirmed',
    user: { fullName: 'Meera Nair' },
    history: [{ to: 'Confirmed', by: 'Asha (staff)' }],
  })
  expect((await place(ordered)).data).toEqual(placed.data)
  expect(await orderCount()).toBe(1)
  expect(await t.db.select().from(auditRows).where(eq(auditRows.object, placed.data._id))).toMatchObject([
    { call: 'staffOrders.place', personId: asha.id, after: { total: 16_000, payment: 'cod' } },
  ])
  expect(await t.db.select().from(pushMessages)).toMatchObject([
    { title: `Order ${placed.data.order_id} is placed`, body: '3 items for ₹160.00, to pay when it comes' },
  ])
  // The customer sees it among their own orders, without the name of who placed it.
  const theirs = await t.call(api.storeOrders.get, { params: { id: placed.data._id } }, meera)
  expect(theirs.data).not.toHaveProperty('history')
  await inOrder()
})

test('is refused for the same reasons as an order of the store API, and then nothing is stored', async () => {
  await make.aPincode()
  const meera = await make.aCustomer({ money: 4_999 })
  const product = await make.aProduct()
  await stock.count(product.variants[0]?.id ?? '', 2)
  const order = (fields: Ordered) => place({ userId: meera.id, items: [product.item()], ...fields })
  expect(await order({ expectedTotal: 49 })).toMatchObject({
    status: 409,
    code: 'total-changed',
    data: { totalPrice: 50, lines: [{ available: 2 }] },
  })
  expect(await order({ items: [product.item(3)], expectedTotal: 150 })).toMatchObject({ status: 422 })
  expect(await order({ items: [product.item(51)], expectedTotal: 2_550 })).toMatchObject({
    status: 422,
    code: 'pieces',
  })
  expect(await order({ payment: 'online' })).toMatchObject({ status: 422, code: 'payment' })
  await t.db.update(company).set({ secondPerson: false })
  expect(await order({ payment: 'wallet' })).toMatchObject({ status: 422, code: 'wallet' })
  await t.db.update(company).set({ secondPerson: true })
  expect(await order({ payment: 'wallet' })).toMatchObject({ status: 422, code: 'wallet' })
  expect(await order({ address: { ...home, pincode: '110001' } })).toMatchObject({ status: 422 })
  expect(await order({ addressId: v7() })).toMatchObject({ status: 422, message: 'Please choose an address' })
  expect(await order({ coupon: 'NONE' })).toMatchObject({ status: 422 })
  expect(await order({ items: [{ ...product.item(), variantId: v7() }] })).toMatchObject({
    status: 422,
    code: 'unavailable',
  })
  for (const userId of [v7(), 'nobody', asha.id])
    expect(await order({ userId })).toMatchObject({ status: 404, message: 'Customer not found' })
  expect((await order({ addressId: v7(), address: home })).status).toBe(400)
  await t.call(api.opening.close, { body: { isClosed: true } }, asha)
  expect(await order({})).toMatchObject({ status: 409, code: 'closed' })
  expect(
    await t.call(
      api.storeOrders.place,
      {
        body: { items: [product.item()], payment: 'cod', address: home },
      },
      withHeaders(meera, { 'idempotency-key': randomUUID() }),
    ),
  ).toMatchObject({ status: 422, code: 'closed' })

  const quote = (who: { userId?: string; manualOrderId?: string }) =>
    t.call(api.staffOrders.quote, { body: { ...who, items: [product.item()], pincode: '400001' } }, asha)
  expect((await quote({ userId: meera.id })).data.notes).toEqual([expect.stringContaining('closed')])
  expect(await quote({ userId: v7() })).toMatchObject({ status: 404, message: 'Customer not found' })
  expect(await quote({ manualOrderId: v7() })).toMatchObject({
    status: 404,
    message: 'Manual order not found',
  })
  expect((await quote({})).status).toBe(400)
  expect((await quote({ userId: meera.id, manualOrderId: v7() })).status).toBe(400)
  expect(await orderCount()).toBe(0)
  expect(await t.db.select().from(pushMessages)).toEqual([])
  await inOrder()
})

test('a photographed list is ordered once, and is delivered, canceled or waits again with its order', async () => {
  await make.aPincode()
  const meera = await make.aCustomer()
  const photos = await aList(meera.id)
  expect(await listed(photos)).toMatchObject({ orderStatus: 'Waiting', order: null })
  const waiting = async () => (await t.call(api.reports.today, {}, asha)).data.needs.photoLists
  expect(await waiting()).toBe(1)
  const read = await t.call(api.manualOrders.get, { params: { manualOrderId: photos } }, asha)
  expect(read.data).toMatchObject({
    list: { _id: photos },
    customer: { _id: meera.id, address: [], money: 0 },
  })
  for (const manualOrderId of [v7(), 'nothing'])
    expect((await t.call(api.manualOrders.get, { params: { manualOrderId } }, asha)).status).toBe(404)

  const { data: first } = await place({ manualOrderId: photos })
  const order = { _id: first._id, order_id: first.order_id }
  expect(first.manualOrderId).toBe(photos)
  expect(await listed(photos)).toMatchObject({ orderStatus: 'Waiting', order })
  expect(await waiting()).toBe(0)
  expect(await t.db.select().from(liveEvents).where(eq(liveEvents.subject, photos))).toMatchObject([
    { type: 'manual-order.changed' },
  ])
  expect(await place({ manualOrderId: photos })).toMatchObject({
    status: 409,
    code: 'placed',
    message: `This list was ordered as ${first.order_id}`,
    data: order,
  })
  await change(first._id, 'Canceled')
  expect(await listed(photos)).toMatchObject({ orderStatus: 'Canceled', order })
  expect(await place({ manualOrderId: photos })).toMatchObject({ status: 409, code: 'ended' })
  await t.call(api.manualOrders.changeStatus, { body: { orderId: photos, status: 'Waiting' } }, asha)
  expect(await listed(photos)).toMatchObject({ orderStatus: 'Waiting', order: null })
  const { data: second } = await place({ manualOrderId: photos })
  expect(await change(first._id, 'Confirmed')).toMatchObject({
    status: 409,
    code: 'placed',
    message: `The list of this order was ordered again as ${second.order_id}`,
  })
  await change(second._id, 'Delivered')
  expect(await listed(photos)).toMatchObject({ orderStatus: 'Delivered', order: { _id: second._id } })
  expect((await place({ manualOrderId: photos })).code).toBe('placed')
  await change(second._id, 'Prepeared')
  expect(await listed(photos)).toMatchObject({ orderStatus: 'Waiting' })
  expect(await place({ manualOrderId: v7() })).toMatchObject({
    status: 404,
    message: 'Manual order not found',
  })
  expect((await place({ manualOrderId: 'nothing' })).status).toBe(404)
  await inOrder()
})

test('of two concurrent orders from one list, the second is rejected', async () => {
  await make.aPincode()
  const photos = await aList((await make.aCustomer()).id)
  const both = await Promise.all([place({ manualOrderId: photos }), place({ manualOrderId: photos })])
  const [first, second] = both.toSorted((a, b) => a.status - b.status)
  expect(first).toMatchObject({ status: 200 })
  expect(second).toMatchObject({ status: 409, code: 'placed' })
})

test('payments from the wallet that add up above the limit wait for a second person', async () => {
  await make.aPincode()
  await t.db.update(company).set({ payoutApprovalFrom: 10_000 })
  const meera = await make.aCustomer({ money: 50_000, fullName: 'Meera Nair' })
  const photos = await aList(meera.id)
  const product = await make.aProduct()
  const pay = (pieces: number, who: Ordered) =>
    place({ ...who, items: [product.item(pieces)], payment: 'wallet', expectedTotal: 50 * pieces })
  expect((await pay(1, { userId: meera.id })).status).toBe(200)
  // A second one passes the limit together with the first.
  const asked = await pay(1, { manualOrderId: photos })
  expect(asked).toMatchObject({ status: 202, message: 'Waiting for approval' })
  expect([await orderCount(), await walletOf(meera)]).toMatchObject([1, { money: 450 }])
  expect(await pay(1, { manualOrderId: photos })).toMatchObject({ status: 409, code: 'waiting' })
  expect(await list()).toMatchObject([
    {
      kind: 'wallet-order',
      amount: 50,
      user: { _id: meera.id },
      reason: '1 piece from a photographed list. ₹50.00 spent alone from wallets in the 24 hours before',
      delivery: {
        products: [{ productTitle: product.title, productQuantity: '500 GM', quantity: 1 }],
        place: 'MG Road, Mumbai',
        pincode: home.pincode,
        isSavedAddress: false,
      },
    },
  ])
  expect((await approve(approvalIn(asked), asha)).status).toBe(403)
  expect((await approve(approvalIn(asked))).status).toBe(200)
  expect(await walletOf(meera)).toMatchObject({ money: 400 })
  const { order } = (await listed(photos)) ?? {}
  const [detail] = (await t.call(api.orders.get, { params: { orderId: order?._id ?? '' } }, asha)).data
  expect(detail).toMatchObject({ payment: 'wallet', paymentStatus: 'success', manualOrderId: photos })
  expect(detail?.history[0]?.by).toBe('Asha (staff), approved by Ravi (staff)')
  // The request no longer has the address.
  expect((await list()).map(({ delivery }) => delivery)).toEqual([undefined])
  expect(await t.db.select({ order: approvals.askedOrder }).from(approvals)).toEqual([{ order: null }])

  const late = await pay(3, { userId: meera.id })
  expect(late.status).toBe(202)
  expect(await pay(3, { userId: meera.id })).toMatchObject({ status: 409, code: 'waiting' })
  const other = await pay(4, { userId: meera.id })
  expect(other.status).toBe(202)
  // An expired request does not prevent another one.
  await t.db.execute(sql`UPDATE approvals SET expires_at = created_at WHERE id = ${approvalIn(other)}`)
  expect((await pay(4, { userId: meera.id })).status).toBe(202)
  await t.db.update(company).set({ secondPerson: true })
  await make.aCharge({ amount: 2_000 })
  expect(await approve(approvalIn(late))).toMatchObject({ status: 409, code: 'failed' })
  expect(await orderCount()).toBe(2)
  await inOrder()
})

test("spending a customer's wallet needs a second factor of the last five minutes, cash on delivery none", async () => {
  await make.aPincode()
  await t.db.update(company).set({ payoutApprovalFrom: 50_000 })
  const meera = await make.aCustomer({ money: 50_000 })
  const photos = await aList(meera.id)
  await givenApp(t, asha)
  const who = [{ userId: meera.id }, { manualOrderId: photos }]
  for (const one of who)
    expect(await place({ ...one, payment: 'wallet' })).toMatchObject({ status: 403, code: 'second-factor' })
  expect([await orderCount(), await walletOf(meera)]).toMatchObject([0, { money: 500 }])
  expect((await place({ userId: meera.id })).status).toBe(200)
  await t.db.update(sessions).set({ provedAt: t.context.now() }).where(eq(sessions.personId, asha.id))
  for (const one of who) expect((await place({ ...one, payment: 'wallet' })).status).toBe(200)
  expect(await walletOf(meera)).toMatchObject({ money: 400 })
})
