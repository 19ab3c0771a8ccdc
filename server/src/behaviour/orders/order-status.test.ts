import { api } from '@kirana/contract'
import { type DeliveryStatusName, deliveryStatusNames } from '@kirana/contract/wire/shapes'
import { type SQL, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { company } from '../../tables/company.ts'
import { findInvariantViolations } from '../../testing/violations.ts'
import { lockWaiters } from '../../testing/races/interleave.ts'
import { onServer } from '../../testing/on-server.ts'
import { staffApp } from '../../testing/staff-app.ts'

const { t, make, staff } = await staffApp()

const statuses = Object.keys(deliveryStatusNames) as DeliveryStatusName[]
/** Thousands of sequential calls. */
const patience = 180_000
let rice: Awaited<ReturnType<typeof make.aProduct>>
let coupon: string

beforeEach(async () => {
  await make.aPincode()
  await t.db.update(company).set({ referralDiscount: 500, pointsPerReferral: 30 })
  rice = await make.aProduct({ loyaltyCoins: 3 })
  coupon = (await make.aCoupon()).name
})

const change = (orderId: string, status: DeliveryStatusName, from?: DeliveryStatusName, cash?: 'collected') =>
  t.call(api.orders.changeStatus, { params: { orderId, status }, query: { from, cash } }, staff)
const detail = async (orderId: string) => {
  const [order] = (await t.call(api.orders.get, { params: { orderId } }, staff)).data
  if (!order) throw new Error('No such order')
  return order
}
const wallet = async (id: string) => {
  const { rows } = await t.db.execute<{ coins: number; money: number }>(
    sql`SELECT coins::int, money::int FROM wallets WHERE user_id = ${id}`,
  )
  return rows[0]
}

/** A first order with coupon, referral and loyalty coins, all of which status changes may affect. */
async function anOrderOf(payment: 'cod' | 'wallet') {
  const friend = await make.aCustomer()
  const customer = await make.aCustomer({ money: 10_000 })
  const referCode = friend.user.referCode
  const order = await make.anOrder({ customer, payment, coupon, referCode, items: [rice.item(2)] })
  return { id: order._id, total: Math.round(order.totalPrice * 100), payment, customer, friend }
}
type Placed = Awaited<ReturnType<typeof anOrderOf>>

type Step = { to: DeliveryStatusName; cash?: 'collected' | undefined }

/**
 * The expected state: cash is paid in Delivered, and due again when that was corrected or canceled without confirming
 * the cash; a canceled paid order is refunded to the wallet.
 */
function expected({ total, payment }: Placed, walk: readonly Step[]) {
  let paid = payment === 'wallet'
  let at: DeliveryStatusName = 'Confirmed'
  for (const { to, cash } of walk) {
    if (payment === 'cod' && to !== at) {
      if (to === 'Delivered') paid = true
      else if (at === 'Delivered') paid = to === 'Canceled' && cash === 'collected'
    }
    at = to
  }
  const isDelivered = at === 'Delivered'
  const spent = payment === 'wallet' ? total : 0
  const refunded = at === 'Canceled' && paid ? total : 0
  return {
    delivaryStatus: at,
    paymentStatus: paid ? 'success' : 'Due',
    customer: { coins: isDelivered ? 6 : 0, money: 10_000 - spent + refunded },
    friend: { coins: isDelivered ? 30 : 0, money: 0 },
  }
}

async function seen({ id, customer, friend }: Placed) {
  const { delivaryStatus, paymentStatus } = await detail(id)
  return {
    delivaryStatus,
    paymentStatus,
    customer: await wallet(customer.id),
    friend: await wallet(friend.id),
  }
}

const pairs = statuses.flatMap((from) => statuses.filter((to) => to !== from).map((to) => ({ from, to })))

test.each(['cod', 'wallet'] as const)(
  'allows any status change of an order paid by %s',
  async (payment) => {
    for (const { from, to } of pairs) {
      const order = await anOrderOf(payment)
      for (const status of [from, to]) expect((await change(order.id, status)).status).toBe(200)
      expect(await seen(order), `${from} to ${to}`).toEqual(expected(order, [{ to: from }, { to }]))
    }
    expect(await findInvariantViolations(t.db)).toEqual([])
  },
  patience,
)

test(
  'changing the status back and forth applies each effect once',
  async () => {
    const cash = fc.constantFrom('collected' as const, undefined)
    const steps = fc.record({ to: fc.constantFrom(...statuses), cash })
    const walks = fc.array(steps, { minLength: 1, maxLength: 10 })
    const payments = fc.constantFrom('cod' as const, 'wallet' as const)
    const property = fc.asyncProperty(payments, walks, async (payment, walk) => {
      const order = await anOrderOf(payment)
      for (const { to, cash } of walk) expect((await change(order.id, to, undefined, cash)).status).toBe(200)
      expect(await seen(order)).toEqual(expected(order, walk))
      expect(await findInvariantViolations(t.db)).toEqual([])
    })
    await fc.assert(property, { numRuns: Number(process.env['WALKS'] ?? 15) })
  },
  patience,
)

test('stores every change with person, time, old and new status', async () => {
  const { id, customer } = await anOrderOf('cod')
  t.clock.pass(5)
  await change(id, 'Prepeared')
  expect((await detail(id)).history).toEqual([
    { from: null, to: 'Confirmed', at: '2026-11-21T07:30:00.000Z', by: `${customer.user.phone} (customer)` },
    { from: 'Confirmed', to: 'Prepeared', at: '2026-11-21T07:35:00.000Z', by: 'Asha (staff)' },
  ])
})

test('setting the current status again is accepted and changes nothing', async () => {
  const { id } = await anOrderOf('cod')
  const written = async () =>
    (
      await t.db.execute(sql`SELECT (SELECT count(*) FROM order_history) AS history,
        (SELECT count(*) FROM live_events) AS events, (SELECT count(*) FROM ledger_transactions) AS ledger,
        (SELECT count(*) FROM audit_rows) AS audit`)
    ).rows
  const before = await written()
  expect(await change(id, 'Confirmed')).toMatchObject({ status: 200, message: 'Status has been changed' })
  expect((await change(id, 'Confirmed', 'Confirmed')).status).toBe(200)
  expect(await written()).toEqual(before)
})

test('rejects a change based on an outdated status', async () => {
  const { id } = await anOrderOf('cod')
  expect((await change(id, 'Prepeared', 'Confirmed')).status).toBe(200)
  expect(await change(id, 'Dispatched', 'Confirmed')).toMatchObject({ status: 409, code: 'stale' })
  const { delivaryStatus, history } = await detail(id)
  expect([delivaryStatus, history.length]).toEqual(['Prepeared', 2])
  expect((await change(id, 'Dispatched')).status).toBe(200)
})

test('of two concurrent changes based on the same status, one succeeds', async () => {
  const { id } = await anOrderOf('cod')
  const both = await Promise.all([change(id, 'Prepeared', 'Confirmed'), change(id, 'Canceled', 'Confirmed')])
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
  expect((await detail(id)).history).toHaveLength(2)
})

/** Changes an order to Dispatched while a concurrent transaction sets Prepared, or does more. */
async function changeMeanwhile(id: string, from?: DeliveryStatusName, more: SQL[] = []) {
  let second: ReturnType<typeof change> | undefined
  await t.database.transaction(async (tx) => {
    await tx.execute(sql`SELECT 1 FROM orders WHERE id = ${id} FOR UPDATE`)
    second = change(id, 'Dispatched', from)
    while ((await t.db.execute(lockWaiters)).rows.length === 0)
      await new Promise((next) => setTimeout(next, 5))
    await tx.execute(sql`INSERT INTO order_history (order_id, step, from_status, to_status, by)
      VALUES (${id}, 2, 'confirmed', 'prepared', 'Ravi (staff)')`)
    await tx.execute(sql`UPDATE orders SET status = 'prepared' WHERE id = ${id}`)
    for (const statement of more) await tx.execute(statement)
  })
  return second
}

onServer(() => {
  test('a change waits for a concurrent one and then sees its result', async () => {
    const { id } = await anOrderOf('cod')
    const refused = await changeMeanwhile(id, 'Confirmed')
    expect(refused).toMatchObject({ status: 409, code: 'stale' })
    expect(refused?.message).toMatch(/^Ravi \(staff\) set this order to Prepeared /)
  })
})

onServer(() => {
  test('without `from` a change applies to the current status', async () => {
    const { id } = await anOrderOf('cod')
    expect(await changeMeanwhile(id)).toMatchObject({ status: 200 })
    expect((await detail(id)).history.map(({ from, to }) => [from, to])).toEqual([
      [null, 'Confirmed'],
      ['Confirmed', 'Prepeared'],
      ['Prepeared', 'Dispatched'],
    ])
  })
})

onServer(() => {
  test('an order keeps the invoice that was issued while its change waited', async () => {
    const { id } = await anOrderOf('cod')
    const changed = await changeMeanwhile(id, undefined, [
      sql`INSERT INTO invoice_series (year, last) VALUES ('2026-27', 1)`,
      sql`INSERT INTO invoices (id, order_id, year, number, seller)
        VALUES (gen_random_uuid(), ${id}, '2026-27', 1, '{}')`,
      sql`INSERT INTO order_history (order_id, step, from_status, to_status, by)
        VALUES (${id}, 3, 'prepared', 'canceled', 'Ravi (staff)')`,
      sql`UPDATE coupon_uses SET released_at = now()`,
      sql`UPDATE orders SET status = 'canceled' WHERE id = ${id}`,
    ])
    expect(changed).toMatchObject({ status: 200 })
    expect(await findInvariantViolations(t.db)).toEqual([])
  })
})

test('rejects reopening a canceled order the wallet no longer covers', async () => {
  const { id, customer, total } = await anOrderOf('wallet')
  await change(id, 'Canceled')
  const dear = await make.aProduct({ variants: [{ sellingPrice: 10_000 - total + 1 }] })
  const spent = { customer, items: [dear.item()], payment: 'wallet' as const }
  await make.anOrder(spent)
  const before = await detail(id)
  const refused = await change(id, 'Prepeared')
  expect(refused).toMatchObject({ status: 409, message: 'The wallet no longer covers this change' })
  expect(await detail(id)).toEqual(before)
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('rejects reopening a canceled order whose coupon is used by another order', async () => {
  const customer = await make.aCustomer()
  const { name: coupon } = await make.aCoupon()
  const order = await make.anOrder({ customer, coupon })
  await change(order._id, 'Canceled')
  await make.anOrder({ customer, coupon })
  expect(await change(order._id, 'Confirmed')).toMatchObject({
    status: 409,
    message: 'This coupon has already been used',
  })
  expect((await detail(order._id)).delivaryStatus).toBe('Canceled')
})

test('rejects reopening a canceled order whose referral is used by another order', async () => {
  const { id, customer, friend } = await anOrderOf('cod')
  await change(id, 'Canceled')
  const second = await make.anOrder({ customer, referCode: friend.user.referCode })
  expect(second.referDiscount).toBeGreaterThan(0)
  expect(await change(id, 'Delivered')).toMatchObject({
    status: 409,
    message: 'The customer has used a referral code on another order since',
  })
  expect((await detail(id)).delivaryStatus).toBe('Canceled')
  await change(second._id, 'Canceled')
  expect((await change(id, 'Delivered')).status).toBe(200)
  expect(await wallet(friend.id)).toEqual({ coins: 30, money: 0 })
  expect((await change(second._id, 'Confirmed')).status).toBe(409)
})

test('an unknown order and a malformed id are a 404, an unknown status a 400', async () => {
  for (const id of ['01a1fd41-f2a3-769d-9900-17803f8126b3', 'nonsense', "' OR 1=1", '%2e%2e'])
    expect((await change(id, 'Prepeared')).status).toBe(404)
  const { id } = await anOrderOf('cod')
  for (const wrong of ['Prepared', 'confirmed', 'Lost']) {
    expect((await change(id, wrong as never)).status).toBe(400)
    expect((await change(id, 'Prepeared', wrong as never)).status).toBe(400)
  }
})
