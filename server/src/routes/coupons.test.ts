import { api } from '@kirana/contract'
import type { Sent } from '@kirana/contract/wire/route'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testPlainList } from '../testing/plain-list.ts'
import { staffApp } from '../testing/staff-app.ts'
import { findInvariantViolations } from '../testing/violations.ts'

const { t, make, staff: as } = await staffApp()

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

const FIELDS = 'All fields is required'
const DAYS = 'Days must be a whole number from 1 to 3,650'
const PERCENT = 'Percentage must be above 0 and at most 100'
const AMOUNT = 'Amount must be from 0 to 10,00,000 with at most 2 decimals'

testPlainList({
  t,
  name: 'coupons',
  list,
  add,
  edit,
  remove,
  messages: {
    added: 'Coupon added successfully',
    edited: 'Coupon updated successfully',
    removed: 'Coupon deleted successfully',
    missing: 'Coupon not found',
  },
  row: {
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
  change: { couponName: 'Diwali 2026', discount: 20, isPublic: false, isActive: false },
  changed: { coupon: 'Diwali 2026', discount: 20, isPublic: false, isActive: false, version: 2 },
  text: {
    sent: 'couponName',
    listed: 'coupon',
    values: ['50% OFF_', `"Maa's" <b>`, 'दिवाली', 'N'.repeat(50)],
  },
  unique: {
    first: 'HOLI',
    second: 'PONGAL',
    again: 'holi',
    message: (name) => `The coupon “${name}” already exists`,
  },
  wrong: [
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
  ],
  audited: {
    added: { name: 'DIWALI', amount: 1250, isPublic: true },
    defaults: { isActive: true },
    after: { name: 'Diwali 2026', amount: 2000, isActive: false, isPublic: false },
  },
  statements: { add: 3, list: 2, edit: 4, remove: 3 },
})

test('lists the newest coupon first; one is not public unless that is sent', async () => {
  await add()
  await add({ couponName: 'HOLI', discountType: 'Rupees', discount: 50, isPublic: undefined })
  expect(await list()).toMatchObject([
    { coupon: 'HOLI', discount: 50, discountType: 'Rupees', isPublic: false },
    { coupon: 'DIWALI', isPublic: true },
  ])
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

test('accepts the minimum and maximum values', async () => {
  expect((await add({ discount: 100, days: 3650, minimumAmount: 1_000_000 })).status).toBe(200)
  const rupees = { discountType: 'Rupees', discount: 1_000_000, days: 1, minimumAmount: '' } as const
  expect((await add({ couponName: 'B', ...rupees })).status).toBe(200)
  expect(await list()).toMatchObject([{ discount: 1_000_000, minimumAmount: 0 }, { discount: 100 }])
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
  const order = await make.anOrder({ coupon: 'diwali' })
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
