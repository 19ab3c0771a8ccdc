import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { csvOf } from '../csv/write.ts'
import { editStock } from '../services/stock/levels.ts'
import { type Credentials, testApp, withHeaders } from '../testing/app.ts'
import { factories } from '../testing/factories.ts'
import { type Seen, testVersioned, type VersionedRecord } from '../testing/records/versioned.ts'

const t = await testApp()
const make = factories(t)
afterAll(t.close)

let staff: Credentials
let superadmin: Credentials
beforeEach(async () => {
  await t.database.reset()
  staff = await t.signIn.staff()
  superadmin = await t.signIn.superadmin()
})

type Row = { _id: string; version: number }
type Listed<R extends Row> = {
  id: string
  table: string
  list: () => Promise<{ data: R[] }>
  /** The edited field in the list. */
  field: keyof R
  edit: (value: string, seen: Seen) => ReturnType<VersionedRecord['edit']>
}

const lockOf = (table: string, id: string): SQL =>
  sql`SELECT 1 FROM ${sql.identifier(table)} WHERE id = ${id} FOR UPDATE`

const inList = <R extends Row>({ id, table, list, field, edit }: Listed<R>): VersionedRecord => ({
  read: async () => {
    const row = (await list()).data.find(({ _id }) => _id === id)
    return { version: row?.version ?? 0, name: String(row?.[field]) }
  },
  edit,
  lock: lockOf(table, id),
})

async function aSection() {
  const { section } = await make.aSubcategory()
  return inList({
    id: section.id,
    table: 'sections',
    list: () => t.call(api.sections.list, {}, staff),
    field: 'name',
    edit: (name, seen) =>
      t.call(api.sections.edit, { body: { sectionId: section.id, name, ...seen } }, staff),
  })
}

async function aCategory() {
  const { category, section } = await make.aSubcategory()
  const body = { catagoryId: category.id, sectionId: section.id }
  return inList({
    id: category.id,
    table: 'categories',
    list: () => t.call(api.categories.list, { query: { isGetAll: 'true' } }, staff),
    field: 'name',
    edit: (name, seen) => t.call(api.categories.edit, { body: { ...body, name, ...seen } }, staff),
  })
}

async function aSubcategory() {
  const { subcategory } = await make.aSubcategory()
  const body = { subCategoryId: subcategory.id }
  return inList({
    id: subcategory.id,
    table: 'subcategories',
    list: () => t.call(api.subcategories.list, { query: {} }, staff),
    field: 'name',
    edit: (name, seen) => t.call(api.subcategories.edit, { body: { ...body, name, ...seen } }, staff),
  })
}

async function aKeyword() {
  const { data } = await t.call(api.keywords.add, { body: { name: 'Organic' } }, staff)
  return inList({
    id: data._id,
    table: 'keywords',
    list: () => t.call(api.keywords.list, {}, staff),
    field: 'name',
    edit: (name, seen) => t.call(api.keywords.edit, { body: { keywardId: data._id, name, ...seen } }, staff),
  })
}

async function aPincode() {
  const { id } = await make.aPincode()
  return inList({
    id,
    table: 'pincodes',
    list: () => t.call(api.pincodes.list, {}, staff),
    field: 'pincode',
    edit: (pincode, seen) => t.call(api.pincodes.edit, { body: { pincodeId: id, pincode, ...seen } }, staff),
  })
}

async function aCharge() {
  const { id } = await make.aCharge()
  const body = { chargeId: id, chargeAmount: 20, chargeType: 'Rupees' as const }
  return inList({
    id,
    table: 'charges',
    list: () => t.call(api.charges.list, {}, staff),
    field: 'title',
    edit: (title, seen) => t.call(api.charges.edit, { body: { ...body, title, ...seen } }, staff),
  })
}

async function aVideo() {
  const { id: productId } = await make.aProduct()
  const fields = { fullName: 'Asha', url: 'dQw4w9WgXcQ', about: 'How to cook it' }
  await t.call(api.videos.add, { body: { ...fields, productId } }, staff)
  const list = () => t.call(api.videos.list, { params: { productId } }, staff)
  const videoId = (await list()).data[0]?._id ?? ''
  const edit = (fullName: string, seen: Seen) =>
    t.call(api.videos.edit, { body: { ...fields, fullName, productId, videoId, ...seen } }, staff)
  // An edit waits for the product of the video.
  return {
    ...inList({ id: videoId, table: 'videos', list, field: 'fullName', edit }),
    lock: lockOf('products', productId),
  }
}

async function aRelease() {
  const body = { buildNumber: 7, versionName: '1.0', description: 'First' }
  await t.call(api.releases.add, { body }, superadmin)
  const list = () => t.call(api.releases.list, {}, superadmin)
  const releaseId = (await list()).data[0]?._id ?? ''
  return inList({
    id: releaseId,
    table: 'releases',
    list,
    field: 'versionName',
    edit: (versionName, seen) =>
      t.call(api.releases.edit, { body: { ...body, releaseId, versionName, ...seen } }, superadmin),
  })
}

async function aRole() {
  const permissions = ['orders.read' as const]
  const { data } = await t.call(api.roles.add, { body: { name: 'Night', permissions } }, superadmin)
  return inList({
    id: data._id,
    table: 'staff_roles',
    list: () => t.call(api.roles.list, {}, superadmin),
    field: 'name',
    edit: (name, seen) =>
      t.call(api.roles.edit, { body: { roleId: data._id, name, permissions, ...seen } }, superadmin),
  })
}

async function aPerson() {
  const person = await t.signIn.staff('meera')
  return inList({
    id: person.id,
    table: 'staff',
    list: () => t.call(api.staff.list, {}, superadmin),
    field: 'name',
    edit: (name, seen) => t.call(api.staff.edit, { body: { staffId: person.id, name, ...seen } }, superadmin),
  })
}

async function aRider() {
  const fields = { phone: '9700000009', cashLimit: 100 }
  const { data } = await t.call(api.riders.add, { body: { ...fields, name: 'Kiran' } }, staff)
  return inList({
    id: data._id,
    table: 'riders',
    list: () => t.call(api.riders.list, {}, staff),
    field: 'name',
    edit: (name, seen) =>
      t.call(api.riders.edit, { body: { ...fields, riderId: data._id, name, ...seen } }, staff),
  })
}

async function aShelf(): Promise<VersionedRecord> {
  const { item } = await make.aProduct()
  const { variantId } = item()
  const edit = (shelf: string, seen: Seen) =>
    t.call(api.stock.edit, { body: { variantId, shelf, lowAt: 2, barcodes: [], ...seen } }, staff)
  // The race needs the row that both wait for.
  await editStock(
    t.db,
    { variantId, shelf: '', lowAt: 0, barcodes: [] },
    { seen: undefined, now: t.context.now() },
  )
  return {
    read: async () => {
      const { data } = await t.call(api.stock.list, { params: { page: 1 }, query: {} }, staff)
      return { version: data.data[0]?.version ?? 0, name: data.data[0]?.shelf ?? '' }
    },
    edit,
    lock: sql`SELECT 1 FROM stock_levels WHERE variant_id = ${variantId} FOR UPDATE`,
  }
}

describe.each([
  ['section', aSection, 'name', ['Fresh', 'Dairy', 'Snacks']],
  ['category', aCategory, 'name', ['Fruits', 'Milk', 'Chips']],
  ['subcategory', aSubcategory, 'name', ['Apples', 'Curd', 'Bhujia']],
  ['keyward', aKeyword, 'name', ['Vegan', 'Fresh', 'Local']],
  ['pincode', aPincode, 'pincode', ['400002', '400003', '400004']],
  ['charge', aCharge, 'title', ['Handling', 'Packing', 'Surge']],
  ['video', aVideo, 'fullName', ['Ravi', 'Meera', 'Joy']],
  ['rider', aRider, 'name', ['Ravi', 'Meera', 'Joy']],
  ['variant', aShelf, 'shelf', ['A1', 'B2', 'C3']],
] as const)('%s', (what, aRecord, field, names) =>
  testVersioned({
    t,
    what: `this ${what}`,
    aRecord,
    field,
    names,
    by: 'Asha',
    answers: what === 'rider' || what === 'variant' ? 'record' : 'version',
  }),
)

describe.each([
  ['release', aRelease, 'versionName', ['1.1', '1.2', '1.3']],
  ['role', aRole, 'name', ['Late', 'Early', 'Weekend']],
  ['person', aPerson, 'name', ['Ravi', 'Meera', 'Joy']],
] as const)('%s', (what, aRecord, field, names) =>
  testVersioned({ t, what: `this ${what}`, aRecord, field, names, by: 'superadmin', answers: 'version' }),
)

test('a movement of stock does not change the version of the shelf, a file that changes the shelf does', async () => {
  const { item } = await make.aProduct()
  const { variantId } = item()
  const row = async () =>
    (await t.call(api.stock.list, { params: { page: 1 }, query: {} }, staff)).data.data[0]
  expect(await row()).toMatchObject({ version: 1, shelf: '' })
  await t.call(api.stock.count, { body: { variantId, onHand: 5, reason: 'Counted' } }, staff)
  expect(await row()).toMatchObject({ version: 1, onHand: 5 })
  const imported = async (fields: { Counted?: number; Shelf?: string }) => {
    const lines = [
      ['Variant Id', ...Object.keys(fields)],
      [variantId, ...Object.values(fields).map(String)],
    ]
    const files = [new File([csvOf(lines[0] ?? [], [lines[1] ?? []])], 'stock.csv')]
    const keyed = withHeaders(staff, { 'idempotency-key': randomUUID() })
    return t.call(api.stockFiles.import, { body: { wrong: 'refuse' }, files }, keyed)
  }
  expect((await imported({ Counted: 6 })).status).toBe(200)
  expect(await row()).toMatchObject({ version: 1, onHand: 6 })
  expect((await imported({ Shelf: 'A3' })).status).toBe(200)
  expect(await row()).toMatchObject({ version: 2, shelf: 'A3' })
  const body = { variantId, shelf: 'B1', lowAt: 0, barcodes: [], version: 1 }
  expect(await t.call(api.stock.edit, { body }, staff)).toMatchObject({
    status: 409,
    code: 'stale',
    data: { shelf: 'A3', version: 2, by: 'Asha', at: t.context.now().toISOString() },
  })
})
