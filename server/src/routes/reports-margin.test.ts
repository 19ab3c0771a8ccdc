import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import { beforeEach, expect, test } from 'vitest'
import { company } from '../tables/company.ts'
import { withHeaders } from '../testing/app.ts'
import { staffApp } from '../testing/staff-app.ts'
import { findInvariantViolations } from '../testing/violations.ts'

const { t, make, staff } = await staffApp()
beforeEach(async () => {
  await t.db.update(company).set({ name: 'Kirana', gstin: '27AAPFU0939F1ZV', gstRegistration: 'regular' })
})

type Line = { variantId: string; quantity: number; expiry?: string; cost?: number }
const receive = (...items: Line[]) =>
  t.call(
    api.receipts.add,
    { body: { supplier: 'Amul', billNumber: 'B-1', items } },
    withHeaders(staff, { 'idempotency-key': randomUUID() }),
  )
const setStatus = (orderId: string, status: 'Prepeared' | 'Confirmed' | 'Canceled') =>
  t.call(api.orders.changeStatus, { params: { orderId, status }, query: {} }, staff)
const value = async () => (await t.call(api.reports.stockValue, {}, staff)).data
const margin = async (from = '2026-11-21', to = from) =>
  (await t.call(api.reports.margin, { query: { from, to } }, staff)).data

test('the stock is valued at its last cost, and pieces without a cost are counted separately', async () => {
  expect(await value()).toEqual({ total: 0, categories: [], withoutCost: 0 })
  const [milk, rice, salt] = [await make.aProduct(), await make.aProduct(), await make.aProduct()]
  const variantOf = ({ item }: typeof milk) => item().variantId
  await receive(
    { variantId: variantOf(milk), quantity: 10, cost: 20 },
    { variantId: variantOf(rice), quantity: 4, cost: 55.5 },
  )
  await receive(
    { variantId: variantOf(milk), quantity: 5, cost: 21.5 },
    { variantId: variantOf(salt), quantity: 7 },
  )
  // A receipt without a cost does not change the last cost.
  await receive({ variantId: variantOf(milk), quantity: 1 })
  expect(await value()).toEqual({
    total: 566,
    withoutCost: 7,
    categories: [
      { name: milk.category.name, pieces: 16, value: 344 },
      { name: rice.category.name, pieces: 4, value: 222 },
      { name: salt.category.name, pieces: 7, value: 0 },
    ],
  })
  const file = await t.app.inject({ url: '/api/v1/reports/stock-value/csv', headers: staff.headers })
  expect(file.body).toContain('All,27,566')
})

test('a margin is sales without tax less the cost of the lots: first expired first, without a day last, then by receipt', async () => {
  const milk = await make.aProduct({ hsn: '0401', gstRate: 500, variants: [{ sellingPrice: 10_500 }] })
  const { variantId } = milk.item()
  await make.aCharge({ amount: 2_000 })
  // In the order of receipt; sold in the order 3, 1, 2, 4.
  await receive({ variantId, quantity: 1, expiry: '2026-12-20', cost: 60 })
  await receive({ variantId, quantity: 1, cost: 70 })
  await receive({ variantId, quantity: 1, expiry: '2026-12-10', cost: 50 })
  await receive({ variantId, quantity: 5 })
  const sell = async (pieces: number) => {
    const { _id } = await make.anOrder({ items: [milk.item(pieces)] })
    expect((await setStatus(_id, 'Prepeared')).status).toBe(200)
    return _id
  }
  await sell(1)
  const first = { pieces: 1, sales: 100, salesWithoutCost: 0, cost: 50, margin: 50, withoutCost: 0 }
  expect(await margin()).toMatchObject({ total: first, categories: [{ name: milk.category.name, ...first }] })
  const other = await sell(2)
  expect((await margin()).total).toEqual({
    pieces: 3,
    sales: 300,
    salesWithoutCost: 0,
    cost: 180,
    margin: 120,
    withoutCost: 0,
  })
  await sell(1)
  expect((await margin()).total).toEqual({
    pieces: 4,
    sales: 400,
    salesWithoutCost: 100,
    cost: 180,
    margin: 120,
    withoutCost: 1,
  })
  expect((await margin()).charges).toBeGreaterThan(0)

  // A cancelation on another day counts on that day: the credit note, and the returned lots.
  t.clock.set('2026-11-22T10:00:00+05:30')
  const who = await t.signIn.staff()
  const canceled = { params: { orderId: other, status: 'Canceled' as const }, query: {} }
  expect((await t.call(api.orders.changeStatus, canceled, who)).status).toBe(200)
  const of = async (from: string, to: string) =>
    (await t.call(api.reports.margin, { query: { from, to } }, who)).data.total
  expect(await of('2026-11-22', '2026-11-22')).toEqual({
    pieces: -2,
    sales: -200,
    salesWithoutCost: 0,
    cost: -130,
    margin: -70,
    withoutCost: 0,
  })
  expect(await of('2026-11-21', '2026-11-22')).toEqual({
    pieces: 2,
    sales: 200,
    salesWithoutCost: 100,
    cost: 50,
    margin: 50,
    withoutCost: 1,
  })
  const file = await t.app.inject({
    url: '/api/v1/reports/margin/csv?from=2026-11-21&to=2026-11-22',
    headers: who.headers,
  })
  expect(file.body).toContain('All,2,200,50,50,1,100')
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('an order set back to Confirmed returns its pieces: its sales have no cost until it is packed again', async () => {
  const milk = await make.aProduct({ hsn: '0401', gstRate: 500, variants: [{ sellingPrice: 10_500 }] })
  const { variantId } = milk.item()
  await receive({ variantId, quantity: 1, expiry: '2026-12-01', cost: 80 }, { variantId, quantity: 2 })
  const { _id } = await make.anOrder({ items: [milk.item(3)] })
  const packed = { pieces: 3, sales: 300, salesWithoutCost: 200, cost: 80, margin: 20, withoutCost: 2 }
  for (let n = 0; n < 2; n++) {
    await setStatus(_id, 'Prepeared')
    expect((await margin()).total).toEqual(packed)
    await setStatus(_id, 'Confirmed')
    expect((await margin()).total).toEqual({
      pieces: 3,
      sales: 300,
      salesWithoutCost: 300,
      cost: 0,
      margin: 0,
      withoutCost: 3,
    })
  }
})

test('goods whose stock is not tracked have no cost: they count separately and are not in the margin', async () => {
  const milk = await make.aProduct({ hsn: '0401', gstRate: 500, variants: [{ sellingPrice: 10_500 }] })
  const rice = await make.aProduct({ hsn: '1006', gstRate: 500, variants: [{ sellingPrice: 5_250 }] })
  await receive({ variantId: milk.item().variantId, quantity: 5, cost: 80 })
  const { _id } = await make.anOrder({ items: [milk.item(1), rice.item(3)] })
  expect((await setStatus(_id, 'Prepeared')).status).toBe(200)
  const untracked = {
    name: rice.category.name,
    pieces: 3,
    sales: 150,
    salesWithoutCost: 150,
    cost: 0,
    margin: 0,
    withoutCost: 3,
  }
  const tracked = { pieces: 1, sales: 100, salesWithoutCost: 0, cost: 80, margin: 20, withoutCost: 0 }
  expect(await margin()).toMatchObject({
    total: { pieces: 4, sales: 250, salesWithoutCost: 150, cost: 80, margin: 20, withoutCost: 3 },
    categories: [{ name: milk.category.name, ...tracked }, untracked],
  })
  const file = await t.app.inject({
    url: '/api/v1/reports/margin/csv?from=2026-11-21&to=2026-11-21',
    headers: staff.headers,
  })
  expect(file.body).toContain(`${rice.category.name},3,150,0,0,3,150`)

  // Returns of them are known only from the credit note, because no movement of stock records them.
  expect((await setStatus(_id, 'Canceled')).status).toBe(200)
  expect((await margin()).total).toEqual({
    pieces: 0,
    sales: 0,
    salesWithoutCost: 0,
    cost: 0,
    margin: 0,
    withoutCost: 0,
  })
})
