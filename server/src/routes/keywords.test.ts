import { api } from '@kirana/contract'
import type { Sent } from '@kirana/contract/wire/route'
import { expect, test } from 'vitest'
import { productKeywords } from '../tables/products.ts'
import { testPlainList } from '../testing/records/plain-list.ts'
import { staffApp } from '../testing/staff-app.ts'

const { t, make, staff: as } = await staffApp()

type Body = Sent<typeof api.keywords.add>['body']
type Edit = Partial<Sent<typeof api.keywords.edit>['body']>
const list = async () => (await t.call(api.keywords.list, {}, as)).data
const add = (more: Partial<Body> = {}) =>
  t.call(api.keywords.add, { body: { name: 'Snacks', desc: 'For the evening', ...more } }, as)
const edit = (keywardId: string, more: Edit = {}) =>
  t.call(api.keywords.edit, { body: { name: 'Snacks', desc: '', ...more, keywardId } }, as)
const remove = (id: string) => t.call(api.keywords.remove, { params: { id } }, as)
const added = async (name: string) => (await add({ name })).data._id

testPlainList({
  t,
  name: 'keywords',
  list,
  add,
  edit,
  remove,
  answer: { _id: expect.any(String) },
  messages: {
    added: 'Keyward added successfully',
    edited: 'Keyward updated successfully',
    removed: 'Keyward deleted successfully',
    missing: 'Keyward not found',
  },
  row: { name: 'Snacks', desc: 'For the evening', isActive: true },
  change: { name: 'Namkeen', desc: '', isActive: false },
  text: {
    sent: 'name',
    listed: 'name',
    values: ['100% juice_', `"Maa's" \\ <b>`, 'ताज़ी सब्ज़ियाँ', 'n'.repeat(100), "'); DROP TABLE keywords; --"],
  },
  unique: {
    first: 'Fresh',
    second: 'Frozen',
    again: 'FRESH',
    message: (name) => `The keyward “${name}” already exists`,
  },
  wrong: [
    [{ name: '' }, 'Name is required'],
    [{ name: '  ' }, 'Name is required'],
    [{ name: 'n'.repeat(101) }, 'Use 100 characters at most'],
    [{ name: 'n'.repeat(200) }, 'Use 100 characters at most'],
    [{ desc: 'd'.repeat(2001) }, 'Use 2000 characters at most'],
  ],
  audited: {
    added: { name: 'Snacks', description: 'For the evening' },
    defaults: { isActive: true },
    after: { name: 'Namkeen', description: '', isActive: false },
  },
  statements: { add: 3, list: 2, edit: 4, remove: 6 },
})

test('lists by name, whatever its case, and without spaces; stores a description unchanged', async () => {
  await add({ name: ' Snacks ' })
  await add({ name: 'breakfast', desc: `100% "Maa's" \\ <b> ताज़ी` })
  expect(await list()).toMatchObject([
    { name: 'breakfast', desc: `100% "Maa's" \\ <b> ताज़ी` },
    { name: 'Snacks' },
  ])
})

test('rejects deleting a keyword of products and names them', async () => {
  const id = await added('Fresh')
  const refused = async (message: string) => {
    expect(await remove(id)).toMatchObject({ status: 409, message })
    expect(await list()).toHaveLength(1)
  }
  const use = async (title: string, archivedAt: Date | null = null) => {
    const product = await make.aProduct({ title, archivedAt })
    await t.db.insert(productKeywords).values({ productId: product.id, keywordId: id })
  }
  await use('Gone', new Date())
  await use('Paneer')
  await refused('The keyward “Fresh” is used by “Paneer”')
  await use('Amul Taaza')
  await refused('The keyward “Fresh” is used by “Amul Taaza” and 1 more product')
  await use('Curd')
  await refused('The keyward “Fresh” is used by “Amul Taaza” and 2 more products')
  expect(await t.db.select().from(productKeywords)).toHaveLength(4)
})

test('deletes a keyword of archived products', async () => {
  const id = await added('Fresh')
  const other = await added('Frozen')
  const { id: productId } = await make.aProduct({ archivedAt: new Date() })
  await t.db.insert(productKeywords).values([
    { productId, keywordId: id },
    { productId, keywordId: other },
  ])
  expect((await remove(id)).status).toBe(200)
  expect(await t.db.select().from(productKeywords)).toEqual([{ productId, keywordId: other }])
})
