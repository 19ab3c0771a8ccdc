import { api } from '@kirana/contract'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { productHead } from '../../csv/product-columns.ts'
import { readCsv } from '../../csv/read.ts'
import { auditRows } from '../../tables/journal.ts'
import { keywords } from '../../tables/keywords.ts'
import { products } from '../../tables/products.ts'
import { noCounts, type Row, sheets } from '../../testing/files/sheets.ts'
import { staffApp } from '../../testing/staff-app.ts'

const { t, make, staff } = await staffApp()
let of: Awaited<ReturnType<typeof sheets>>
beforeEach(async () => {
  of = await sheets(t, make, staff)
})

test('three prices edited in an export of 97 products change three of them', async () => {
  for (let n = 0; n < 97; n++)
    await make.aProduct({ title: `Item ${n}`, variants: [{ mrp: 10_000, sellingPrice: 5_000 + n }] })
  const file = await of.edited((row) =>
    row['Selling Price'] === '50.01'
      ? { ...row, 'Selling Price': '1,499.00' }
      : ['50.02', '50.03', '50.04'].includes(row['Selling Price'] ?? '')
        ? { ...row, 'Selling Price': '99.50' }
        : row,
  )
  const { data } = await of.check(file)
  expect(data).toMatchObject({
    ...noCounts,
    changed: 3,
    unchanged: 93,
    wrong: 1,
    totalErrors: 1,
    totalChanges: 3,
  })
  expect(
    data.changes.map(({ title, variant, column, before, after }) => [title, variant, column, before, after]),
  ).toEqual([4, 3, 2].map((n) => [`Item ${n}`, '500 GM', 'Selling Price', `50.0${n}`, '99.5']))
  const wrong = readCsv(data.wrongRows).rows.map(({ cells }) => cells)
  expect(wrong[0]).toEqual([...productHead, 'Reason'])
  expect(wrong[1]?.[0]).toBe('Item 1')
  expect(wrong[1]?.at(-1)).toBe('Selling Price: Selling price cannot be more than MRP')

  expect((await of.importFile(file, { seen: data.seen })).status).toBe(422)
  expect((await of.versions()).every(([, version]) => version === 1)).toBe(true)
  const three = await t.statements(async () => {
    const { data: done } = await of.importFile(file, { seen: data.seen, wrong: 'skip' })
    expect(done).toEqual({ ...noCounts, changed: 3, unchanged: 93, wrong: 1 })
  })
  // Four statements, plus session and audit rows.
  expect(three.length).toBeLessThanOrEqual(6)
  expect((await of.versions()).slice(-3)).toEqual([
    [9_950, 2],
    [9_950, 2],
    [9_950, 2],
  ])
  const [summary, ...history] = await t.db.select().from(auditRows).orderBy(auditRows.id)
  expect(summary).toMatchObject({ object: 'products', after: { changed: 3, wrong: 1 } })
  expect(history).toHaveLength(3)
  const object = history[0]?.object ?? ''
  const [seen] = (await t.call(api.audit.of, { params: { objectId: object }, query: {} }, staff)).data
  expect(seen?.changes).toContainEqual({ field: 'Selling Price', before: '₹50.04', after: '₹99.50' })

  // Once the price is corrected, the file of wrong rows can be imported.
  const mended = data.wrongRows.replace('"1,499.00"', '60')
  expect((await of.importFile(mended)).data).toEqual({ ...noCounts, changed: 1 })
})

test('changes every column, adds a variant and a product, and leaves everything else unchanged', async () => {
  const [word] = await t.db.insert(keywords).values({ name: 'Rice' }).returning()
  const other = await make.aSubcategory()
  const rice = await make.aProduct({
    title: 'Rice',
    hsn: '0401',
    gstRate: 500,
    manufacturedOn: '2026-01-02',
    variants: [
      { mrp: 10_000, sellingPrice: 0, specialPrice: 9_000, discount: 1_000 },
      { quantity: 1_000_000 },
    ],
  })
  const file = await of.edited((row, n): Row =>
    n === 0
      ? {
          ...row,
          Title: 'Red Rice',
          Section: other.section.name,
          Category: other.category.name,
          Subcategory: other.subcategory.name.toUpperCase(),
          Keywards: 'rice',
          'Manufacture Date': '03-Feb-26',
          Enabled: 'FALSE',
          'HSN Code': '1006',
          'GST Rate': '18%',
          'At Rate 0': 'non-gst',
          MRP: '200',
        }
      : { 'Product Id': row['Product Id'] ?? '', Quantity: '2', Unit: 'kilo', 'Selling Price': '₹80' },
  )
  const text = `${file}${['New', 'a', 'b', other.section.name, other.category.name, other.subcategory.name, '', '', '', '', '', '', '', '1', 'L', '', '9'].join(',')}\r\n`
  const { data } = await of.check(text)
  expect(data).toMatchObject({ ...noCounts, products: 1, variants: 2, changed: 1, totalErrors: 0 })
  expect(data.changes.map(({ column, before, after }) => [column, before, after])).toEqual([
    ['Title', 'Rice', 'Red Rice'],
    ['Section', rice.section.name, other.section.name],
    ['Category', rice.category.name, other.category.name],
    ['Subcategory', rice.subcategory.name, other.subcategory.name.toUpperCase()],
    ['Keywards', '', 'rice'],
    ['Manufacture Date', '2/1/2026', '3/2/2026'],
    ['Enabled', 'Yes', 'No'],
    ['HSN Code', '0401', '1006'],
    ['GST Rate', '5', '18'],
    ['At Rate 0', 'Nil-rated', 'Non-GST'],
    ['MRP', '100', '200'],
    ['Special Price', '90', '180'],
    ['', null, null],
  ])
  expect((await of.importFile(text, { seen: data.seen })).data).toMatchObject({ products: 1, changed: 1 })
  const shown = await t.call(api.products.get, { params: { productId: rice.id } }, staff)
  expect(shown.data).toMatchObject({
    title: 'Red Rice',
    subTitle: 'Fresh',
    subcategory: other.subcategory.id,
    keyward: [word?.id],
    mktDate: '2026-02-03',
    isActive: false,
    hsn: '1006',
    gstRate: 18,
    version: 2,
  })
  expect(
    shown.data.variant.map(({ value, unit, mrp, sellingPrice, specialPrice }) => [
      value,
      unit,
      mrp,
      sellingPrice,
      specialPrice,
    ]),
  ).toEqual([
    [500, 'GM', 200, 0, 180],
    [1000, 'GM', 0, 50, 0],
    [2, 'Kilo', 0, 80, 0],
  ])
})

test('a file with only ids and prices changes only the prices', async () => {
  const { id } = await make.aProduct({ title: 'Rice', subtitle: 'Long', isActive: false })
  const head = ['Product Id', 'Variant Id', 'Selling Price']
  expect(
    (await of.importFile(await of.edited((row) => ({ ...row, 'Selling Price': '60' }), head))).data,
  ).toEqual({
    ...noCounts,
    changed: 1,
  })
  expect(await t.db.select().from(products).where(eq(products.id, id))).toMatchObject([
    { title: 'Rice', subtitle: 'Long', isActive: false, version: 1 },
  ])
  expect(await of.versions()).toEqual([[6_000, 2]])
})

test.each<[string, Row]>([
  [
    'numbers and dates',
    { MRP: '1,49,900.00', 'Manufacture Date': '25-10-2026', 'Selling Price': '1,499.00' },
  ],
  ['currency and percent', { MRP: '₹ 1,49,900', 'Manufacture Date': '25-Oct-26', Discount: '0%' }],
  ['zeros and flags', { 'HSN Code': '401', Enabled: 'TRUE', Unit: 'gm', Quantity: '500.000' }],
  ['no reformatting', {}],
])('the changes that a spreadsheet makes to an export have no effect: %s', async (_, cells) => {
  await make.aProduct({
    title: 'घी',
    description: '1\n"2", 3;',
    hsn: '0401',
    manufacturedOn: '2026-10-25',
    variants: [{ mrp: 14_990_000, sellingPrice: 149_900 }],
  })
  const file = await of.edited((row) => ({ ...row, ...cells }))
  expect((await of.check(file)).data).toMatchObject({ ...noCounts, unchanged: 1 })
  const columns = file.replaceAll(/(?=\r\n)(?=(?:[^"]*"[^"]*")*[^"]*$)/g, ',,')
  expect((await of.check(columns)).data).toMatchObject({ ...noCounts, unchanged: 1 })
})

test('a file with semicolons and decimal commas is read correctly', async () => {
  await make.aProduct({ variants: [{ sellingPrice: 149_950 }] })
  const file = (price: string) => `Product Id;Variant Id;Selling Price\n${price}`
  const [, row] = readCsv(await of.exported()).rows
  const ids = (row?.cells ?? []).slice(-2).join(';')
  expect((await of.check(file(`${ids};1.499,50`))).data).toMatchObject({ ...noCounts, unchanged: 1 })
  expect((await of.check(file(`${ids};1499,5`))).data).toMatchObject({ ...noCounts, unchanged: 1 })
  expect((await of.check(file(`${ids};1499.5`))).data).toMatchObject({ ...noCounts, unchanged: 1 })
})
