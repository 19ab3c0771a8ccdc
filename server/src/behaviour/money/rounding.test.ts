import { api } from '@kirana/contract'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { company } from '../../tables/company.ts'
import { claimsApp } from '../../testing/claims.ts'
import { pickerOf } from '../../testing/picking.ts'
import { findInvariantViolations } from '../../testing/violations.ts'

const { t, make, staff, setStatus, aDelivered, claim, refund, walletOf, month } = await claimsApp()
beforeEach(async () => {
  await t.db.update(company).set({ roundOff: true })
})

const balance = async () =>
  (
    await t.db.execute(
      sql`SELECT coalesce(sum(amount), 0)::int AS sum FROM ledger_entries WHERE account = 'rounding'`,
    )
  ).rows[0]?.['sum']
const notes = async () =>
  (
    await t.db.execute(
      sql`SELECT amount::int AS amount, round_off::int AS rounding FROM credit_notes ORDER BY created_at, id`,
    )
  ).rows
const orderOf = async (orderId: string) =>
  (await t.call(api.orders.get, { params: { orderId } }, staff)).data[0]

test('the quote, the order, the bill and the export have the same rounding, half a rupee up, after charges', async () => {
  const product = await make.aProduct({ variants: [{ sellingPrice: 10_049 }] })
  await make.aPincode()
  const body = { items: [product.item()], pincode: '400001' }
  const quoted = async () => (await t.call(api.storeOrders.quote, { body })).data
  expect(await quoted()).toMatchObject({ subtotal: 100.49, roundOff: -0.49, totalPrice: 100 })
  await make.aCharge({ amount: 1 })
  expect(await quoted()).toMatchObject({ roundOff: 0.5, totalPrice: 101 })
  await t.db.update(company).set({ roundOff: false })
  expect(await quoted()).toMatchObject({ roundOff: 0, totalPrice: 100.5 })
  await t.db.update(company).set({ roundOff: true })

  const customer = await make.aCustomer({ money: 100_000 })
  const { _id } = await make.anOrder({ customer, items: body.items, payment: 'wallet' })
  expect(await walletOf(customer)).toMatchObject({ money: 100_000 - 10_100 })
  expect(await orderOf(_id)).toMatchObject({ charges: [{ amount: 0.01 }], roundOff: 0.5, totalPrice: 101 })
  // The ledger has it once the invoice is issued.
  expect(await balance()).toBe(0)
  await setStatus(_id, 'Delivered')
  expect(await balance()).toBe(50)
  const { equation } = await month()
  expect(equation).toMatchObject({ invoices: 101, rounding: 0.5, holds: true })
  expect(equation.taxable + equation.tax + equation.nil + equation.unknown).toBeCloseTo(100.5, 2)
  const exported = await t.app.inject({
    url: '/api/v1/payment/export/orders/staff',
    headers: staff.headers,
  })
  const [head = '', row = ''] = exported.body.split('\r\n')
  const column = head.split(',').indexOf('Round Off')
  expect(column).toBeGreaterThan(0)
  expect(row.split(',')[column + 1]).toBe('101')
  // If a store stops rounding, its issued invoices keep their rounding.
  await t.db.update(company).set({ roundOff: false })
  expect(await orderOf(_id)).toMatchObject({ roundOff: 0.5, totalPrice: 101 })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('the note for a part credits no rounding, the one that completes the order all of it', async () => {
  await make.aCharge({ amount: 2_500 })
  const { customer, orderId } = await aDelivered('wallet')
  expect(await orderOf(orderId)).toMatchObject({ roundOff: -0.43, totalPrice: 160 })
  expect(await balance()).toBe(-43)
  const amounts = []
  for (const line of [1, 2, 1, 1]) {
    const { data } = await claim(customer, orderId, [{ line, pieces: 1 }])
    amounts.push((await refund(data._id)).data.refund)
  }
  expect(amounts).toEqual([29.99, 45.45, 30, 54.56])
  expect(await notes()).toMatchObject([{ rounding: 0 }, { rounding: 0 }, { rounding: 0 }, { rounding: -43 }])
  expect(await walletOf(customer)).toMatchObject({ money: 100_000 })
  expect(await balance()).toBe(0)
  expect((await month()).equation).toMatchObject({
    invoices: 160,
    creditNotes: 160,
    rounding: 0,
    holds: true,
  })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('claiming all pieces at once refunds the bill that was rounded down, and the report adds up', async () => {
  const { customer, orderId } = await aDelivered('wallet')
  expect(await orderOf(orderId)).toMatchObject({ roundOff: -0.43, totalPrice: 135 })
  const { data } = await claim(customer, orderId, [
    { line: 1, pieces: 3 },
    { line: 2, pieces: 1 },
  ])
  expect((await refund(data._id)).data).toMatchObject({ refund: 135 })
  expect(await notes()).toMatchObject([{ amount: 13_500, rounding: -43 }])
  expect(await findInvariantViolations(t.db)).toEqual([])
  const range = { from: '2026-11-21', to: '2026-11-21' }
  const { data: report } = await t.call(api.reports.claims, { query: range }, staff)
  expect(report.total.refunded).toBe(135)
  expect(report.products).toMatchObject([
    { title: 'Ghee', refunded: 89.55 },
    { title: 'Rice', refunded: 45.45 },
  ])
})

test('canceling after the claim of a piece refunds the rest with the rounding', async () => {
  await make.aCharge({ amount: 2_500 })
  const { customer, orderId } = await aDelivered('wallet')
  const { data } = await claim(customer, orderId, [{ line: 2, pieces: 1 }])
  await refund(data._id)
  expect((await setStatus(orderId, 'Canceled')).status).toBe(200)
  expect(await notes()).toEqual([
    { amount: 4_545, rounding: 0 },
    { amount: null, rounding: -43 },
  ])
  expect(await walletOf(customer)).toMatchObject({ money: 100_000 })
  expect(await balance()).toBe(0)
  expect((await month()).equation).toMatchObject({
    invoices: 160,
    creditNotes: 160,
    rounding: 0,
    holds: true,
  })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('the bill is rounded again for what was picked, and Undo restores its earlier rounding', async () => {
  const product = await make.aProduct({ variants: [{ sellingPrice: 3_349 }] })
  const half = await make.aCoupon({ amountType: 'percentage', amount: 5_000, maximumDiscount: 1 })
  const { _id: orderId } = await make.anOrder({ items: [product.item(3)], coupon: half.name })
  expect(await orderOf(orderId)).toMatchObject({ discount: 0.01, roundOff: -0.46, totalPrice: 100 })
  const picker = pickerOf(t, staff)
  await picker.claim(orderId)
  // The picker's screen computes the bill by these.
  const { data: pick } = await picker.get(orderId)
  expect(pick.rules).toMatchObject({ coupon: { amount: 5_000, maximum: 1 }, roundsOff: true })
  await picker.line({ orderId, line: 1, found: 2, short: { quantity: 1, reason: 'damaged' } })
  expect((await picker.done(orderId)).status).toBe(200)
  expect(await orderOf(orderId)).toMatchObject({ roundOff: 0.03, totalPrice: 67, placedTotal: 100 })
  expect(await balance()).toBe(3)
  const undo = { params: { orderId, status: 'Confirmed' as const }, query: { undo: 'true' as const } }
  expect((await t.call(api.orders.changeStatus, undo, staff)).status).toBe(200)
  expect(await orderOf(orderId)).toMatchObject({ roundOff: -0.46, totalPrice: 100 })
  expect(await balance()).toBe(0)
  expect(await findInvariantViolations(t.db)).toEqual([])
})
