import { api } from '@kirana/contract'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { company } from '../../tables/company.ts'
import { auditRows } from '../../tables/journal.ts'
import { testApp } from '../../testing/app.ts'
import { factories, home } from '../../testing/factories.ts'

const t = await testApp()
const make = factories(t)
afterAll(t.close)
beforeEach(t.database.reset)

const nobody = '01a1fd41-f2a3-769d-9900-17803f8126b3'
const wallet = async (id: string) =>
  (await t.db.execute(sql`SELECT coins::int, money::int FROM wallets WHERE user_id = ${id}`)).rows[0]
const rows = async () =>
  (
    await t.db.execute(sql`SELECT (SELECT count(*)::int FROM orders) AS orders,
      (SELECT count(*)::int FROM order_lines) AS lines, (SELECT count(*)::int FROM coupon_uses) AS uses,
      (SELECT count(*)::int FROM order_history) AS history, (SELECT count(*)::int FROM ledger_transactions) AS ledger,
      (SELECT count(*)::int FROM live_events) AS events, (SELECT count(*)::int FROM idempotency_keys) AS keys,
      (SELECT coalesce(sum(count), 0)::int FROM order_counts) AS counts`)
  ).rows[0]
const ready = async () => {
  await make.aPincode()
  await t.db.update(company).set({ referralDiscount: 1_000, pointsPerReferral: 30 })
  return { rice: await make.aProduct(), staff: await t.signIn.staff() }
}

test("a referral code works on the first order only, and never the customer's own", async () => {
  const { rice } = await ready()
  const friend = await make.aCustomer()
  const customer = await make.aCustomer()
  const order = (referCode: string) => make.tryOrder({ customer, items: [rice.item()], referCode })
  const own = await order(customer.user.referCode)
  expect(own).toMatchObject({ status: 422, message: 'You cannot use your own referral code' })
  expect(await order('NOBODY')).toMatchObject({ status: 422, message: 'There is no such referral code' })
  const spelled = ` ${friend.user.referCode.toLowerCase()} `
  expect((await order(spelled)).data).toMatchObject({
    referDiscount: 5,
    totalPrice: 45,
    referCode: friend.user.referCode,
  })
  expect(await order(friend.user.referCode)).toMatchObject({
    status: 422,
    message: 'A referral code works on your first order only',
  })
})

test('the code from sign-up applies to the first order unless another one is entered', async () => {
  const { rice } = await ready()
  const [friend, other] = [await make.aCustomer(), await make.aCustomer()]
  const invited = { referCode: friend.user.referCode }
  const [one, two] = [await make.aCustomer(invited), await make.aCustomer(invited)]
  const items = [rice.item()]
  expect(await make.anOrder({ customer: one, items })).toMatchObject({ referDiscount: 5, ...invited })
  expect(await make.anOrder({ customer: one, items })).toMatchObject({ referDiscount: 0, referCode: '' })
  const typed = { referCode: other.user.referCode }
  expect(await make.anOrder({ customer: two, items, ...typed })).toMatchObject({ referDiscount: 5, ...typed })
})

test('the referrer gets coins on delivery and loses them when it is reverted', async () => {
  const { rice, staff } = await ready()
  const friend = await make.aCustomer()
  const order = await make.anOrder({ items: [rice.item()], referCode: friend.user.referCode })
  const to = (status: 'Delivered' | 'Prepeared') =>
    t.call(api.orders.changeStatus, { params: { orderId: order._id, status }, query: {} }, staff)
  await to('Prepeared')
  expect(await wallet(friend.id)).toEqual({ coins: 0, money: 0 })
  await to('Delivered')
  expect(await wallet(friend.id)).toEqual({ coins: 30, money: 0 })
  await to('Prepeared')
  expect(await wallet(friend.id)).toEqual({ coins: 0, money: 0 })
})

test('the cart with the most possible coins can be ordered, and grants them', async () => {
  const { staff } = await ready()
  await make.unlimitedOrders()
  const variants = Array.from({ length: 100 }, () => ({}))
  const gold = await make.aProduct({ loyaltyCoins: 100_000, variants })
  const customer = await make.aCustomer()
  const items = variants.map((_, n) => gold.item(1_000, n))
  const params = { orderId: (await make.anOrder({ customer, items }))._id, status: 'Delivered' as const }
  expect((await t.call(api.orders.changeStatus, { params, query: {} }, staff)).status).toBe(200)
  const held = await t.call(api.storeWallet.get, {}, customer)
  expect(held.data).toMatchObject({ point: 10_000_000_000 })
})

test('the wallet pays to the last paisa, immediately', async () => {
  const { rice } = await ready()
  const customer = await make.aCustomer({ money: 5_000 })
  const order = await make.anOrder({ customer, items: [rice.item()], payment: 'wallet' })
  expect(order).toMatchObject({ payment: 'wallet', paymentStatus: 'success', totalPrice: 50 })
  expect(await wallet(customer.id)).toEqual({ coins: 0, money: 0 })
})

test('rejects an order when the wallet lacks one paisa, and stores nothing', async () => {
  const { rice } = await ready()
  const { name: coupon } = await make.aCoupon({ amount: 0 })
  const customer = await make.aCustomer({ money: 4_999 })
  const before = await rows()
  const refused = await make.tryOrder({ customer, items: [rice.item()], payment: 'wallet', coupon })
  expect(refused).toMatchObject({
    status: 422,
    code: 'wallet',
    message: 'The wallet does not cover this order',
  })
  expect(await rows()).toEqual(before)
  expect(await wallet(customer.id)).toEqual({ coins: 0, money: 4_999 })
})

test('rejects online payment while no provider is configured', async () => {
  await ready()
  const refused = await make.tryOrder({ payment: 'online' })
  expect(refused.status).toBe(422)
  expect((await rows())?.orders).toBe(0)
})

test('delivers to enabled pincodes only, for new and saved addresses', async () => {
  const { rice } = await ready()
  await make.aPincode({ pincode: '400002', isActive: false })
  const message = 'We do not deliver to this pincode yet'
  const customer = await make.aCustomer()
  const addresses = [{ ...home, pincode: '400002' }, home]
  const { data } = await t.call(api.storeMe.edit, { body: { addresses } }, customer)
  const [away, near] = data.addresses
  const order = (more: object) => make.tryOrder({ customer, items: [rice.item()], ...more })
  for (const pincode of ['400002', '999999'])
    expect(await order({ address: { ...home, pincode } })).toMatchObject({ status: 422, message })
  expect(await order({ addressId: away?._id })).toMatchObject({ status: 422, message })
  expect(await order({ addressId: away?._id, pincode: '400001' })).toMatchObject({ status: 422, message })
  expect((await order({ addressId: near?._id, pincode: '999999' })).data.address.pincode).toBe('400001')
  const body = { items: [rice.item()], pincode: '999999' }
  expect((await t.call(api.storeOrders.quote, { body })).data.notes).toEqual([message])
})

test("requires exactly one address, which must be the customer's own", async () => {
  const { rice } = await ready()
  const [customer, stranger] = [await make.aCustomer(), await make.aCustomer()]
  const { data } = await t.call(api.storeMe.edit, { body: { addresses: [home] } }, stranger)
  const order = (more: object) => make.tryOrder({ customer, items: [rice.item()], ...more })
  for (const addressId of [data.addresses[0]?._id, nobody, 'nonsense'])
    expect(await order({ addressId })).toMatchObject({ status: 422, message: 'Please choose an address' })
  const both = await order({ addressId: nobody, address: home })
  expect(both).toMatchObject({ status: 400, message: 'Send either addressId or address' })
})

test('lists own orders newest first with a cursor; other customers do not see them', async () => {
  const { rice } = await ready()
  const [customer, stranger] = [await make.aCustomer(), await make.aCustomer()]
  await make.unlimitedOrders()
  const placed: string[] = []
  for (let i = 0; i < 21; i++) placed.unshift((await make.anOrder({ customer, items: [rice.item()] }))._id)
  const list = async (query: { cursor?: string } = {}, as = customer) =>
    (await t.call(api.storeOrders.list, { query }, as)).data
  const first = await list()
  const second = await list({ cursor: first.next ?? '' })
  expect([...first.orders, ...second.orders].map(({ _id }) => _id)).toEqual(placed)
  expect([first.orders.length, second.next]).toEqual([20, null])
  expect(await list({}, stranger)).toEqual({ orders: [], next: null })
  expect(await list({ cursor: 'nonsense' })).toEqual({ orders: [], next: null })
  const [id = ''] = placed
  const get = (id: string, as = customer) => t.call(api.storeOrders.get, { params: { id } }, as)
  expect((await get(id)).data).toEqual(first.orders[0])
  expect((await get(id, stranger)).status).toBe(404)
  expect((await get(nobody)).status).toBe(404)
  expect((await get('nonsense')).status).toBe(404)
  expect(await t.statements(() => list())).toHaveLength(1 + 1)
  expect(await t.statements(() => get(id))).toHaveLength(1 + 1)
})

test('does not reveal staff names to the customer', async () => {
  const { rice, staff } = await ready()
  const customer = await make.aCustomer()
  const { _id } = await make.anOrder({ customer, items: [rice.item()] })
  const sent = { params: { orderId: _id, status: 'Prepeared' as const }, query: {} }
  await t.call(api.orders.changeStatus, sent, staff)
  const seen = await t.call(api.storeOrders.get, { params: { id: _id } }, customer)
  expect(seen.data.delivaryStatus).toBe('Prepeared')
  expect(seen.data).not.toHaveProperty('history')
  expect(seen.raw).not.toContain('Asha')
})

test('a customer cancels a Confirmed order once and is refunded', async () => {
  const { rice, staff } = await ready()
  const customer = await make.aCustomer({ money: 10_000, fullName: 'Ravi' })
  const order = () => make.anOrder({ customer, items: [rice.item()], payment: 'wallet' })
  const [one, two] = [await order(), await order()]
  const cancel = (id: string, as = customer) => t.call(api.storeOrders.cancel, { params: { id } }, as)
  expect((await cancel(one._id)).data).toMatchObject({ delivaryStatus: 'Canceled', paymentStatus: 'success' })
  expect(await wallet(customer.id)).toEqual({ coins: 0, money: 5_000 })
  expect(await cancel(one._id)).toMatchObject({ status: 409, message: 'This order is already canceled' })

  const sent = { params: { orderId: two._id, status: 'Prepeared' as const }, query: {} }
  await t.call(api.orders.changeStatus, sent, staff)
  expect(await cancel(two._id)).toMatchObject({
    status: 409,
    message: 'The store has accepted this order, so it cannot be canceled any more',
  })
  expect(await wallet(customer.id)).toEqual({ coins: 0, money: 5_000 })
  for (const id of [nobody, 'nonsense']) expect((await cancel(id)).status).toBe(404)
  expect((await cancel(two._id, await make.aCustomer())).status).toBe(404)
  const seen = await t.call(api.orders.get, { params: { orderId: one._id } }, staff)
  expect(seen.data[0]?.history.at(-1)).toMatchObject({ to: 'Canceled', by: 'Ravi (customer)' })
  const logged = await t.db
    .select()
    .from(auditRows)
    .where(eq(auditRows.object, one._id))
    .orderBy(auditRows.id)
  expect(logged).toMatchObject([
    { call: 'storeOrders.place', after: { total: 5_000, payment: 'wallet' } },
    {
      call: 'storeOrders.cancel',
      before: { status: 'confirmed', paymentStatus: 'paid' },
      after: { status: 'canceled', paymentStatus: 'paid' },
    },
  ])
})
