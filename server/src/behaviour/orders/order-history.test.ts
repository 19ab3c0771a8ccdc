import { api } from '@kirana/contract'
import type { Sent } from '@kirana/contract/wire/route'
import { sql } from 'drizzle-orm'
import papaparse from 'papaparse'
import { beforeEach, expect, test } from 'vitest'
import { copyOrders } from '../../testing/orders.ts'
import { staffApp } from '../../testing/staff-app.ts'

const { t, make, staff } = await staffApp()

let rice: Awaited<ReturnType<typeof make.aProduct>>
beforeEach(async () => {
  await make.aPincode()
  rice = await make.aProduct()
})

type Query = NonNullable<Sent<typeof api.orders.list>['query']>
const list = (query: Query, page = 1) => t.call(api.orders.list, { params: { page }, query }, staff)
const found = async (query: Query) => (await list(query)).data.data.map(({ order_id }) => order_id)
const exported = (query: Query, as: Parameters<typeof t.call>[2] = staff) =>
  t.call(api.orders.export, { query }, as)
const rowsOf = (raw: string) =>
  papaparse.parse<Record<string, string>>(raw.replace(/^\uFEFF/, ''), { header: true, skipEmptyLines: true })
    .data

/** An order of `quantity` packs at 50 rupees, placed at that time in Kolkata. */
async function order(at: string, quantity = 1, customer?: Awaited<ReturnType<typeof make.aCustomer>>) {
  t.clock.set(`${at}+05:30`)
  const placed = await make.anOrder({ items: [rice.item(quantity)], ...(customer && { customer }) })
  t.clock.set('2026-11-21T13:00:00+05:30')
  return placed
}

test('filters by customer, status and days of Kolkata, both inclusive, together with the search', async () => {
  const meera = await make.aCustomer({ fullName: 'Meera', phone: '+919876543210' })
  const late = await order('2026-11-18T23:59:59', 1, meera)
  const first = await order('2026-11-19T00:00:00', 1, meera)
  const other = await order('2026-11-19T12:00:00')
  const last = await order('2026-11-20T23:59:59', 1, meera)
  const next = await order('2026-11-21T00:00:00', 1, meera)
  const change = { params: { orderId: last._id, status: 'Prepeared' as const }, query: {} }
  await t.call(api.orders.changeStatus, change, staff)
  const ids = (...orders: { order_id: string }[]) => orders.map(({ order_id }) => order_id)

  expect(await found({ customer: meera.id })).toEqual(ids(next, last, first, late))
  const days = { from: '2026-11-19', to: '2026-11-20' }
  expect(await found(days)).toEqual(ids(last, other, first))
  expect(await found({ ...days, customer: meera.id })).toEqual(ids(last, first))
  expect(await found({ ...days, keywords: 'Confirmed' })).toEqual(ids(other, first))
  expect(await found({ ...days, keywords: 'Prepeared', search: '43210' })).toEqual(ids(last))
  expect(await found({ from: '2026-11-21' })).toEqual(ids(next))
  expect(await found({ to: '2026-11-18' })).toEqual(ids(late))
  expect(await found({ from: '2026-11-20', to: '2026-11-19' })).toEqual([])
  expect((await t.statements(() => list({ ...days, customer: meera.id }))).length).toBeLessThanOrEqual(1 + 3)

  for (const from of ['yesterday', '2026-02-30', '20261119'])
    expect(await list({ from })).toMatchObject({ status: 400, message: 'Date is not valid' })
  expect((await list({ sort: 'total' as never })).status).toBe(400)
  expect((await list({ customer: 'nobody' })).status).toBe(404)
  expect(await found({ customer: '01a1fd41-f2a3-769d-9900-17803f8126b3' })).toEqual([])
})

const copy = (count: number) => copyOrders(t.db, count)

test('sorts by date and amount over all pages; equal amounts are in a fixed order', async () => {
  await order('2026-11-20T10:00:00')
  await copy(40)
  const { rows } = await t.db.execute<{ id: string; total: number }>(
    sql`SELECT id, total::int AS total FROM orders ORDER BY total, id`,
  )
  const byAmount = rows.map(({ id }) => id)
  const byTime = await t.db.execute<{ id: string }>(sql`SELECT id FROM orders ORDER BY placed_at`)
  const pagesOf = async (query: Query) => {
    const pages = await Promise.all([1, 2, 3].map((page) => list(query, page)))
    expect(pages.map(({ data }) => data.totalPages)).toEqual([3, 3, 3])
    return pages.flatMap(({ data }) => data.data.map(({ _id }) => _id))
  }
  for (const days of [{}, { from: '2026-11-20', to: '2026-11-20' }]) {
    expect(await pagesOf({ ...days, sort: 'amount' })).toEqual(byAmount)
    expect(await pagesOf({ ...days, sort: '-amount' })).toEqual(byAmount.toReversed())
    expect(await pagesOf({ ...days, sort: 'date' })).toEqual((await pagesOf(days)).toReversed())
  }
  const day = { from: '2026-11-20', to: '2026-11-20' }
  expect(await pagesOf({ ...day, sort: 'date' })).toEqual(byTime.rows.map(({ id }) => id))
  expect(await t.statements(() => list({ sort: '-amount' }, 2))).toHaveLength(1 + 1)
})

test('exports what the list shows, in rupees and words, with formulas escaped', async () => {
  const customer = await make.aCustomer({ fullName: '=HYPERLINK("http://x")', phone: '+919876543210' })
  const placed = await order('2026-11-20T09:05:00', 2, customer)
  const answer = await exported({ keywords: 'Confirmed', from: '2026-11-20', to: '2026-11-20' })
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="orders-2026-11-21.csv"',
    'cache-control': 'private, no-store',
  })
  expect(rowsOf(answer.raw)).toEqual([
    expect.objectContaining({
      'Order ID': placed.order_id,
      'Date (India)': '2026-11-20 09:05',
      Customer: `'=HYPERLINK("http://x")`,
      Phone: '9876543210',
      'Total Products': '1',
      Products: `2 × ${rice.title} 500 GM`,
      'Bill Amount': '100',
      Payment: 'Cash on delivery',
      'Payment Status': 'Awaiting',
      'Delivery Status': 'Confirmed',
      Invoice: '',
    }),
  ])
  expect(rowsOf((await exported({ keywords: 'Delivered' })).raw)).toEqual([])
  const { rows } = await t.db.execute<{ after: unknown }>(
    sql`SELECT after FROM audit_rows WHERE call = 'orders.export' ORDER BY id LIMIT 1`,
  )
  expect(rows).toEqual([{ after: { status: 'confirmed', from: '2026-11-20', to: '2026-11-20' } }])
  expect((await exported({}, { headers: {} })).status).toBe(401)
})

test('one search finds the order number, the phone and the name', async () => {
  const asha = await make.aCustomer({ fullName: 'Ásha Raghunathan' })
  const first = await order('2026-11-20T10:00:00', 1, asha)
  const second = await order('2026-11-20T11:00:00')
  for (const search of ['raghuna', 'ÁSHA', asha.user.phone.slice(-10), first.order_id.slice(-6)])
    expect(await found({ search })).toContain(first.order_id)
  expect(await found({ search: 'raghuna' })).toEqual([first.order_id])
  expect(await found({ search: second.order_id.toLowerCase() })).toEqual([second.order_id])
  expect(await found({ search: 'r%a' })).toEqual([])
})

/** One batch has 500 rows. */
test('exports a large list in batches, each order once', async () => {
  await order('2026-11-20T10:00:00')
  await copy(1003)
  for (const query of [
    {},
    { sort: 'amount' },
    { from: '2026-11-20' },
    { from: '2026-11-20', sort: '-amount' },
  ] as const) {
    let raw = ''
    const statements = await t.statements(async () => {
      raw = (await exported(query)).raw
    })
    const ids = rowsOf(raw).map((row) => row['Order ID'])
    expect(new Set(ids).size).toBe(1004)
    expect(ids).toHaveLength(1004)
    expect(ids.slice(0, 20)).toEqual(await found(query))
    // The session, the audit row and three batches.
    expect(statements).toHaveLength(1 + 1 + 3)
  }
})

test('sorts referred orders by amount', async () => {
  const friend = await make.aCustomer()
  const referCode = friend.user.referCode
  const anOrder = (quantity: number) => make.anOrder({ items: [rice.item(quantity)], referCode })
  const ids = [await anOrder(2), await anOrder(3), await anOrder(1)].map(({ _id }) => _id)
  const referred = async (query: NonNullable<Sent<typeof api.orders.referred>['query']>) =>
    (await t.call(api.orders.referred, { params: { page: 1 }, query }, staff)).data.data.map(({ _id }) => _id)
  expect(await referred({})).toEqual(ids.toReversed())
  expect(await referred({ sort: 'date' })).toEqual(ids)
  expect(await referred({ sort: '-amount' })).toEqual([ids[1], ids[0], ids[2]])
  expect(await referred({ sort: 'amount', search: friend.user.phone })).toEqual([ids[2], ids[0], ids[1]])
})
