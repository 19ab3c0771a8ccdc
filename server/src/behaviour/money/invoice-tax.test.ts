import { api } from '@kirana/contract'
import type { DeliveryStatusName } from '@kirana/contract/wire/shapes'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { company } from '../../tables/company.ts'
import { invoices } from '../../tables/invoices.ts'
import { products } from '../../tables/products.ts'
import { type Credentials, testApp } from '../../testing/app.ts'
import { findInvariantViolations } from '../../testing/violations.ts'
import { factories, home } from '../../testing/factories.ts'
import { read } from '../../testing/invoices/invoice-pdf-reader.ts'

const t = await testApp()
const make = factories(t)
afterAll(t.close)
const registered = { name: 'Kirana', gstin: '27AAPFU0939F1ZV', gstRegistration: 'regular' as const }
let staff: Credentials
beforeEach(async () => {
  await t.database.reset()
  t.clock.set('2026-11-21T13:00:00+05:30')
  staff = await t.signIn.staff()
  await t.db.update(company).set(registered)
})

const change = (orderId: string, status: DeliveryStatusName) =>
  t.call(api.orders.changeStatus, { params: { orderId, status }, query: {} }, staff)

/** The bytes of a PDF: `call` reads answers as text. */
async function textOf(url: string, as = staff) {
  const { statusCode, rawPayload } = await t.app.inject({ url, headers: as.headers })
  expect(statusCode).toBe(200)
  return (await read(rawPayload)).text.join('').replaceAll('|', '')
}
const invoiceOf = (orderId: string) => textOf(`/api/v1/invoice/${orderId}`)

async function form() {
  const { section, category, subcategory } = await make.aSubcategory()
  return {
    title: 'Cow ghee',
    subTitle: 'Danedar',
    description: 'Of fresh cream',
    section: section.id,
    category: category.id,
    subcategory: subcategory.id,
  }
}

test('a product with HSN code and GST rate makes a tax invoice with CGST and SGST', async () => {
  const body = { ...(await form()), hsn: '0405', gstRate: '5' }
  const added = await t.call(api.products.add, { body }, staff)
  const productId = added.data._id
  const variant = { productId, value: 1, unit: 'L', sellingPrice: 105 } as const
  const { data: sold } = await t.call(api.variants.add, { body: variant }, staff)
  const variantId = sold.variant[0]?.variantId ?? ''
  const order = await make.anOrder({
    items: [{ productId, variantId, quantity: 2 }],
    address: { ...home, state: 'Maharashtra' },
  })
  await change(order._id, 'Prepeared')
  const text = await invoiceOf(order._id)
  for (const part of ['TAX INVOICE', 'Maharashtra (27)', '04055%₹200.00₹5.00 (2.5%)₹5.00 (2.5%)₹210.00'])
    expect(text).toContain(part)
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('an issued invoice never changes, whatever changes in the catalogue, the company or the address', async () => {
  const product = await make.aProduct({ title: 'Ghee', hsn: '0405', gstRate: 500 })
  const order = await make.anOrder({ items: [product.item()] })
  await change(order._id, 'Prepeared')
  const before = await invoiceOf(order._id)
  await t.db.update(products).set({ title: 'Renamed', hsn: '9999' }).where(eq(products.id, product.id))
  const tax = { productIds: [product.id], gstRate: 40 }
  expect((await t.call(api.products.setTax, { body: tax }, staff)).status).toBe(200)
  await t.db.update(company).set({ name: 'Another', gstin: '', gstRegistration: 'composition' })
  await t.db.execute(
    sql`UPDATE orders SET address = address || '{"state": "Goa"}', charges = '[]', customer_name = 'X'`,
  )
  expect(await invoiceOf(order._id)).toBe(before)
  for (const statement of [
    `UPDATE invoices SET document = '{}'`,
    `UPDATE invoices SET number = 7`,
    `DELETE FROM invoices`,
  ])
    await expect(t.db.execute(sql.raw(statement))).rejects.toThrow('Failed query')
})

test('the rate is that of the day of the invoice in Kolkata', async () => {
  t.clock.set('2025-09-20T12:00:00+05:30')
  staff = await t.signIn.staff()
  const product = await make.aProduct({ gstRate: 1200 })
  const body = { productIds: [product.id], gstRate: 5, gstFrom: '2025-09-22' }
  expect((await t.call(api.products.setTax, { body }, staff)).status).toBe(200)
  const orders = [
    await make.anOrder({ items: [product.item()] }),
    await make.anOrder({ items: [product.item()] }),
  ]
  t.clock.set('2025-09-21T23:59:59+05:30')
  staff = await t.signIn.staff()
  await change(orders[0]?._id ?? '', 'Prepeared')
  t.clock.set('2025-09-22T00:00:00+05:30')
  await change(orders[1]?._id ?? '', 'Prepeared')
  const rates = await t.db
    .select({ rate: sql`document->'lines'->0->'rate'` })
    .from(invoices)
    .orderBy(invoices.number)
  expect(rates).toEqual([{ rate: 1200 }, { rate: 500 }])
})

test('an order that does not add up gets no invoice', async () => {
  const order = await make.anOrder()
  await make.aCharge()
  await t.db.execute(sql`ALTER TABLE order_lines DROP CONSTRAINT line_adds_up`)
  try {
    await t.db.execute(sql`UPDATE order_lines SET total = total - 1`)
    expect(await change(order._id, 'Prepeared')).toMatchObject({
      status: 422,
      message: `No invoice can be issued. The invoice of ${order.order_id} does not add up: line 1`,
    })
    const { data } = await t.call(api.orders.get, { params: { orderId: order._id } }, staff)
    expect(data[0]).toMatchObject({ delivaryStatus: 'Confirmed', invoice: '' })
  } finally {
    await t.db.execute(sql`UPDATE order_lines SET total = total + 1`)
    await t.db.execute(
      sql`ALTER TABLE order_lines ADD CONSTRAINT line_adds_up CHECK (total = price * quantity AND quantity > 0)`,
    )
  }
})
