import { api } from '@kirana/contract'
import type { Sent } from '@kirana/contract/wire/route'
import { desc } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { company as table } from '../tables/company.ts'
import { invoices } from '../tables/invoices.ts'
import { auditRows } from '../tables/journal.ts'
import { type Credentials, testApp } from '../testing/app.ts'
import { factories } from '../testing/factories.ts'

const t = await testApp()
const make = factories(t)
afterAll(t.close)
let as: Credentials
beforeEach(async () => {
  await t.database.reset()
  as = await t.signIn.superadmin()
})

type Body = Sent<typeof api.company.edit>['body']
const read = async () => (await t.call(api.company.get, {}, as)).data
/** The settings themselves; tests of their version are in stale-edits.test.ts. */
const get = async () => {
  const { version: _, ...settings } = await read()
  return settings
}
const edit = (body: Body) => t.call(api.company.edit, { body }, as)
const settings = {
  companyName: 'Kirana Stores',
  email: 'hello@kirana.example',
  contact: '+91 98000 00000',
  website: 'https://kirana.example',
  gstNo: '27AAPFU0939F1ZV',
  fssai: '11521999000123',
  address: '12 MG Road\nMumbai 400001',
  deliveryTime: '12 minutes',
  pointValueInMoney: 25,
  pointPerRefer: 30,
  discountPerRefer: 7.5,
  openOrdersPerCustomer: 35,
  piecesPerOrder: 12,
  unpaidPerCustomer: 7_500.25,
  unpaidBeforeDelivery: 999.5,
  unpaidStockShare: 33.33,
  claimsShare: 12.5,
  dailyCoinsPerStaff: 250_000,
  secondPerson: true,
  payoutApprovalFrom: 2_500.5,
  coinsWithoutApproval: 750,
  newNumberCodesPerDay: 400,
  codesPerDayAlarm: 4_000,
  doorCodeRequired: true,
  roundOff: true,
  upiId: 'kirana@okbank',
  upiPerRider: 12_000.5,
  roundCash: true,
  gettingLateMinutes: 6,
  lateMinutes: 12,
  gstRegistration: 'regular' as const,
  gstPeriod: 'quarter' as const,
}
const untouched = {
  companyName: '',
  email: '',
  contact: '',
  website: '',
  gstNo: '',
  fssai: '',
  address: '',
  deliveryTime: '10 minutes',
  pointValueInMoney: 100,
  pointPerRefer: 0,
  discountPerRefer: 0,
  openOrdersPerCustomer: 20,
  piecesPerOrder: 50,
  unpaidPerCustomer: 20_000,
  unpaidBeforeDelivery: 5_000,
  unpaidStockShare: 50,
  claimsShare: 20,
  dailyCoinsPerStaff: 1_000_000,
  secondPerson: false,
  payoutApprovalFrom: 0,
  coinsWithoutApproval: 1_000,
  newNumberCodesPerDay: 1_000,
  codesPerDayAlarm: 5_000,
  doorCodeRequired: false,
  roundOff: false,
  upiId: '',
  upiPerRider: 25_000,
  roundCash: false,
  gettingLateMinutes: 4,
  lateMinutes: 8,
  gstRegistration: 'unregistered',
  gstPeriod: 'month',
}

test('a new store has default settings, and all of them can be changed', async () => {
  expect(await get()).toEqual(untouched)
  expect(await edit(settings)).toMatchObject({
    status: 200,
    message: 'Data updated successfully',
    data: { version: 2 },
  })
  expect(await get()).toEqual(settings)
})

test('keeps fields that are not sent, and clears fields sent empty', async () => {
  await edit(settings)
  expect((await edit({ companyName: 'Renamed' })).status).toBe(200)
  expect(await get()).toEqual({ ...settings, companyName: 'Renamed' })
  expect((await edit({})).status).toBe(200)
  expect(await get()).toEqual({ ...settings, companyName: 'Renamed' })
  const texts = ['companyName', 'email', 'contact', 'website', 'gstNo', 'fssai', 'address', 'deliveryTime']
  const numbers = ['pointValueInMoney', 'pointPerRefer', 'discountPerRefer']
  const all = (names: string[], value: unknown) => Object.fromEntries(names.map((name) => [name, value]))
  const emptied = texts.filter((name) => name !== 'companyName')
  expect((await edit(all([...emptied, ...numbers], ''))).status).toBe(200)
  const left = { ...settings, companyName: 'Renamed' }
  expect(await get()).toEqual({ ...left, ...all(emptied, ''), ...all(numbers, 0) })
})

test('checks only the details that change, and keeps a name that was set', async () => {
  await t.db.update(table).set({ name: 'Kirana', contact: 'call us', website: 'my.example' })
  const stored = await get()
  expect((await edit({ ...stored, address: '12 MG Road' })).status).toBe(200)
  for (const wrong of [{ companyName: ' ' }, { contact: '98000' }, { website: 'a.test' }, { email: 'me' }])
    expect(await edit({ ...stored, ...wrong })).toMatchObject({ status: 400 })
  expect(await get()).toMatchObject({ companyName: 'Kirana', contact: 'call us', address: '12 MG Road' })
})

test('accepts numbers as strings, up to their limits', async () => {
  await edit({ pointValueInMoney: ' 50 ', pointPerRefer: '20', discountPerRefer: '12.25' })
  expect(await get()).toMatchObject({ pointValueInMoney: 50, pointPerRefer: 20, discountPerRefer: 12.25 })
  const most = {
    pointValueInMoney: 100_000_000,
    pointPerRefer: 100_000,
    discountPerRefer: 100,
    openOrdersPerCustomer: 1_000,
    piecesPerOrder: 1_000,
    unpaidPerCustomer: 1_000_000,
    unpaidBeforeDelivery: 1_000_000,
    unpaidStockShare: 100,
    dailyCoinsPerStaff: 10_000_000,
    newNumberCodesPerDay: 1_000_000,
    codesPerDayAlarm: 1_000_000,
    gettingLateMinutes: 1_440,
    lateMinutes: 1_440,
  }
  await edit(most)
  expect(await get()).toMatchObject(most)
  const least = {
    openOrdersPerCustomer: ' 1 ',
    piecesPerOrder: '1',
    unpaidPerCustomer: '0.01',
    unpaidBeforeDelivery: '0.01',
    unpaidStockShare: '1',
    dailyCoinsPerStaff: '0',
    gettingLateMinutes: '1',
    lateMinutes: '1',
  }
  await edit(least)
  expect(await get()).toMatchObject({
    openOrdersPerCustomer: 1,
    piecesPerOrder: 1,
    unpaidPerCustomer: 0.01,
    unpaidBeforeDelivery: 0.01,
    unpaidStockShare: 1,
    dailyCoinsPerStaff: 0,
    gettingLateMinutes: 1,
    lateMinutes: 1,
  })
})

test.each([`"Maa's" <script>alert(1)</script>`, "'; DROP TABLE company; --", '100% \\ _', 'किराना भंडार'])(
  'stores the text %j unchanged',
  async (text) => {
    const kept = { companyName: text, address: text }
    await edit(kept)
    expect(await get()).toMatchObject(kept)
    expect((await t.call(api.storeCompany.get, {})).data).toMatchObject(kept)
  },
)

test('customers see changes immediately, but not the value of a coin', async () => {
  await edit(settings)
  const { companyName, email, contact, website, gstNo, fssai, address, deliveryTime } = settings
  const open = { companyName, email, contact, website, gstNo, fssai, address, deliveryTime }
  expect((await t.call(api.storeCompany.get, {})).data).toEqual(open)
  expect((await t.call(api.storeCatalogue.get, {})).data.company).toEqual(open)
})

test('new invoices have the new company details; issued ones keep theirs', async () => {
  const staff = await t.signIn.staff()
  const invoiced = async () => {
    const { _id } = await make.anOrder()
    const to = { orderId: _id, status: 'Prepeared' } as const
    await t.call(api.orders.changeStatus, { params: to, query: {} }, staff)
    return _id
  }
  await edit(settings)
  const early = await invoiced()
  await edit({ companyName: 'Renamed', gstNo: '' })
  const late = await invoiced()
  const sellers = new Map(
    (await t.db.select().from(invoices)).map(({ orderId, seller }) => [orderId, seller]),
  )
  expect(sellers.get(early)).toMatchObject({ name: 'Kirana Stores', gstin: '27AAPFU0939F1ZV' })
  expect(sellers.get(late)).toMatchObject({ name: 'Renamed', gstin: '' })
})

test('audits old and new settings', async () => {
  await edit(settings)
  await edit({ pointValueInMoney: 50, discountPerRefer: 10 })
  const [row] = await t.db.select().from(auditRows).orderBy(desc(auditRows.id)).limit(1)
  expect(row).toMatchObject({
    call: 'company.edit',
    role: 'superadmin',
    object: 'company',
    before: { name: 'Kirana Stores', pointValue: 25, referralDiscount: 750 },
    after: { pointValue: 50, referralDiscount: 1000 },
  })
})

test('only the superadmin reads and changes the settings', async () => {
  const staff = await t.signIn.staff()
  for (const other of [staff, await make.aCustomer(), { headers: {} }]) {
    expect((await t.call(api.company.get, {}, other)).status).toBe(401)
    expect((await t.call(api.company.edit, { body: settings }, other)).status).toBe(401)
  }
  expect(await get()).toEqual(untouched)
})

test('runs few statements, plus session and audit', async () => {
  expect((await t.statements(read)).length).toBeLessThanOrEqual(2)
  // The first edit switches to quarterly filing and reads the filed months.
  expect((await t.statements(() => edit(settings))).length).toBeLessThanOrEqual(5)
  expect((await t.statements(() => edit(settings))).length).toBeLessThanOrEqual(4)
})
