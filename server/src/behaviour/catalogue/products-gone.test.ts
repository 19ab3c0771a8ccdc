import { api } from '@kirana/contract'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { categories } from '../../tables/categories.ts'
import { files } from '../../tables/files.ts'
import { keywords } from '../../tables/keywords.ts'
import { productImages, productKeywords, products, ratings, variants } from '../../tables/products.ts'
import { subcategories } from '../../tables/subcategories.ts'
import { videos } from '../../tables/videos.ts'
import { interleave } from '../../testing/races/interleave.ts'
import { onServer } from '../../testing/on-server.ts'
import { staffApp } from '../../testing/staff-app.ts'

const { t, make, staff } = await staffApp()

const get = (productId: string) => t.call(api.products.get, { params: { productId } }, staff)
const remove = (productId: string) => t.call(api.products.remove, { params: { productId } }, staff)
const setActive = (productIds: string[], isActive: boolean) =>
  t.call(api.products.setActive, { body: { productIds, isActive } }, staff)
const list = async () =>
  (await t.call(api.products.list, { params: { page: '1' }, query: {} }, staff)).data.data
const inStore = async (id: string) => [
  (await t.call(api.storeProducts.list, { query: {} })).data.products.some(({ _id }) => _id === id),
  (await t.call(api.storeProducts.get, { params: { id } })).status,
]

test('a disabled product is hidden and cannot be ordered until it is enabled', async () => {
  const rice = await make.aProduct()
  const quote = () =>
    t.call(api.storeOrders.quote, {
      body: { items: [rice.item()], pincode: '400001' },
    })
  expect([...(await inStore(rice.id)), (await quote()).status]).toEqual([true, 200, 200])
  await setActive([rice.id], false)
  expect(await inStore(rice.id)).toEqual([false, 404])
  const message = 'Something in the cart is not available any more'
  expect(await quote()).toMatchObject({ status: 422, message })
  await setActive([rice.id], true)
  expect([...(await inStore(rice.id)), (await quote()).status]).toEqual([true, 200, 200])
})

test('a product is for sale only while its category and subcategory are active', async () => {
  const rice = await make.aProduct()
  const quote = () => t.call(api.storeOrders.quote, { body: { items: [rice.item()], pincode: '400001' } })
  for (const table of [categories, subcategories]) {
    await t.db.update(table).set({ isActive: false })
    expect(await inStore(rice.id)).toEqual([false, 404])
    expect((await quote()).status).toBe(422)
    await t.db.update(table).set({ isActive: true })
    expect([...(await inStore(rice.id)), (await quote()).status]).toEqual([true, 200, 200])
  }
})

test('a product without variants is not for sale', async () => {
  const rice = await make.aProduct()
  await t.db.delete(variants)
  expect(await inStore(rice.id)).toEqual([false, 404])
})

test('an order keeps an image that its product has released', async () => {
  const rice = await make.aProduct()
  const ghee = await make.aProduct()
  const image = await make.aPicture()
  const unordered = await make.aPicture()
  await t.db.insert(productImages).values([
    { productId: rice.id, file: image, position: 0 },
    { productId: ghee.id, file: unordered, position: 0 },
  ])
  await make.anOrder({ items: [rice.item()] })
  for (const [productId, file] of [
    [rice.id, image],
    [ghee.id, unordered],
  ] as const)
    await t.call(api.productImages.remove, { params: { productId, image: file } }, staff)
  const kept = (await t.db.select().from(files)).map(({ key }) => key)
  expect([kept.includes(image), kept.includes(unordered)]).toEqual([true, false])
})

test('deletes a never ordered product with all its data', async () => {
  const rice = await make.aProduct()
  const [keyword] = await t.db.insert(keywords).values({ name: 'Rice' }).returning()
  await t.db.insert(productKeywords).values({ productId: rice.id, keywordId: keyword?.id ?? '' })
  await t.db.insert(videos).values({ productId: rice.id, code: 'dQw4', about: 'Fresh' })
  const { id: userId } = await make.aCustomer()
  await t.db.insert(ratings).values({ productId: rice.id, userId, stars: 5 })
  expect(await remove(rice.id)).toMatchObject({
    status: 200,
    message: 'Product deleted successfully',
    data: null,
  })
  for (const table of [products, productImages, productKeywords, variants, videos, ratings])
    expect(await t.db.select().from(table)).toEqual([])
  expect(await inStore(rice.id)).toEqual([false, 404])
})

test('archives an ordered product: it is hidden, and its orders stay complete', async () => {
  const rice = await make.aProduct({ title: 'Rice' })
  const customer = await make.aCustomer()
  const order = await make.anOrder({ customer, items: [rice.item()] })
  const shown = () => t.call(api.orders.get, { params: { orderId: order._id } }, staff)
  const before = (await shown()).data
  expect((await remove(rice.id)).status).toBe(200)
  const [stored] = await t.db.select().from(products).where(eq(products.id, rice.id))
  expect(stored?.archivedAt).toEqual(t.context.now())
  expect(await list()).toEqual([])
  expect((await get(rice.id)).status).toBe(404)
  expect(await inStore(rice.id)).toEqual([false, 404])
  expect(await make.tryOrder({ customer, items: [rice.item()] })).toMatchObject({
    status: 422,
    message: 'Something in the cart is not available any more',
  })
  expect((await shown()).data).toEqual(before)
  expect(before[0]?.products).toMatchObject([{ productTitle: 'Rice', productImage: rice.category.image }])
})

onServer(() => {
  test('archives a product that is ordered while it is being deleted', async () => {
    const rice = await make.aProduct()
    const customer = await make.aCustomer()
    await make.aPincode()
    const [ordered, removed] = await interleave(
      t,
      () => make.tryOrder({ customer, items: [rice.item()] }),
      () => remove(rice.id),
    )
    expect([ordered.status, removed.status]).toEqual([200, 200])
    const [stored] = await t.db.select().from(products)
    expect(stored?.archivedAt).not.toBeNull()
  })

  test('rejects an order for a product that is being deleted', async () => {
    const rice = await make.aProduct()
    const customer = await make.aCustomer()
    await make.aPincode()
    const [removed, ordered] = await interleave(
      t,
      () => remove(rice.id),
      () => make.tryOrder({ customer, items: [rice.item()] }),
    )
    expect(removed.status).toBe(200)
    const message = 'Something in the cart is not available any more'
    expect(ordered).toMatchObject({ status: 422, message })
  })
})
