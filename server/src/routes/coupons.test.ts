import { api } from '@kirana/contract'
import { COUPON_USED_UP } from '@kirana/domain/coupon'
import type { Sent } from '@kirana/contract/wire/route'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testPlainList } from '../testing/records/plain-list.ts'
import { raceOnLock } from '../testing/races/race-on-lock.ts'
import { staffApp } from '../testing/staff-app.ts'
import { findInvariantViolations } from '../testing/violations.ts'

const { t, make, staff: as, signInStaff } = await staffApp()

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
    maximumDiscount: 0,
    firstDay: null,
    totalUses: 0,
    usesPerCustomer: 1,
    uses: 0,
    isPublic: true,
    isActive: true,
    expireAt: '2026-12-01T18:30:00.000Z',
  },
  change: { couponName: 'Diwali 2026', discount: 20, isPublic: false, isActive: false },
  changed: { coupon: 'Diwali 2026', discount: 20, isPublic: false, isActive: false },
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
    [{ maximumDiscount: -1 }, AMOUNT],
    [{ maximumDiscount: 5, discountType: 'Rupees' }, 'Only a percentage has a maximum discount'],
    [{ firstDay: '2026-02-30' }, 'First day is not a date'],
    [{ totalUses: -1 }, 'Uses must be a whole number from 0 to 1,00,00,000'],
    [{ usesPerCustomer: '1.5' }, 'Uses must be a whole number from 0 to 1,00,00,000'],
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
    { days: 20, expireAt: '2026-12-11T18:30:00.000Z', isPublic: false, isActive: false },
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
  t.clock.set('2026-11-22T23:59:59.999+05:30')
  expect(await shown()).toEqual(['DIWALI'])
  t.clock.set('2026-11-23T00:00:00+05:30')
  expect(await shown()).toEqual([])
})

test('a coupon has a first day, a maximum and limits of its uses; a client that does not send them changes none', async () => {
  const limits = { maximumDiscount: 50, firstDay: '2026-11-25', totalUses: '3', usesPerCustomer: 2 } as const
  const id = await added({ ...limits, days: 2, minimumAmount: 0 })
  const row = { maximumDiscount: 50, firstDay: '2026-11-25', totalUses: 3, usesPerCustomer: 2 }
  expect(await list()).toMatchObject([{ ...row, expireAt: '2026-11-27T18:30:00.000Z' }])
  expect(await shown()).toEqual([])
  const customer = await make.aCustomer()
  const cart = { customer, items: [(await make.aProduct({ variants: [{ sellingPrice: 100_000 }] })).item()] }
  await make.aPincode()
  expect((await make.tryOrder({ ...cart, coupon: 'DIWALI' })).message).toBe(
    'This coupon can be used from 25 Nov 2026',
  )
  await edit(id, { minimumAmount: 0, days: 2 })
  expect(await list()).toMatchObject([row])
  t.clock.set('2026-11-25T00:00:00+05:30')
  await signInStaff()
  expect(await shown()).toEqual(['DIWALI'])
  // 12.5 % of ₹1,000 are more than the maximum.
  for (const uses of [1, 2]) {
    expect((await make.tryOrder({ ...cart, coupon: 'DIWALI' })).data).toMatchObject({ discount: 50 })
    expect(await t.db.execute(sql`SELECT uses FROM coupons`)).toMatchObject({ rows: [{ uses }] })
  }
  const third = await make.tryOrder({ ...cart, coupon: 'DIWALI' })
  expect(third).toMatchObject({ status: 422, message: 'You have already used this coupon' })
  await edit(id, { usesPerCustomer: 0, minimumAmount: 0, days: 2 })
  const { data: last } = await make.tryOrder({ ...cart, coupon: 'DIWALI' })
  expect(await shown()).toEqual([])
  expect(await make.tryOrder({ ...cart, coupon: 'DIWALI' })).toMatchObject({
    status: 422,
    message: COUPON_USED_UP,
  })

  const change = (status: 'Canceled' | 'Confirmed') =>
    t.call(api.orders.changeStatus, { params: { orderId: last._id, status }, query: {} }, as)
  expect((await change('Canceled')).status).toBe(200)
  expect(await list()).toMatchObject([{ uses: 2 }])
  expect((await make.tryOrder({ ...cart, coupon: 'DIWALI' })).status).toBe(200)
  expect(await change('Confirmed')).toMatchObject({ status: 409, message: COUPON_USED_UP })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('of twenty orders at once on three uses of a coupon, three get it', async () => {
  await make.aPincode()
  const { name: coupon, id } = await make.aCoupon({ totalUses: 3 })
  const items = [(await make.aProduct()).item()]
  const customers = await Promise.all(Array.from({ length: 20 }, () => make.aCustomer()))
  const orders = customers.map((customer) => () => make.tryOrder({ customer, items, coupon }))
  // All have read three free uses before the first of them takes one.
  const lock = sql`SELECT 1 FROM coupons WHERE id = ${id} FOR UPDATE`
  const answers = await raceOnLock(t, lock, orders)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  for (const { status, message } of answers.filter(({ status }) => status !== 200))
    expect([409, 422].includes(status) && message).toBe(COUPON_USED_UP)
  expect(await list()).toMatchObject([{ uses: 3 }])
  expect(await findInvariantViolations(t.db)).toEqual([])
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
