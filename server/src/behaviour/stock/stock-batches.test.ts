import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { stockBatches } from '../../tables/stock.ts'
import { pickerOf } from '../../testing/picking.ts'
import { staffApp } from '../../testing/staff-app.ts'
import { stockCalls } from '../../testing/stock.ts'
import { findInvariantViolations } from '../../testing/violations.ts'

const { t, make, staff, signInStaff } = await staffApp()
const { count, undoCount, receive, level, changeStatus } = stockCalls(t, staff)

/** The first expires on the day after tomorrow. */
const expiries = { first: '2026-11-23', later: '2026-12-30' }

let milk: Awaited<ReturnType<typeof make.aProduct>>
let variantId: string
beforeEach(async () => {
  await make.aPincode()
  milk = await make.aProduct({ title: 'Milk' })
  variantId = milk.item().variantId
})

const get = (quantity: number, expiry: string | null) => receive({ variantId, quantity, expiry })
/** The pieces in each batch, the earliest expiry first. */
const remaining = async () =>
  (await t.db.select().from(stockBatches).orderBy(stockBatches.expiry)).map((batch) => batch.remaining)

async function packed(quantity: number) {
  const { _id: id } = await make.anOrder({ items: [milk.item(quantity)] })
  await changeStatus(id, 'Prepeared')
  return id
}

async function passFirstExpiry() {
  t.clock.set('2026-11-24T09:00:00+05:30')
  await signInStaff()
}

/** Removes the batches of all movements, which stores from before the baseline of migrations may lack. */
async function forgetBatches() {
  await t.db.execute(sql`ALTER TABLE stock_movements DISABLE TRIGGER stock_movements_fixed`)
  await t.db.execute(sql`UPDATE stock_movements SET batches = NULL`)
  await t.db.execute(sql`ALTER TABLE stock_movements ENABLE TRIGGER stock_movements_fixed`)
}

test('reverting a count leaves expired pieces in their batch', async () => {
  await get(6, expiries.later)
  await packed(3)
  await get(4, expiries.first)
  await passFirstExpiry()
  const before = { onHand: 7, reserved: 0, available: 3 }
  expect(await level(variantId)).toEqual(before)
  await count(variantId, 3)
  expect(await remaining()).toEqual([0, 3])
  await undoCount(variantId, 7)
  expect(await remaining()).toEqual([4, 3])
  expect(await level(variantId)).toEqual(before)
  // Reverting that count removes them again.
  await undoCount(variantId, 3)
  expect(await remaining()).toEqual([0, 3])
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('pieces without a date stay so when a count is reverted', async () => {
  await get(4, expiries.first)
  await packed(4)
  await passFirstExpiry()
  await count(variantId, 5)
  await count(variantId, 0)
  await undoCount(variantId, 5)
  expect(await remaining()).toEqual([0])
  expect(await level(variantId)).toEqual({ onHand: 5, reserved: 0, available: 5 })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('reverting a count that found more takes nothing from the batches', async () => {
  await get(4, expiries.first)
  await get(6, expiries.later)
  await passFirstExpiry()
  await count(variantId, 13)
  await undoCount(variantId, 10)
  expect(await remaining()).toEqual([4, 6])
  expect(await level(variantId)).toEqual({ onHand: 10, reserved: 0, available: 6 })
})

test.each(['Canceled', 'Confirmed'] as const)(
  'pieces of an order that becomes %s go back to the batches they came from',
  async (status) => {
    await get(3, expiries.first)
    const early = await packed(3)
    await get(6, expiries.later)
    const late = await packed(2)
    expect(await remaining()).toEqual([0, 4])
    await changeStatus(early, status)
    expect(await remaining()).toEqual([3, 4])
    await passFirstExpiry()
    expect(await level(variantId)).toMatchObject({ onHand: 7, available: status === 'Canceled' ? 4 : 1 })
    await changeStatus(late, status)
    expect(await remaining()).toEqual([3, 6])
    expect(await findInvariantViolations(t.db)).toEqual([])
  },
)

test('an order that is packed again returns the pieces that it took the last time', async () => {
  await get(3, expiries.first)
  const id = await packed(2)
  await get(6, expiries.later)
  await changeStatus(id, 'Canceled')
  expect(await remaining()).toEqual([3, 6])
  await passFirstExpiry()
  await changeStatus(id, 'Dispatched')
  expect(await remaining()).toEqual([3, 4])
  // Three pieces were thrown away: there is room for the two in either batch.
  await count(variantId, 4)
  expect(await remaining()).toEqual([0, 4])
  await changeStatus(id, 'Canceled')
  expect(await remaining()).toEqual([0, 6])
  expect(await level(variantId)).toEqual({ onHand: 6, reserved: 0, available: 6 })
})

test('pieces that came from no batch, or were returned before, go to good batches', async () => {
  await get(2, expiries.first)
  await count(variantId, 5)
  const id = await packed(5)
  await get(6, expiries.later)
  await packed(2)
  expect(await remaining()).toEqual([0, 4])
  await changeStatus(id, 'Canceled')
  expect(await remaining()).toEqual([2, 6])
  expect(await level(variantId)).toMatchObject({ onHand: 9, available: 9 })
  // An order that is packed while the stock is not tracked takes nothing.
  await count(variantId, null)
  await changeStatus(id, 'Prepeared')
  await count(variantId, 0)
  await changeStatus(id, 'Canceled')
  expect(await remaining()).toEqual([0, 5])
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('a pick takes sold and damaged pieces from the batches, each once', async () => {
  const picker = pickerOf(t, staff)
  await get(4, expiries.first)
  await get(10, expiries.later)
  const { _id: orderId } = await make.anOrder({ items: [milk.item(3)] })
  await picker.claim(orderId)
  await picker.line({ orderId, line: 1, found: 2, short: { quantity: 1, reason: 'damaged' } })
  await picker.done(orderId)
  expect(await remaining()).toEqual([1, 10])
  await packed(3)
  expect(await remaining()).toEqual([0, 8])
  await changeStatus(orderId, 'Canceled')
  expect(await remaining()).toEqual([2, 8])
  await passFirstExpiry()
  expect(await level(variantId)).toEqual({ onHand: 10, reserved: 0, available: 8 })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('pieces that an order took before a pick emptied the shelf return to their batch', async () => {
  const picker = pickerOf(t, staff)
  await get(4, expiries.first)
  await get(10, expiries.later)
  const { _id: orderId } = await make.anOrder({ items: [milk.item(3)] })
  await picker.claim(orderId)
  await picker.line({ orderId, line: 1, found: 2, short: { quantity: 1, reason: 'not there' } })
  await picker.done(orderId)
  expect(await remaining()).toEqual([0, 0])
  await changeStatus(orderId, 'Canceled')
  expect(await remaining()).toEqual([2, 0])
  await passFirstExpiry()
  expect(await level(variantId)).toEqual({ onHand: 2, reserved: 0, available: 0 })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('movements of a release that did not record batches are returned to the latest good ones', async () => {
  await get(3, expiries.first)
  const id = await packed(3)
  await get(6, expiries.later)
  await packed(2)
  await forgetBatches()
  await changeStatus(id, 'Canceled')
  expect(await remaining()).toEqual([1, 6])
  await count(variantId, 0)
  await forgetBatches()
  await passFirstExpiry()
  await undoCount(variantId, 7)
  expect(await remaining()).toEqual([1, 6])
  expect(await findInvariantViolations(t.db)).toEqual([])
})
