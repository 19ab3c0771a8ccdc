import { api } from '@kirana/contract'
import type { Sent } from '@kirana/contract/wire/route'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { productOrder, productsWhere } from '../../services/catalogue/product-rows.ts'
import { staffApp } from '../../testing/staff-app.ts'

const { t, make, staff } = await staffApp()

type Query = NonNullable<Sent<typeof api.products.list>['query']>
const titles = async (query: Query, page = 1) =>
  (await t.call(api.products.list, { params: { page }, query }, staff)).data.data.map(({ title }) => title)

test('sorts by title and by the price of the cheapest variant over all pages, equal ones by id', async () => {
  for (let n = 0; n < 22; n++)
    await make.aProduct({
      title: `${n % 2 ? 'atta' : 'Besan'} ${n % 5}`,
      variants: [{ sellingPrice: 2_000 }],
    })
  await make.aProduct({
    title: 'Cheap',
    variants: [{ sellingPrice: 9_000 }, { sellingPrice: 0, specialPrice: 1_500 }],
  })
  await make.aProduct({ title: 'dear', variants: [{ sellingPrice: 3_000 }] })
  await make.aProduct({ title: 'Empty', variants: [] })
  const all = async (query: Query) => [...(await titles(query)), ...(await titles(query, 2))]
  const stored = await t.db.execute<{ title: string }>(
    sql`SELECT title FROM products ORDER BY lower(title), id`,
  )
  const byTitle = stored.rows.map(({ title }) => title)
  expect(await all({ sort: 'title' })).toEqual(byTitle)
  expect(await all({ sort: '-title' })).toEqual(byTitle.toReversed())
  const byPrice = await all({ sort: 'price' })
  expect([byPrice[0], byPrice[1], byPrice.at(-1)]).toEqual(['Empty', 'Cheap', 'dear'])
  expect(await all({ sort: '-price' })).toEqual(byPrice.toReversed())
  expect((await titles({ sort: '-price', search: 'E', status: 'active' })).at(-1)).toBe('Empty')
  expect(await t.statements(() => titles({ sort: 'price' }))).toHaveLength(2 + 1)
  expect(
    await t.call(api.products.list, { params: { page: 1 }, query: { sort: 'rating' as 'price' } }, staff),
  ).toMatchObject({ status: 400, message: 'Sort is not valid' })
})

test('the price follows every change of the variants', async () => {
  const dal = await make.aProduct({ title: 'Dal', variants: [{ sellingPrice: 2_000 }] })
  await make.aProduct({ title: 'Oil', variants: [{ sellingPrice: 3_000 }] })
  const cheapest = async () => (await titles({ sort: 'price' }))[0]
  expect(await cheapest()).toBe('Dal')
  const pack = {
    productId: dal.id,
    value: '1',
    unit: 'Kilo',
    mrp: '90',
    specialPrice: '',
    discount: '',
  } as const
  const variantId = dal.variants[0]?.id ?? ''
  await t.call(api.variants.edit, { body: { ...pack, variantId, sellingPrice: '40' } }, staff)
  expect(await cheapest()).toBe('Oil')
  const added = await t.call(api.variants.add, { body: { ...pack, sellingPrice: '10' } }, staff)
  expect(await cheapest()).toBe('Dal')
  const cheap = added.data.variant.find((variant) => variant.variantId !== variantId)
  const params = { productId: dal.id, variantId: cheap?.variantId ?? '' }
  await t.call(api.variants.remove, { params }, staff)
  expect(await cheapest()).toBe('Oil')
  const changes = [{ variantId, version: 2, price: '20' }]
  expect(await t.call(api.prices.set, { body: { changes } }, staff)).toMatchObject({ data: [{ done: true }] })
  expect(await cheapest()).toBe('Dal')
})

test.each([
  ['title', 'products_title'],
  ['-price', 'products_price'],
] as const)('the order by %s is read on %s', async (sort, index) => {
  const plan = await t.database.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL enable_seqscan = off`)
    await tx.execute(sql`SET LOCAL enable_sort = off`)
    return tx.execute<{ 'QUERY PLAN': string }>(sql`EXPLAIN SELECT p.id FROM products p
      WHERE ${productsWhere({ search: '', status: '', category: '', stock: '', tax: '' }, new Date())} ORDER BY ${productOrder(sort)} LIMIT 20`)
  })
  const lines = plan.rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(lines).toContain(index)
  expect(lines).not.toContain('Sort')
})
