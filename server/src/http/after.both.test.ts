import { api } from '@kirana/contract'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { wrapTransactions, testApp } from '../testing/app.ts'
import { photo, storedFiles } from '../testing/files/pictures.ts'

const t = await testApp()
afterAll(t.close)
beforeEach(() => t.database.reset())

async function aCategory() {
  const staff = await t.signIn.staff()
  await t.call(api.sections.add, { params: { name: 'Fruits' } }, staff)
  const [section] = (await t.call(api.sections.list, {}, staff)).data
  const body = { name: 'Apples', sectionId: section?._id ?? '' }
  await t.call(api.categories.add, { body, files: [await photo()] }, staff)
  const [category] = (await t.call(api.categories.list, { query: {} }, staff)).data
  const id = category?._id ?? ''
  return { key: category?.image, remove: () => t.call(api.categories.remove, { params: { id } }, staff) }
}

test('runs deferred work once after the commit, even if the transaction is retried', async () => {
  const { key, remove } = await aCategory()
  const { transaction } = t.database
  const removed = vi.spyOn(t.context.files, 'remove')
  let isFirst = true
  let committed = false
  const restore = wrapTransactions(t.context, async (work) => {
    const answer = await transaction(async (tx) => {
      if (isFirst) {
        isFirst = false
        await tx
          .transaction(async (inner) => {
            await work(inner)
            inner.rollback()
          })
          .catch(() => {})
      }
      return work(tx)
    })
    committed = removed.mock.calls.length === 0
    return answer
  })
  expect((await remove()).status).toBe(200)
  restore()
  expect([committed, removed.mock.calls]).toEqual([true, [[key]]])
  removed.mockRestore()
})

test('stores and removes bytes while no transaction is open', async () => {
  const { transaction } = t.database
  const seen: [string, number][] = []
  let open = 0
  const restore = wrapTransactions(t.context, async (work) => {
    open++
    return transaction(work).finally(() => open--)
  })
  const { files } = t.context
  const { put, remove: removeBytes } = files
  const stored = vi.spyOn(files, 'put').mockImplementation((...file) => {
    seen.push(['put', open])
    return put(...file)
  })
  const removed = vi.spyOn(files, 'remove').mockImplementation((key) => {
    seen.push(['remove', open])
    return removeBytes(key)
  })
  const { remove } = await aCategory()
  expect((await remove()).status).toBe(200)
  for (const spy of [stored, removed]) spy.mockRestore()
  restore()
  expect(seen).toEqual([
    ['put', 0],
    ['remove', 0],
  ])
})

test('does not run deferred work if the transaction is rolled back', async () => {
  const { key, remove } = await aCategory()
  const { transaction } = t.database
  const restore = wrapTransactions(t.context, (work) =>
    transaction(async (tx) => {
      await work(tx)
      throw new Error('the connection is lost')
    }),
  )
  expect((await remove()).status).toBe(500)
  restore()
  expect((await storedFiles(t)).keys).toEqual([key])
})

test('keeps the response if deferred work fails', async () => {
  const { remove } = await aCategory()
  const removed = vi.spyOn(t.context.files, 'remove').mockRejectedValueOnce(new Error('the disk is away'))
  expect(await remove()).toMatchObject({ status: 200, message: 'Catagory deleted successfully' })
  expect(removed).toHaveBeenCalledOnce()
  removed.mockRestore()
})
