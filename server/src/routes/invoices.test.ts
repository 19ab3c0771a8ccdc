import { api } from '@kirana/contract'
import type { DeliveryStatusName } from '@kirana/contract/wire/shapes'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { turnsOn } from '../http/limits.ts'
import { company } from '../tables/company.ts'
import { testApp } from '../testing/app.ts'
import { factories } from '../testing/factories.ts'

const t = await testApp()
const make = factories(t)
afterAll(t.close)
let staff: Awaited<ReturnType<typeof t.signIn.staff>>
beforeEach(async () => {
  await t.database.reset()
  staff = await t.signIn.staff()
})

const change = (orderId: string, status: DeliveryStatusName) =>
  t.call(api.orders.changeStatus, { params: { orderId, status }, query: {} }, staff)
const link = async (orderId: string) =>
  (await t.call(api.orders.get, { params: { orderId } }, staff)).data[0]?.invoice
const numbers = async () => {
  const { rows } = await t.db.execute<{ number: string }>(
    sql`SELECT i.year || '/' || i.number AS number FROM invoices i JOIN orders o ON o.id = i.order_id ORDER BY o.number`,
  )
  return rows.map(({ number }) => number)
}

test('numbers are consecutive within a financial year, which starts on 1 April in Asia/Kolkata', async () => {
  t.clock.set('2027-03-31T23:50:00+05:30')
  staff = await t.signIn.staff()
  const orders = []
  for (let i = 0; i < 4; i++) orders.push(await make.anOrder())
  const [one, two, three, four] = orders.map(({ _id }) => _id)
  await change(one ?? '', 'Prepeared')
  t.clock.set('2027-03-31T23:59:59+05:30')
  await change(two ?? '', 'Delivered')
  t.clock.set('2027-04-01T00:00:00+05:30')
  await change(three ?? '', 'Dispatched')
  t.clock.set('2027-03-31T23:59:59+05:30')
  await change(four ?? '', 'Prepeared')
  expect(await numbers()).toEqual(['26-27/1', '26-27/2', '27-28/1', '26-27/3'])
})

test('an order canceled from Confirmed has no invoice; an accepted one keeps its invoice, until it is canceled', async () => {
  t.clock.set('2026-11-21T13:00:00+05:30')
  staff = await t.signIn.staff()
  const canceled = await make.anOrder()
  await change(canceled._id, 'Canceled')
  const accepted = await make.anOrder()
  expect([await link(canceled._id), await link(accepted._id)]).toEqual(['', ''])
  for (const status of ['Prepeared', 'Confirmed', 'Dispatched', 'Delivered'] as const)
    await change(accepted._id, status)
  expect(await numbers()).toEqual(['26-27/1'])
  expect(await link(accepted._id)).toMatch(new RegExp(`^http.*/api/v1/invoice/${accepted._id}$`))
})

test('a failed change uses no number', async () => {
  t.clock.set('2026-11-21T13:00:00+05:30')
  staff = await t.signIn.staff()
  const customer = await make.aCustomer({ money: 5_000 })
  const failing = await make.anOrder({ customer, payment: 'wallet' })
  await change(failing._id, 'Canceled')
  await make.anOrder({ customer, payment: 'wallet' })
  expect((await change(failing._id, 'Prepeared')).status).toBe(409)
  await change((await make.anOrder())._id, 'Prepeared')
  expect(await numbers()).toEqual(['26-27/1'])
})

test('answers other calls while invoices are rendered', async () => {
  staff = await t.signIn.staff()
  const product = await make.aProduct({ variants: Array.from({ length: 100 }, () => ({})) })
  const items = product.variants.map((_, n) => product.item(1, n))
  const orders = [await make.anOrder({ items }), await make.anOrder({ items }), await make.anOrder({ items })]
  for (const { _id } of orders) await change(_id, 'Prepeared')
  const order: string[] = []
  const draw = async ({ _id }: { _id: string }) => {
    const { status } = await t.call(api.invoices.get, { params: { id: _id } }, staff)
    order.push(`invoice ${status}`)
  }
  // The first PDF loads the fonts and the PDF library.
  for (const one of orders.splice(0, 1)) await draw(one)
  order.length = 0
  const drawn = orders.map(draw)
  const others = async () => {
    for (let n = 0; n < 50; n++) await t.app.inject('/health/live')
    order.push('50 others')
  }
  await Promise.all([...drawn, others()])
  expect(order).toEqual(['50 others', 'invoice 200', 'invoice 200'])
})

test('a caller who waits for invoices takes no turn from others, nor from their own other calls', async () => {
  t.clock.set('2026-11-21T13:00:00+05:30')
  staff = await t.signIn.staff()
  const order = await make.anOrder()
  await change(order._id, 'Prepeared')
  const { draw } = t.context.invoices
  const gate = Promise.withResolvers<void>()
  t.context.invoices.draw = async (...asked) => {
    await gate.promise
    return draw(...asked)
  }
  try {
    const most = turnsOn[t.database.engine].lanes.staff.runningPerCaller
    const waiting = Array.from({ length: most }, () =>
      t.call(api.invoices.get, { params: { id: order._id } }, staff),
    )
    expect(await link(order._id)).not.toBe('')
    gate.resolve()
    for (const { status } of await Promise.all(waiting)) expect(status).toBe(200)
  } finally {
    gate.resolve()
    t.context.invoices.draw = draw
  }
})

test('a cached invoice is checked for access, and rendered again when its content changes', async () => {
  t.clock.set('2026-11-21T13:00:00+05:30')
  staff = await t.signIn.staff()
  const [customer, stranger] = [await make.aCustomer(), await make.aCustomer()]
  const order = await make.anOrder({ customer })
  await change(order._id, 'Prepeared')
  const get = (as: { headers: Record<string, string> }) =>
    t.call(api.invoices.get, { params: { id: order._id } }, as)
  const due = await get(staff)
  expect((await get(customer)).raw).toBe(due.raw)
  expect((await get(stranger)).status).toBe(404)
  await change(order._id, 'Delivered')
  const paid = await get(customer)
  expect(paid.status).toBe(200)
  expect(paid.raw).not.toBe(due.raw)
  await t.call(api.storeSession.signOut, {}, customer)
  expect((await get(customer)).status).toBe(401)
})

test('staff and the customer get the PDF with the details at the time of issue', async () => {
  t.clock.set('2026-11-21T13:00:00+05:30')
  staff = await t.signIn.staff()
  await t.db.update(company).set({ name: 'Kirana Stores' })
  const [customer, stranger] = [await make.aCustomer(), await make.aCustomer()]
  const order = await make.anOrder({ customer })
  const get = (as?: { headers: Record<string, string> }) =>
    t.call(api.invoices.get, { params: { id: order._id } }, as)
  expect((await get(staff)).status).toBe(404)
  await change(order._id, 'Prepeared')
  await t.db.update(company).set({ name: 'Renamed' })
  for (const as of [staff, customer]) {
    const { status, headers, raw } = await get(as)
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'application/pdf' })
    expect(headers['content-disposition']).toBe('inline; filename="invoice-26-27-0000001.pdf"')
    expect(headers['cache-control']).toBe('private, no-store')
    expect(raw.startsWith('%PDF-')).toBe(true)
  }
  expect((await get(stranger)).status).toBe(404)
  expect((await get()).status).toBe(401)
  const { rows } = await t.db.execute(sql`SELECT seller->>'name' AS name FROM invoices`)
  expect(rows).toEqual([{ name: 'Kirana Stores' }])
})
