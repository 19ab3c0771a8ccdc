import { api } from '@kirana/contract'
import { expect, test } from 'vitest'
import { staffApp } from '../testing/staff-app.ts'

const { t, make, staff } = await staffApp()

const add = (name: string) => t.call(api.sections.add, { params: { name } }, staff)
const edit = (sectionId: string, name: string) =>
  t.call(api.sections.edit, { body: { sectionId, name } }, staff)
const remove = (id: string) => t.call(api.sections.remove, { params: { id } }, staff)
const list = async () => (await t.call(api.sections.list, {}, staff)).data
const names = async () => (await list()).map(({ name }) => name)

test.each([
  'Atta & Rice',
  '100% juice',
  'Tea/Coffee',
  'फल और सब्ज़ी',
  'a?b#c',
  'x'.repeat(100),
  'फ'.repeat(100),
])('decodes a name in the path: %s', async (name) => {
  expect(await add(name)).toMatchObject({ status: 200, data: null, message: 'Section added successfully' })
  expect(await names()).toEqual([name])
})

test('rejects blank and overlong names', async () => {
  expect(await add('  ')).toMatchObject({ status: 400, message: 'Name is required' })
  expect(await add('x'.repeat(200))).toMatchObject({ status: 400, message: 'Use 100 characters at most' })
  expect((await add('फ'.repeat(200))).status).toBe(400)
  await add('Fruits')
  const [section] = await list()
  expect(await edit(section?._id ?? '', ' ')).toMatchObject({ status: 400, message: 'Name is required' })
  expect(await names()).toEqual(['Fruits'])
})

test('names are unique, ignoring case and spaces', async () => {
  await add('Fruits')
  await add('Rice')
  const message = 'A section named “FRUITS” already exists'
  const [fruits, rice] = await list()
  expect(await add(' FRUITS ')).toMatchObject({ status: 409, message })
  expect(await edit(rice?._id ?? '', 'FRUITS')).toMatchObject({ status: 409, message })
  expect(await edit(fruits?._id ?? '', 'FRUITS')).toMatchObject({
    status: 200,
    message: 'Section updated successfully',
  })
  expect(await names()).toEqual(['FRUITS', 'Rice'])
})

test('names are unique in any Unicode normalization', async () => {
  const [composed, apart] = ['Café ज\u093cी', 'Cafe\u0301 \u095bी']
  expect((await add(apart)).status).toBe(200)
  expect(await names()).toEqual([composed])
  expect(await add(composed)).toMatchObject({
    status: 409,
    message: `A section named “${composed}” already exists`,
  })
})

test('rejects deleting a used section and reports its uses', async () => {
  const { section } = await make.aProduct()
  expect(await remove(section.id)).toMatchObject({
    status: 409,
    message: `“${section.name}” is used by 1 category and 1 product`,
  })
  await make.aProduct({ sectionId: section.id, archivedAt: t.context.now() })
  await make.aProduct({ sectionId: section.id })
  expect((await remove(section.id)).message).toBe(
    `“${section.name}” is used by 1 category, 2 products and 1 deleted product that was ordered`,
  )
  expect(await list()).toContainEqual({ _id: section.id, name: section.name })
})

test('deletes an unused section; an unknown one is a 404', async () => {
  await add('Fruits')
  const [fruits] = await list()
  expect(await remove(fruits?._id ?? '')).toMatchObject({
    status: 200,
    message: 'Section deleted successfully',
  })
  expect(await list()).toEqual([])
  expect(await remove(fruits?._id ?? '')).toMatchObject({ status: 404, message: 'Section not found' })
  expect(await edit(fruits?._id ?? '', 'Rice')).toMatchObject({ status: 404, message: 'Section not found' })
  expect((await remove('nonsense')).status).toBe(404)
})

test('runs few statements', async () => {
  await add('Fruits')
  const [fruits] = await list()
  const id = fruits?._id ?? ''
  // Plus the session (2 at most, it is refreshed now and then) and the audit row.
  for (const [work, own] of [
    [list, 1],
    // And the key of the request: looked up, and kept with the answer.
    [() => add('Rice'), 3],
    [() => edit(id, 'Fruit'), 2],
    [() => remove(id), 2],
  ] as const)
    expect((await t.statements(work)).length).toBeLessThanOrEqual(own + 2)
})
