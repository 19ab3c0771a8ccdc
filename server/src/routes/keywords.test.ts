import { api } from '@kirana/contract'
import type { Sent } from '@kirana/contract/wire/route'
import { desc } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { auditRows } from '../tables/journal.ts'
import { productKeywords } from '../tables/products.ts'
import { type Credentials, testApp } from '../testing/app.ts'
import { factories } from '../testing/factories.ts'

const t = await testApp()
const { aProduct } = factories(t)
afterAll(t.close)
let as: Credentials
beforeEach(async () => {
  await t.database.reset()
  as = await t.signIn.staff()
})

type Edit = Sent<typeof api.keywords.edit>['body']
const list = async () => (await t.call(api.keywords.list, {}, as)).data
const add = (name: string, desc?: string) => t.call(api.keywords.add, { body: { name, desc } }, as)
const edit = (body: Edit) => t.call(api.keywords.edit, { body }, as)
const remove = (id: string) => t.call(api.keywords.remove, { params: { id } }, as)
async function added(name: string) {
  await add(name)
  return (await list()).find((row) => row.name === name)?._id ?? ''
}

test('adds, lists by name, changes and deletes a keyword, each with its message', async () => {
  expect(await add(' Snacks ', 'For the evening')).toMatchObject({
    status: 200,
    message: 'Keyward added successfully',
    data: { _id: expect.any(String) as string },
  })
  await add('breakfast')
  const [first, second] = await list()
  expect([first?.name, second?.name]).toEqual(['breakfast', 'Snacks'])
  expect(second).toEqual({
    _id: expect.any(String),
    name: 'Snacks',
    desc: 'For the evening',
    isActive: true,
  })
  const keywardId = second?._id ?? ''
  const edited = await edit({ keywardId, name: 'Namkeen', desc: '', isActive: false })
  expect(edited).toMatchObject({ status: 200, message: 'Keyward updated successfully' })
  expect((await list())[1]).toEqual({ _id: keywardId, name: 'Namkeen', desc: '', isActive: false })
  expect(await remove(keywardId)).toMatchObject({ status: 200, message: 'Keyward deleted successfully' })
  expect((await list()).map(({ name }) => name)).toEqual(['breakfast'])
})

test.each([
  ['', '', 'Name is required'],
  ['  ', '', 'Name is required'],
  ['n'.repeat(101), '', 'Use 100 characters at most'],
  ['n'.repeat(200), '', 'Use 100 characters at most'],
  ['Fresh', 'd'.repeat(2001), 'Use 2000 characters at most'],
])('rejects the name %j with the description %j', async (name, desc, message) => {
  expect(await add(name, desc)).toMatchObject({ status: 400, message })
  expect(await edit({ keywardId: v7(), name, desc })).toMatchObject({ status: 400, message })
})

test.each(['100% juice_', `"Maa's" \\ <b>`, 'ताज़ी सब्ज़ियाँ', 'n'.repeat(100), "'); DROP TABLE keywords; --"])(
  'stores the name %j unchanged',
  async (name) => {
    const keywardId = await added(name)
    expect(await add(name)).toMatchObject({ status: 409, message: `The keyward “${name}” already exists` })
    await edit({ keywardId, name: 'Other', desc: name })
    expect(await list()).toMatchObject([{ name: 'Other', desc: name }])
  },
)

test('rejects a duplicate name, ignoring case', async () => {
  await add('Fresh')
  const keywardId = await added('Frozen')
  const refused = { status: 409, message: 'The keyward “FRESH” already exists' }
  expect(await add('FRESH')).toMatchObject(refused)
  expect(await edit({ keywardId, name: 'FRESH', desc: '' })).toMatchObject(refused)
  expect((await list()).map(({ name }) => name)).toEqual(['Fresh', 'Frozen'])
  expect((await edit({ keywardId, name: 'FROZEN', desc: '' })).status).toBe(200)
})

test('rejects deleting a keyword of products and names them', async () => {
  const id = await added('Fresh')
  const refused = async (message: string) => {
    expect(await remove(id)).toMatchObject({ status: 409, message })
    expect(await list()).toHaveLength(1)
  }
  const use = async (title: string, archivedAt: Date | null = null) => {
    const product = await aProduct({ title, archivedAt })
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
  const { id: productId } = await aProduct({ archivedAt: new Date() })
  await t.db.insert(productKeywords).values([
    { productId, keywordId: id },
    { productId, keywordId: other },
  ])
  expect((await remove(id)).status).toBe(200)
  expect(await t.db.select().from(productKeywords)).toEqual([{ productId, keywordId: other }])
})

test('answers 404 for unknown keywords', async () => {
  const missing = { status: 404, message: 'Keyward not found' }
  expect(await remove(v7())).toMatchObject(missing)
  expect(await edit({ keywardId: v7(), name: 'Fresh', desc: '' })).toMatchObject(missing)
  for (const id of ['nonsense', "'", '%']) expect((await remove(id)).status).toBe(404)
})

test('audits old and new values', async () => {
  const keywardId = await added('Fresh')
  await edit({ keywardId, name: 'Fresh', desc: 'Daily', isActive: false })
  await remove(keywardId)
  const rows = await t.db.select().from(auditRows).orderBy(desc(auditRows.id)).limit(3)
  expect(rows.toReversed()).toMatchObject([
    { call: 'keywords.add', object: keywardId, after: { name: 'Fresh' } },
    {
      call: 'keywords.edit',
      object: keywardId,
      before: { description: '', isActive: true },
      after: { description: 'Daily', isActive: false },
    },
    { call: 'keywords.remove', object: keywardId, before: { name: 'Fresh', isActive: false } },
  ])
})

test('runs few statements, plus session and audit', async () => {
  const cost = async (work: () => Promise<unknown>) => (await t.statements(work)).length
  expect(await cost(() => add('Fresh'))).toBeLessThanOrEqual(3)
  const keywardId = (await list())[0]?._id ?? ''
  expect(await cost(list)).toBeLessThanOrEqual(2)
  expect(await cost(() => edit({ keywardId, name: 'Frozen', desc: '' }))).toBeLessThanOrEqual(4)
  expect(await cost(() => remove(keywardId))).toBeLessThanOrEqual(6)
})
