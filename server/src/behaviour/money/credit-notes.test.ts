import { api } from '@kirana/contract'
import type { DeliveryStatusName } from '@kirana/contract/wire/shapes'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { company } from '../../tables/company.ts'
import { creditNotes, invoices } from '../../tables/invoices.ts'
import type { Credentials } from '../../testing/app.ts'
import { findInvariantViolations } from '../../testing/violations.ts'
import { read } from '../../testing/invoices/invoice-pdf-reader.ts'
import { pickerOf } from '../../testing/picking.ts'
import { raceOnLock } from '../../testing/races/race-on-lock.ts'
import { staffApp } from '../../testing/staff-app.ts'

const { t, make, staff, signInStaff } = await staffApp()
beforeEach(async () => {
  await t.db.update(company).set({ name: 'Kirana', gstin: '27AAPFU0939F1ZV', gstRegistration: 'regular' })
})

const change = (orderId: string, status: DeliveryStatusName) =>
  t.call(api.orders.changeStatus, { params: { orderId, status }, query: {} }, staff)
const orderOf = async (orderId: string) =>
  (await t.call(api.orders.get, { params: { orderId } }, staff)).data[0]
const documentsOf = async (orderId: string) =>
  (await orderOf(orderId))?.documents.map(({ kind, number }) => `${kind} ${number}`)

/** `call` reads answers as text, which a PDF is not. */
async function pdf(link: string, as: Pick<Credentials, 'headers'> = staff) {
  const { statusCode, headers, rawPayload } = await t.app.inject({
    url: new URL(link).pathname,
    headers: as.headers,
  })
  const text = statusCode === 200 ? (await read(rawPayload)).text.join('').replaceAll('|', '') : ''
  return { status: statusCode, name: String(headers['content-disposition']), text }
}

test('prints the FSSAI licence number of the day of issue, also on the note of an invoice without one', async () => {
  const line = 'FSSAI licence no. '
  const order = await make.anOrder()
  await change(order._id, 'Prepeared')
  const edit = async (fssai: string) =>
    t.call(api.company.edit, { body: { fssai } }, await t.signIn.superadmin())
  expect((await edit('1152 1999 000123')).status).toBe(200)
  await change(order._id, 'Canceled')
  const [invoice, note] = (await orderOf(order._id))?.documents ?? []
  expect((await pdf(invoice?.link ?? '')).text).not.toContain(line)
  expect((await pdf(note?.link ?? '')).text).toContain(`${line}11521999000123`)
  const next = await make.anOrder()
  await change(next._id, 'Prepeared')
  await edit('11521999000999')
  const [printed] = (await orderOf(next._id))?.documents ?? []
  expect((await pdf(printed?.link ?? '')).text).toContain(`${line}11521999000123`)
})

test('canceling an invoiced order credits its invoice, with its number, its date and its frozen rates', async () => {
  const product = await make.aProduct({ title: 'Ghee', hsn: '0405', gstRate: 500 })
  const [customer, stranger] = [await make.aCustomer(), await make.aCustomer()]
  const { _id } = await make.anOrder({ customer, items: [product.item(2)] })
  await change(_id, 'Prepeared')
  t.clock.set('2026-11-23T13:00:00+05:30')
  await signInStaff()
  await t.call(api.products.setTax, { body: { productIds: [product.id], gstRate: 40, hsn: '9999' } }, staff)
  await change(_id, 'Canceled')
  expect(await documentsOf(_id)).toEqual(['invoice 26-27/0000001', 'credit-note CN26-27/0000001'])
  const [, note] = (await orderOf(_id))?.documents ?? []
  const { data: theirs } = await t.call(api.storeOrders.get, { params: { id: _id } }, customer)
  expect(theirs.documents[1]).toEqual(note)
  const { text, name } = await pdf(note?.link ?? '', customer)
  expect(name).toBe('inline; filename="credit-note-CN26-27-0000001.pdf"')
  for (const part of [
    'CREDIT NOTE',
    'CN26-27/0000001',
    'Credit note date23 Nov 2026',
    'For invoice26-27/0000001',
    'Invoice date21 Nov 2026',
    '04055%₹95.24₹2.38 (2.5%)₹2.38 (2.5%)₹100.00',
  ])
    expect(text).toContain(part)
  expect((await pdf(note?.link ?? '', stranger)).status).toBe(404)
  expect((await pdf(note?.link ?? '', { headers: {} })).status).toBe(401)
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('a reopened order gets a new invoice once one is issued, and all documents stay readable', async () => {
  const { _id } = await make.anOrder()
  for (const status of ['Prepeared', 'Canceled'] as const) await change(_id, status)
  expect((await orderOf(_id))?.invoice).toMatch(/invoice/)
  await change(_id, 'Confirmed')
  expect((await orderOf(_id))?.invoice).toBe('')
  expect((await t.call(api.invoices.get, { params: { id: _id } }, staff)).status).toBe(404)
  for (const status of ['Dispatched', 'Canceled', 'Delivered'] as const) {
    t.clock.pass(1)
    await change(_id, status)
  }
  expect(await documentsOf(_id)).toEqual([
    'invoice 26-27/0000001',
    'credit-note CN26-27/0000001',
    'invoice 26-27/0000002',
    'credit-note CN26-27/0000002',
    'invoice 26-27/0000003',
  ])
  const { documents = [], invoice = '' } = (await orderOf(_id)) ?? {}
  expect((await pdf(invoice)).text).toContain('26-27/0000003')
  for (const { link, number } of documents) expect((await pdf(link)).text).toContain(number)
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('an order canceled from Confirmed has nothing to credit', async () => {
  const { _id } = await make.anOrder()
  await change(_id, 'Canceled')
  expect(await documentsOf(_id)).toEqual([])
  expect(await t.db.$count(creditNotes)).toBe(0)
})

test('credit notes are numbered by the financial year of the cancelation', async () => {
  t.clock.set('2027-03-31T23:59:00+05:30')
  await signInStaff()
  const orders = [await make.anOrder(), await make.anOrder(), await make.anOrder()]
  for (const { _id } of orders) await change(_id, 'Prepeared')
  await change(orders[0]?._id ?? '', 'Canceled')
  t.clock.set('2027-04-01T00:00:00+05:30')
  for (const { _id } of orders.slice(1)) await change(_id, 'Canceled')
  const notes = await Promise.all(orders.map(async ({ _id }) => (await documentsOf(_id))?.[1]))
  expect(notes).toEqual(
    ['CN26-27/0000001', 'CN27-28/0000001', 'CN27-28/0000002'].map((number) => `credit-note ${number}`),
  )
})

test('a change that fails uses no number', async () => {
  const customer = await make.aCustomer({ money: 5_000 })
  const failing = await make.anOrder({ customer, payment: 'wallet' })
  for (const status of ['Prepeared', 'Canceled'] as const) await change(failing._id, status)
  await make.anOrder({ customer, payment: 'wallet' })
  expect((await change(failing._id, 'Prepeared')).status).toBe(409)
  const other = await make.anOrder()
  for (const status of ['Prepeared', 'Canceled'] as const) await change(other._id, status)
  expect(await documentsOf(other._id)).toEqual(['invoice 26-27/0000002', 'credit-note CN26-27/0000002'])
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('an invoice of an earlier release is drawn from its order, and credited as it was', async () => {
  const product = await make.aProduct({ title: 'Ghee', hsn: '0405', gstRate: 500 })
  const { _id } = await make.anOrder({ items: [product.item()] })
  await change(_id, 'Prepeared')
  await t.database.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL session_replication_role = replica`)
    await tx.update(invoices).set({ document: null })
  })
  const invoice = (await pdf(`http://localhost/api/v1/invoice/${_id}`)).text
  expect(invoice).toContain('TAX INVOICE')
  expect(invoice).toContain('Prices include all taxes.')
  expect(invoice).not.toContain('CGST')
  await change(_id, 'Canceled')
  const [, note] = (await orderOf(_id))?.documents ?? []
  const { text } = await pdf(note?.link ?? '')
  for (const part of ['CREDIT NOTE', 'For invoice26-27/0000001', '₹50.00']) expect(text).toContain(part)
  expect(text).not.toContain('CGST')
})

test('credit notes issued concurrently have consecutive numbers', async () => {
  const orders = []
  for (let n = 0; n < 5; n++) orders.push(await make.anOrder())
  for (const { _id } of orders) await change(_id, 'Prepeared')
  const [first, ...others] = orders
  await change(first?._id ?? '', 'Canceled')
  const lock = sql`SELECT 1 FROM credit_note_series FOR UPDATE`
  const cancel = others.map(
    ({ _id }) =>
      () =>
        change(_id, 'Canceled'),
  )
  const answers = await raceOnLock(t, lock, cancel)
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const numbers = await t.db.select({ number: creditNotes.number }).from(creditNotes)
  expect(numbers.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5])
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('of concurrent cancelations and acceptances of one order, every invoice but the last is credited once', async () => {
  const { _id } = await make.anOrder()
  await change(_id, 'Prepeared')
  const lock = sql`SELECT 1 FROM orders WHERE id = ${_id} FOR UPDATE`
  const wanted = ['Canceled', 'Dispatched', 'Canceled', 'Prepeared', 'Canceled', 'Delivered'] as const
  const answers = await raceOnLock(
    t,
    lock,
    wanted.map((status) => () => change(_id, status)),
  )
  for (const { status } of answers) expect(status).toBe(200)
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('an order that is picked again gets a new invoice if anything is missing, and the first one is credited', async () => {
  const picker = pickerOf(t, staff)
  const { _id: orderId } = await make.anOrder({ items: [(await make.aProduct()).item(2)] })
  for (const status of ['Dispatched', 'Confirmed'] as const) await change(orderId, status)
  await picker.claim(orderId)
  await picker.line({ orderId, line: 1, found: 1, short: { quantity: 1, reason: 'other' } })
  t.clock.pass(1)
  expect((await picker.done(orderId)).data.totalPrice).toBe(50)
  expect(await documentsOf(orderId)).toEqual([
    'invoice 26-27/0000001',
    'invoice 26-27/0000002',
    'credit-note CN26-27/0000001',
  ])
  const [, , note] = (await orderOf(orderId))?.documents ?? []
  expect((await pdf(note?.link ?? '')).text).toContain('Items changed')
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('an order that is picked again with all items keeps its invoice', async () => {
  const picker = pickerOf(t, staff)
  const { _id: orderId } = await make.anOrder()
  for (const status of ['Prepeared', 'Confirmed'] as const) await change(orderId, status)
  await picker.claim(orderId)
  await picker.line({ orderId, line: 1, found: 1 })
  expect((await picker.done(orderId)).status).toBe(200)
  expect(await documentsOf(orderId)).toEqual(['invoice 26-27/0000001'])
})
