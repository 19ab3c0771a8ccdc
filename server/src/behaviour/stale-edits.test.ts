import { api } from '@kirana/contract'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { auditRows } from '../tables/journal.ts'
import { staff as people } from '../tables/people.ts'
import { type Credentials, testApp } from '../testing/app.ts'
import { factories } from '../testing/factories.ts'
import { type Seen, testVersioned, type VersionedRecord } from '../testing/records/versioned.ts'

const t = await testApp()
const make = factories(t)
afterAll(t.close)

let staff: Credentials
let superadmin: Credentials
beforeEach(async () => {
  await t.database.reset()
  staff = await t.signIn.staff()
  superadmin = await t.signIn.superadmin()
})

async function aProduct(): Promise<VersionedRecord> {
  const product = await make.aProduct()
  const { id: productId, categoryId, sectionId, subcategoryId } = product
  const read = async () => {
    const { data } = await t.call(api.products.get, { params: { productId } }, staff)
    return { version: data.version, name: data.title }
  }
  const body = {
    productId,
    subTitle: 'Fresh',
    description: 'Good',
    category: categoryId,
    section: sectionId,
    subcategory: subcategoryId,
  }
  const edit = (title: string, seen: Seen) =>
    t.call(api.products.edit, { body: { ...body, title, ...seen } }, staff)
  return { read, edit, lock: sql`SELECT 1 FROM products WHERE id = ${productId} FOR UPDATE` }
}

async function aVariant(): Promise<VersionedRecord> {
  const { id: productId, variants } = await make.aProduct()
  const variantId = variants[0]?.id ?? ''
  const read = async () => {
    const { data } = await t.call(api.products.get, { params: { productId } }, staff)
    return { version: data.variant[0]?.version ?? 0, name: String(data.variant[0]?.mrp) }
  }
  const edit = (mrp: string, seen: Seen) => {
    const body = { productId, variantId, value: 1, unit: 'Kilo' as const, mrp, sellingPrice: 50, ...seen }
    return t.call(api.variants.edit, { body }, staff)
  }
  return { read, edit, lock: sql`SELECT 1 FROM products WHERE id = ${productId} FOR UPDATE` }
}

async function aCoupon(): Promise<VersionedRecord> {
  const { id: couponId } = await make.aCoupon()
  const read = async () => {
    const { data } = await t.call(api.coupons.list, {}, staff)
    return { version: data[0]?.version ?? 0, name: data[0]?.coupon ?? '' }
  }
  const edit = (couponName: string, seen: Seen) => {
    const body = { couponId, couponName, discountType: 'Rupees' as const, discount: 5, days: 9, ...seen }
    return t.call(api.coupons.edit, { body }, staff)
  }
  return { read, edit, lock: sql`SELECT 1 FROM coupons WHERE id = ${couponId} FOR UPDATE` }
}

const settings = (): Promise<VersionedRecord> =>
  Promise.resolve({
    read: async () => {
      const { data } = await t.call(api.company.get, {}, superadmin)
      return { version: data.version, name: data.companyName }
    },
    edit: (companyName, seen) => t.call(api.company.edit, { body: { companyName, ...seen } }, superadmin),
    lock: sql`SELECT 1 FROM company FOR UPDATE`,
  })

describe.each([
  ['product', aProduct, 'title', ['Rice', 'Dal', 'Atta']],
  ['variant', aVariant, 'mrp', ['60', '70', '80']],
  ['coupon', aCoupon, 'coupon', ['HOLI', 'DIWALI', 'ONAM']],
] as const)('%s', (what, aRecord, field, names) =>
  testVersioned({
    t,
    what: `this ${what}`,
    aRecord,
    field,
    names,
    by: 'Asha',
    answers: what === 'variant' ? 'record' : 'version',
  }),
)

describe('settings', () =>
  testVersioned({
    t,
    what: 'these settings',
    aRecord: settings,
    field: 'companyName',
    names: ['Kirana', 'Maa', 'Apna'],
    by: 'superadmin',
    answers: 'version',
  }))

test('enabling and disabling products changes the version only of products whose state changes', async () => {
  const [rice, dal] = [await make.aProduct(), await make.aProduct({ isActive: false })]
  const body = { productIds: [rice.id, dal.id], isActive: false }
  await t.call(api.products.setActive, { body }, staff)
  const versions = []
  for (const { id: productId } of [rice, dal])
    versions.push((await t.call(api.products.get, { params: { productId } }, staff)).data.version)
  expect(versions).toEqual([2, 1])
})

test('names who last changed the record itself, not a related record', async () => {
  const ravi = await t.signIn.staff('ravi')
  await t.db.update(people).set({ name: 'Ravi' }).where(eq(people.id, ravi.id))
  const rice = await make.aProduct()
  const { id: productId, variants } = rice
  const variantId = variants[0]?.id ?? ''
  const stale = async () => {
    const { categoryId: category, sectionId: section, subcategoryId: subcategory } = rice
    const body = { productId, title: 'Rice', subTitle: 'x', description: 'x', category, section, subcategory }
    return (await t.call(api.products.edit, { body: { ...body, version: 1 } }, staff)).data
  }
  await t.call(api.products.setActive, { body: { productIds: [productId], isActive: false } }, ravi)
  const prices = { productId, value: 1, unit: 'Kilo' as const, mrp: 70, sellingPrice: 50 }
  await t.call(api.variants.edit, { body: { ...prices, variantId } }, staff)
  expect(await stale()).toMatchObject({ by: 'Ravi', at: t.context.now().toISOString(), isActive: false })
  await t.call(api.prices.set, { body: { changes: [{ variantId, version: 2, price: 60 }] } }, ravi)
  await t.call(api.variants.add, { body: { ...prices, value: 2 } }, staff)
  const edited = await t.call(api.variants.edit, { body: { ...prices, variantId, version: 1 } }, staff)
  expect(edited.data).toMatchObject({ by: 'Ravi', variantId })
  // The log is kept for a while only.
  await t.db.delete(auditRows)
  expect(await stale()).toMatchObject({ by: '', at: null })
})

test('the response with opening hours names who changed them', async () => {
  const week = (from: string) => Array.from({ length: 7 }, () => [{ from, to: '22:00' }])
  const edit = (from: string, version: number) =>
    t.call(api.opening.editHours, { body: { version, week: week(from), closedDays: [] } }, staff)
  expect((await edit('08:00', 0)).status).toBe(200)
  expect(await edit('09:00', 0)).toMatchObject({
    status: 409,
    code: 'stale',
    data: { by: 'Asha', at: t.context.now().toISOString(), version: 1, week: week('08:00') },
  })
  // A version that does not exist yet, of a store without hours.
  await t.database.reset()
  staff = await t.signIn.staff()
  expect(await edit('09:00', 7)).toMatchObject({
    status: 409,
    data: { by: '', at: null, version: 0, week: null },
  })
})

test.each([0, -1, 1.5, 2 ** 40, '1', null])('the version %j is malformed', async (version) => {
  const body = { companyName: 'Kirana', version: version as number }
  expect(await t.call(api.company.edit, { body }, superadmin)).toMatchObject({
    status: 400,
    message: 'Version is not valid',
  })
})
