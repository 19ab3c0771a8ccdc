import { api } from '@kirana/contract'
import { beforeEach, expect, test } from 'vitest'
import { banners } from '../tables/banners.ts'
import { wrapTransactions } from '../testing/app.ts'
import { fileOf, photo, storedFiles } from '../testing/files/pictures.ts'
import { onServer } from '../testing/on-server.ts'
import { interleave } from '../testing/races/interleave.ts'
import { staffApp } from '../testing/staff-app.ts'

const { t, staff } = await staffApp()
beforeEach(async () => {
  for (const key of (await storedFiles(t)).keys) await t.context.files.remove(key)
})

const add = (files: File[]) => t.call(api.banners.add, { files }, staff)
const remove = (id: string) => t.call(api.banners.remove, { params: { id } }, staff)
const list = async () => (await t.call(api.banners.list, {}, staff)).data

test('adds a banner and deletes it with its file', async () => {
  expect(await add([await photo()])).toMatchObject({
    status: 200,
    data: null,
    message: 'Banner added successfully',
  })
  const [banner] = await list()
  expect(banner).toEqual({
    _id: expect.any(String),
    image: expect.stringMatching(/^[0-9a-f-]{36}\.webp$/),
  })
  expect(await storedFiles(t)).toEqual({ keys: [banner?.image], incoming: [] })
  expect(await remove(banner?._id ?? '')).toMatchObject({
    status: 200,
    message: 'Banner deleted successfully',
  })
  expect([await list(), await storedFiles(t)]).toEqual([[], { keys: [], incoming: [] }])
  expect(await remove(banner?._id ?? '')).toMatchObject({ status: 404, message: 'Banner not found' })
})

test('requires exactly one real image', async () => {
  expect(await add([])).toMatchObject({ status: 400, message: 'Image is required' })
  expect(await add([await photo(), await photo(41)])).toMatchObject({
    status: 400,
    message: 'Upload 1 image',
  })
  expect((await add([fileOf(Buffer.from('<svg/>'), 'banner.jpg', 'image/jpeg')])).status).toBe(415)
  expect([await list(), await storedFiles(t)]).toEqual([[], { keys: [], incoming: [] }])
})

test('banners with the same image have a file each, which is deleted with its banner', async () => {
  await add([await photo()])
  await add([await photo()])
  const [one, two] = await list()
  expect(one?.image).not.toBe(two?.image)
  await remove(one?._id ?? '')
  expect((await storedFiles(t)).keys).toEqual([two?.image])
  await remove(two?._id ?? '')
  expect((await storedFiles(t)).keys).toEqual([])
})

onServer(() => {
  test('a file that two banners share is deleted with the last one, also when both are deleted at once', async () => {
    await add([await photo()])
    const [one] = await list()
    // Earlier releases had banners with the same image share a file.
    await t.db.insert(banners).values({ image: one?.image ?? '' })
    const [first, second] = await list()
    const answers = await interleave(
      t,
      () => remove(first?._id ?? ''),
      () => remove(second?._id ?? ''),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await storedFiles(t)).keys).toEqual([])
  })
})

test('runs few statements, plus session and audit', async () => {
  const picture = await photo()
  expect((await t.statements(list)).length).toBeLessThanOrEqual(1 + 2)
  expect((await t.statements(() => add([picture]))).length).toBeLessThanOrEqual(2 + 2)
})

test('the storage works outside transactions', async () => {
  const { files } = t.context
  const { transaction } = t.database
  let isOpen = false
  const restore = wrapTransactions(t.context, async (work) => {
    isOpen = true
    return transaction(work).finally(() => (isOpen = false))
  })
  const seen: [string, boolean][] = []
  t.context.files = {
    ...files,
    put: (key, bytes) => {
      seen.push(['put', isOpen])
      return files.put(key, bytes)
    },
    remove: (key) => {
      seen.push(['remove', isOpen])
      return files.remove(key)
    },
  }
  await add([await photo()])
  await remove((await list())[0]?._id ?? '')
  t.context.files = files
  restore()
  expect(seen).toEqual([
    ['put', false],
    ['remove', false],
  ])
})
