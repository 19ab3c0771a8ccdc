import { api } from '@kirana/contract'
import { beforeEach, expect, test } from 'vitest'
import { interleave } from '../../testing/races/interleave.ts'
import { onServer } from '../../testing/on-server.ts'
import { type Row, sheets } from '../../testing/files/sheets.ts'
import { staffApp } from '../../testing/staff-app.ts'

const { t, make, staff } = await staffApp()
let of: Awaited<ReturnType<typeof sheets>>
beforeEach(async () => {
  of = await sheets(t, make, staff)
})

test('reports texts that a spreadsheet has destroyed, and ids that do not exist', async () => {
  await make.aProduct({
    title: 'चावल',
    subtitle: '8901234567890',
    variants: [{ mrp: 10_000, sellingPrice: 5_000, specialPrice: 9_000, discount: 1_000 }],
  })
  const strange = '019aa000-0000-7000-8000-000000000001'
  const errorsWith = async (cells: Row) =>
    (await of.check(await of.edited((row) => ({ ...row, ...cells })))).data.errors.map(
      ({ column, message }) => `${column}: ${message}`,
    )
  expect(await errorsWith({ Title: '????' })).toEqual([
    'Title: The spreadsheet has lost letters of this text. Save it as “CSV UTF-8”',
  ])
  expect(await errorsWith({ Subtitle: '8.90123E+12' })).toEqual([
    'Subtitle: The spreadsheet has turned this into a number',
  ])
  expect(await errorsWith({ 'Product Id': '1.9E+35' })).toEqual([
    'Product Id: The spreadsheet has turned this id into a number. Copy it from a new export',
  ])
  expect(await errorsWith({ 'Variant Id': '1.9E+35' })).toEqual([
    'Variant Id: The spreadsheet has turned this id into a number. Copy it from a new export',
  ])
  expect(await errorsWith({ 'Product Id': strange })).toEqual([
    'Product Id: The store has no product with this id. Empty both ids to add it',
  ])
  expect(await errorsWith({ 'Variant Id': strange })).toEqual([
    'Variant Id: The product has no variant with this id. Empty the id to add it',
  ])
  expect(await errorsWith({ 'Product Id': '', Title: 'Other' })).toEqual([
    'Product Id: A row with a variant’s id needs the product’s id',
  ])
  expect(await errorsWith({ 'Variant Id': '' })).toEqual([
    'Variant Id: 500 GM already exists. Its id is missing',
  ])
  expect(await errorsWith({ 'Special Price': '80' })).toEqual([
    'Special Price: The discount computes it. Set the discount to 0 to write another',
  ])
})

test('a new title must be free in its subcategory, in the store and in the file', async () => {
  const { sectionId, categoryId, subcategoryId } = await make.aProduct({ title: 'Rice' })
  for (const title of ['Dal', 'Atta', 'RICE'])
    await make.aProduct({ title, sectionId, categoryId, subcategoryId })
  const renamed = (names: Record<string, string>) =>
    of.edited((row) => ({ ...row, Title: names[row.Title ?? ''] ?? row.Title ?? '' }))
  const errorsOf = async (file: string) => (await of.check(file)).data.errors.map(({ message }) => message)
  expect(await errorsOf(await renamed({}))).toEqual([])
  expect(await errorsOf(await renamed({ Dal: 'atta' }))).toEqual([
    '“atta” already exists in this subcategory',
  ])
  expect(await errorsOf(await renamed({ Dal: 'Oil', Atta: 'oil' }))).toEqual([
    'Row 3 has this title in the same subcategory',
  ])
})

test('names the product that was changed between the check and the import', async () => {
  const rice = await make.aProduct({ title: 'Rice' })
  await make.aProduct({ title: 'Dal' })
  const file = await of.edited((row) => (row.Title === 'Dal' ? { ...row, 'Selling Price': '60' } : row))
  const { data } = await of.check(file)
  await t.call(api.products.setActive, { body: { productIds: [rice.id], isActive: false } }, staff)
  expect(await of.importFile(file, { seen: data.seen })).toMatchObject({
    status: 409,
    code: 'stale',
    message: 'Somebody has changed “Rice” (row 3) since you checked the file. Look at the changes again',
  })
  expect(await of.versions()).toEqual([
    [5_000, 1],
    [5_000, 1],
  ])
})

onServer(() => {
  test('a price set while an import is under way is not overwritten', async () => {
    const { id, variants: sold } = await make.aProduct({ title: 'Rice' })
    const variantId = sold[0]?.id ?? ''
    const file = await of.edited((row) => ({ ...row, 'Selling Price': '60' }))
    const body = { productId: id, variantId, value: 500, unit: 'GM', mrp: 90, sellingPrice: 70 } as const
    const [changed, imported] = await interleave(
      t,
      () => t.call(api.variants.edit, { body }, staff),
      () => of.importFile(file),
    )
    expect(changed.status).toBe(200)
    expect(imported).toMatchObject({ status: 409, code: 'stale' })
    expect(await of.versions()).toEqual([[7_000, 2]])
  })
})
