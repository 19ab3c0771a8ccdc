import { api } from '@kirana/contract'
import type { Sent } from '@kirana/contract/wire/route'
import { desc, eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { auditRows } from '../tables/journal.ts'
import { products } from '../tables/products.ts'
import { staffApp } from '../testing/staff-app.ts'

const { t, make, staff } = await staffApp()
let rice: Awaited<ReturnType<typeof make.aProduct>>
let first: string
beforeEach(async () => {
  rice = await make.aProduct()
  first = rice.variants[0]?.id ?? ''
})

type Add = Sent<typeof api.variants.add>['body']
type Edit = Sent<typeof api.variants.edit>['body']
const half = { value: 500, unit: 'GM', mrp: 60, sellingPrice: 55 } as const
const add = (more: Partial<Add> = {}) =>
  t.call(api.variants.add, { body: { ...half, productId: rice.id, ...more } }, staff)
const edit = (more: Partial<Edit> = {}) =>
  t.call(api.variants.edit, { body: { ...half, productId: rice.id, variantId: first, ...more } }, staff)
const remove = (productId: string, variantId: string) =>
  t.call(api.variants.remove, { params: { productId, variantId } }, staff)
const kept = async () =>
  (await t.call(api.products.get, { params: { productId: rice.id } }, staff)).data.variant

test('adds, changes and deletes variants, returned in order of creation', async () => {
  await remove(rice.id, first)
  const added = await add({ value: '0.5', unit: 'Kilo', mrp: '60.50', sellingPrice: '55.25' })
  expect(added).toMatchObject({ status: 200, message: 'Variant added successfully' })
  const half = {
    variantId: added.data.variant[0]?.variantId ?? '',
    value: 0.5,
    unit: 'Kilo',
    mrp: 60.5,
    sellingPrice: 55.25,
    specialPrice: 0,
    discount: 0,
    version: 1,
  }
  expect(added.data.variant).toEqual([half])
  const whole = (await add({ value: 1, unit: 'Kilo', mrp: '', sellingPrice: 100 })).data.variant[1]
  expect(whole).toMatchObject({ value: 1, mrp: 0, sellingPrice: 100 })
  const edited = await edit({ variantId: half.variantId, value: 250, unit: 'GM', mrp: 40, sellingPrice: 35 })
  expect(edited).toMatchObject({ status: 200, message: 'Variant edited successfully' })
  const quarter = { value: 250, unit: 'GM', mrp: 40, sellingPrice: 35, version: 2 }
  expect(edited.data.variant).toEqual([{ ...half, ...quarter }, whole])
  expect(await kept()).toEqual(edited.data.variant)
  const [audited] = await t.db.select().from(auditRows).orderBy(desc(auditRows.id)).limit(1)
  expect(audited).toMatchObject({
    call: 'variants.edit',
    object: rice.id,
    before: { sellingPrice: 5525 },
    after: { sellingPrice: 3500, variantId: half.variantId },
  })
  const removed = await remove(rice.id, half.variantId)
  expect(removed).toMatchObject({
    status: 200,
    message: 'Variant deleted successfully',
    data: { variant: [whole] },
  })
  expect((await remove(rice.id, whole?.variantId ?? '')).data).toEqual({ variant: [] })
  expect(await kept()).toEqual([])
})

test('computes the special price from the discount, whatever is sent', async () => {
  const [, added] = (await add({ mrp: 375, sellingPrice: 370, discount: 8.8, specialPrice: 1 })).data.variant
  expect(added).toMatchObject({ specialPrice: 342, discount: 8.8 })
  const [edited] = (await edit({ mrp: 99.5, sellingPrice: 0, discount: 10 })).data.variant
  expect(edited).toMatchObject({ mrp: 99.5, sellingPrice: 0, specialPrice: 89.5, discount: 10 })
  const items = [rice.item()]
  const quote = await t.call(api.storeOrders.quote, { body: { items, pincode: '400001' } })
  expect(quote.data.lines).toMatchObject([{ price: 89.5 }])
  const [off] = (await edit({ mrp: 99.5, sellingPrice: 95, specialPrice: 0, discount: 0 })).data.variant
  expect(off).toMatchObject({ sellingPrice: 95, specialPrice: 0, discount: 0 })
  const [typed] = (await edit({ mrp: 99.5, sellingPrice: 0, specialPrice: 80 })).data.variant
  expect(typed).toMatchObject({ sellingPrice: 0, specialPrice: 80 })
})

test('rejects missing prices and prices above the MRP, and changes nothing', async () => {
  const before = await kept()
  for (const [more, message] of [
    [{ value: 0 }, 'All fields is required'],
    [{ unit: '' as never }, 'All fields is required'],
    [{ unit: 'Stone' as never }, 'Unit must be GM, MG, Kilo, ML, L, PCS, Box, Cartoon, Bottles or Combo'],
    [{ value: -1 }, 'Quantity is not valid'],
    [{ sellingPrice: 61 }, 'Selling price cannot be more than MRP'],
    [{ specialPrice: 61 }, 'Special price cannot be more than MRP'],
    [{ discount: 101 }, 'Percentage must be from 0 to 100 with at most 2 decimals'],
    [{ mrp: 1.234 }, 'Amount must be from 0 to 10,00,000 with at most 2 decimals'],
  ] as const) {
    expect(await add(more)).toMatchObject({ status: 400, message })
    expect(await edit(more)).toMatchObject({ status: 400, message })
  }
  const required = { status: 400, message: 'All fields is required' }
  expect(await add({ sellingPrice: 0, specialPrice: 50 })).toMatchObject(required)
  expect(await edit({ sellingPrice: 0 })).toMatchObject(required)
  expect(await edit({ mrp: 0 })).toMatchObject(required)
  expect(await kept()).toEqual(before)
})

test('variants of other, deleted or unknown products are a 404', async () => {
  const dal = await make.aProduct()
  const before = await kept()
  const foreign = { status: 404, message: 'Variant not found' }
  for (const id of [dal.item().variantId, v7()]) {
    expect(await edit({ variantId: id })).toMatchObject(foreign)
    expect(await remove(rice.id, id)).toMatchObject(foreign)
  }
  expect((await edit({ variantId: 'nonsense' })).status).toBe(404)
  expect((await remove(rice.id, "'")).status).toBe(404)
  expect((await add({ productId: 'nonsense' })).status).toBe(404)
  await t.db.update(products).set({ archivedAt: new Date() }).where(eq(products.id, dal.id))
  for (const productId of [dal.id, v7()]) {
    const gone = { status: 404, message: 'Product not found' }
    expect(await add({ productId })).toMatchObject(gone)
    expect(await edit({ productId, variantId: dal.item().variantId })).toMatchObject(gone)
    expect(await remove(productId, dal.item().variantId)).toMatchObject(gone)
  }
  expect(await kept()).toEqual(before)
})

test('runs few statements', async () => {
  for (const [what, work, own] of [
    ['add', () => add(), 3],
    ['edit', () => edit(), 4],
    ['remove', () => remove(rice.id, first), 3],
  ] as const)
    expect((await t.statements(work)).length, what).toBeLessThanOrEqual(own + 2)
})
