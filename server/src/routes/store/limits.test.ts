import { api } from '@kirana/contract'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { company } from '../../tables/company.ts'
import { couponUses, orders } from '../../tables/orders.ts'
import { users } from '../../tables/users.ts'
import { findInvariantViolations } from '../../testing/violations.ts'
import { raceOnLock } from '../../testing/races/race-on-lock.ts'
import { staffApp } from '../../testing/staff-app.ts'

const { t, make, staff } = await staffApp()

let customer: Awaited<ReturnType<typeof make.aCustomer>>
let rice: Awaited<ReturnType<typeof make.aProduct>>

beforeEach(async () => {
  await make.aPincode()
  customer = await make.aCustomer({ money: 1_000_000 })
  rice = await make.aProduct()
})

type Ordered = NonNullable<Parameters<typeof make.tryOrder>[0]>
const order = (more: Ordered = {}) => make.tryOrder({ customer, items: [rice.item()], ...more })
const deliver = (orderId: string) =>
  t.call(api.orders.changeStatus, { params: { orderId, status: 'Delivered' }, query: {} }, staff)
const allow = (openOrdersPerCustomer: number) => t.db.update(company).set({ openOrdersPerCustomer })
const statuses = (answers: { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)
const tooMany = (count: string) =>
  `You have ${count} to pay. Please wait for a delivery before placing another, or pay from the wallet`

test('limits open unpaid orders until one is delivered or canceled', async () => {
  await allow(2)
  const [one, two] = [await order(), await order()]
  expect([one.status, two.status]).toEqual([200, 200])
  const refused = { status: 422, code: 'open-orders', message: tooMany('2 open orders') }
  expect(await order()).toMatchObject(refused)
  expect((await make.tryOrder({ items: [rice.item()] })).status).toBe(200)
  await deliver(one.data._id)
  const three = await order()
  expect(three.status).toBe(200)
  expect(await order()).toMatchObject(refused)
  await t.call(api.storeOrders.cancel, { params: { id: three.data._id } }, customer)
  expect((await order()).status).toBe(200)
  await allow(1)
  expect(await order()).toMatchObject(refused)
})

test('a wallet order is paid: it neither counts nor is rejected', async () => {
  await allow(1)
  for (const payment of ['wallet', 'wallet', 'cod'] as const)
    expect((await order({ payment })).status).toBe(200)
  expect(await order()).toMatchObject({ status: 422, message: tooMany('1 open order') })
  expect((await order({ payment: 'wallet' })).status).toBe(200)
})

test('a rejected order leaves nothing behind, and its key can be used again', async () => {
  await allow(1)
  const { name: coupon } = await make.aCoupon()
  const first = await order()
  expect((await order({ coupon, key: 'tap' })).status).toBe(422)
  expect([await t.db.$count(orders), await t.db.$count(couponUses)]).toEqual([1, 0])
  await deliver(first.data._id)
  expect((await order({ coupon, key: 'tap' })).status).toBe(200)
})

test('a raised limit applies immediately', async () => {
  await allow(1)
  await order()
  expect((await order()).status).toBe(422)
  const superadmin = await t.signIn.superadmin()
  await t.call(api.company.edit, { body: { openOrdersPerCustomer: '2' } }, superadmin)
  expect((await order()).status).toBe(200)
})

test('concurrent orders pass the limit only as often as sequential ones', async () => {
  await allow(2)
  await order()
  const lock = sql`SELECT 1 FROM users WHERE id = ${customer.id} FOR UPDATE`
  const answers = await raceOnLock(
    t,
    lock,
    [order, order, order].map((place) => () => place()),
  )
  expect(statuses(answers)).toEqual([200, 422, 422])
  expect(await t.db.$count(orders)).toBe(2)
})

/** Adds `count` delivered orders of the customer, placed at this moment. */
async function placedBefore(count: number, at: Date) {
  const { data } = await order()
  await deliver(data._id)
  await t.db.update(orders).set({ placedAt: at }).where(eq(orders.id, data._id))
  await t.db.execute(sql`
    INSERT INTO orders (id, number, order_id, user_id, customer_name, customer_phone, address, status, payment_method,
      payment_status, paid_by, subtotal, charges, charges_total, total, delivery_time, placed_at)
    SELECT gen_random_uuid(), nextval('order_numbers'), 'T-' || n, user_id, customer_name, customer_phone, address, status,
      payment_method, payment_status, paid_by, subtotal, charges, charges_total, total, delivery_time, placed_at
    FROM orders, generate_series(2, ${count}) n WHERE id = ${data._id}`)
}

test('accepts thirty orders a minute; Retry-After gives the time of the next one', async () => {
  await placedBefore(29, t.context.now())
  expect((await order({ payment: 'wallet' })).status).toBe(200)
  t.clock.pass(0.25)
  for (const payment of ['cod', 'wallet'] as const) {
    const refused = await order({ payment })
    expect(refused).toMatchObject({
      status: 429,
      code: 'slow-down',
      message: 'Too many orders in a minute. Please try again in 45 seconds',
    })
    expect(refused.headers['retry-after']).toBe('45')
  }
  expect((await make.tryOrder({ items: [rice.item()] })).status).toBe(200)
  t.clock.pass(0.75)
  expect((await order()).status).toBe(200)
})

test('of two concurrent orders, one is the thirtieth', async () => {
  await placedBefore(29, t.context.now())
  const lock = sql`SELECT 1 FROM users WHERE id = ${customer.id} FOR UPDATE`
  const answers = await raceOnLock(t, lock, [() => order(), () => order()])
  expect(statuses(answers)).toEqual([200, 429])
})

test('orders dated in the future, from before the clock was set back, do not count', async () => {
  await placedBefore(30, new Date(t.context.now().getTime() + 3_600_000))
  expect((await order()).status).toBe(200)
})

test('counts open orders with an index', async () => {
  // The planner chooses the index only if the store has many orders, and few of this customer.
  await placedBefore(5_000, t.context.now())
  await make.anOrder()
  await t.db.execute(sql`ANALYZE orders`)
  const other = await make.aCustomer()
  const { rows } = await t.db.execute<{ 'QUERY PLAN': string }>(sql`
    EXPLAIN SELECT count(*) FROM orders o WHERE o.user_id = ${other.id}
      AND o.status IN ('confirmed', 'prepared', 'dispatched', 'outForDelivery') AND o.payment_status <> 'paid'`)
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('orders_user')
})

const quoted = async (more: { coupon?: string } = {}) => {
  const body = { items: [rice.item(2)], pincode: '400001', ...more }
  return (await t.call(api.storeOrders.quote, { body }, customer)).data
}
const promised = (expectedTotal: number, more: Ordered = {}) =>
  order({ items: [rice.item(2)], expectedTotal, ...more })
const money = async () =>
  (await t.db.execute(sql`SELECT money::int FROM wallets WHERE user_id = ${customer.id}`)).rows[0]

test('places an order at the quoted total', async () => {
  await make.aCharge({ amount: 1_550 })
  const { totalPrice } = await quoted()
  expect(totalPrice).toBe(115.5)
  expect((await promised(totalPrice)).data.totalPrice).toBe(115.5)
  expect((await promised('115.50' as never)).status).toBe(200)
  expect((await order({ items: [rice.item(2)] })).status).toBe(200)
})

const dearer = () => t.db.execute(sql`UPDATE variants SET selling_price = 250250`)
test.each<[string, () => Promise<unknown>, number]>([
  ['a price has gone up', dearer, 4995],
  ['a price has gone down', () => t.db.execute(sql`UPDATE variants SET selling_price = 1000`), 10],
  ['a charge was added', () => make.aCharge({ amount: 2_000 }), 110],
  ['the coupon gives less', () => t.db.execute(sql`UPDATE coupons SET amount = 100`), 99],
])('when %s since the quote, rejects the order with the new bill', async (_, change, total) => {
  const { name: coupon } = await make.aCoupon()
  const { totalPrice } = await quoted({ coupon })
  expect(totalPrice).toBe(90)
  await change()
  const tap = { coupon, payment: 'wallet', key: 'tap' } as const
  const refused = await promised(totalPrice, tap)
  expect(refused).toMatchObject({ status: 409, code: 'total-changed' })
  expect(refused.message).toMatch(
    /^The total has changed from ₹90\.00 to ₹[\d,]+\.\d\d\. Please check the new bill/,
  )
  expect(refused.data).toEqual(await quoted({ coupon }))
  expect(refused.data.totalPrice).toBe(total)
  expect([await t.db.$count(orders), await t.db.$count(couponUses)]).toEqual([0, 0])
  expect(await money()).toEqual({ money: 1_000_000 })
  expect((await promised(total, tap)).data.totalPrice).toBe(total)
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('the delivery address decides the pincode, not the quote', async () => {
  const { totalPrice } = await quoted()
  const address = { fullName: 'Ravi', phone: '9800000001', houseNo: '1', street: 'MG Road', city: 'Pune' }
  const refused = await promised(totalPrice, { address: { ...address, pincode: '411001' } })
  expect(refused).toMatchObject({ status: 422, message: 'We do not deliver to this pincode yet' })
  expect(await t.db.$count(orders)).toBe(0)
})

test('a price that changes while the order waits for its lock is noticed', async () => {
  const lock = sql`SELECT 1 FROM users WHERE id = ${customer.id} FOR UPDATE`
  let waiting: ReturnType<typeof promised> | undefined
  await t.database.transaction(async (tx) => {
    await tx.execute(lock)
    waiting = promised(100)
    await tx.execute(sql`UPDATE variants SET selling_price = 9900`)
    await tx.update(users).set({ fullName: 'Ravi' }).where(eq(users.id, customer.id))
  })
  expect(await waiting).toMatchObject({ status: 409, data: { totalPrice: 198 } })
})

test('other errors carry no data', async () => {
  const refused = await order({ coupon: 'NONE' })
  expect(Object.keys(JSON.parse(refused.raw)).toSorted()).toEqual(['code', 'message'])
})
