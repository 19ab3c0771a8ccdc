import { api } from '@kirana/contract'
import type { Sent } from '@kirana/contract/wire/route'
import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { products } from '../tables/products.ts'
import { onServer } from '../testing/on-server.ts'
import { testPlainList } from '../testing/records/plain-list.ts'
import { interleave } from '../testing/races/interleave.ts'
import { staffApp } from '../testing/staff-app.ts'

const { t, make, staff: as } = await staffApp()
let productId: string
beforeEach(async () => {
  productId = (await make.aProduct()).id
})

type Add = Sent<typeof api.videos.add>['body']
type Edit = Sent<typeof api.videos.edit>['body']
const video = { url: 'dQw4w9WgXcQ', about: 'How to cook it' }
const add = (more: Partial<Add> = {}) =>
  t.call(api.videos.add, { body: { fullName: 'Meera', ...video, productId, ...more } }, as)
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

testPlainList({
  t,
  name: 'videos',
  list: async () => (await list()).data,
  add,
  edit,
  remove,
  messages: {
    added: 'Video added successfully',
    edited: 'Video updated successfully',
    removed: 'Video deleted successfully',
    missing: 'Video not found',
  },
  row: { ...video, fullName: 'Meera', productId: expect.any(String) },
  change: { fullName: 'Asha', url: 'other-1', about: 'Why' },
  text: {
    sent: 'fullName',
    listed: 'fullName',
    values: ['100% "मीरा" / %', 'न'.repeat(200)],
  },
  wrong: [
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
  ],
  audited: {
    added: { fullName: 'Meera', code: video.url, about: video.about },
    after: { fullName: 'Asha', code: 'other-1', about: 'Why' },
  },
  statements: { add: 4, list: 2, edit: 5, remove: 5 },
})

test('takes both spellings of the name, and lists the oldest video first', async () => {
  await add({ fullName: undefined, fullname: ' Meera ' })
  await add({ url: '-_a', about: 'x'.repeat(2000) })
  expect((await list()).data).toMatchObject([
    { fullName: 'Meera', url: video.url },
    { fullName: 'Meera', url: '-_a', about: 'x'.repeat(2000) },
  ])
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

test('a video of another product is a 404', async () => {
  const _id = await added()
  const other = (await make.aProduct()).id
  expect(await edit(_id, { productId: other, about: 'Taken' })).toMatchObject({
    status: 404,
    message: 'Video not found',
  })
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
