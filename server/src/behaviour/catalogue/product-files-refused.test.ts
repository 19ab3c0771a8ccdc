import { api } from '@kirana/contract'
import { MARKS } from '@kirana/contract/wire/bounded'
import { beforeEach, expect, test, vi } from 'vitest'
import { keywords } from '../../tables/keywords.ts'
import { noCounts, fileOf, type Row, sheet, sheets } from '../../testing/files/sheets.ts'
import { staffApp } from '../../testing/staff-app.ts'

const { t, make, staff } = await staffApp()
let of: Awaited<ReturnType<typeof sheets>>
beforeEach(async () => {
  of = await sheets(t, make, staff)
})

test('reports every error with its spreadsheet row and column', async () => {
  const other = await make.aSubcategory()
  await t.db.insert(keywords).values({ name: 'Rice' })
  await make.aProduct({ title: 'Old' })
  const wrong: [Row, string, string][] = [
    [{ Subtitle: '' }, 'Subtitle', 'All fields is required'],
    [{ Description: 'd'.repeat(5001) }, 'Description', 'Use 5000 characters at most'],
    [{ Title: 't'.repeat(201) }, 'Title', 'Use 200 characters at most'],
    [{ Section: '' }, 'Section', 'All fields is required'],
    [{ Category: '' }, 'Category', 'All fields is required'],
    [{ Subcategory: '' }, 'Subcategory', 'All fields is required'],
    [{ Section: 'Nowhere' }, 'Section', 'Section not found'],
    [{ Category: 'Nowhere' }, 'Category', 'Category not found'],
    [{ Subcategory: 'Nowhere' }, 'Subcategory', 'Subcategory not found'],
    [{ Category: other.category.name }, 'Category', 'The category does not belong to the section'],
    [
      { Subcategory: other.subcategory.name },
      'Subcategory',
      'The subcategory does not belong to the category',
    ],
    [{ Keywards: "rice; '; --" }, 'Keywards', "Keyward not found: '"],
    [
      { 'Manufacture Date': 'soon' },
      'Manufacture Date',
      'Manufacture date is not a date, write it as D/M/YYYY',
    ],
    [{ 'Loyalty Point': '1.5' }, 'Loyalty Point', 'Loyalty point must be a whole number from 0 to 1,00,000'],
    [{ Enabled: 'maybe' }, 'Enabled', 'Write Yes or No'],
    [{ Quantity: '' }, 'Quantity', 'All fields is required'],
    [{ Quantity: '0.0001' }, 'Quantity', 'Quantity is not valid'],
    [{ Unit: 'Kilos' }, 'Unit', 'Unit must be GM, MG, Kilo, ML, L, PCS, Box, Cartoon, Bottles or Combo'],
    [{ 'Selling Price': '' }, 'Selling Price', 'All fields is required'],
    [{ 'Selling Price': '0' }, 'MRP', 'All fields is required'],
    [
      { 'Selling Price': '45,50' },
      'Selling Price',
      'Amount must be from 0 to 10,00,000 with at most 2 decimals',
    ],
    [
      { 'Selling Price': '1.005' },
      'Selling Price',
      'Amount must be from 0 to 10,00,000 with at most 2 decimals',
    ],
    [{ MRP: '40' }, 'Selling Price', 'Selling price cannot be more than MRP'],
    [{ MRP: '50', 'Special Price': '51' }, 'Special Price', 'Special price cannot be more than MRP'],
    [{ Discount: '101' }, 'Discount', 'Percentage must be from 0 to 100 with at most 2 decimals'],
  ]
  const rows = wrong.map(([more], n) => of.rice({ Title: `Rice ${n}`, ...more }))
  const { errors } = await of.checked(rows)
  for (const [n, [, column, message]] of wrong.entries())
    expect(errors.filter(({ row }) => row === n + 2)[0]).toEqual({ row: n + 2, column, message })
  expect(new Set(errors.map(({ row }) => row)).size).toBe(wrong.length)
  const refused = await of.importFile(sheet(rows.slice(0, 2)))
  expect(refused).toMatchObject({
    status: 422,
    message: 'Row 2: Subtitle: All fields is required (and 1 more error)',
  })
})

test('rows of one product must match the first; each further row is a variant', async () => {
  const { errors, products, variants, wrong } = await of.checked([
    { Quantity: '1' },
    of.rice(),
    { Subtitle: 'basmati', Quantity: '1', Unit: 'Kilo', 'Selling Price': '80' },
    {},
    of.rice({ Subtitle: 'Brown', Quantity: '2', Unit: 'Kilo', 'Selling Price': '80' }),
    of.rice({ Quantity: '', Unit: '', 'Selling Price': '' }),
  ])
  expect(errors[0]).toEqual({ row: 2, column: 'Section', message: 'All fields is required' })
  expect(errors.filter(({ row }) => row > 2)).toEqual([
    { row: 6, column: 'Subtitle', message: 'Must match row 3, where this product starts' },
    { row: 7, column: 'Quantity', message: 'All fields is required' },
    { row: 7, column: 'Unit', message: 'All fields is required' },
    { row: 7, column: 'Selling Price', message: 'All fields is required' },
  ])
  expect({ products, variants, wrong }).toEqual({ products: 0, variants: 0, wrong: 2 })
})

test('a size that occurs twice in a product is an error', async () => {
  const { errors, wrong } = await of.checked([of.rice(), of.rice({ Quantity: '2' }), of.rice()])
  expect(errors).toEqual([{ row: 4, column: 'Quantity', message: 'This product has 500 GM twice' }])
  expect(wrong).toBe(1)
})

test('reports why a file is not a product table', async () => {
  const errorsOf = async (text: string) =>
    (await of.check(text)).data.errors.map(({ row, column, message }) => `${row} ${column}: ${message}`)
  expect(await errorsOf('')).toEqual(['1 : The first row must name the columns'])
  expect(await errorsOf('Hello\n1')).toEqual(['1 : The first row must name the columns'])
  expect(await errorsOf(sheet([]))).toEqual(['1 : There are no products in the file'])
  expect(await errorsOf(sheet([of.rice()], ['Title', 'Subtitle', 'Title', 'Price', 'Section']))).toEqual([
    '1 Title: This column appears twice',
    '1 Price: Unknown column',
    '1 Description: This column is missing',
    '1 Category: This column is missing',
    '1 Subcategory: This column is missing',
  ])
  expect(await errorsOf(`${sheet([of.rice()])}"Dal,x\r\n`)).toEqual([
    '3 : The quotation marks of this row do not match',
  ])
  expect(await errorsOf(sheet([of.rice()]).replace('45.5', '1,145.5'))).toContain(
    '2 : This cell has no column. Put text with commas in quotation marks',
  )
})

test('the bounds of a file are checked before its content', async () => {
  const normalize = vi.spyOn(String.prototype, 'normalize')
  const [head = '', row = ''] = sheet([of.rice()]).split('\r\n')
  const errorsOf = async (text: string) =>
    (await of.check(text)).data.errors.map((error) => `${error.row}: ${error.message}`)
  const accents = '\u0301\u0316'.repeat(100_000)
  expect(await errorsOf(`${head}\n${row.replace('Rice', accents)}`)).toEqual([
    '2: A cell has 20,100 characters at most',
  ])
  expect(await errorsOf(`${head}\n${row.replace('Rice', `Ri${accents.slice(0, 10_000)}`)}`)).toEqual([
    `2: ${MARKS}`,
  ])
  expect(await errorsOf(Array.from({ length: 200_000 }, (_, n) => n).join(','))).toEqual([
    '1: A row has 100 cells at most',
  ])
  const lengths = normalize.mock.contexts.map((text) => String(text).length)
  normalize.mockRestore()
  expect(Math.max(...lengths)).toBeLessThan(6_000)
  expect(await of.check(`${head}\n${'\n'.repeat(30_000)}`)).toMatchObject({ status: 413 })
  // Blanks within a number, and quotes before them, which regular expressions and parsers may scan repeatedly.
  const blanks = `a${' '.repeat(20_000)}b`
  const priced = sheet(Array.from({ length: 50 }, (_, n) => of.rice({ Title: `Rice ${n}`, MRP: blanks })))
  expect((await errorsOf(priced))[0]).toBe('2: Amount must be from 0 to 10,00,000 with at most 2 decimals')
  const quotes = `"${'a"'.repeat(200_000)}${' '.repeat(400_000)},`
  expect(await errorsOf(`${head}\n${quotes}`)).toEqual(['2: The quotation marks of this row do not match'])
})

test('accepts 2,000 rows and lists up to 200 errors', async () => {
  const rows = Array.from({ length: 2001 }, (_, n) => of.rice({ Title: `Rice ${n}`, Description: 'x' }))
  const added = { ...noCounts, products: 2000, variants: 2000 }
  expect((await of.importFile(sheet(rows.slice(1)))).data).toEqual(added)
  const { errors, totalErrors } = await of.checked(rows.slice(1))
  expect([errors.length, totalErrors, errors[199]?.row]).toEqual([200, 2000, 201])
  expect(await of.check(sheet(rows))).toMatchObject({
    status: 413,
    message: 'A file may have at most 2,000 rows, not counting the header',
  })
})

test('rejects files that are not text or too large', async () => {
  const notText = {
    status: 415,
    message: 'The file is not CSV in UTF-8: save it in the spreadsheet as “CSV UTF-8”',
  }
  expect(await of.check(new Uint8Array([0x50, 0x4b, 3, 4, 0xff, 0xfe]))).toMatchObject(notText)
  expect(await of.importFile('Title\0')).toMatchObject(notText)
  expect(await of.check('x'.repeat(2 * 1024 * 1024 + 1))).toMatchObject({
    status: 413,
    message: 'A CSV file may have at most 2 MB',
  })
  for (const send of [
    (files: File[]) => t.call(api.productFiles.check, { files }, staff),
    (files: File[]) => t.call(api.productFiles.import, { body: {}, files }, staff),
  ]) {
    expect(await send([])).toMatchObject({ status: 400, message: 'Choose a CSV file' })
    expect(await send([...fileOf('a'), ...fileOf('b')])).toMatchObject({
      status: 400,
      message: 'Choose one file',
    })
  }
})

test('only staff import and export', async () => {
  const customer = await make.aCustomer()
  const files = fileOf(sheet([of.rice()]))
  for (const as of [{ headers: {} }, customer, await t.signIn.superadmin()]) {
    expect((await t.call(api.productFiles.check, { files }, as)).status).toBe(401)
    expect((await t.call(api.productFiles.import, { body: {}, files }, as)).status).toBe(401)
    expect((await t.call(api.productFiles.export, { query: {} }, as)).status).toBe(401)
    expect((await t.call(api.productFiles.template, {}, as)).status).toBe(401)
  }
})
