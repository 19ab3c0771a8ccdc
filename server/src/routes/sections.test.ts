import { api } from '@kirana/contract'
import { expect, test } from 'vitest'
import { testPlainList } from '../testing/records/plain-list.ts'
import { staffApp } from '../testing/staff-app.ts'

const { t, make, staff } = await staffApp()

const add = ({ name = 'Fruits' } = {}) => t.call(api.sections.add, { params: { name } }, staff)
const edit = (sectionId: string, { name = 'Fruits' } = {}) =>
  t.call(api.sections.edit, { body: { sectionId, name } }, staff)
const remove = (id: string) => t.call(api.sections.remove, { params: { id } }, staff)
const list = async () => (await t.call(api.sections.list, {}, staff)).data

testPlainList({
  t,
  name: 'sections',
  list,
  add,
  edit,
  remove,
  messages: {
    added: 'Section added successfully',
    edited: 'Section updated successfully',
    removed: 'Section deleted successfully',
    missing: 'Section not found',
  },
  row: { name: 'Fruits' },
  change: { name: 'Rice' },
  // The name is in the path of the call.
  text: {
    sent: 'name',
    listed: 'name',
    values: ['100% juice', 'Tea/Coffee', 'फल और सब्ज़ी', 'a?b#c', 'x'.repeat(100), 'फ'.repeat(100)],
  },
  unique: {
    first: 'Fruits',
    second: 'Rice',
    again: 'FRUITS',
    message: (name) => `A section named “${name}” already exists`,
  },
  wrong: [
    [{ name: '  ' }, 'Name is required'],
    [{ name: 'x'.repeat(200) }, 'Use 100 characters at most'],
    [{ name: 'फ'.repeat(200) }, 'Use 100 characters at most'],
  ],
  audited: { added: { name: 'Fruits' }, after: { name: 'Rice' } },
  statements: { add: 5, list: 3, edit: 4, remove: 4 },
})

test('names are unique with spaces around them and in any Unicode normalization', async () => {
  const [composed, apart] = ['Café ज\u093cी', 'Cafe\u0301 \u095bी']
  expect((await add({ name: apart })).status).toBe(200)
  expect(await list()).toMatchObject([{ name: composed }])
  for (const name of [composed, ` ${composed} `])
    expect(await add({ name })).toMatchObject({
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
  expect(await list()).toContainEqual({ _id: section.id, name: section.name, version: 1 })
})
