import { api } from '@kirana/contract'
import type { Sent } from '@kirana/contract/wire/route'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { banners } from '../../tables/banners.ts'
import { categories } from '../../tables/categories.ts'
import { company } from '../../tables/company.ts'
import { products, variants } from '../../tables/products.ts'
import { subcategories } from '../../tables/subcategories.ts'
import { videos } from '../../tables/videos.ts'
import { testApp } from '../../testing/app.ts'
import { factories } from '../../testing/factories.ts'

const t = await testApp()
const make = factories(t)
afterAll(t.close)
beforeEach(t.database.reset)

type Query = NonNullable<Sent<typeof api.storeProducts.list>['query']>
const list = async (query: Query = {}) => (await t.call(api.storeProducts.list, { query })).data
const titles = async (query: Query = {}) => (await list(query)).products.map(({ title }) => title)
const nobody = '01a1fd41-f2a3-769d-9900-17803f8126b3'

test('the catalogue has active items by section, and the delivery pincodes', async () => {
  const { section, category, subcategory } = await make.aSubcategory()
  const hidden = await make.aSubcategory()
  await t.db.update(categories).set({ isActive: false }).where(eq(categories.id, hidden.category.id))
  const emptied = await make.aSubcategory()
  await t.db
    .update(subcategories)
    .set({ isActive: false })
    .where(eq(subcategories.id, emptied.subcategory.id))
  await make.aPincode({ pincode: '400002' })
  await make.aPincode({ pincode: '400001' })
  await make.aPincode({ pincode: '400003', isActive: false })
  const image = await make.aPicture()
  const [banner] = await t.db.insert(banners).values({ image }).returning()
  await t.db.update(company).set({ name: 'Kirana Stores', gstin: '27AAPFU0939F1ZV' })

  const seen = await t.call(api.storeCatalogue.get, {})
  const shown = ({ id, name, image }: { id: string; name: string; image: string }) => ({
    _id: id,
    name,
    image,
  })
  expect(seen.data).toEqual({
    sections: [
      {
        _id: section.id,
        name: section.name,
        categories: [{ ...shown(category), subcategories: [shown(subcategory)] }],
      },
      { _id: hidden.section.id, name: hidden.section.name, categories: [] },
      {
        _id: emptied.section.id,
        name: emptied.section.name,
        categories: [{ ...shown(emptied.category), subcategories: [] }],
      },
    ],
    banners: [{ _id: banner?.id, image }],
    company: (await t.call(api.storeCompany.get, {})).data,
    pincodes: ['400001', '400002'],
    isOpen: true,
    opensAt: null,
    eta: '10 minutes',
  })
  expect(seen.data.company).toMatchObject({ companyName: 'Kirana Stores', gstNo: '27AAPFU0939F1ZV' })
  expect(seen.raw).not.toContain('pointValue')
  expect(await t.statements(() => t.call(api.storeCatalogue.get, {}))).toHaveLength(1)
})

test('a product without a variant is in no list, has no page and cannot be bought', async () => {
  await make.aPincode()
  const bare = await make.aProduct({ title: 'Bare' })
  const item = bare.item()
  expect(await titles()).toEqual(['Bare'])
  await t.db.delete(variants).where(eq(variants.productId, bare.id))
  const { sectionId, categoryId, subcategoryId } = bare
  for (const query of [{}, { search: 'bare' }, { sectionId }, { categoryId }, { subcategoryId }])
    expect(await titles(query)).toEqual([])
  expect((await t.call(api.storeProducts.get, { params: { id: bare.id } })).status).toBe(404)
  const body = { items: [item], pincode: '400001' }
  expect(await t.call(api.storeOrders.quote, { body })).toMatchObject({ status: 422, code: 'unavailable' })
})

test('lists active products only, newest first, with variants and images', async () => {
  const old = await make.aProduct({
    variants: [{}, { quantity: 1_000_000, unit: 'Kilo', sellingPrice: 9_050 }],
  })
  await make.aProduct({ isActive: false })
  await make.aProduct({ archivedAt: new Date() })
  const fresh = await make.aProduct()
  const { products, next } = await list()
  expect(products.map(({ _id }) => _id)).toEqual([fresh.id, old.id])
  expect(next).toBeNull()
  expect(products[1]).toMatchObject({
    categoryName: old.category.name,
    images: [old.category.image],
    variant: [
      { variantId: old.variants[0]?.id, value: 500, unit: 'GM', sellingPrice: 50 },
      { variantId: old.variants[1]?.id, value: 1000, unit: 'Kilo', sellingPrice: 90.5 },
    ],
  })
})

test('the cursor lists every product once, even while new ones are added', async () => {
  const place = await make.aSubcategory()
  const ids = {
    sectionId: place.section.id,
    categoryId: place.category.id,
    subcategoryId: place.subcategory.id,
  }
  const words = { subtitle: 's', description: 'd', ...ids }
  const stock = async (titles: string[]) => {
    const added = await t.db
      .insert(products)
      .values(titles.map((title) => ({ ...words, title })))
      .returning({ productId: products.id })
    const pack = { quantity: 500_000, unit: 'GM', sellingPrice: 9_900 } as const
    await t.db.insert(variants).values(added.map((one) => ({ ...one, ...pack })))
  }
  await stock(Array.from({ length: 45 }, (_, i) => `Rice ${i}`))
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const { products: page, next } = await list(cursor ? { cursor } : {})
    expect(page.length).toBeLessThanOrEqual(20)
    seen.push(...page.map(({ _id }) => _id))
    cursor = next ?? undefined
    await stock(['Newer'])
  } while (cursor)
  expect(seen).toHaveLength(45)
  expect(new Set(seen).size).toBe(45)
})

test('search matches any part of the title, ignoring case and treating wildcards literally', async () => {
  for (const title of ['Basmati Rice 100% pure', 'Brown_rice', 'Toor Dal', 'चावल बासमती', 'Back\\slash'])
    await make.aProduct({ title })
  expect(await titles({ search: 'RICE' })).toEqual(['Brown_rice', 'Basmati Rice 100% pure'])
  expect(await titles({ search: '%' })).toEqual(['Basmati Rice 100% pure'])
  expect(await titles({ search: '_' })).toEqual(['Brown_rice'])
  expect(await titles({ search: '\\' })).toEqual(['Back\\slash'])
  expect(await titles({ search: 'चाव' })).toEqual(['चावल बासमती'])
  expect(await titles({ search: 'd' })).toEqual(['Toor Dal'])
  expect(await titles({ search: "'; DROP TABLE products" })).toEqual([])
})

test('filters by section, category, subcategory and origin', async () => {
  const one = await make.aProduct({ origin: 'Nashik' })
  await make.aProduct({ origin: 'Pune' })
  for (const query of [
    { sectionId: one.sectionId },
    { categoryId: one.categoryId },
    { subcategoryId: one.subcategoryId },
    { origin: 'nashik' },
    { sectionId: one.sectionId, origin: 'NASHIK', search: one.title },
  ])
    expect(await titles(query)).toEqual([one.title])
  expect(await titles({ sectionId: one.sectionId, origin: 'Pune' })).toEqual([])
})

test.each(['cursor', 'sectionId', 'categoryId', 'subcategoryId'])(
  'a malformed %s gives an empty list',
  async (name) => {
    await make.aProduct()
    for (const value of ['nonsense', "1' OR '1'='1", '../..', '%00'])
      expect(await list({ [name]: value })).toEqual({ products: [], next: null })
    expect((await list({ [name]: nobody })).next).toBeNull()
  },
)

test('a product has its videos and the details required by law', async () => {
  const product = await make.aProduct({
    manufacturer: 'Amul',
    manufacturedOn: '2026-11-01',
    expiry: '6 months',
  })
  await t.db.insert(videos).values({ productId: product.id, code: 'dQw4w9WgXcQ', about: 'A review' })
  const get = (id: string) => t.call(api.storeProducts.get, { params: { id } })
  expect((await get(product.id)).data).toMatchObject({
    mktBy: 'Amul',
    mktDate: '2026-11-01',
    expDate: '6 months',
    avgRating: 0,
    ratings: 0,
    videos: [{ url: 'dQw4w9WgXcQ', about: 'A review' }],
  })
  const gone = [await make.aProduct({ isActive: false }), await make.aProduct({ archivedAt: new Date() })]
  for (const id of [...gone.map(({ id }) => id), nobody, 'nonsense']) expect((await get(id)).status).toBe(404)
  expect(await t.statements(() => get(product.id))).toHaveLength(1)
  expect(await t.statements(() => list())).toHaveLength(1)
})

test('customers rate a delivered product once, and the average follows', async () => {
  const product = await make.aProduct()
  const staff = await t.signIn.staff()
  const rate = (as: { headers: Record<string, string> }, rating: number, id = product.id) =>
    t.call(api.storeProducts.rate, { params: { id }, body: { rating } }, as)
  const buyers = [await make.aCustomer(), await make.aCustomer()]
  for (const [i, customer] of buyers.entries()) {
    const order = await make.anOrder({ customer, items: [product.item()] })
    expect((await rate(customer, 5)).status).toBe(422)
    const sent = { params: { orderId: order._id, status: 'Delivered' as const }, query: {} }
    await t.call(api.orders.changeStatus, sent, staff)
    expect((await rate(customer, 5 - i * 2)).status).toBe(200)
    expect(await rate(customer, 1)).toMatchObject({
      status: 409,
      message: 'You have already rated this product',
    })
  }
  const { data } = await t.call(api.storeProducts.get, { params: { id: product.id } })
  expect(data).toMatchObject({ avgRating: 4, ratings: 2 })
  const stranger = await make.aCustomer()
  expect((await rate(stranger, 5)).status).toBe(422)
  expect((await rate(stranger, 5, nobody)).status).toBe(404)
  expect((await rate(stranger, 5, 'nonsense')).status).toBe(404)
  for (const rating of [0, 6, 2.5]) expect((await rate(stranger, rating)).status).toBe(400)
  expect(await t.statements(() => rate(stranger, 5))).toHaveLength(1 + 1)
})

test('lists coupons that are public, active and not expired', async () => {
  const shown = await make.aCoupon({ amountType: 'percentage', amount: 880, minimum: 10_000 })
  await make.aCoupon({ isPublic: false })
  await make.aCoupon({ isActive: false })
  await make.aCoupon({ expireAt: t.context.now() })
  const { data } = await t.call(api.storeCoupons.list, {})
  expect(data).toEqual([
    {
      _id: shown.id,
      coupon: shown.name,
      discount: 8.8,
      discountType: 'Percentage',
      minimumAmount: 100,
      maximumDiscount: 0,
      usesPerCustomer: 1,
      expireAt: shown.expireAt.toISOString(),
    },
  ])
})
