import { api } from '@kirana/contract'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { products } from '../tables/products.ts'
import { sections } from '../tables/sections.ts'
import { photo, storedFiles } from '../testing/files/pictures.ts'
import { staffApp } from '../testing/staff-app.ts'

const { t, make, staff } = await staffApp()
let fruits: string
let pantry: string
beforeEach(async () => {
  for (const key of (await storedFiles(t)).keys) await t.context.files.remove(key)
  fruits = await aSection('Fruits')
  pantry = await aSection('Pantry')
})

async function aSection(name: string) {
  const [section] = await t.db.insert(sections).values({ name }).returning()
  return section?.id ?? ''
}
const add = (body: { name: string; sectionId: string }, files: File[]) =>
  t.call(api.categories.add, { body, files }, staff)
type Edit = { catagoryId: string; sectionId: string; name: string; status?: boolean | 'Active' | 'Inactive' }
const edit = (body: Edit, files: File[] = []) => t.call(api.categories.edit, { body, files }, staff)
const remove = (id: string) => t.call(api.categories.remove, { params: { id } }, staff)
const list = async (query: { sectionId?: string; isGetAll?: 'true' } = { isGetAll: 'true' }) =>
  (await t.call(api.categories.list, { query }, staff)).data
async function anApple() {
  await add({ name: 'Apples', sectionId: fruits }, [await photo()])
  const [apples] = await list()
  if (!apples) throw new Error('No category was added')
  return apples
}

test('adds a category with a public image', async () => {
  const answer = await add({ name: ' Apples ', sectionId: fruits }, [await photo()])
  expect(answer).toMatchObject({ status: 200, data: null, message: 'Catagory added successfully' })
  const [apples] = await list({})
  expect(apples).toEqual({
    _id: expect.any(String),
    name: 'Apples',
    image: expect.stringMatching(/^[0-9a-f-]{36}\.webp$/),
    section: { name: 'Fruits' },
    sectionId: fruits,
    isActive: true,
    version: 1,
  })
  const file = await t.app.inject(`/api/v1/file/get/${apples?.image}`)
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/webp'])
  expect(await storedFiles(t)).toEqual({ keys: [apples?.image], incoming: [] })
})

test('requires name, image and section', async () => {
  const message = 'Name, image and section is required'
  const picture = await photo()
  for (const answer of [
    await add({ name: ' ', sectionId: fruits }, [picture]),
    await add({ name: 'Apples', sectionId: '' }, [picture]),
    await add({ name: 'Apples', sectionId: fruits }, []),
  ])
    expect(answer).toMatchObject({ status: 400, message })
  expect(await add({ name: 'Apples', sectionId: fruits }, [picture, await photo(41)])).toMatchObject({
    status: 400,
    message: 'Upload 1 image',
  })
  const apples = await anApple()
  expect(await edit({ catagoryId: apples._id, sectionId: fruits, name: '' })).toMatchObject({
    status: 400,
    message: 'Name and section is required',
  })
})

test('names are unique within a section, ignoring case', async () => {
  const apples = await anApple()
  const message = 'A category named “APPLES” already exists in the section “Fruits”'
  const again = await add({ name: 'APPLES', sectionId: fruits }, [await photo()])
  expect(again).toMatchObject({ status: 409, message })
  expect((await add({ name: 'APPLES', sectionId: pantry }, [await photo()])).status).toBe(200)
  const other = (await list({ sectionId: pantry, isGetAll: 'true' }))[0]?._id ?? ''
  expect(await edit({ catagoryId: other, sectionId: fruits, name: 'APPLES' })).toMatchObject({
    status: 409,
    message,
  })
  expect((await edit({ catagoryId: apples._id, sectionId: fruits, name: 'APPLES' })).status).toBe(200)
})

test('lists active categories by default, all of them on request, optionally of one section', async () => {
  const apples = await anApple()
  await add({ name: 'Rice', sectionId: pantry }, [await photo(41)])
  const named = async (query: Parameters<typeof list>[0]) => (await list(query)).map(({ name }) => name)
  expect(await named({})).toEqual(['Apples', 'Rice'])
  expect(await named({ sectionId: pantry })).toEqual(['Rice'])
  await edit({ catagoryId: apples._id, sectionId: fruits, name: 'Apples', status: 'Inactive' })
  expect(await named({})).toEqual(['Rice'])
  expect(await named({ isGetAll: 'true' })).toEqual(['Apples', 'Rice'])
  expect(await named({ sectionId: fruits, isGetAll: 'true' })).toEqual(['Apples'])
  await edit({ catagoryId: apples._id, sectionId: fruits, name: 'Apples' })
  expect(await named({})).toEqual(['Rice'])
  await edit({ catagoryId: apples._id, sectionId: fruits, name: 'Apples', status: true })
  expect(await named({})).toEqual(['Apples', 'Rice'])
})

test('an edit keeps the image, or replaces it and deletes the old file', async () => {
  const apples = await anApple()
  const body = { catagoryId: apples._id, sectionId: fruits, name: 'Red apples' }
  expect(await edit(body)).toMatchObject({ status: 200, message: 'Catagory updated successfully' })
  expect(await list()).toEqual([{ ...apples, name: 'Red apples', version: 2 }])
  await edit(body, [await photo(50)])
  const [changed] = await list()
  expect(changed?.image).not.toBe(apples.image)
  expect((await storedFiles(t)).keys).toEqual([changed?.image])
  expect((await t.app.inject(`/api/v1/file/get/${apples.image}`)).statusCode).toBe(404)
})

test('keeps the same image of another category', async () => {
  const apples = await anApple()
  await add({ name: 'Pears', sectionId: fruits }, [await photo()])
  const pears = (await list()).find(({ _id }) => _id !== apples._id)
  await remove(apples._id)
  expect((await storedFiles(t)).keys).toEqual([pears?.image])
  expect((await t.app.inject(`/api/v1/file/get/${pears?.image}`)).statusCode).toBe(200)
})

test('a rejected edit keeps the old image', async () => {
  const apples = await anApple()
  await add({ name: 'Pears', sectionId: fruits }, [await photo(41)])
  const body = { catagoryId: apples._id, sectionId: fruits, name: 'Pears' }
  expect((await edit(body, [await photo(50)])).status).toBe(409)
  expect((await list())[0]).toEqual(apples)
  expect((await storedFiles(t)).keys).toContain(apples.image)
})

test('moving a category to another section moves its products', async () => {
  const product = await make.aProduct()
  const body = { catagoryId: product.category.id, name: product.category.name, sectionId: pantry }
  expect((await edit(body)).status).toBe(200)
  const [moved] = await t.db.select().from(products).where(eq(products.id, product.id))
  expect(moved?.sectionId).toBe(pantry)
})

test('rejects deleting a used category and reports its uses', async () => {
  const { category } = await make.aProduct()
  expect(await remove(category.id)).toMatchObject({
    status: 409,
    message: `“${category.name}” is used by 1 subcategory and 1 product`,
  })
  expect(await list()).toMatchObject([{ _id: category.id }])
})

test('deletes an unused category with its file; an unknown one is a 404', async () => {
  const { _id } = await anApple()
  expect(await remove(_id)).toMatchObject({ status: 200, message: 'Catagory deleted successfully' })
  expect([await list(), await storedFiles(t)]).toEqual([[], { keys: [], incoming: [] }])
  const gone = { status: 404, message: 'Category not found' }
  expect(await remove(_id)).toMatchObject(gone)
  expect(await edit({ catagoryId: _id, sectionId: fruits, name: 'Apples' })).toMatchObject(gone)
  expect((await remove('nonsense')).status).toBe(404)
  const noSection = await add({ name: 'Apples', sectionId: _id }, [await photo()])
  expect(noSection).toMatchObject({ status: 404, message: 'Section not found' })
  expect((await storedFiles(t)).keys).toEqual([])
})

test('runs few statements, plus session, audit and the claim of files', async () => {
  const { _id } = await anApple()
  const picture = await photo()
  for (const [work, own] of [
    [() => list(), 1],
    [() => add({ name: 'Pears', sectionId: fruits }, [picture]), 3 + 1],
    [() => edit({ catagoryId: _id, sectionId: fruits, name: 'Red apples' }), 3],
  ] as const)
    expect((await t.statements(work)).length).toBeLessThanOrEqual(own + 2)
})
