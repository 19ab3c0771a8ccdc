import { api } from '@kirana/contract'
import type { Sent } from '@kirana/contract/wire/route'
import { desc, eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { auditRows } from '../tables/journal.ts'
import { products } from '../tables/products.ts'
import { type Credentials, testApp } from '../testing/app.ts'
import { factories } from '../testing/factories.ts'
import { interleave } from '../testing/races/interleave.ts'
import { onServer } from '../testing/on-server.ts'

const t = await testApp()
const make = factories(t)
afterAll(t.close)
let as: Credentials
let productId: string
beforeEach(async () => {
  await t.database.reset()
  as = await t.signIn.staff()
  productId = (await make.aProduct()).id
})

type Add = Sent<typeof api.videos.add>['body']
type Edit = Sent<typeof api.videos.edit>['body']
const video = { url: 'dQw4w9WgXcQ', about: 'How to cook it' }
const add = (more: Partial<Add> = {}) =>
  t.call(api.videos.add, { body: { fullname: 'Meera', ...video, productId, ...more } }, as)
const edit = (videoId: string, more: Partial<Edit> = {}) =>
  t.call(api.videos.edit, { body: { fullName: 'Meera', ...video, productId, videoId, ...more } }, as)
const remove = (id: string) => t.call(api.videos.remove, { params: { id } }, as)
const list = (of = productId) => t.call(api.videos.list, { params: { productId: of } }, as)
async function added(more: Partial<Add> = {}) {
  await add(more)
  return (await list(more.productId)).data.at(-1)?._id ?? ''
}
const archive = () =>
  t.db.update(products).set({ archivedAt: t.context.now() }).where(eq(products.id, productId))

test('adds, lists, changes and deletes videos, each with its message', async () => {
  expect((await list()).data).toEqual([])
  expect(await add({ fullname: ' 100% "मीरा" / % ' })).toMatchObject({
    status: 200,
    message: 'Video added successfully',
    data: null,
  })
  await add({ fullname: undefined, fullName: 'न'.repeat(200), url: '-_a', about: 'x'.repeat(2000) })
  const [first, second] = (await list()).data
  const _id = first?._id ?? ''
  expect(first).toEqual({ _id: expect.any(String), ...video, fullName: '100% "मीरा" / %', productId })
  expect(second).toMatchObject({ fullName: 'न'.repeat(200), url: '-_a' })
  expect(await edit(_id, { fullName: 'Asha', url: 'other-1', about: 'Why' })).toMatchObject({
    status: 200,
    message: 'Video updated successfully',
  })
  const changed = { _id, fullName: 'Asha', url: 'other-1', about: 'Why', productId }
  expect((await list()).data).toEqual([changed, second])
  expect(await remove(_id)).toMatchObject({ status: 200, message: 'Video deleted successfully' })
  expect((await list()).data).toEqual([second])
})

test.each([
  [{ fullName: '' }, 'All fields is required'],
  [{ fullName: '  ' }, 'All fields is required'],
  [{ url: '' }, 'All fields is required'],
  [{ about: ' ' }, 'All fields is required'],
  [{ fullName: 'n'.repeat(201) }, 'Use 200 characters at most'],
  [{ about: 'x'.repeat(2001) }, 'Use 2000 characters at most'],
  [{ url: 'https://youtu.be/dQw4w9WgXcQ' }, 'Enter only the video code, not the full address'],
  [{ url: 'dQw4?autoplay=0' }, 'Enter only the video code, not the full address'],
  [{ url: '"><script>' }, 'Enter only the video code, not the full address'],
  [{ url: 'a'.repeat(65) }, 'Enter only the video code, not the full address'],
])('rejects %j on add and edit', async (wrong, message) => {
  const refused = { status: 400, message }
  expect(await add({ fullname: undefined, fullName: 'Meera', ...wrong })).toMatchObject(refused)
  expect((await list()).data).toEqual([])
  const _id = await added()
  expect(await edit(_id, wrong)).toMatchObject(refused)
  expect((await list()).data).toMatchObject([{ fullName: 'Meera', ...video }])
})

test('unknown and archived products have no videos and accept no changes to them', async () => {
  const gone = { status: 404, message: 'Product not found' }
  expect(await list(v7())).toMatchObject(gone)
  expect(await add({ productId: v7() })).toMatchObject(gone)
  for (const id of ['nonsense', "'", '%'])
    expect([(await list(id)).status, (await add({ productId: id })).status]).toEqual([404, 404])
  const _id = await added()
  await archive()
  expect(await list()).toMatchObject(gone)
  expect(await add()).toMatchObject(gone)
  expect(await edit(_id)).toMatchObject(gone)
  expect(await remove(_id)).toMatchObject(gone)
})

test('unknown videos and those of other products are a 404', async () => {
  const gone = { status: 404, message: 'Video not found' }
  expect(await edit(v7())).toMatchObject(gone)
  expect(await remove(v7())).toMatchObject(gone)
  for (const id of ['nonsense', "'", '%'])
    expect([(await edit(id)).status, (await remove(id)).status]).toEqual([404, 404])
  const _id = await added()
  const other = (await make.aProduct()).id
  expect(await edit(_id, { productId: other, about: 'Taken' })).toMatchObject(gone)
  expect((await list()).data).toMatchObject([{ _id, about: video.about }])
  expect((await list(other)).data).toEqual([])
})

onServer(() => {
  test('rejects adding a video to a product that is being deleted', async () => {
    const [removed, refused] = await interleave(
      t,
      () => t.call(api.products.remove, { params: { productId } }, as),
      () => add(),
    )
    expect([removed.status, refused.status]).toEqual([200, 404])
  })
})

test('audits old and new values', async () => {
  const _id = await added()
  await edit(_id, { url: 'other-1' })
  await remove(_id)
  const rows = await t.db.select().from(auditRows).orderBy(desc(auditRows.id)).limit(3)
  const before = { fullName: 'Meera', code: 'dQw4w9WgXcQ', about: 'How to cook it' }
  expect(rows.toReversed()).toMatchObject([
    { call: 'videos.add', object: _id, person: 'Asha', before: null, after: { ...before, productId } },
    { call: 'videos.edit', object: _id, before, after: { ...before, code: 'other-1' } },
    { call: 'videos.remove', object: _id, before: { ...before, code: 'other-1' } },
  ])
})

test('runs few statements, plus session and audit', async () => {
  const cost = async (work: () => Promise<unknown>) => (await t.statements(work)).length
  expect(await cost(() => add())).toBeLessThanOrEqual(4)
  expect(await cost(() => list())).toBeLessThanOrEqual(2)
  const _id = (await list()).data[0]?._id ?? ''
  expect(await cost(() => edit(_id))).toBeLessThanOrEqual(5)
  expect(await cost(() => remove(_id))).toBeLessThanOrEqual(5)
})
