import { api } from '@kirana/contract'
import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { orderLines } from '../tables/orders.ts'
import { productImages, products } from '../tables/products.ts'
import { withHeaders } from '../testing/app.ts'
import { interleave } from '../testing/races/interleave.ts'
import { onServer } from '../testing/on-server.ts'
import { photo, storedFiles } from '../testing/files/pictures.ts'
import { staffApp } from '../testing/staff-app.ts'
import { findInvariantViolations } from '../testing/violations.ts'

const { t, make, staff } = await staffApp()
let rice: string
beforeEach(async () => {
  for (const key of (await storedFiles(t)).keys) await t.context.files.remove(key)
  rice = await aProduct()
})

async function aProduct() {
  const { id } = await make.aProduct()
  await t.db.delete(productImages).where(eq(productImages.productId, id))
  return id
}
const photos = (...widths: number[]) => Promise.all(widths.map((width) => photo(width)))
const add = (productId: string, files: File[], as = staff) =>
  t.call(api.productImages.add, { body: { productId }, files }, as)
const reorder = (productId: string, images: string[]) =>
  t.call(api.productImages.reorder, { body: { productId, images } }, staff)
const remove = (productId: string, image: string) =>
  t.call(api.productImages.remove, { params: { productId, image } }, staff)
const imagesOf = async (productId: string) =>
  (await t.call(api.products.get, { params: { productId } }, staff)).data.images
const most = 'A product has 6 images at most'

test('adds images in order, reorders them, and deletes them with their file', async () => {
  const added = await add(rice, await photos(40, 41))
  expect(added).toMatchObject({ status: 200, message: 'Image added successfully' })
  const [a = '', b = ''] = added.data.images
  const more = await add(rice, await photos(42))
  const c = more.data.images[2] ?? ''
  expect(more.data.images).toEqual([a, b, c])
  expect(new Set([a, b, c]).size).toBe(3)
  const file = await t.app.inject(`/api/v1/file/get/${c}`)
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/webp'])
  expect(await reorder(rice, [c, a, b])).toMatchObject({
    status: 200,
    message: 'Images reordered successfully',
    data: { images: [c, a, b] },
  })
  expect(await imagesOf(rice)).toEqual([c, a, b])
  const { data } = await t.call(api.storeProducts.get, { params: { id: rice } })
  expect(data.images).toEqual([c, a, b])
  expect(await remove(rice, a)).toMatchObject({
    status: 200,
    message: 'Image deleted successfully',
    data: { images: [c, b] },
  })
  expect(await imagesOf(rice)).toEqual([c, b])
  expect(await storedFiles(t)).toEqual({ keys: [b, c].toSorted(), incoming: [] })
  expect((await t.app.inject(`/api/v1/file/get/${a}`)).statusCode).toBe(404)
  const [d] = (await add(rice, await photos(43))).data.images.slice(-1)
  expect(await imagesOf(rice)).toEqual([c, b, d])
  await remove(rice, c)
  await remove(rice, b)
  expect((await remove(rice, d ?? '')).data).toEqual({ images: [] })
})

test('a product has up to 6 images in total', async () => {
  expect(await add(rice, [])).toMatchObject({ status: 400, message: 'Select at least 1 image' })
  expect(await add(rice, await photos(40, 41, 42, 43, 44, 45, 46))).toMatchObject({
    status: 400,
    message: most,
  })
  await add(rice, await photos(40, 41, 42, 43, 44))
  expect(await add(rice, await photos(45, 46))).toMatchObject({ status: 409, message: most })
  expect((await add(rice, await photos(45))).status).toBe(200)
  expect(await add(rice, await photos(46))).toMatchObject({ status: 409, message: most })
  // Refused images are not stored, not even one that the product has already.
  expect(await add(rice, await photos(40))).toMatchObject({ status: 409, message: most })
  expect((await storedFiles(t)).keys).toEqual((await imagesOf(rice)).toSorted())
  expect(await imagesOf(rice)).toHaveLength(6)
})

test('of two concurrent additions with room for one, one is rejected', async () => {
  await add(rice, await photos(40, 41, 42, 43, 44))
  const both = await Promise.all([add(rice, await photos(45)), add(rice, await photos(46))])
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
  expect(await imagesOf(rice)).toHaveLength(6)
})

onServer(() => {
  test('an addition waits for a concurrent one and then exceeds the limit', async () => {
    await add(rice, await photos(40, 41, 42, 43, 44))
    const [sixth, seventh] = await photos(45, 46)
    const [first, second] = await interleave(
      t,
      () => add(rice, [sixth as File]),
      () => add(rice, [seventh as File]),
    )
    expect(first.status).toBe(200)
    expect(second).toMatchObject({ status: 409, message: most })
    expect(await imagesOf(rice)).toEqual(first.data.images)
  })

  test('adding an image does not restore one that is being deleted', async () => {
    const [a = ''] = (await add(rice, await photos(40))).data.images
    const [other] = await photos(41)
    const [removed, added] = await interleave(
      t,
      () => remove(rice, a),
      () => add(rice, [other as File]),
    )
    expect([removed.status, added.status]).toEqual([200, 200])
    expect(added.data.images).toHaveLength(1)
    expect(added.data.images).not.toContain(a)
    expect(await imagesOf(rice)).toEqual(added.data.images)
  })
})

/** A product with one picture, an order of it, the removal of the picture, and the pictures of the ordered lines. */
async function orderedWithPicture() {
  await make.aPincode()
  const product = await make.aProduct()
  await t.db.delete(productImages).where(eq(productImages.productId, product.id))
  const [image = ''] = (await add(product.id, await photos(40))).data.images
  const customer = await make.aCustomer()
  return {
    image,
    order: () => make.tryOrder({ customer, items: [product.item()] }),
    removal: () => remove(product.id, image),
    ordered: async () => (await t.db.select().from(orderLines)).map((line) => line.image),
  }
}

test('an order that is placed while its picture is removed retains the picture', async () => {
  const { image, order, removal, ordered } = await orderedWithPicture()
  const [placed, removed] = await interleave(t, order, removal)
  expect([placed.status, removed.status, await ordered()]).toEqual([200, 200, [image]])
  expect((await t.app.inject(`/api/v1/file/get/${image}`)).statusCode).toBe(200)
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('an order that waits for the removal of its picture is placed without a picture', async () => {
  const { order, removal, ordered } = await orderedWithPicture()
  const [removed, placed] = await interleave(t, removal, order)
  expect([removed.status, placed.status, await ordered()]).toEqual([200, 200, ['']])
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('an image can be in several products, but once in each', async () => {
  const message = 'The same image cannot be added to a product twice'
  expect(await add(rice, await photos(40, 40))).toMatchObject({ status: 409, message })
  const [image = ''] = (await add(rice, await photos(40))).data.images
  expect(await add(rice, await photos(41, 40))).toMatchObject({ status: 409, message })
  expect(await imagesOf(rice)).toEqual([image])
  const dal = await aProduct()
  const [ofDal = ''] = (await add(dal, await photos(40))).data.images
  await remove(rice, image)
  expect((await t.app.inject(`/api/v1/file/get/${image}`)).statusCode).toBe(404)
  expect((await t.app.inject(`/api/v1/file/get/${ofDal}`)).statusCode).toBe(200)
  await remove(dal, ofDal)
  expect((await t.app.inject(`/api/v1/file/get/${ofDal}`)).statusCode).toBe(404)
})

test('two calls with one key add the images once', async () => {
  const once = { ...staff, ...withHeaders(staff, { 'idempotency-key': 'upload' }) }
  const first = await add(rice, await photos(40, 41), once)
  expect(await add(rice, await photos(40, 41), once)).toMatchObject({ status: 200, data: first.data })
  expect(await imagesOf(rice)).toEqual(first.data.images)
})

test('reordering must list exactly the existing images', async () => {
  const [a = '', b = ''] = (await add(rice, await photos(40, 41))).data.images
  const refused = {
    status: 409,
    code: 'stale',
    message: 'The images of this product have changed. Refresh the page',
  }
  for (const images of [[a], [a, a], [a, b, b], [a, 'c.webp'], [`${a},${b}`], [`${b},${a}`], [a, b, "'%"]])
    expect(await reorder(rice, images)).toMatchObject(refused)
  expect(await reorder(await aProduct(), [a])).toMatchObject(refused)
  expect(await reorder(rice, [])).toMatchObject({ status: 400, message: 'Select at least 1 image' })
  expect(await imagesOf(rice)).toEqual([a, b])
})

test('images of other, deleted or unknown products are a 404', async () => {
  const [image = ''] = (await add(rice, await photos(40))).data.images
  const dal = await aProduct()
  for (const name of [image, 'nothing.webp', '..%2f..', '%', "'"])
    expect(await remove(dal, name)).toMatchObject({ status: 404, message: 'Image not found' })
  const archived = await aProduct()
  await t.db.update(products).set({ archivedAt: new Date() }).where(eq(products.id, archived))
  for (const id of [archived, v7()]) {
    const gone = { status: 404, message: 'Product not found' }
    expect(await add(id, await photos(41))).toMatchObject(gone)
    expect(await reorder(id, [image])).toMatchObject(gone)
    expect(await remove(id, image)).toMatchObject(gone)
  }
  expect((await add('nonsense', await photos(41))).status).toBe(404)
  expect(await imagesOf(rice)).toEqual([image])
})

test('deleting a product releases images that nothing else uses', async () => {
  const [a] = (await add(rice, await photos(40, 41))).data.images
  const [b = ''] = (await add(await aProduct(), await photos(41))).data.images
  const deleted = await t.call(api.products.remove, { params: { productId: rice } }, staff)
  expect(deleted.status).toBe(200)
  expect((await storedFiles(t)).keys).toEqual([b])
  expect((await t.app.inject(`/api/v1/file/get/${a}`)).statusCode).toBe(404)
})

const find = (names: string[], as = staff) => t.call(api.productImages.find, { body: { names } }, as)

test('finds products by file names, with any separators between words, in any case and Unicode form', async () => {
  const { id: milk } = await make.aProduct({ title: 'Toned  Milk' })
  const { id: oil } = await make.aProduct({ title: 'Cold-Pressed Oil 1/2 L' })
  const { id: flour } = await make.aProduct({ title: 'गेहूँ का आटा' })
  const { id: cream } = await make.aProduct({ title: 'Crème Fraîche', isActive: false })
  const wanted = [
    ['toned-milk', milk],
    ['TONED MILK_', milk],
    ['cold_pressed oil 1-2 l', oil],
    ['गेहूँ_का  आटा', flour],
    ['CRÈME FRAÎCHE'.normalize('NFD'), cream],
    ['Toned', undefined],
    ['Toned Milk 2', undefined],
    ['Ton%', undefined],
    ['-', undefined],
    ['', undefined],
    ['Creme Fraiche', undefined],
  ] as const
  const { status, data } = await find(wanted.map(([name]) => name))
  expect(status).toBe(200)
  const found = new Map(data.map(({ name, products: [product] }) => [name, product?._id]))
  expect(wanted.map(([name]) => [name, found.get(name.normalize('NFC'))])).toEqual(wanted)
  expect(data).toHaveLength(5)
})

test('finds two of the products with one name, with the number of their images', async () => {
  await add(rice, await photos(40, 41))
  await t.db.update(products).set({ title: 'Rice' }).where(eq(products.id, rice))
  const found = { _id: rice, title: 'Rice', images: 2 }
  expect((await find(['rice', 'dal'])).data).toEqual([{ name: 'rice', products: [found] }])
  const { id: second } = await make.aProduct({ title: 'RICE' })
  await make.aProduct({ title: 'rice' })
  const [named] = (await find(['rice'])).data
  expect(named?.products.map(({ _id }) => _id)).toEqual([rice, second])
  await t.db.update(products).set({ archivedAt: new Date() })
  expect((await find(['rice'])).data).toEqual([])
})

test('takes two names for each of 200 pictures, in one statement', async () => {
  const names = Array.from({ length: 400 }, (_, n) => `Rice ${n}`)
  expect((await find(names)).data).toEqual([])
  expect(await find([...names, 'Rice'])).toMatchObject({ status: 400, message: 'Send 400 names at most' })
  expect((await find(['x'.repeat(301)])).status).toBe(400)
  expect((await t.statements(() => find(names))).length).toBeLessThanOrEqual(2)
})

test('runs few statements, plus session and audit', async () => {
  const [a = '', b = ''] = (await add(rice, await photos(40, 41))).data.images
  await add(await aProduct(), await photos(40))
  const pictures = await photos(42, 43, 44)
  for (const [what, work, own] of [
    ['reorder', () => reorder(rice, [b, a]), 3],
    ['add', () => add(rice, pictures), 4 + 1],
    // Two of them after the answer, before the bytes are removed.
    ['remove', () => remove(rice, a), 4 + 2],
  ] as const)
    expect((await t.statements(work)).length, what).toBeLessThanOrEqual(own + 2)
})
