import { api } from '@kirana/contract'
import type { Sent } from '@kirana/contract/wire/route'
import { desc, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { auditRows } from '../tables/journal.ts'
import { type Credentials, testApp } from '../testing/app.ts'
import { findInvariantViolations } from '../testing/violations.ts'
import { factories } from '../testing/factories.ts'

const t = await testApp()
const { anOrder } = factories(t)
afterAll(t.close)
let as: Credentials
beforeEach(async () => {
  await t.database.reset()
  t.clock.set('2026-11-21T13:00:00+05:30')
  as = await t.signIn.staff()
})

type Body = Sent<typeof api.coupons.add>['body']
type Edit = Partial<Sent<typeof api.coupons.edit>['body']>
const diwali: Body = {
  couponName: 'DIWALI',
  discountType: 'Percentage',
  discount: '12.5',
  days: '10',
  minimumAmount: '199',
  isPublic: true,
}
const list = async () => (await t.call(api.coupons.list, {}, as)).data
const add = (more: Partial<Body> = {}) => t.call(api.coupons.add, { body: { ...diwali, ...more } }, as)
const edit = (couponId: string, more: Edit = {}) =>
  t.call(api.coupons.edit, { body: { ...diwali, ...more, couponId } }, as)
const remove = (id: string) => t.call(api.coupons.remove, { params: { id } }, as)
const added = async (more: Partial<Body> = {}) => {
  await add(more)
  return (await list())[0]?._id ?? ''
}
const shown = async () => (await t.call(api.storeCoupons.list, {})).data.map(({ coupon }) => coupon)

test('adds, lists, changes and deletes a coupon, each with its message', async () => {
  expect(await add()).toMatchObject({ status: 200, message: 'Coupon added successfully', data: null })
  const old = (await list())[0]?._id ?? ''
  await add({ couponName: 'HOLI', discountType: 'Rupees', discount: 50, isPublic: undefined })
  expect(await list()).toEqual([
    expect.objectContaining({ coupon: 'HOLI', discount: 50, discountType: 'Rupees', isPublic: false }),
    {
      _id: old,
      coupon: 'DIWALI',
      discount: 12.5,
      discountType: 'Percentage',
      days: 10,
      minimumAmount: 199,
      isPublic: true,
      isActive: true,
      expireAt: '2026-12-01T07:30:00.000Z',
      version: 1,
    },
  ])
  const edited = await edit(old, { couponName: 'Diwali 2026', isPublic: false, isActive: false })
  expect(edited).toMatchObject({ status: 200, message: 'Coupon updated successfully' })
  expect((await list())[1]).toMatchObject({ coupon: 'Diwali 2026', isPublic: false, isActive: false })
  expect(await remove(old)).toMatchObject({ status: 200, message: 'Coupon deleted successfully' })
  expect((await list()).map(({ coupon }) => coupon)).toEqual(['HOLI'])
})

test('changed days count from the creation of the coupon; flags that are not sent stay', async () => {
  const id = await added({ isPublic: false })
  await edit(id, { isPublic: false, isActive: false })
  t.clock.pass(20)
  expect((await edit(id, { days: 20, isPublic: undefined })).status).toBe(200)
  expect(await list()).toMatchObject([
    { days: 20, expireAt: '2026-12-11T07:30:00.000Z', isPublic: false, isActive: false },
  ])
})

const FIELDS = 'All fields is required'
const DAYS = 'Days must be a whole number from 1 to 3,650'
const PERCENT = 'Percentage must be above 0 and at most 100'
const AMOUNT = 'Amount must be from 0 to 10,00,000 with at most 2 decimals'
test.each<[Record<string, unknown>, string]>([
  [{ couponName: '  ' }, FIELDS],
  [{ discountType: '' }, FIELDS],
  [{ days: '' }, FIELDS],
  [{ discount: '' }, FIELDS],
  [{ couponName: 'N'.repeat(200) }, 'Use 50 characters at most'],
  [{ days: 0 }, DAYS],
  [{ days: 3651 }, DAYS],
  [{ days: '1.5' }, DAYS],
  [{ days: '-1' }, DAYS],
  [{ discount: 0 }, PERCENT],
  [{ discount: 100.01 }, PERCENT],
  [{ discount: '1.005' }, AMOUNT],
  [{ discount: -1, discountType: 'Rupees' }, AMOUNT],
  [{ discount: 1_000_000.01, discountType: 'Rupees' }, AMOUNT],
  [{ minimumAmount: -1 }, AMOUNT],
])('rejects %j on add and edit', async (wrong, message) => {
  expect(await add(wrong)).toMatchObject({ status: 400, message })
  expect(await edit(await added(), wrong)).toMatchObject({ status: 400, message })
  expect(await list()).toMatchObject([{ coupon: 'DIWALI', discount: 12.5, days: 10 }])
})

test('accepts the minimum and maximum values', async () => {
  expect((await add({ discount: 100, days: 3650, minimumAmount: 1_000_000 })).status).toBe(200)
  const rupees = { discountType: 'Rupees', discount: 1_000_000, days: 1, minimumAmount: '' } as const
  expect((await add({ couponName: 'B', ...rupees })).status).toBe(200)
  expect(await list()).toMatchObject([{ discount: 1_000_000, minimumAmount: 0 }, { discount: 100 }])
})

test.each(['50% OFF_', `"Maa's" <b>`, 'दिवाली', 'N'.repeat(50)])(
  'stores the name %j unchanged',
  async (couponName) => {
    await add({ couponName })
    expect(await list()).toMatchObject([{ coupon: couponName }])
    const message = `The coupon “${couponName}” already exists`
    expect(await add({ couponName })).toMatchObject({ status: 409, message })
  },
)

test('rejects a duplicate name, ignoring case', async () => {
  await add()
  const id = await added({ couponName: 'HOLI' })
  const refused = { status: 409, message: 'The coupon “diwali” already exists' }
  expect(await add({ couponName: 'diwali' })).toMatchObject(refused)
  expect(await edit(id, { couponName: 'diwali', discount: 5 })).toMatchObject(refused)
  expect((await list())[0]).toMatchObject({ coupon: 'HOLI', discount: 12.5 })
  expect((await edit(id, { couponName: 'Holi' })).status).toBe(200)
})

test('answers 404 for unknown coupons', async () => {
  const missing = { status: 404, message: 'Coupon not found' }
  expect(await remove(v7())).toMatchObject(missing)
  expect(await edit(v7())).toMatchObject(missing)
  for (const id of ['nonsense', "'", '%']) expect((await remove(id)).status).toBe(404)
})

test('audits old and new values', async () => {
  const id = await added()
  await edit(id, { discount: 20, isActive: false, isPublic: false })
  await remove(id)
  const rows = await t.db.select().from(auditRows).orderBy(desc(auditRows.id)).limit(3)
  expect(rows.toReversed()).toMatchObject([
    { call: 'coupons.add', object: id, after: { name: 'DIWALI', amount: 1250, isPublic: true } },
    {
      call: 'coupons.edit',
      object: id,
      before: { amount: 1250, isActive: true, isPublic: true },
      after: { amount: 2000, isActive: false, isPublic: false },
    },
    { call: 'coupons.remove', object: id, before: { amount: 2000, isActive: false } },
  ])
})

test('customers see a coupon while it is public, active and not expired', async () => {
  const id = await added()
  expect(await shown()).toEqual(['DIWALI'])
  await edit(id, { isPublic: false })
  expect(await shown()).toEqual([])
  await edit(id, { isPublic: true, isActive: false })
  expect(await shown()).toEqual([])
  await edit(id, { isActive: true, days: 1 })
  t.clock.pass(24 * 60)
  expect(await shown()).toEqual([])
})

test('a used coupon can be deleted, and its order keeps the discount', async () => {
  const id = await added({ discountType: 'Rupees', discount: 10, minimumAmount: 0 })
  const order = await anOrder({ coupon: 'diwali' })
  expect(order.discount).toBe(10)
  // Deleting must not update the orders: with thousands of them it would hit the statement timeout.
  const version = async () => (await t.db.execute(sql`SELECT xmin::text FROM orders`)).rows
  const before = await version()
  expect((await remove(id)).status).toBe(200)
  expect(await version()).toEqual(before)
  const params = { orderId: order._id }
  const { data } = await t.call(api.orders.get, { params }, as)
  expect(data[0]).toMatchObject({ discount: 10, totalPrice: order.totalPrice })
  for (const status of ['Canceled', 'Delivered'] as const) {
    const sent = { params: { ...params, status }, query: {} }
    expect((await t.call(api.orders.changeStatus, sent, as)).status).toBe(200)
  }
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('runs few statements, plus session and audit', async () => {
  const cost = async (work: () => Promise<unknown>) => (await t.statements(work)).length
  expect(await cost(add)).toBeLessThanOrEqual(3)
  const id = (await list())[0]?._id ?? ''
  expect(await cost(list)).toBeLessThanOrEqual(2)
  expect(await cost(() => edit(id))).toBeLessThanOrEqual(4)
  expect(await cost(() => remove(id))).toBeLessThanOrEqual(3)
})
