import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { company } from '../../tables/company.ts'
import { creditNotes, invoices } from '../../tables/invoices.ts'
import { claimsApp } from '../../testing/claims.ts'
import { read } from '../../testing/invoices/invoice-pdf-reader.ts'
import { anotherPicker, pickerOf } from '../../testing/picking.ts'
import { interleave } from '../../testing/races/interleave.ts'
import { findInvariantViolations } from '../../testing/violations.ts'

const { t, make, staff, setStatus, aDelivered, claim, refund, replace, claimsOf, walletOf } =
  await claimsApp()

const orderOf = async (orderId: string) => {
  const [order] = (await t.call(api.orders.get, { params: { orderId } }, staff)).data
  if (!order) throw new Error('No order')
  return order
}
const level = async (variantId: string) =>
  (await t.db.execute(sql`SELECT on_hand, reserved FROM stock_levels WHERE variant_id = ${variantId}`))
    .rows[0]
const count = (variantId: string, onHand: number) =>
  t.call(api.stock.count, { body: { variantId, onHand, reason: 'Counted' } }, staff)
const today = async () => (await t.call(api.reports.today, {}, staff)).data.today
const days = { from: '2026-11-21', to: '2026-11-21' }
/** The reports of orders and of money. */
const reported = async () => [
  (await t.call(api.reports.get, { query: days }, staff)).data,
  (await t.call(api.reports.dayBook, { query: days }, staff)).data,
  (await t.call(api.reports.margin, { query: days }, staff)).data,
]

test('a replacement costs nothing, is linked both ways, and is picked and delivered with a challan', async () => {
  const { customer, orderId, ghee } = await aDelivered()
  const variantId = ghee.item().variantId
  await count(variantId, 10)
  const [before, reports] = [await today(), await reported()]
  const counted = async () => (await t.call(api.dashboard.get, {}, staff)).data.todayOrder
  const todays = await counted()
  const { data } = await claim(customer, orderId, [{ line: 1, pieces: 2 }])
  const actionId = randomUUID()
  const replaced = await replace(data._id, { actionId })
  expect(replaced).toMatchObject({ status: 200, message: 'Replacement ordered successfully' })
  expect(replaced.data.state).toBe('replaced')
  const { replacement } = replaced.data
  expect((await replace(data._id, { actionId })).data).toEqual(replaced.data)
  expect((await replace(data._id)).status).toBe(409)
  expect(await level(variantId)).toEqual({ on_hand: 10, reserved: 2 })

  const claimed = await orderOf(orderId)
  expect(claimed.replacedBy).toEqual([replacement])
  expect(await claimsOf({ order: orderId })).toMatchObject([
    { state: 'replaced', replacement, replacements: [replacement], amount: 0 },
  ])
  const placed = await orderOf(replacement._id)
  expect(placed).toMatchObject({
    order_id: replacement.order_id,
    totalPrice: 0,
    paymentStatus: 'success',
    delivaryStatus: 'Confirmed',
    invoice: '',
    replaces: { claimNumber: 'CL-000001', _id: orderId, order_id: claimed.order_id },
    products: [{ productTitle: 'Ghee', quantity: 2, price: 0, totalPrice: 0 }],
    history: [{ to: 'Confirmed', by: 'Asha (staff)' }],
  })
  const mine = (await t.call(api.storeOrders.get, { params: { id: replacement._id } }, customer)).data
  expect(mine).toMatchObject({ totalPrice: 0, replaces: { _id: orderId } })
  expect((await t.call(api.storeClaims.list, {}, customer)).data).toMatchObject([{ replacement }])

  const picker = pickerOf(t, staff)
  await picker.claim(replacement._id)
  await picker.line({ orderId: replacement._id, line: 1, found: 2 })
  expect((await picker.done(replacement._id)).status).toBe(200)
  await setStatus(replacement._id, 'Dispatched')
  expect((await setStatus(replacement._id, 'Delivered')).status).toBe(200)
  expect(await level(variantId)).toEqual({ on_hand: 8, reserved: 0 })

  const [challan, ...others] = (await orderOf(replacement._id)).documents
  expect(others).toEqual([])
  expect(challan).toMatchObject({ kind: 'challan', number: 'DC26-27/0000001' })
  const path = new URL((await orderOf(replacement._id)).invoice).pathname
  const pdf = await t.app.inject({ url: path, headers: customer.headers })
  const text = (await read(pdf.rawPayload)).text.join('').replaceAll('|', '')
  for (const part of [
    'DELIVERY CHALLAN',
    'DC26-27/0000001',
    'Original for consignee',
    'Replacement for claim CL-000001',
  ])
    expect(text).toContain(part)
  for (const part of ['INVOICE', 'Payment']) expect(text).not.toContain(part)
  expect(
    (await t.app.inject({ url: new URL(challan?.link ?? '').pathname, headers: customer.headers }))
      .statusCode,
  ).toBe(200)
  const stranger = await make.aCustomer()
  expect((await t.app.inject({ url: path, headers: stranger.headers })).statusCode).toBe(404)

  expect(await t.db.$count(invoices)).toBe(1)
  expect(await t.db.$count(creditNotes)).toBe(0)
  expect(await walletOf(customer)).toEqual({ coins: 6, money: 0 })
  expect(await today()).toEqual(before)
  expect(await reported()).toEqual(reports)
  expect(await counted()).toBe(todays)
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('pieces that a replacement does not bring are open again', async () => {
  const { customer, orderId, ghee, rice } = await aDelivered()
  await count(ghee.item().variantId, 10)
  const { data } = await claim(customer, orderId, [
    { line: 1, pieces: 2 },
    { line: 2, pieces: 1 },
  ])
  const first = (await replace(data._id, { lines: [{ line: 1, pieces: 2 }] })).data
  expect(first.state).toBe('open')
  expect(await setStatus(orderId, 'Canceled', 'collected')).toMatchObject({
    status: 409,
    code: 'claim',
    message: `Cancel its replacement ${first.replacement.order_id} first`,
  })
  expect((await setStatus(first.replacement._id, 'Canceled')).status).toBe(200)
  const [open] = await claimsOf()
  expect(open).toMatchObject({ state: 'open', lines: [{ replaced: 0 }, { replaced: 0 }] })
  // Reopened while the pieces are still open.
  const confirmed = { params: { orderId: first.replacement._id, status: 'Confirmed' as const }, query: {} }
  expect((await t.call(api.orders.changeStatus, confirmed, staff)).status).toBe(200)
  expect((await claimsOf())[0]).toMatchObject({ lines: [{ replaced: 2 }, { replaced: 0 }] })
  expect(await findInvariantViolations(t.db)).toEqual([])
  expect((await setStatus(first.replacement._id, 'Canceled')).status).toBe(200)
  expect((await refund(data._id, { lines: [{ line: 1, pieces: 1 }] })).status).toBe(200)
  expect(await t.call(api.orders.changeStatus, confirmed, staff)).toMatchObject({
    status: 409,
    code: 'replaced',
  })

  const second = (await replace(data._id)).data
  expect(second.state).toBe('refunded')
  const picker = await anotherPicker(t)
  await picker.claim(second.replacement._id)
  await picker.line({ orderId: second.replacement._id, line: 1, found: 1 })
  const missing = {
    orderId: second.replacement._id,
    line: 2,
    found: 0,
    short: { quantity: 1, reason: 'not there' as const },
  }
  await picker.line(missing)
  expect((await picker.done(second.replacement._id)).status).toBe(200)
  expect((await claimsOf())[0]).toMatchObject({
    state: 'open',
    lines: [
      { refunded: 1, replaced: 1 },
      { refunded: 0, replaced: 0 },
    ],
    replacements: [first.replacement, second.replacement],
  })
  expect(rice.item().variantId).not.toBe('')
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('a replacement that is picked again with other pieces gets a new challan', async () => {
  const { customer, orderId } = await aDelivered()
  const { data } = await claim(customer, orderId, [{ line: 1, pieces: 2 }])
  const { _id } = (await replace(data._id)).data.replacement
  const picker = pickerOf(t, staff)
  const challans = async () =>
    (await orderOf(_id)).documents.map(({ kind, number }) => `${kind} ${number.slice(-1)}`)
  const undo = async () => {
    const request = {
      params: { orderId: _id, status: 'Confirmed' as const },
      query: { undo: 'true' as const },
    }
    expect((await t.call(api.orders.changeStatus, request, staff)).status).toBe(200)
  }
  await picker.claim(_id)
  await picker.line({ orderId: _id, line: 1, found: 1, short: { quantity: 1, reason: 'not there' } })
  await picker.done(_id)
  await undo()
  await picker.done(_id)
  expect(await challans()).toEqual(['challan 1'])
  await undo()
  await picker.line({ orderId: _id, line: 1, found: 2 })
  await picker.done(_id)
  expect(await challans()).toEqual(['challan 1', 'challan 2'])
  const path = new URL((await orderOf(_id)).invoice).pathname
  const pdf = await t.app.inject({ url: path, headers: staff.headers })
  expect((await read(pdf.rawPayload)).text.join('')).toContain('0000002')
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('a replacement is refused where it cannot be delivered, and while a refund waits', async () => {
  const { customer, orderId, ghee } = await aDelivered()
  const { data } = await claim(customer, orderId, [{ line: 1, pieces: 2 }])
  expect((await replace(data._id, { lines: [{ line: 1, pieces: 3 }] })).status).toBe(422)
  await count(ghee.item().variantId, 1)
  expect(await replace(data._id)).toMatchObject({ status: 409, code: 'stock' })
  await t.db.update(company).set({ secondPerson: true, payoutApprovalFrom: 0 })
  expect((await refund(data._id)).status).toBe(202)
  expect(await replace(data._id)).toMatchObject({ status: 409, code: 'waiting' })
  await t.db.update(company).set({ secondPerson: false })
  await t.db.execute(sql`UPDATE approvals SET state = 'expired'`)
  await t.db.execute(sql`UPDATE products SET archived_at = now() WHERE title = 'Ghee'`)
  expect(await replace(data._id)).toMatchObject({ status: 409, code: 'unavailable' })
  await setStatus(orderId, 'Canceled', 'collected')
  expect(await replace(data._id)).toMatchObject({ status: 409, code: 'canceled' })
  expect((await replace('nothing')).status).toBe(404)
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('a pick that finds nothing does not cancel an order whose replacement is under way', async () => {
  const { customer, orderId } = await aDelivered()
  const { data } = await claim(customer, orderId, [{ line: 1, pieces: 1 }])
  const { replacement } = (await replace(data._id)).data
  await setStatus(orderId, 'Confirmed')
  const picker = pickerOf(t, staff)
  await picker.claim(orderId)
  const gone = (line: number, quantity: number) =>
    picker.line({ orderId, line, short: { quantity, reason: 'not there' } })
  expect([(await gone(1, 3)).status, (await gone(2, 1)).status]).toEqual([200, 200])
  const message = `Cancel its replacement ${replacement.order_id} first`
  expect(await picker.done(orderId)).toMatchObject({ status: 409, code: 'claim', message })
  await setStatus(replacement._id, 'Canceled')
  expect((await picker.done(orderId)).status).toBe(200)
  expect(await orderOf(orderId)).toMatchObject({ delivaryStatus: 'Canceled' })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('a replacement can be claimed and replaced again, but not refunded', async () => {
  const { customer, orderId } = await aDelivered()
  const { data } = await claim(customer, orderId, [{ line: 2, pieces: 1 }])
  const first = (await replace(data._id)).data.replacement
  await setStatus(first._id, 'Delivered')
  const again = await claim(customer, first._id, [{ line: 1, pieces: 1 }])
  expect(again.status).toBe(200)
  expect(await refund(again.data._id)).toMatchObject({ status: 409, code: 'replacement' })
  const second = (await replace(again.data._id)).data.replacement
  expect(await orderOf(second._id)).toMatchObject({ replaces: { _id: first._id } })
  expect((await setStatus(first._id, 'Canceled')).code).toBe('claim')
  expect((await setStatus(orderId, 'Canceled', 'collected')).code).toBe('claim')
  for (const id of [second._id, first._id]) expect((await setStatus(id, 'Canceled')).status).toBe(200)
  expect((await setStatus(orderId, 'Canceled', 'collected')).status).toBe(200)
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('pieces are not both refunded and brought again: by a replacement that is delivered, or reopened', async () => {
  const { customer, orderId } = await aDelivered()
  const { data } = await claim(customer, orderId, [{ line: 2, pieces: 1 }])
  const { _id, order_id } = (await replace(data._id)).data.replacement
  await setStatus(_id, 'Delivered')
  const message = `Cancel its replacement ${order_id} first`
  expect(await setStatus(orderId, 'Canceled', 'collected')).toMatchObject({ status: 409, message })
  await setStatus(_id, 'Canceled')
  expect((await setStatus(orderId, 'Canceled', 'collected')).status).toBe(200)
  expect(await setStatus(_id, 'Confirmed')).toMatchObject({ status: 409, code: 'claim' })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('of canceling an order and reopening its replacement at the same time, one succeeds', async () => {
  const { customer, orderId } = await aDelivered()
  const { data } = await claim(customer, orderId, [{ line: 2, pieces: 1 }])
  const { _id } = (await replace(data._id)).data.replacement
  await setStatus(_id, 'Canceled')
  const takeUp = () => setStatus(_id, 'Confirmed')
  const cancel = () => setStatus(orderId, 'Canceled', 'collected')
  const [taken, refused] = await interleave(t, takeUp, cancel)
  expect([taken?.status, refused?.status, refused?.code]).toEqual([200, 409, 'claim'])
  await setStatus(_id, 'Canceled')
  const [canceled, late] = await interleave(t, cancel, takeUp)
  expect([canceled?.status, late?.status, late?.code]).toEqual([200, 409, 'claim'])
  expect(await findInvariantViolations(t.db)).toEqual([])
})
