import { api } from '@kirana/contract'
import type { Sent } from '@kirana/contract/wire/route'
import { desc } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { auditRows } from '../tables/journal.ts'
import { type Credentials, testApp } from '../testing/app.ts'
import { factories, home } from '../testing/factories.ts'

const t = await testApp()
const { aProduct, aPincode, anOrder } = factories(t)
afterAll(t.close)
let as: Credentials
beforeEach(async () => {
  await t.database.reset()
  as = await t.signIn.staff()
})

type Body = Sent<typeof api.charges.add>['body']
const rain: Body = {
  title: 'Rain',
  chargeType: 'Rupees',
  chargeAmount: '15.50',
  minimumAmount: '',
  maximumAmount: '',
  isEnable: true,
}
const list = async () => (await t.call(api.charges.list, {}, as)).data
const add = (more: Partial<Body> = {}) => t.call(api.charges.add, { body: { ...rain, ...more } }, as)
const edit = (chargeId: string, more: Partial<Body> = {}) =>
  t.call(api.charges.edit, { body: { ...rain, ...more, chargeId } }, as)
const remove = (id: string) => t.call(api.charges.remove, { params: { id } }, as)
const added = async (more: Partial<Body> = {}) => {
  await add(more)
  return (await list()).at(-1)?._id ?? ''
}

test('adds, lists, changes and deletes a charge, each with its message', async () => {
  expect(await add()).toMatchObject({ status: 200, message: 'Charge added successfully', data: null })
  const [row] = await list()
  expect(row).toEqual({
    _id: expect.any(String),
    sac: '',
    gstRate: null,
    gstRates: [],
    title: 'Rain',
    chargeAmount: 15.5,
    chargeType: 'Rupees',
    minimumAmount: 0,
    maximumAmount: 0,
    isEnable: true,
  })
  const change = { title: 'Small cart', chargeType: 'Percentage', chargeAmount: 8.8 } as const
  const bounds = { minimumAmount: 50, maximumAmount: 99.99, isEnable: false }
  const edited = await edit(row?._id ?? '', { ...change, ...bounds })
  expect(edited).toMatchObject({ status: 200, message: 'Charge updated successfully' })
  expect(await list()).toEqual([{ ...row, ...change, ...bounds }])
  expect(await remove(row?._id ?? '')).toMatchObject({
    status: 200,
    message: 'Charge deleted successfully',
  })
  expect(await list()).toEqual([])
})

test('keeps the flag when it is not sent', async () => {
  const id = await added({ isEnable: false })
  expect((await edit(id, { isEnable: undefined, title: 'Storm' })).status).toBe(200)
  expect(await list()).toMatchObject([{ title: 'Storm', isEnable: false }])
})

const percentage = { chargeType: 'Percentage' } as const
const PERCENT = 'Percentage must be above 0 and at most 100'
const AMOUNT = 'Amount must be from 0 to 10,00,000 with at most 2 decimals'
test.each<[Record<string, unknown>, string]>([
  [{ title: ' ' }, 'All fields is required'],
  [{ chargeType: '' }, 'All fields is required'],
  [{ chargeAmount: '' }, 'All fields is required'],
  [{ chargeAmount: null }, 'All fields is required'],
  [{ title: 't'.repeat(200) }, 'Use 100 characters at most'],
  [{ chargeAmount: -1 }, AMOUNT],
  [{ chargeAmount: 1_000_000.01 }, AMOUNT],
  [{ chargeAmount: '1.005' }, AMOUNT],
  [{ chargeAmount: '12abc' }, AMOUNT],
  [{ minimumAmount: -1 }, AMOUNT],
  [{ maximumAmount: 1_000_001 }, AMOUNT],
  [{ ...percentage, chargeAmount: 0 }, PERCENT],
  [{ ...percentage, chargeAmount: 100.01 }, PERCENT],
  [{ minimumAmount: 100, maximumAmount: 99 }, 'Maximum amount cannot be less than the minimum amount'],
])('rejects %j on add and edit', async (wrong, message) => {
  expect(await add(wrong)).toMatchObject({ status: 400, message })
  expect(await edit(await added(), wrong)).toMatchObject({ status: 400, message })
  expect(await list()).toMatchObject([{ title: 'Rain', chargeAmount: 15.5 }])
})

test('accepts the minimum and maximum values', async () => {
  const most = { chargeAmount: 1_000_000, minimumAmount: 1_000_000, maximumAmount: 1_000_000 }
  expect((await add(most)).status).toBe(200)
  expect((await add({ ...percentage, chargeAmount: 100 })).status).toBe(200)
  expect((await add({ ...percentage, chargeAmount: 0.01 })).status).toBe(200)
  expect(await list()).toMatchObject([most, { chargeAmount: 100 }, { chargeAmount: 0.01 }])
})

test.each(['5% \\ _ of it', `"Maa's" <b>`, 'बारिश का शुल्क', 't'.repeat(100)])(
  'stores the title %j unchanged, and allows duplicates',
  async (title) => {
    await add({ title })
    expect((await add({ title })).status).toBe(200)
    expect(await list()).toMatchObject([{ title }, { title }])
  },
)

test('answers 404 for unknown charges', async () => {
  const missing = { status: 404, message: 'Charge not found' }
  expect(await remove(v7())).toMatchObject(missing)
  expect(await edit(v7())).toMatchObject(missing)
  for (const id of ['nonsense', "'", '%']) expect((await remove(id)).status).toBe(404)
})

test('audits old and new values in paise', async () => {
  const id = await added()
  await edit(id, { chargeAmount: 20, isEnable: false })
  await remove(id)
  const rows = await t.db.select().from(auditRows).orderBy(desc(auditRows.id)).limit(3)
  expect(rows.toReversed()).toMatchObject([
    { call: 'charges.add', object: id, after: { title: 'Rain', amount: 1550 } },
    {
      call: 'charges.edit',
      object: id,
      before: { amount: 1550, isActive: true },
      after: { amount: 2000, isActive: false },
    },
    { call: 'charges.remove', object: id, before: { amount: 2000, isActive: false } },
  ])
})

test('new bills include enabled charges only; existing orders keep theirs', async () => {
  await aPincode()
  const items = [(await aProduct()).item()]
  const quoted = async () =>
    (await t.call(api.storeOrders.quote, { body: { items, pincode: home.pincode } })).data.charges
  const id = await added({ ...percentage, chargeAmount: 10 })
  expect(await quoted()).toEqual([{ title: 'Rain', amount: 5 }])
  const order = await anOrder({ items })
  await edit(id, { isEnable: false })
  expect(await quoted()).toEqual([])
  await remove(id)
  const kept = await t.call(api.orders.get, { params: { orderId: order._id } }, as)
  expect(kept.data[0]?.charges).toEqual([{ title: 'Rain', amount: 5 }])
})

test('runs few statements, plus session and audit', async () => {
  const cost = async (work: () => Promise<unknown>) => (await t.statements(work)).length
  expect(await cost(add)).toBeLessThanOrEqual(3)
  const id = (await list())[0]?._id ?? ''
  expect(await cost(list)).toBeLessThanOrEqual(2)
  expect(await cost(() => edit(id))).toBeLessThanOrEqual(4)
  expect(await cost(() => remove(id))).toBeLessThanOrEqual(3)
})
