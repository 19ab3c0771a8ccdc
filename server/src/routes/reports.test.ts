import { api } from '@kirana/contract'
import type { DeliveryStatusName } from '@kirana/contract/wire/shapes'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { cleanUp } from '../process/housekeeping.ts'
import { addUpPastDays } from '../services/reports/add-up.ts'
import { testApp } from '../testing/app.ts'
import { factories } from '../testing/factories.ts'
import { onServer } from '../testing/on-server.ts'
import { findInvariantViolations } from '../testing/violations.ts'

const t = await testApp()
const make = factories(t)
afterAll(t.close)

let rice: Awaited<ReturnType<typeof make.aProduct>>
let oil: Awaited<ReturnType<typeof make.aProduct>>
beforeEach(async () => {
  await t.database.reset()
  t.clock.set('2026-11-01T09:00:00+05:30')
  await make.aPincode()
  rice = await make.aProduct({ title: 'Rice', createdAt: new Date('2026-01-01') })
  oil = await make.aProduct({ title: 'Oil', createdAt: new Date('2026-01-01') })
})

const at = (moment: string) => t.clock.set(`${moment}+05:30`)
const range = { from: '2026-11-01', to: '2026-11-30' }
const read = async (query = range) =>
  (await t.call(api.reports.get, { query }, await t.signIn.superadmin())).data
const addUp = () => addUpPastDays(t.database, t.context.now())

async function change(orderId: string, status: DeliveryStatusName) {
  const query = { cash: 'collected' as const }
  const sent = { params: { orderId, status }, query }
  return (await t.call(api.orders.changeStatus, sent, await t.signIn.staff())).status
}

/** Places an order on a day and sets its statuses, one a minute. */
async function order(
  moment: string,
  statuses: DeliveryStatusName[] = [],
  more: Parameters<typeof make.anOrder>[0] = {},
) {
  at(moment)
  const placed = await make.anOrder({ items: [rice.item()], ...more })
  for (const status of statuses) {
    t.clock.pass(1)
    expect(await change(placed._id, status)).toBe(200)
  }
  return placed
}

test('a range without orders is empty, also before the first order', async () => {
  const empty = await read()
  expect(empty).toMatchObject({ pendingDays: 0, days: [], hours: [], products: [], coupons: [], packers: [] })
  expect(empty.total).toMatchObject({ orders: 0, sales: 0, averageBill: 0, preparedMinutes: null })
  await order('2026-11-20T10:00:00')
  expect(await read({ from: '2026-01-01', to: '2026-10-31' })).toMatchObject({ pendingDays: 0, days: [] })
})

test('returns the same before and after the days are added up', async () => {
  const coupon = await make.aCoupon()
  const [old, young] = [await make.aCustomer(), await make.aCustomer()]
  await order('2026-11-02T10:00:00', ['Prepeared', 'Delivered'], { customer: old, coupon: coupon.name })
  await order('2026-11-02T11:00:00', ['Canceled'], { customer: young })
  await order('2026-11-03T10:00:00', ['Prepeared', 'Prepeared', 'Delivered'], {
    customer: old,
    items: [rice.item(3), oil.item(2)],
  })
  await order('2026-11-03T23:59:59', [], { customer: young })
  at('2026-11-04T12:00:00')
  const live = await read()
  expect(live.total).toEqual({
    orders: 3,
    placed: 340,
    sales: 340,
    refunded: 0,
    averageBill: 113.33,
    subtotal: 350,
    discount: 10,
    referralDiscount: 0,
    charges: 0,
    roundOff: 0,
    delivered: 2,
    deliveredSales: 290,
    canceled: 1,
    canceledTotal: 50,
    newCustomers: 2,
    newSales: 90,
    deliveries: 2,
    deliveredBills: 290,
    net: 290,
    preparedMinutes: 1,
    deliveredMinutes: 2,
    promised: 2,
    within: 2,
  })
  expect(live.days.map(({ day, orders, sales }) => [day, orders, sales])).toEqual([
    ['2026-11-02', 1, 40],
    ['2026-11-03', 2, 300],
  ])
  expect(live.products.map(({ title, orders, quantity, sales }) => [title, orders, quantity, sales])).toEqual(
    [
      ['Rice', 3, 5, 250],
      ['Oil', 1, 2, 100],
    ],
  )
  expect(live.coupons).toEqual([{ coupon: coupon.name, orders: 1, discount: 10, sales: 40 }])
  expect(live.packers).toEqual([{ name: 'Asha', orders: 2, minutes: 1 }])
  expect(live.hours[10]).toBe(2)
  await cleanUp(t.context, (error) => {
    throw error
  })
  expect(await t.db.$count(sql`report_days`)).toBe(2)
  expect(await read()).toEqual(live)
})

test('a change of an order on a day that is added up shows at once, also in the counts of new customers', async () => {
  const customer = await make.aCustomer()
  const first = await order('2026-11-02T10:00:00', ['Delivered'], { customer })
  await order('2026-11-03T10:00:00', [], { customer })
  at('2026-11-10T10:00:00')
  await addUp()
  const newOn = async () =>
    (await read()).days.map(({ day, orders, newCustomers }) => [day, orders, newCustomers])
  expect(await newOn()).toContainEqual(['2026-11-02', 1, 1])
  expect(await newOn()).toContainEqual(['2026-11-03', 1, 0])
  await change(first._id, 'Canceled')
  expect(await newOn()).toContainEqual(['2026-11-02', 0, 0])
  expect(await newOn()).toContainEqual(['2026-11-03', 1, 1])
  await addUp()
  expect(await newOn()).toContainEqual(['2026-11-03', 1, 1])
  expect(await findInvariantViolations(t.db)).toEqual([])
})

onServer(() => {
  test('a change that is not committed while its day is added up leaves the day outdated', async () => {
    const placed = await order('2026-11-02T10:00:00')
    at('2026-11-04T10:00:00')
    await t.database.transaction(async (tx) => {
      await tx.execute(
        sql`UPDATE orders SET payment_status = 'paid', paid_by = 'cash', status = 'delivered' WHERE id = ${placed._id}`,
      )
      await addUp()
    })
    const { total } = await read()
    expect(total.deliveredSales).toBe(50)
  })
})

test('reads at most 10 days from their orders, and says how many wait to be added up', async () => {
  await order('2026-11-02T10:00:00', ['Delivered'])
  await order('2026-11-18T10:00:00', ['Delivered'])
  at('2026-11-20T10:00:00')
  const live = await read()
  expect(live).toMatchObject({ pendingDays: 9, total: { orders: 1, deliveries: 1 } })
  expect(live.days.map(({ day }) => day)).not.toContain('2026-11-02')
  await addUp()
  expect(await read()).toMatchObject({ pendingDays: 0, total: { orders: 2, deliveries: 2 } })
})

test('lists unsold products on offer, those never sold first', async () => {
  const never = await make.aProduct({ title: 'Never sold', createdAt: new Date('2026-01-01') })
  await make.aProduct({ title: 'New', createdAt: new Date('2026-11-16') })
  await make.aProduct({ title: 'Disabled', createdAt: new Date('2026-01-01'), isActive: false })
  await order('2026-11-02T10:00:00', [], { items: [oil.item()] })
  await order('2026-11-17T10:00:00')
  at('2026-11-18T10:00:00')
  await addUp()
  const { dead } = await read({ from: '2026-11-15', to: '2026-11-18' })
  expect(dead).toEqual([
    { _id: never.id, title: 'Never sold', lastSold: null },
    { _id: oil.id, title: 'Oil', lastSold: '2026-11-02' },
  ])
})

test('each table is a file', async () => {
  await order('2026-11-02T10:00:00', ['Prepeared', 'Delivered'])
  const staff = await t.signIn.staff()
  for (const [part, row] of [
    ['days', '2026-11-02,1,50,50,50,0,0,0,0,0,1,50,0,0,1,50,50'],
    ['customers', '2026-11-02,1,50,0,0'],
    ['products', `Rice,1,1,50,${rice.id}`],
    ['dead', `Oil,Never,${oil.id}`],
    ['coupons', ''],
    ['packers', 'Asha,1,1'],
  ] as const) {
    const { raw, headers } = await t.call(api.reports.export, { params: { part }, query: range }, staff)
    expect(headers['content-disposition']).toBe(`attachment; filename="${part}-2026-11-01-to-2026-11-30.csv"`)
    expect(raw.split('\r\n')[1]).toBe(row)
    if (part === 'days') expect(raw.split('\r\n')[2]).toMatch(/^"Placed: .* Delivered bills: .* Net: [^"]*"$/)
  }
})

test('placed, delivered and net count on their own days, from daily sums and from orders', async () => {
  const kept = await order('2026-11-02T23:00:00')
  const returned = await order('2026-11-02T23:10:00', [], { items: [rice.item(2)] })
  at('2026-11-03T08:00:00')
  for (const { _id } of [kept, returned]) expect(await change(_id, 'Delivered')).toBe(200)
  at('2026-11-04T08:00:00')
  expect(await change(kept._id, 'Dispatched')).toBe(200)
  expect(await change(kept._id, 'Delivered')).toBe(200)
  at('2026-11-06T08:00:00')
  expect(await change(returned._id, 'Canceled')).toBe(200)
  const daily = async () =>
    (await read()).days.map(({ day, orders, placed, deliveries, deliveredBills, net }) => [
      day,
      orders,
      placed,
      deliveries,
      deliveredBills,
      net,
    ])
  const documents = await t.db.execute<{ day: string }>(sql`
    SELECT report_day(created_at)::text AS day FROM invoices UNION ALL SELECT report_day(created_at)::text FROM credit_notes
    ORDER BY 1`)
  expect(documents.rows.map(({ day }) => day)).toEqual(['2026-11-03', '2026-11-03', '2026-11-06'])
  const live = await daily()
  expect(live).toEqual([
    ['2026-11-02', 1, 50, 0, 0, 0],
    ['2026-11-03', 0, 0, 0, 0, 150],
    ['2026-11-04', 0, 0, 1, 50, 0],
    ['2026-11-06', 0, 0, 0, 0, -100],
  ])
  at('2026-11-08T08:00:00')
  await addUp()
  expect((await daily()).filter(([, ...sums]) => sums.some((sum) => sum !== 0))).toEqual(live)
  const { total, days } = await read({ from: '2026-11-03', to: '2026-11-06' })
  expect(total).toMatchObject({ placed: 0, deliveries: 1, deliveredBills: 50, net: 50 })
  expect(days.at(-1)).toMatchObject({ day: '2026-11-06', net: -100 })
})

test.each([
  [{ from: '2026-11-02', to: '2026-11-01' }, 'The first day must not be after the last day'],
  [{ from: '2025-11-01', to: '2026-11-02' }, 'A report is of 366 days at most'],
  [{ from: '', to: '2026-11-01' }, 'Date is not valid'],
  [{ from: '2026-02-30', to: '2026-11-01' }, 'Date is not valid'],
])('rejects the range %j', async (query, message) => {
  const answer = await t.call(api.reports.get, { query }, await t.signIn.staff())
  expect(answer).toMatchObject({ status: 400, message })
})

test('a report takes two statements; only staff and the superadmin may read it', async () => {
  const staff = await t.signIn.staff()
  expect(await t.statements(() => t.call(api.reports.get, { query: range }, staff))).toHaveLength(1 + 2)
  for (const headers of [{}, (await make.aCustomer()).headers])
    expect(await t.call(api.reports.get, { query: range }, { headers })).toMatchObject({ status: 401 })
})

const statuses = ['Prepeared', 'Delivered', 'Canceled', 'Confirmed'] as const
const step = fc.oneof(
  fc.record({
    kind: fc.constant('order' as const),
    who: fc.nat(1),
    quantity: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ kind: fc.constant('status' as const), nth: fc.nat(5), to: fc.constantFrom(...statuses) }),
  fc.record({ kind: fc.constant('day' as const), addsUp: fc.boolean() }),
)

test('after random histories the reports agree with orders, customers and ledger', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 12 }), async (steps) => {
      await t.database.reset()
      at('2026-11-02T09:00:00')
      await make.aPincode()
      rice = await make.aProduct()
      const customers = [await make.aCustomer({ money: 100_000 }), await make.aCustomer()]
      const placed: string[] = []
      for (const one of steps) {
        t.clock.pass(3)
        if (one.kind === 'order') {
          const customer = customers[one.who]
          const items = [rice.item(one.quantity)]
          const payment = one.who === 0 ? 'wallet' : 'cod'
          const { status, data } = await make.tryOrder({ items, payment, ...(customer && { customer }) })
          if (status === 200) placed.push(data._id)
        } else if (one.kind === 'status') {
          const id = placed[one.nth]
          if (id !== undefined) await change(id, one.to)
        } else {
          t.clock.pass(24 * 60)
          if (one.addsUp) await addUp()
        }
      }
      const { total, days } = await read()
      const { rows } = await t.db.execute<{ paid: number; wallet: number; sales: number }>(sql`SELECT
        (SELECT coalesce(sum(total_payment), 0) FROM users)::float8 / 100 AS paid,
        -(SELECT coalesce(sum(e.amount), 0) FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
          JOIN orders o ON o.id = t.order_id WHERE o.payment_method = 'wallet' AND e.account = 'customer:money')::float8 / 100 AS wallet,
        (SELECT coalesce(sum(total), 0) FROM orders WHERE payment_method = 'cod' AND status <> 'canceled')::float8 / 100 AS sales`)
      expect(total.deliveredSales).toBe(rows[0]?.paid)
      expect(total.sales).toBe((rows[0]?.wallet ?? 0) + (rows[0]?.sales ?? 0))
      expect(days.reduce((sum, day) => sum + day.orders + day.canceled, 0)).toBe(placed.length)
      expect(await findInvariantViolations(t.db)).toEqual([])
    }),
    { numRuns: 8 },
  )
})
