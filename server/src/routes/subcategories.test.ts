import { api } from '@kirana/contract'
import { beforeEach, expect, test } from 'vitest'
import { fileOf, photo, storedFiles } from '../testing/files/pictures.ts'
import { staffApp } from '../testing/staff-app.ts'

const { t, make, staff } = await staffApp()
let fruits: { id: string; name: string }
let nuts: { id: string; name: string }
beforeEach(async () => {
  for (const key of (await storedFiles(t)).keys) await t.context.files.remove(key)
  fruits = (await make.aSubcategory()).category
  nuts = (await make.aSubcategory()).category
})

const add = (name: string, files: File[], categoryId = fruits.id) =>
  t.call(api.subcategories.add, { body: { name, categoryId }, files }, staff)
type Edit = { subCategoryId: string; name: string; isActive?: boolean }
const edit = (body: Edit, files: File[] = []) => t.call(api.subcategories.edit, { body, files }, staff)
const remove = (id: string) => t.call(api.subcategories.remove, { params: { id } }, staff)
const list = async (categoryId = fruits.id) =>
  (await t.call(api.subcategories.list, { query: { categoryId } }, staff)).data
async function aMango() {
  expect((await add('Mangoes', [await photo()])).status).toBe(200)
  const mangoes = (await list()).at(-1)
  if (!mangoes) throw new Error('No subcategory was added')
  return mangoes
}

test('adds a subcategory with an image to its category', async () => {
  expect(await add(' Mangoes ', [await photo()])).toMatchObject({
    status: 200,
    data: null,
    message: 'Subcatagory added successfully',
  })
  const mangoes = (await list()).at(-1)
  expect(mangoes).toEqual({
    _id: expect.any(String),
    name: 'Mangoes',
    image: expect.stringMatching(/^[0-9a-f-]{36}\.webp$/),
    isActive: true,
    categoryId: fruits.id,
    version: 1,
  })
  expect([(await list()).length, (await list(nuts.id)).length, (await list('')).length]).toEqual([2, 1, 3])
  expect((await t.app.inject(`/api/v1/file/get/${mangoes?.image}`)).statusCode).toBe(200)
})

test('requires a name and exactly one image', async () => {
  const missing = { status: 400, message: 'Name and image is required' }
  expect(await add(' ', [await photo()])).toMatchObject(missing)
  expect(await add('Mangoes', [])).toMatchObject(missing)
  expect((await add('Mangoes', [fileOf(Buffer.from('<svg/>'))])).status).toBe(415)
  expect(await storedFiles(t)).toEqual({ keys: [], incoming: [] })
  const { _id } = await aMango()
  expect(await edit({ subCategoryId: _id, name: '' })).toMatchObject({
    status: 400,
    message: 'Name is required',
  })
})

test('names are unique within a category, ignoring case', async () => {
  const mangoes = await aMango()
  const message = `A subcategory named “MANGOES” already exists in the category “${fruits.name}”`
  expect(await add('MANGOES', [await photo()])).toMatchObject({ status: 409, message })
  expect((await add('MANGOES', [await photo()], nuts.id)).status).toBe(200)
  await add('Guavas', [await photo()])
  const guavas = (await list()).at(-1)?._id ?? ''
  expect(await edit({ subCategoryId: guavas, name: 'MANGOES' })).toMatchObject({ status: 409, message })
  expect((await edit({ subCategoryId: mangoes._id, name: 'MANGOES' })).status).toBe(200)
})

test('an edit changes the sent fields; a replaced image is deleted', async () => {
  const mangoes = await aMango()
  const body = { subCategoryId: mangoes._id, name: 'Alphonso' }
  expect(await edit({ ...body, isActive: false })).toMatchObject({
    status: 200,
    message: 'Subcatagory updated successfully',
  })
  await edit(body)
  expect((await list()).at(-1)).toEqual({ ...mangoes, name: 'Alphonso', isActive: false, version: 3 })
  await edit(body, [await photo(50)])
  const image = (await list()).at(-1)?.image
  expect(image).not.toBe(mangoes.image)
  expect(await storedFiles(t)).toEqual({ keys: [image], incoming: [] })
})

test('rejects deleting a subcategory used by products and says so', async () => {
  const { subcategory } = await make.aProduct({ archivedAt: t.context.now() })
  expect(await remove(subcategory.id)).toMatchObject({
    status: 409,
    message: `“${subcategory.name}” is used by 1 deleted product that was ordered`,
  })
})

test('deletes an unused subcategory with its file; an unknown one is a 404', async () => {
  const { _id } = await aMango()
  expect(await remove(_id)).toMatchObject({ status: 200, message: 'Subcategory deleted successfully' })
  expect([(await list()).length, await storedFiles(t)]).toEqual([1, { keys: [], incoming: [] }])
  const gone = { status: 404, message: 'Subcategory not found' }
  expect(await remove(_id)).toMatchObject(gone)
  expect(await edit({ subCategoryId: _id, name: 'Mangoes' })).toMatchObject(gone)
  expect(await add('Mangoes', [await photo()], _id)).toMatchObject({
    status: 404,
    message: 'Category not found',
  })
})

test('runs few statements, plus session, audit and the claim of files', async () => {
  const { _id } = await aMango()
  const picture = await photo()
  for (const [work, own] of [
    [() => list(), 1],
    [() => add('Guavas', [picture]), 3 + 1],
    [() => edit({ subCategoryId: _id, name: 'Alphonso' }), 2],
  ] as const)
    expect((await t.statements(work)).length).toBeLessThanOrEqual(own + 2)
})
