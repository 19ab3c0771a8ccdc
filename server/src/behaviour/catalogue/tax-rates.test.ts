import { api } from '@kirana/contract'
import type { Sent } from '@kirana/contract/wire/route'
import { desc, eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { charges } from '../../tables/charges.ts'
import { company } from '../../tables/company.ts'
import { invoices } from '../../tables/invoices.ts'
import { auditRows } from '../../tables/journal.ts'
import { productRates } from '../../tables/tax-rates.ts'
import { findInvariantViolations } from '../../testing/violations.ts'
import { sheet, sheets } from '../../testing/files/sheets.ts'
import { staffApp } from '../../testing/staff-app.ts'

const { t, make, staff, signInStaff } = await staffApp()

type TaxBody = Sent<typeof api.products.setTax>['body']
const setTax = (body: TaxBody) => t.call(api.products.setTax, { body }, staff)
const productOf = async (productId: string) =>
  (await t.call(api.products.get, { params: { productId } }, staff)).data
const lastAudit = async () => (await t.db.select().from(auditRows).orderBy(desc(auditRows.id)).limit(1))[0]

test('a new rate applies from today or a later day on, and the history stays visible', async () => {
  const { id } = await make.aProduct()
  expect(await productOf(id)).toMatchObject({ hsn: '', gstRate: null, gstRates: [] })
  expect((await setTax({ productIds: [id], hsn: '0405', gstRate: 18 })).data).toEqual([
    { _id: id, done: true, message: '' },
  ])
  expect(await lastAudit()).toMatchObject({
    call: 'products.setTax',
    before: [{ id, hsn: '' }],
    after: { hsn: '0405', gstRate: 1800, firstDay: '2026-11-21' },
  })
  await setTax({ productIds: [id], gstRate: '5', gstFrom: '2026-12-01' })
  const shown = {
    hsn: '0405',
    gstRate: 18,
    gstRates: [
      { rate: 5, from: '2026-12-01' },
      { rate: 18, from: '2026-11-21' },
    ],
  }
  expect(await productOf(id)).toMatchObject(shown)
  expect((await productOf(id)).gstRates[1]).toMatchObject({
    by: 'Asha',
    at: '2026-11-21T07:30:00.000Z',
  })
  t.clock.set('2026-11-30T23:59:59+05:30')
  await signInStaff()
  expect((await productOf(id)).gstRate).toBe(18)
  t.clock.set('2026-12-01T00:00:00+05:30')
  expect((await productOf(id)).gstRate).toBe(5)
})

test('the rate that is already in force is not stored again; the second rate for one day applies', async () => {
  const { id } = await make.aProduct({ gstRate: 500 })
  for (const gstRate of [5, '5.00', '']) await setTax({ productIds: [id], hsn: '0405', gstRate })
  expect(await t.db.$count(productRates)).toBe(1)
  for (const gstRate of [12, 40]) await setTax({ productIds: [id], gstRate })
  expect((await productOf(id)).gstRate).toBe(40)
  expect(await t.db.$count(productRates)).toBe(3)
  await expect(t.db.update(productRates).set({ rate: 0 })).rejects.toMatchObject({
    cause: { message: 'product_rates is append-only' },
  })
})

test('sets code and rate of many products at once, and returns the outcome of each', async () => {
  const [rice, dal] = [await make.aProduct({ hsn: '1006' }), await make.aProduct()]
  const gone = v7()
  const { data } = await setTax({ productIds: [rice.id, gone, dal.id, 'nonsense'], gstRate: 0 })
  expect(data.map(({ done, message }) => [done, message])).toEqual([
    [true, ''],
    [false, 'Product not found'],
    [true, ''],
    [false, 'Product not found'],
  ])
  expect(await productOf(rice.id)).toMatchObject({ hsn: '1006', gstRate: 0 })
  expect(await productOf(dal.id)).toMatchObject({ hsn: '', gstRate: 0 })
  const many = Array.from({ length: 98 }, () => v7())
  const all = { productIds: [rice.id, dal.id, ...many], hsn: '0713', gstRate: 5 }
  expect((await t.statements(() => setTax(all))).length).toBeLessThanOrEqual(4 + 2)
})

test.each<[Partial<TaxBody>, number, string]>([
  [{}, 400, 'Enter an HSN code or a GST rate'],
  [{ hsn: '', gstRate: '' }, 400, 'Enter an HSN code or a GST rate'],
  [{ hsn: '040' }, 400, 'HSN code must be 4, 6 or 8 digits'],
  [{ hsn: '040510000' }, 400, 'HSN code must be 4, 6 or 8 digits'],
  [{ hsn: '04051' }, 400, 'HSN code must be 4, 6 or 8 digits'],
  [{ hsn: 'ABCD' }, 400, 'HSN code must be 4, 6 or 8 digits'],
  [{ gstRate: -1 }, 400, 'GST rate must be from 0 to 100 with at most 2 decimals'],
  [{ gstRate: '100.01' }, 400, 'GST rate must be from 0 to 100 with at most 2 decimals'],
  [{ gstRate: '1e1' }, 400, 'GST rate must be from 0 to 100 with at most 2 decimals'],
  [{ gstRate: 5, gstFrom: '31/2/2027' }, 400, 'The first day of the rate is not a date'],
  [{ gstRate: 5, gstFrom: '2026-11-20' }, 422, 'A GST rate starts today or on a later day'],
  [{ gstRate: 5, productIds: [] }, 400, 'Select at least 1 product'],
])('refuses %j', async (body, status, message) => {
  const { id } = await make.aProduct()
  expect(await setTax({ productIds: [id], ...body })).toMatchObject({ status, message })
  expect(await t.db.$count(productRates)).toBe(0)
})

test('step 1 of a product sets code and rate, and keeps them when they are not sent', async () => {
  const { id: productId, section, category, subcategory } = await make.aProduct({ gstRate: 500, hsn: '0405' })
  const place = { section: section.id, category: category.id, subcategory: subcategory.id }
  const body = { title: 'Ghee', subTitle: 'Cow', description: 'Pure', ...place, productId }
  const edit = (more: object) => t.call(api.products.edit, { body: { ...body, ...more } }, staff)
  expect((await edit({})).status).toBe(200)
  expect(await productOf(productId)).toMatchObject({ hsn: '0405', gstRate: 5 })
  expect((await lastAudit())?.after).not.toHaveProperty('gstRate')
  expect((await t.statements(() => edit({ hsn: '04059020', gstRate: 12 }))).length).toBeLessThanOrEqual(4 + 2)
  expect(await productOf(productId)).toMatchObject({ hsn: '04059020', gstRate: 12 })
  expect((await lastAudit())?.after).toMatchObject({ hsn: '04059020', gstRate: 1200, firstDay: '2026-11-21' })
  expect((await edit({ hsn: '', zeroKind: 'exempt' })).status).toBe(200)
  expect(await productOf(productId)).toMatchObject({ hsn: '', gstRate: 12, zeroKind: 'exempt' })
  expect((await edit({})).status).toBe(200)
  expect((await productOf(productId)).zeroKind).toBe('exempt')
  expect((await edit({ zeroKind: 'free' })).status).toBe(400)
})

test('a file may have columns for codes and rates at its end, but does not need them', async () => {
  const of = await sheets(t, make, staff)
  const taxed = { Title: 'Ghee', 'HSN Code': '0405', 'GST Rate': '5%', 'At Rate 0': 'exempted' }
  const text = sheet([of.rice(), of.rice(taxed)])
  expect((await of.check(text)).data).toMatchObject({
    products: 2,
    untaxed: 1,
    unusualRates: 0,
    totalErrors: 0,
  })
  expect((await of.importFile(text)).status).toBe(200)
  const [head = '', ...lines] = (await of.exported()).split('\r\n')
  expect(head.endsWith(',Discount,HSN Code,GST Rate,At Rate 0,Product Id,Variant Id')).toBe(true)
  const ends = lines.map((line) => line.split(',').slice(-5, -2))
  expect(ends.slice(0, 2)).toEqual([
    ['0405', '5', 'Exempt'],
    ['', '', 'Nil-rated'],
  ])
  const errors = await of.checked([
    of.rice({ Title: 'Dal', 'HSN Code': '12', 'GST Rate': 'x', 'At Rate 0': 'free' }),
  ])
  expect(errors.errors).toEqual([
    { row: 2, column: 'HSN Code', message: 'HSN code must be 4, 6 or 8 digits' },
    { row: 2, column: 'GST Rate', message: 'GST rate must be from 0 to 100 with at most 2 decimals' },
    { row: 2, column: 'At Rate 0', message: 'At rate 0 a product is Nil-rated, Exempt or Non-GST' },
  ])
  // 12 and 28 % are no longer usual: the check warns about a new rate of 12 or 28 %, and the import accepts it.
  const former = sheet([
    of.rice({ ...taxed, Title: 'Butter', 'GST Rate': '12' }),
    of.rice({ ...taxed, Title: 'Cola', 'GST Rate': '28 %' }),
  ])
  expect((await of.check(former)).data).toMatchObject({ products: 2, unusualRates: 2, totalErrors: 0 })
  expect((await of.importFile(former)).status).toBe(200)
  expect((await of.check(await of.exported())).data).toMatchObject({ unusualRates: 0, totalErrors: 0 })
})

const charge = { title: 'Delivery', chargeAmount: 20, chargeType: 'Rupees' } as const
const list = async () => (await t.call(api.charges.list, {}, staff)).data

test('a charge has its own rate or that of the goods, from a given day on', async () => {
  const added = await t.call(api.charges.add, { body: { ...charge, sac: '9968', gstRate: 'goods' } }, staff)
  expect(added.status).toBe(200)
  const [one] = await list()
  expect(one).toMatchObject({
    sac: '9968',
    gstRate: 'goods',
    gstRates: [{ rate: 'goods', from: '2026-11-21' }],
  })
  const edit = (more: object) =>
    t.call(api.charges.edit, { body: { ...charge, chargeId: one?._id ?? '', ...more } }, staff)
  expect(
    (await t.statements(() => edit({ gstRate: '18', gstFrom: '1/12/2026' }))).length,
  ).toBeLessThanOrEqual(4 + 2)
  await edit({ gstRate: 'goods' })
  await edit({})
  expect(await list()).toMatchObject([
    { sac: '9968', gstRate: 'goods', gstRates: [{ rate: 18, from: '2026-12-01' }, { rate: 'goods' }] },
  ])
  for (const [wrong, status] of [
    [{ sac: '99' }, 400],
    [{ gstRate: 'none' }, 400],
    [{ gstRate: 5, gstFrom: '2026-11-20' }, 422],
  ] as const)
    expect((await edit(wrong)).status).toBe(status)
})

test('the charges of an order are taxed on the day of its invoice, also when they are deleted by then', async () => {
  await t.db.update(company).set({ gstin: '27AAPFU0939F1ZV', gstRegistration: 'regular' })
  for (const more of [
    { title: 'Delivery', sac: '9968', gstRate: 'goods' },
    { title: 'Packing', sac: '998540', gstRate: 18 },
    { title: 'Rain' },
  ])
    await t.call(api.charges.add, { body: { ...charge, ...more } }, staff)
  const [soap, milk] = [await make.aProduct({ gstRate: 500 }), await make.aProduct({ gstRate: 0 })]
  const order = await make.anOrder({ items: [soap.item(3), milk.item(1)] })
  expect(order.charges).toEqual(['Delivery', 'Packing', 'Rain'].map((title) => ({ title, amount: 20 })))
  const [delivery] = await list()
  await t.call(api.charges.remove, { params: { id: delivery?._id ?? '' } }, staff)
  expect(await t.db.$count(charges, eq(charges.title, 'Delivery'))).toBe(0)
  const change = { params: { orderId: order._id, status: 'Prepeared' as const }, query: {} }
  await t.call(api.orders.changeStatus, change, staff)
  const [row] = await t.db
    .select({ charges: sql`document->'charges'`, title: sql`document->'title'` })
    .from(invoices)
  const part = (rate: number | null, paid: number, taxable: number, half: number) => ({
    rate,
    paid,
    taxable,
    cgst: half,
    sgst: half,
    igst: 0,
    ...(rate === 0 && { zeroKind: 'nil' }),
  })
  expect(row).toEqual({
    title: 'Invoice-cum-Bill of Supply',
    charges: [
      // The 20 rupees are split over 150 of soap and 50 of milk.
      {
        title: 'Delivery',
        amount: 2000,
        sac: '9968',
        parts: [part(500, 1500, 1428, 36), part(0, 500, 500, 0)],
      },
      {
        title: 'Packing',
        amount: 2000,
        sac: '998540',
        parts: [part(1800, 2000, 1694, 153)],
      },
      { title: 'Rain', amount: 2000, sac: '', parts: [part(null, 2000, 0, 0)] },
    ],
  })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('the company settings say how the company is registered for GST', async () => {
  const superadmin = await t.signIn.superadmin()
  const edit = (body: Sent<typeof api.company.edit>['body']) => t.call(api.company.edit, { body }, superadmin)
  const get = async () => (await t.call(api.company.get, {}, superadmin)).data.gstRegistration
  expect(await get()).toBe('unregistered')
  expect((await edit({ gstRegistration: 'composition' })).status).toBe(200)
  await edit({ companyName: 'Kirana' })
  expect(await get()).toBe('composition')
  expect((await edit({ gstRegistration: 'none' as 'regular' })).status).toBe(400)
})
