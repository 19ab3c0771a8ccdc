import { api } from '@kirana/contract'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { productHead } from '../csv/product-columns.ts'
import { csvOf } from '../csv/write.ts'
import { auditRows } from '../tables/journal.ts'
import { keywords } from '../tables/keywords.ts'
import { productKeywords, products, variants } from '../tables/products.ts'
import { interleave } from '../testing/races/interleave.ts'
import { onServer } from '../testing/on-server.ts'
import { noCounts, noFindings, sheet, sheets, withoutIds } from '../testing/files/sheets.ts'
import { staffApp } from '../testing/staff-app.ts'

const { t, make, staff, signInStaff } = await staffApp()
let of: Awaited<ReturnType<typeof sheets>>
beforeEach(async () => {
  of = await sheets(t, make, staff)
})
const kept = () => t.db.select().from(products).orderBy(products.id)

test('a dry run writes nothing; an import is audited and listed', async () => {
  await t.db.insert(keywords).values([{ name: 'Grain; whole' }, { name: 'Rice' }])
  const file = sheet([
    of.rice({
      Keywards: 'rice; Grain\\; WHOLE;rice;',
      Manufacturer: 'Kirana Mills',
      'Manufacture Date': '02-01-2026',
      Expiry: 'Best before 6 months',
      Origin: 'India',
      'Loyalty Point': '5',
      Enabled: 'no',
      MRP: '50',
      Discount: '8.8',
    }),
    { Quantity: '1', Unit: 'kilo', 'Selling Price': '90' },
    of.rice({
      Title: 'RICE',
      Quantity: '5',
      Unit: 'Kilo',
      'Selling Price': '0',
      'Special Price': '400',
      MRP: '450',
    }),
    of.rice({ Title: 'चावल, "लाल"', Quantity: '', Unit: '', 'Selling Price': '' }),
  ])
  const dry = await of.check(file)
  expect(dry).toMatchObject({
    status: 200,
    message: 'OK',
    data: { ...noFindings, products: 2, variants: 3, untaxed: 2 },
  })
  expect(await kept()).toEqual([])
  expect(await t.db.select().from(auditRows)).toEqual([])

  expect(await of.importFile(file)).toMatchObject({
    status: 200,
    message: 'Products imported successfully',
    data: { ...noCounts, products: 2, variants: 3 },
  })
  const [first, second] = await kept()
  expect(first).toMatchObject({
    title: 'Rice',
    manufacturer: 'Kirana Mills',
    manufacturedOn: '2026-01-02',
    expiry: 'Best before 6 months',
    origin: 'India',
    loyaltyCoins: 5,
    isActive: false,
    createdAt: t.context.now(),
  })
  expect(second).toMatchObject({
    title: 'चावल, "लाल"',
    isActive: true,
    manufacturedOn: null,
    loyaltyCoins: 0,
  })
  const shown = await t.call(api.products.get, { params: { productId: first?.id ?? '' } }, staff)
  expect(shown.data.keyward).toHaveLength(2)
  expect(shown.data.variant.map(({ variantId: _, version: _version, ...variant }) => variant)).toEqual([
    { value: 500, unit: 'GM', mrp: 50, sellingPrice: 45.5, specialPrice: 45, discount: 8.8 },
    { value: 1, unit: 'Kilo', mrp: 0, sellingPrice: 90, specialPrice: 0, discount: 0 },
    { value: 5, unit: 'Kilo', mrp: 450, sellingPrice: 0, specialPrice: 400, discount: 0 },
  ])
  const [row, ...others] = await t.db.select().from(auditRows)
  expect(others).toEqual([])
  expect(row).toMatchObject({
    call: 'productFiles.import',
    object: 'products',
    after: { products: 2, variants: 3, file: expect.stringMatching(/^[0-9a-f]{64}$/) },
  })
})

test('an export survives a round trip: formulas, apostrophes, Hindi, quotes, line breaks, prices', async () => {
  const [one, two] = await t.db
    .insert(keywords)
    .values([{ name: 'a;b\\' }, { name: '=key' }])
    .returning()
  const first = await make.aProduct({
    title: '=HYPERLINK("x")',
    subtitle: "'-5% off",
    description: '+1\n"two", तीन;\t;',
    manufacturer: "''@mill",
    manufacturedOn: '2026-01-02',
    expiry: '100% / a',
    origin: "it's",
    loyaltyCoins: 100_000,
    isActive: false,
    variants: [
      { quantity: 1, unit: 'MG', mrp: 100_000_000, sellingPrice: 99_999_999 },
      {
        quantity: 1_000_000_000,
        unit: 'PCS',
        mrp: 37_500,
        sellingPrice: 1,
        specialPrice: 34_200,
        discount: 880,
      },
      { mrp: 1_010, sellingPrice: 0, specialPrice: 1_001 },
    ],
  })
  const ids = [one, two].map((keyword) => ({ productId: first.id, keywordId: keyword?.id ?? '' }))
  await t.db.insert(productKeywords).values(ids)
  await make.aProduct({ title: 'Bare', variants: [{}] })
  await t.db.delete(variants).where(sql`product_id IN (SELECT id FROM products WHERE title = 'Bare')`)

  const before = await of.exported()
  expect(before.split('\r\n')[0]).toBe(`\uFEFF${productHead.join(',')}`)
  expect((await of.check(before)).data).toEqual({ ...noFindings, unchanged: 2 })
  await t.db.execute(sql`DELETE FROM products`)
  expect((await of.importFile(withoutIds(before))).data).toEqual({ ...noCounts, products: 2, variants: 3 })
  const lines = (text: string) => withoutIds(text).split('\r\n').toSorted()
  expect(lines(await of.exported())).toEqual(lines(before))
})

test('an export has the filtered products of the list', async () => {
  await make.aProduct({ title: 'Red Rice' })
  await make.aProduct({ title: '100% Rice', isActive: false })
  await make.aProduct({ title: 'Dal' })
  await make.aProduct({ title: 'Rice of old', archivedAt: new Date() })
  const titles = async (query: object) =>
    (await of.exported(query)).split('\r\n').flatMap((line, n) => (n > 0 && line ? line.split(',')[0] : []))
  expect(await titles({})).toEqual(['Dal', '100% Rice', 'Red Rice'])
  expect(await titles({ search: 'rice' })).toEqual(['100% Rice', 'Red Rice'])
  expect(await titles({ search: '%' })).toEqual(['100% Rice'])
  expect(await titles({ search: 'rice', status: 'active' })).toEqual(['Red Rice'])
  const { headers } = await t.call(api.productFiles.export, { query: {} }, staff)
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="products-2026-11-21.csv"',
    'cache-control': 'private, no-store',
  })
  expect(await t.statements(() => of.exported({ search: 'rice' }))).toHaveLength(2)
})

test('the template can be imported unchanged', async () => {
  const { raw, headers } = await t.call(api.productFiles.template, {}, staff)
  expect(headers['content-disposition']).toBe('attachment; filename="products-template.csv"')
  expect((await of.check(raw)).data).toEqual({ ...noFindings, products: 1, variants: 2 })
  await t.database.reset()
  await signInStaff()
  expect((await t.call(api.productFiles.template, {}, staff)).raw).toBe(csvOf(productHead, []))
})

test('leaves existing products untouched', async () => {
  await of.importFile(sheet([of.rice()]))
  const again = sheet([of.rice({ Title: ' rICE ', Subtitle: 'Other' }), of.rice({ Title: 'Dal' })])
  expect((await of.check(again)).data.errors).toEqual([
    { row: 2, column: 'Title', message: '“rICE” already exists in this subcategory' },
  ])
  expect(await of.importFile(again)).toMatchObject({
    status: 422,
    message: 'Row 2: Title: “rICE” already exists in this subcategory',
  })
  expect(await kept()).toMatchObject([{ title: 'Rice', subtitle: 'Basmati' }])
  await t.db.update(products).set({ archivedAt: new Date() })
  expect((await of.importFile(again)).status).toBe(200)
})

test('one bad row of 50 rejects the file, and 50 rows run as many statements as one', async () => {
  const rows = Array.from({ length: 50 }, (_, n) => of.rice({ Title: `Rice ${n}`, MRP: n === 36 ? '1' : '' }))
  expect(await of.importFile(sheet(rows))).toMatchObject({
    status: 422,
    message: 'Row 38: Selling Price: Selling price cannot be more than MRP',
  })
  expect(await kept()).toEqual([])
  const good = rows.map((row) => ({ ...row, MRP: '' }))
  const one = await t.statements(() => of.importFile(sheet([of.rice()])))
  const fifty = await t.statements(() => of.importFile(sheet(good)))
  expect(await kept()).toHaveLength(51)
  expect(fifty.length).toBe(one.length)
  // Three statements, plus session and audit row.
  expect(fifty.length).toBeLessThanOrEqual(5)
  expect(await t.statements(() => of.check(sheet(good)))).toHaveLength(2)
})

test('a check lists 200 unknown names at most, and counts them all', async () => {
  const names = Array.from({ length: 250 }, (_, n) => `Word ${n}`)
  const rows = names.map((name, n) => of.rice({ Title: `Rice ${n}`, Keywards: name }))
  const { missing, totalMissing } = (await of.check(sheet(rows))).data
  expect(missing.map(({ path }) => path)).toEqual(names.slice(0, 200).map((name) => [name]))
  expect(totalMissing).toBe(250)
})

test.each([
  ['semicolons', (text: string) => text.replaceAll(',', ';')],
  ['tabs and no mark', (text: string) => text.slice(1).replaceAll(',', '\t')],
  ['lines of old and new', (text: string) => text.replace('\r\n', '\r').replace('\r\n', '\n')],
  ['empty lines around', (text: string) => `${text}\r\n,,,,\r\n\r\n`],
  ['other case and order', (text: string) => text.replace('Title', ' TITLE ')],
])('reads %s', async (_, change) => {
  const text = sheet([of.rice({ Description: '"a" b' }), of.rice({ Title: 'Dal' })])
  expect((await of.check(change(text))).data).toEqual({ ...noFindings, products: 2, variants: 2, untaxed: 2 })
})

onServer(() => {
  test('of two concurrent imports of the same file, the second is refused', async () => {
    const file = sheet([of.rice()])
    const [first, second] = await interleave(
      t,
      () => of.importFile(file),
      () => of.importFile(file),
    )
    expect([first.status, second.status]).toEqual([200, 409])
    expect(await kept()).toHaveLength(1)
  })

  test('rejects an import into a category that is being moved', async () => {
    const { section } = await make.aSubcategory()
    const body = { catagoryId: of.category.id, name: 'Moved', sectionId: section.id }
    const [moved, added] = await interleave(
      t,
      () => t.call(api.categories.edit, { body }, staff),
      () => of.importFile(sheet([of.rice()])),
    )
    expect(moved.status).toBe(200)
    expect(added).toMatchObject({
      status: 409,
      message: 'A category has just been moved. Please try again',
    })
    expect(await kept()).toEqual([])
  })
})
