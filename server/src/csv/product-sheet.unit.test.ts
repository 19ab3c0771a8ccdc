import { expect, test } from 'vitest'
import { productHead } from './product-columns.ts'
import { newProducts } from './product-group.ts'
import { readProductFile } from './product-sheet.ts'
import { errorsOf } from './sheet.ts'

const names = {
  sections: [{ id: 's', name: 'Staples' }],
  categories: [{ id: 'c', name: 'Café', sectionId: 's' }],
  subcategories: [{ id: 'b', name: 'Basmati', categoryId: 'c' }],
  keywords: [],
}
const row = (cells: Record<string, string>) => productHead.map((column) => cells[column] ?? '')
const rice = {
  Title: 'Rice',
  Subtitle: 'Long',
  Description: 'Good',
  Section: 'Staples',
  Category: 'Café',
  Subcategory: 'Basmati',
  Unit: 'GM',
  'Selling Price': '50',
}
const read = (...rows: Record<string, string>[]) =>
  readProductFile(
    [[...productHead], ...rows.map(row)].map((cells, n) => ({ row: n + 1, cells })),
    { names },
  )

test('compares rows without invisible characters and in composed form (NFC)', () => {
  const sheet = read(
    { ...rice, Quantity: '500' },
    { ...rice, Title: 'Rice\u200b', Category: 'Cafe\u0301', Quantity: '1000' },
  )
  expect(errorsOf(sheet)).toEqual([])
  expect(newProducts(sheet.groups).map(({ title, variants }) => [title, variants.length])).toEqual([
    ['Rice', 2],
  ])
})

test('reads units as suppliers write them', () => {
  const written = ['kg', 'KG', 'kilo', 'gm', 'G', 'ml', 'ML']
  const sheet = read(...written.map((Unit, n) => ({ ...rice, Title: `Rice ${n}`, Quantity: '1', Unit })))
  expect(errorsOf(sheet)).toEqual([])
  const units = newProducts(sheet.groups).flatMap(({ variants }) => variants.map(({ unit }) => unit))
  expect(units).toEqual(['Kilo', 'Kilo', 'Kilo', 'GM', 'GM', 'ML', 'ML'])
})

test('lists each name that the store does not have once, with those above it, in the order of adding', () => {
  const { missing } = read(
    { ...rice, Quantity: '1', Keywards: 'aged; Aged; whole' },
    { ...rice, Title: 'Dal', Quantity: '1', Category: 'Pulses', Subcategory: 'Toor', Keywards: 'WHOLE' },
    { ...rice, Title: 'Oil', Quantity: '1', Section: 'Kitchen', Category: 'Oil', Subcategory: 'Olive' },
    { ...rice, Title: 'Ghee', Quantity: '1', Section: 'kitchen', Category: 'oil', Subcategory: '' },
    // The name exists in another category.
    { ...rice, Title: 'Millet', Quantity: '1', Category: 'Pulses' },
  )
  expect(missing.map(({ kind, path }) => `${kind}: ${path.join(' > ')}`)).toEqual([
    'section: Kitchen',
    'category: Staples > Pulses',
    'category: Kitchen > Oil',
    'subcategory: Staples > Pulses > Toor',
    'subcategory: Kitchen > Oil > Olive',
    'subcategory: Staples > Pulses > Basmati',
    'keyward: aged',
    'keyward: whole',
  ])
})

test('lists no missing names for rows without names, and for products that keep their category', () => {
  expect(read({ ...rice, Quantity: '1', Section: '' }).missing).toEqual([])
  expect(read({ ...rice, Quantity: '1' }).missing).toEqual([])
})
