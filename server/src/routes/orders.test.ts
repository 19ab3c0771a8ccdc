import { api } from '@kirana/contract'
import type { Sent } from '@kirana/contract/wire/route'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { staffApp } from '../testing/staff-app.ts'

const { t, make, staff, signInStaff } = await staffApp()

let rice: Awaited<ReturnType<typeof make.aProduct>>
beforeEach(async () => {
  await make.aPincode()
  rice = await make.aProduct()
})

type Query = NonNullable<Sent<typeof api.orders.list>['query']>
const list = (query: Query = {}, page: number | string = 1) =>
  t.call(api.orders.list, { params: { page }, query }, staff)
const found = async (query: Query) => (await list(query)).data.data.map(({ order_id }) => order_id)
const order = (more: Parameters<typeof make.anOrder>[0] = {}) =>
  make.anOrder({ items: [rice.item()], ...more })
const change = (orderId: string, status: 'Prepeared' | 'Delivered') =>
  t.call(api.orders.changeStatus, { params: { orderId, status }, query: {} }, staff)

test('lists orders newest first, 20 a page; a page past the end is empty and has the page count', async () => {
  const customers = [await make.aCustomer(), await make.aCustomer(), await make.aCustomer()]
  const placed: string[] = []
  for (let i = 0; i < 41; i++) {
    const customer = customers[i % customers.length]
    placed.unshift((await order({ ...(customer && { customer }) }))._id)
  }
  const pages = await Promise.all([1, 2, 3, 4, 1_000_000].map((page) => list({}, page)))
  expect(pages.map(({ data }) => data.totalPages)).toEqual([3, 3, 3, 3, 3])
  expect(pages.map(({ data }) => data.data.length)).toEqual([20, 20, 1, 0, 0])
  expect(pages.flatMap(({ data }) => data.data.map(({ _id }) => _id))).toEqual(placed)
  const past = await list({ search: '9' }, 9)
  expect(past.data).toEqual({ data: [], totalPages: 3 })
  expect(await t.statements(() => list())).toHaveLength(1 + 1)
  expect((await t.statements(() => list({ search: '+9198' }, 4))).length).toBeLessThanOrEqual(3)
})

test.each(['0', '-1', '1.5', 'x', '1e3', '0x1', '1000001', ' 1', '1;', '%20'])(
  'rejects page %j',
  async (page) => {
    expect(await list({}, page)).toMatchObject({ status: 400, message: 'Page is not valid' })
    const referred = await t.call(api.orders.referred, { params: { page }, query: {} }, staff)
    expect(referred.status).toBe(400)
  },
)

test("filters by status; missing, empty and 'All Orders' mean every status", async () => {
  const [one, two] = [await order(), await order()]
  await change(one._id, 'Prepeared')
  const all = [two.order_id, one.order_id]
  for (const query of [{}, { keywords: '' }, { keywords: 'All Orders' }] as const)
    expect(await found(query)).toEqual(all)
  expect(await found({ keywords: 'Prepeared' })).toEqual([one.order_id])
  expect(await found({ keywords: 'Confirmed' })).toEqual([two.order_id])
  expect((await list({ keywords: 'Delivered' })).data).toEqual({ data: [], totalPages: 0 })
  for (const keywords of ['prepared', 'all orders', 'Lost'])
    expect((await list({ keywords: keywords as never })).status).toBe(400)
  expect(await found({ keywords: 'Prepeared', search: two.order_id })).toEqual([])
})

test('search matches any part of the order id, ignoring case', async () => {
  const [one, two] = [await order(), await order()]
  expect(await found({ search: one.order_id })).toEqual([one.order_id])
  expect(await found({ search: ` ${two.order_id.toLowerCase()} ` })).toEqual([two.order_id])
  expect(await found({ search: 'od261121' })).toEqual([two.order_id, one.order_id])
  expect(await found({ search: 'OD261122' })).toEqual([])
})

test('search matches any part of the phone in any notation', async () => {
  const one = await order({ customer: await make.aCustomer({ phone: '+919876543210' }) })
  await order({ customer: await make.aCustomer({ phone: '+919811111111' }) })
  const spellings = ['9876543210', '+919876543210', '+91 98765 43210', '098765-43210', '00919876543210']
  for (const search of [...spellings, '3210', '98765', '098765', '+91 98765', '76'])
    expect(await found({ search }), search).toEqual([one.order_id])
  expect(await found({ search: '9' })).toHaveLength(2)
})

test('search treats wildcards, quotes and other scripts literally', async () => {
  await order()
  for (const search of ['%', '_', '%%', '__', '\\', 'चावल', 'च', "' OR 1=1 --", '"', '🙂'])
    expect((await list({ search })).data, search).toEqual({ data: [], totalPages: 0 })
  expect((await list({ search: 'x'.repeat(101) })).status).toBe(400)
})

test('an order has its lines, customer, address and every amount of its bill', async () => {
  const customer = await make.aCustomer({ fullName: 'Ravi' })
  const { name: coupon } = await make.aCoupon()
  await make.aCharge({ title: 'Delivery' })
  const placed = await order({ customer, coupon })
  const get = () => t.call(api.orders.get, { params: { orderId: placed._id } }, staff)
  const { data } = await get()
  const shelves = placed.products.map(() => '')
  expect(data).toEqual([
    {
      ...placed,
      shelves,
      claimRefunds: [],
      history: [expect.objectContaining({ from: null, to: 'Confirmed' })],
    },
  ])
  expect(data[0]).toMatchObject({ coupon, discount: 10, charges: [{ title: 'Delivery', amount: 20 }] })
  const { products, address } = (await list()).data.data[0] ?? {}
  expect({ products, address }).toEqual({ products: placed.products, address: placed.address })
  expect(await t.statements(get)).toHaveLength(1 + 1)
})

test('an unknown order is an empty list, a malformed id a 404', async () => {
  const get = (orderId: string) => t.call(api.orders.get, { params: { orderId } }, staff)
  expect((await get('01a1fd41-f2a3-769d-9900-17803f8126b3')).data).toEqual([])
  for (const id of ['nonsense', "'", '%', '..%2f', '0']) expect((await get(id)).status).toBe(404)
})

test("referred orders name the referrer; search matches the referrer's or the customer's phone", async () => {
  const friend = await make.aCustomer({ phone: '+919876543210', fullName: 'Meena' })
  const customer = await make.aCustomer({ phone: '+919811111111', fullName: 'Ravi' })
  const referCode = friend.user.referCode
  const placed = await order({ customer, referCode })
  await order()
  const referred = async (search = '') =>
    (await t.call(api.orders.referred, { params: { page: 1 }, query: { search } }, staff)).data
  const { data, totalPages } = await referred()
  expect(totalPages).toBe(1)
  expect(data).toMatchObject([
    { _id: placed._id, referCode, user: { fullName: 'Meena', phone: '+919876543210' } },
  ])
  for (const search of ['098765 43210', '3210', '9811111111', '1111'])
    expect((await referred(search)).data, search).toHaveLength(1)
  for (const search of ['76', '1', '21']) expect((await referred(search)).data, search).toHaveLength(1)
  // The last ones are its day, in the number of the order.
  for (const search of ['9800000000', '%', '_', '4321x', '26', '2611', 'OD26'])
    expect((await referred(search)).data, search).toEqual([])
  expect((await t.statements(() => referred('3210'))).length).toBeLessThanOrEqual(3)
})

test('the dashboard counts; today starts at midnight in Asia/Kolkata', async () => {
  const dashboard = async () => (await t.call(api.dashboard.get, {}, staff)).data
  const friend = await make.aCustomer()
  t.clock.set('2026-11-20T23:59:59+05:30')
  await signInStaff()
  await order({ referCode: friend.user.referCode })
  expect((await dashboard()).todayOrder).toBe(1)
  t.clock.set('2026-11-21T00:00:00+05:30')
  expect((await dashboard()).todayOrder).toBe(0)
  const first = await order()
  await order()
  await change(first._id, 'Delivered')
  await make.aProduct({ archivedAt: t.context.now() })
  await make.aProduct({ isActive: false })
  await make.aCoupon()
  const { rows } = await t.db.execute<{ categories: number }>(
    sql`SELECT count(*)::int AS categories FROM categories`,
  )
  expect(await dashboard()).toEqual({
    todayOrder: 2,
    totalCategory: rows[0]?.categories,
    totalManualOrder: 0,
    totalProduct: 2,
    totalReferredOrders: 1,
    totalCoupons: 1,
    isSettingUp: false,
    isClosed: false,
  })
  expect(await t.statements(dashboard)).toHaveLength(1 + 1)
})

test('counts the orders of each stage, from the counters', async () => {
  const [one, two] = [await order(), await order(), await order()]
  await change(one._id, 'Prepeared')
  await change(two._id, 'Delivered')
  const stages = () => t.call(api.orders.stages, {}, staff)
  expect((await stages()).data.map(({ status, count }) => [status, count])).toEqual([
    ['Confirmed', 1],
    ['Prepeared', 1],
    ['Dispatched', 0],
    ['Out for Delivary', 0],
  ])
  expect(await t.statements(stages)).toHaveLength(1 + 1)
})
