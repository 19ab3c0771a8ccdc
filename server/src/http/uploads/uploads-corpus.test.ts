import { randomUUID } from 'node:crypto'
import { api, callsOf } from '@kirana/contract'
import { MAX_BYTES } from '@kirana/contract/wire/file-limits'
import type { Route } from '@kirana/contract/wire/route'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { attempts } from '../../tables/people.ts'
import { testApp, withHeaders } from '../../testing/app.ts'
import { badFiles } from '../../testing/files/bad-files.ts'
import { factories } from '../../testing/factories.ts'
import { fileOf, photo, storedFiles } from '../../testing/files/pictures.ts'
import { sheet, sheets } from '../../testing/files/sheets.ts'
import { aBag, aRider, dispatcherOf } from '../../testing/riders.ts'

const t = await testApp()
const make = factories(t)
afterAll(t.close)

const staff = await t.signIn.staff()
const customer = await make.aCustomer({ money: 50_000 })
const { section, category, subcategory } = await make.aSubcategory()
const product = await make.aProduct()
const asked = await t.call(
  api.storeWallet.withdraw,
  { body: { amount: 100, upiId: 'ravi@upi', bankAcNumber: '', ifscCode: '' } },
  customer,
)
const { rice } = await sheets(t, make, staff)
const bought = await make.anOrder({ customer, items: [product.item(2)] })
const delivered = { orderId: bought._id, status: 'Delivered' as const }
await t.call(api.orders.changeStatus, { params: delivered, query: {} }, staff)
const rider = await aRider(t)
const bag = await aBag({ t, make, staff }, { customer })
await dispatcherOf(t, staff).assign(rider.id, bag._id)
await rider.start(bag._id)
const claim = {
  orderId: bought._id,
  lines: JSON.stringify([{ line: 1, pieces: 1 }]),
  reason: 'damaged',
}

/** The form fields with which each call succeeds if the file is valid. */
const forms: Record<string, object> = {
  'productImages.add': { productId: product.id },
  'categories.add': { name: 'Pulses', sectionId: section.id },
  'categories.edit': { catagoryId: category.id, name: 'Beans', sectionId: section.id, status: true },
  'subcategories.add': { name: 'Lentils', categoryId: category.id },
  'subcategories.edit': { subCategoryId: subcategory.id, name: 'Dals' },
  'banners.add': {},
  'withdrawals.approve': { withdrawalId: asked.data._id },
  'storeManualOrders.add': {},
  'storeClaims.add': claim,
  'claims.add': { ...claim, userId: customer.id },
  'rider.fail': { orderId: bag._id, actionId: 'fail', reason: 'Nobody at home' },
  'upi.columns': {},
  'upi.import': { date: 'Date', utr: 'UTR', amount: 'Amount' },
  'productFiles.check': {},
  'productFiles.import': {},
  'stockFiles.check': {},
  'stockFiles.import': {},
}
const calls = callsOf(api).filter(({ route }) => route.files)
const corpus = await badFiles()

/** The files that a call must reject: those of its kind, one that is too large, and a PDF unless it takes documents. */
const badFor = ({ files }: Route) => {
  const kind = files?.kind ?? 'image'
  const bad = corpus.filter(({ what }) => kind !== 'document' || what !== 'a PDF as a picture')
  return [...bad, { what: 'too large', bytes: Buffer.alloc(MAX_BYTES[kind] + 1), status: 413 }]
}

/** These calls only read a file and answer with its errors. */
const READING = ['productFiles.check', 'stockFiles.check', 'upi.columns']
/** Any text may be a file of rows: the import rejects errors in it with 422. */
const refusals = (name: string, { files }: Route, status: number) =>
  files?.kind === 'csv' ? [413, 415, 422, ...(READING.includes(name) ? [200] : [])] : [status]

const callerOf = (name: string) => {
  if (name.startsWith('store')) return customer
  return name.startsWith('rider.') ? rider.as : staff
}
/** A file of rows that each call takes; the others take a picture. */
const textOf = (name: string) => {
  if (name.startsWith('stockFiles')) return `Variant Id,Counted\n${product.item().variantId},3`
  return name.startsWith('upi.') ? 'Date,UTR,Amount\n21/11/2026,433398200041,10' : sheet([rice()])
}

async function send(name: string, route: Route, file: File) {
  // Rejected claims count towards the limit of a customer, too; this test is about the files only.
  await t.db.delete(attempts)
  return t.call(
    route,
    { body: forms[name], files: [file] },
    withHeaders(callerOf(name), { 'idempotency-key': randomUUID() }),
  )
}

/** Everything that a call with files could leave behind: rows, stored files and incoming files. */
async function kept() {
  const { rows } = await t.db.execute(sql`
    SELECT (SELECT count(*)::int FROM files) AS files, (SELECT count(*)::int FROM audit_rows) AS changes,
      (SELECT count(*)::int FROM products) AS products, (SELECT count(*)::int FROM variants) AS variants`)
  return { ...rows[0], ...(await storedFiles(t)) }
}

test('tests every call that takes files with at least 40 bad files', () => {
  expect(corpus.length).toBeGreaterThanOrEqual(40)
  expect(new Set(corpus.map(({ what }) => what)).size).toBe(corpus.length)
  expect(calls.map(({ name }) => name).toSorted()).toEqual(Object.keys(forms).toSorted())
})

test.each(calls)('$name rejects all of them and stores nothing', async ({ name, route }) => {
  const before = await kept()
  const wrong: string[] = []
  for (const { what, bytes, status: expected } of badFor(route)) {
    const { status } = await send(name, route, fileOf(bytes))
    if (!refusals(name, route, expected).includes(status)) wrong.push(`${what}: ${status}`)
  }
  expect(wrong).toEqual([])
  expect(await kept()).toEqual(before)
})

test('accepts a valid file in each of these calls', async () => {
  for (const { name, route } of calls) {
    const isSheet = route.files?.kind === 'csv'
    const file = isSheet ? fileOf(Buffer.from(textOf(name)), 'sheet.csv', 'text/csv') : await photo()
    expect([name, (await send(name, route, file)).status]).toEqual([name, 200])
  }
})
