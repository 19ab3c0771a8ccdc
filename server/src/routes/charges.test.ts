import { api } from '@kirana/contract'
import type { Sent } from '@kirana/contract/wire/route'
import { expect, test } from 'vitest'
import { home } from '../testing/factories.ts'
import { testPlainList } from '../testing/records/plain-list.ts'
import { staffApp } from '../testing/staff-app.ts'

const { t, make, staff: as } = await staffApp()

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

const percentage = { chargeType: 'Percentage' } as const
const PERCENT = 'Percentage must be above 0 and at most 100'
const AMOUNT = 'Amount must be from 0 to 10,00,000 with at most 2 decimals'

testPlainList({
  t,
  name: 'charges',
  list,
  add,
  edit,
  remove,
  messages: {
    added: 'Charge added successfully',
    edited: 'Charge updated successfully',
    removed: 'Charge deleted successfully',
    missing: 'Charge not found',
  },
  row: {
    sac: '',
    gstRate: null,
    gstRates: [],
    title: 'Rain',
    chargeAmount: 15.5,
    chargeType: 'Rupees',
    minimumAmount: 0,
    maximumAmount: 0,
    isEnable: true,
  },
  change: {
    title: 'Small cart',
    ...percentage,
    chargeAmount: 8.8,
    minimumAmount: 50,
    maximumAmount: 99.99,
    isEnable: false,
  },
  text: {
    sent: 'title',
    listed: 'title',
    values: ['5% \\ _ of it', `"Maa's" <b>`, 'बारिश का शुल्क', 't'.repeat(100)],
  },
  wrong: [
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
  ],
  // In paise, and basis points.
  audited: {
    added: { title: 'Rain', amount: 1550, minimum: 0, isActive: true },
    after: { title: 'Small cart', amount: 880, minimum: 5000, isActive: false },
  },
  statements: { add: 3, list: 2, edit: 4, remove: 3 },
})

test('keeps the flag when it is not sent', async () => {
  const id = await added({ isEnable: false })
  expect((await edit(id, { isEnable: undefined, title: 'Storm' })).status).toBe(200)
  expect(await list()).toMatchObject([{ title: 'Storm', isEnable: false }])
})

test('accepts the minimum and maximum values', async () => {
  const most = { chargeAmount: 1_000_000, minimumAmount: 1_000_000, maximumAmount: 1_000_000 }
  expect((await add(most)).status).toBe(200)
  expect((await add({ ...percentage, chargeAmount: 100 })).status).toBe(200)
  expect((await add({ ...percentage, chargeAmount: 0.01 })).status).toBe(200)
  expect(await list()).toMatchObject([most, { chargeAmount: 100 }, { chargeAmount: 0.01 }])
})

test('new bills include enabled charges only; existing orders keep theirs', async () => {
  await make.aPincode()
  const items = [(await make.aProduct()).item()]
  const quoted = async () =>
    (await t.call(api.storeOrders.quote, { body: { items, pincode: home.pincode } })).data.charges
  const id = await added({ ...percentage, chargeAmount: 10 })
  expect(await quoted()).toEqual([{ title: 'Rain', amount: 5 }])
  const order = await make.anOrder({ items })
  await edit(id, { isEnable: false })
  expect(await quoted()).toEqual([])
  await remove(id)
  const kept = await t.call(api.orders.get, { params: { orderId: order._id } }, as)
  expect(kept.data[0]?.charges).toEqual([{ title: 'Rain', amount: 5 }])
})
