import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import { expect, test } from 'vitest'
import { readCsv } from '../csv/read.ts'
import { stockHead } from '../csv/stock-sheet.ts'
import { csvOf } from '../csv/write.ts'
import { stockBatches } from '../tables/stock.ts'
import { withHeaders, wrapTransactions } from '../testing/app.ts'
import { stockCalls } from '../testing/stock.ts'
import { findInvariantViolations } from '../testing/violations.ts'
import { staffApp } from '../testing/staff-app.ts'

const { t, make, staff } = await staffApp()
const { count, edit, level, movements, receive } = stockCalls(t, staff)

type Row = Record<string, string | number>
const sheet = (...rows: Row[]) =>
  csvOf(
    stockHead,
    rows.map((row) => stockHead.map((column) => row[column] ?? '')),
  )
const fileOf = (text: string) => [new File([text], 'stock.csv')]
const check = async (text: string) =>
  (await t.call(api.stockFiles.check, { files: fileOf(text) }, staff)).data
const importFile = (
  text: string,
  wrong: 'refuse' | 'skip' = 'refuse',
  key: string = randomUUID(),
  seen?: string,
) =>
  t.call(
    api.stockFiles.import,
    { body: { wrong, seen }, files: fileOf(text) },
    withHeaders(staff, { 'idempotency-key': key }),
  )

async function aShelf() {
  const [rice, oil] = [await make.aProduct({ title: 'Rice' }), await make.aProduct({ title: 'Oil' })]
  const ids = { rice: rice.item().variantId, oil: oil.item().variantId }
  await edit({ variantId: ids.rice, shelf: 'A3', lowAt: 0, barcodes: ['8901234500017'] })
  await count(ids.rice, 7)
  return ids
}

test('a file counts and receives as its dry run says, once', async () => {
  const { rice, oil } = await aShelf()
  await receive({ variantId: rice, quantity: 3, expiry: '2026-12-01' })
  const file = sheet(
    { 'Variant Id': rice, Received: '1,000', Expiry: '5/12/2026', Cost: '₹21.50' },
    { Barcode: '8901234500017', Counted: 8 },
    { 'Variant Id': rice, Received: 2 },
    { 'Variant Id': oil, Counted: 4, Shelf: 'B1' },
    { 'Variant Id': rice, Title: 'only read' },
  )
  const what = { title: 'Rice', variant: '500 GM' }
  expect(await check(file)).toEqual({
    changed: 4,
    unchanged: 1,
    wrong: 0,
    changes: [
      { row: 2, ...what, column: 'On Hand', before: '8', after: '1008' },
      { row: 2, ...what, column: 'Expiry', before: null, after: '5 Dec 2026' },
      { row: 3, ...what, column: 'On Hand', before: '10', after: '8' },
      { row: 4, ...what, column: 'On Hand', before: '1008', after: '1010' },
      { row: 5, ...what, title: 'Oil', column: 'On Hand', before: null, after: '4' },
      { row: 5, ...what, title: 'Oil', column: 'Shelf', before: '', after: 'B1' },
    ],
    totalChanges: 6,
    errors: [],
    totalErrors: 0,
    wrongRows: '',
    seen: expect.stringMatching(/^[\w-]{20}$/),
  })
  expect(await level(rice)).toMatchObject({ onHand: 10 })
  const key = randomUUID()
  for (let n = 0; n < 2; n++)
    expect(await importFile(file, 'refuse', key)).toMatchObject({
      status: 200,
      message: 'Stock imported successfully',
      data: { changed: 4, unchanged: 1, wrong: 0, errors: [], totalErrors: 0 },
    })
  expect(await level(rice)).toMatchObject({ onHand: 1010 })
  expect(await level(oil)).toMatchObject({ onHand: 4 })
  expect((await movements(rice)).slice(0, 3).map(({ kind, quantity }) => [kind, quantity])).toEqual(
    expect.arrayContaining([
      ['counted', -2],
      ['received', 1000],
      ['received', 2],
    ]),
  )
  const batches = await t.db.select().from(stockBatches).orderBy(stockBatches.expiry, stockBatches.id)
  expect(batches.map(({ expiry, remaining, cost }) => [expiry, remaining, cost])).toEqual([
    ['2026-12-01', 1, null],
    ['2026-12-05', 1000, 2150],
    [null, 2, null],
  ])
  expect(await findInvariantViolations(t.db)).toEqual([])
  expect(await check(sheet({ 'Variant Id': oil, Counted: 4, Shelf: 'B1' }))).toMatchObject({ unchanged: 1 })
})

test('wrong rows are named with their reasons; the others are imported without them, or none', async () => {
  const { rice, oil } = await aShelf()
  const file = sheet(
    { 'Variant Id': rice, Counted: 9 },
    { 'Variant Id': rice, Counted: 10 },
    { 'Variant Id': oil, Counted: '-1', Expiry: '5/12/2026' },
    { 'Variant Id': oil, Received: 0 },
    { 'Variant Id': oil, Received: 1, Expiry: '20/11/2026', Cost: 'x' },
    { 'Variant Id': randomUUID(), Counted: 1 },
    { Barcode: '999', Counted: 1 },
    { Barcode: '8.90123E+12', Counted: 1 },
    { 'Variant Id': oil, Barcode: '8901234500017', Counted: 1 },
    { Counted: 1 },
    { 'Variant Id': oil, Received: 1_000_000 },
    { 'Variant Id': oil, Received: 1 },
    { 'Variant Id': oil, Received: 1, Expiry: '22/11/2036' },
  )
  const errors = [
    [3, 'Counted', 'Row 2 already counts this variant'],
    [4, 'Counted', 'Pieces must be a whole number from 0 to 10,00,000'],
    [4, 'Expiry', 'An expiry needs received pieces'],
    [5, 'Received', 'Quantity must be a whole number from 1 to 10,00,000'],
    [6, 'Expiry', 'These pieces have already expired'],
    [6, 'Cost', 'Cost must be an amount in rupees with at most 2 decimals'],
    [7, 'Variant Id', 'There is no variant with this id'],
    [8, 'Barcode', 'No variant has this barcode'],
    [9, 'Barcode', 'The spreadsheet has turned this into a number'],
    [10, 'Barcode', 'This barcode belongs to Rice'],
    [11, 'Variant Id', 'The row names no variant'],
    [13, 'Received', 'A variant has at most 10,00,000 pieces'],
    [14, 'Expiry', 'A last good day is at most 10 years ahead'],
  ]
  const found = await check(file)
  expect(found.errors.map(({ row, column, message }) => [row, column, message])).toEqual(errors)
  expect(found).toMatchObject({ changed: 2, unchanged: 0, wrong: 11, totalErrors: errors.length })
  const [head, ...wrong] = readCsv(found.wrongRows).rows
  expect(head?.cells).toEqual([...stockHead, 'Reason'])
  expect(wrong.map(({ cells }) => cells.at(-1))).toContain('Barcode: No variant has this barcode')
  expect(await importFile(file)).toMatchObject({
    status: 422,
    message: 'Row 3: Counted: Row 2 already counts this variant (and 12 more errors)',
  })
  expect(await level(rice)).toMatchObject({ onHand: 7 })
  expect(await importFile(file, 'skip')).toMatchObject({ data: { changed: 2, wrong: 11 } })
  expect(await level(rice)).toMatchObject({ onHand: 9 })
  expect(await level(oil)).toMatchObject({ onHand: 1_000_000 })
  for (const [text, message] of [
    ['Variant Id,Pieces\nx,1', 'Row 1: Pieces: Unknown column'],
    ['Counted\n1', 'Row 1: A column Variant Id or Barcode must name the variants'],
    ['Barcode,On Hand\n1,1', 'Row 1: There is no column Counted, Received, Shelf or By Weight'],
  ] as const)
    expect(await importFile(text, 'skip')).toMatchObject({
      status: 422,
      message: expect.stringContaining(message),
    })
})

const code = '8901234500017'
const rename = (variantId: string, ...barcodes: string[]) =>
  edit({ variantId, shelf: 'A3', lowAt: 0, barcodes })

test('a row whose barcode has been given to another variant since the check is an error of that row', async () => {
  const { rice, oil } = await aShelf()
  const file = sheet({ Barcode: code, Counted: 9 }, { 'Variant Id': oil, Counted: 2 })
  const { seen, changes } = await check(file)
  expect(changes[0]).toMatchObject({ row: 2, title: 'Rice', after: '9' })
  await rename(rice)
  await rename(oil, code)
  const message = 'This barcode now belongs to Oil. Check the file again'
  expect(await importFile(file, 'refuse', randomUUID(), seen)).toMatchObject({
    status: 422,
    message: `Row 2: Barcode: ${message}`,
  })
  expect(await level(oil)).toMatchObject({ onHand: null })
  expect(await importFile(file, 'skip', randomUUID(), seen)).toMatchObject({
    status: 200,
    data: { changed: 1, wrong: 1, errors: [{ row: 2, column: 'Barcode', message }], totalErrors: 1 },
  })
  expect(await level(oil)).toMatchObject({ onHand: 2 })
  expect(await level(rice)).toMatchObject({ onHand: 7 })
  await rename(oil)
  expect(await importFile(file, 'skip', randomUUID(), seen)).toMatchObject({
    data: { wrong: 1, errors: [{ row: 2, column: 'Barcode', message: 'No variant has this barcode' }] },
  })
  expect(await importFile(file, 'skip', randomUUID(), 'x'.repeat(9_001))).toMatchObject({ status: 400 })
})

test('a barcode that is taken while the import runs is an error of its row, and nothing is imported', async () => {
  const { rice, oil } = await aShelf()
  const file = sheet({ 'Variant Id': oil, Counted: 2 }, { Barcode: code, Counted: 9 })
  for (const [owner, message] of [
    [oil, 'This barcode now belongs to Oil'],
    [null, 'No variant has this barcode'],
  ] as const) {
    await rename(oil)
    await rename(rice, code)
    const { transaction } = t.database
    const restore = wrapTransactions(t.context, async (work) => {
      restore()
      await rename(rice)
      if (owner) await rename(owner, code)
      return transaction(work)
    })
    expect(await importFile(file, 'skip')).toMatchObject({
      status: 409,
      code: 'barcode',
      message: `Row 3: Barcode: ${message}`,
    })
    expect(await level(oil)).toMatchObject({ onHand: null })
    expect(await level(rice)).toMatchObject({ onHand: 7 })
  }
})

test('the export is in order of shelves and can be filled in and imported', async () => {
  const { rice, oil } = await aShelf()
  const exported = async (filter: '' | 'untracked') =>
    (await t.call(api.stockFiles.export, { query: { search: '', filter } }, staff)).raw
  const text = await exported('')
  const rows = readCsv(text).rows.map(({ cells }) => cells.slice(0, 7))
  expect(rows).toEqual([
    stockHead.slice(0, 7),
    [rice, '8901234500017', 'Rice', '500 GM', '7', 'A3', ''],
    [oil, '', 'Oil', '500 GM', '', '', ''],
  ])
  expect(await check(text)).toMatchObject({ changed: 0, unchanged: 2, wrong: 0 })
  expect(await exported('untracked')).not.toContain(rice)
  const own = 1
  const audit = 1
  const file = sheet({ 'Variant Id': rice, Counted: 1 }, { 'Variant Id': oil, Received: 1 })
  expect((await t.statements(() => check(file))).length).toBeLessThanOrEqual(own + 3)
  // Three statements for the Idempotency-Key: look up, claim, and store the answer.
  const key = 3
  expect((await t.statements(() => importFile(file))).length).toBeLessThanOrEqual(own + key + 4 + audit)
})

test('labels say shelf, price, MRP and one code, in the order of the shelves', async () => {
  const rice = await make.aProduct({ title: 'Rice', variants: [{ sellingPrice: 9_000, mrp: 10_000 }] })
  const oil = await make.aProduct({ title: 'Oil' })
  const [a, b] = [rice.item().variantId, oil.item().variantId]
  const body = { variantId: a, shelf: 'A3', lowAt: 0, barcodes: ['8902', '8901'] }
  await t.call(api.stock.edit, { body }, staff)
  const labels = (ids: string) => t.call(api.stockFiles.labels, { query: { ids } }, staff)
  expect((await labels([b, a, 'else'].join(','))).data).toMatchObject([
    { title: 'Rice', productQuantity: '500 GM', shelf: 'A3', mrp: 100, price: 90, barcode: '8901' },
    { title: 'Oil', shelf: '', mrp: 0, price: 50, barcode: '' },
  ])
  expect(await labels(Array.from({ length: 101 }, () => 'x').join(','))).toMatchObject({
    status: 400,
    message: 'Choose 1 to 100 variants',
  })
})

test('a file sets which variants are sold by weight; it applies to later orders, and no other pieces are weighed', async () => {
  const product = await make.aProduct({ title: 'Rice' })
  const rice = product.item().variantId
  const box = (await make.aProduct({ title: 'Box', variants: [{ unit: 'Box', byWeight: false }] })).item()
    .variantId
  const line = { variantId: rice, shelf: 'A3', lowAt: 0, barcodes: [] }
  expect((await edit({ ...line, byWeight: false })).data).toMatchObject({ byWeight: false })
  // An edit without `byWeight` leaves it unchanged.
  expect((await edit(line)).data).toMatchObject({ byWeight: false })
  expect(await edit({ ...line, variantId: box, byWeight: true })).toMatchObject({
    status: 422,
    code: 'weight',
  })

  const place = async () => {
    const { _id: orderId } = await make.anOrder({ items: [product.item(2)] })
    await t.call(api.pick.claim, { body: { orderId } }, staff)
    return orderId
  }
  const weigh = (orderId: string) =>
    t.call(api.pick.line, { body: { orderId, line: 1, actionId: randomUUID(), grams: 990 } }, staff)
  expect(await weigh(await place())).toMatchObject({ status: 422, message: 'Rice is not sold by weight' })

  const file = sheet({ 'Variant Id': rice, 'By Weight': 'yes' }, { 'Variant Id': box, 'By Weight': 'no' })
  expect(await check(file)).toMatchObject({
    changed: 1,
    unchanged: 1,
    changes: [{ row: 2, title: 'Rice', column: 'By Weight', before: 'No', after: 'Yes' }],
  })
  const wrong = sheet({ 'Variant Id': box, 'By Weight': 'Yes' }, { 'Variant Id': rice, 'By Weight': 'maybe' })
  expect((await check(wrong)).errors.map(({ row, message }) => [row, message])).toEqual([
    [2, 'Only what is sold in GM, MG or Kilo can be weighed'],
    [3, 'Write Yes or No'],
  ])
  expect((await importFile(file)).status).toBe(200)
  const { data } = await weigh(await place())
  expect(data.lines).toMatchObject([{ state: 'weighed', grams: 990 }])
})
