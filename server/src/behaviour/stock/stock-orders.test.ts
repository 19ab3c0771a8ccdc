import { api } from '@kirana/contract'
import { beforeEach, expect, test } from 'vitest'
import { liveEvents } from '../../tables/journal.ts'
import { stockMovements } from '../../tables/stock.ts'
import { pickerOf } from '../../testing/picking.ts'
import { stockCalls } from '../../testing/stock.ts'
import { findInvariantViolations } from '../../testing/violations.ts'
import { staffApp } from '../../testing/staff-app.ts'

const { t, make, staff } = await staffApp()
const { count, level, movements, receive, changeStatus } = stockCalls(t, staff)
beforeEach(async () => {
  await make.aPincode()
})

test('an order reserves its pieces; an order for more is refused with the number that is left', async () => {
  const rice = await make.aProduct({ title: 'Rice' })
  const oil = await make.aProduct({ title: 'Oil', variants: [{ quantity: 1_000, unit: 'L' }] })
  const free = await make.aProduct()
  await count(rice.item().variantId, 3)
  await count(oil.item().variantId, 0)
  const items = [rice.item(2), rice.item(2), oil.item(1), free.item(45)]
  const quoted = await t.call(api.storeOrders.quote, { body: { items, pincode: '400001' } })
  expect(quoted.data.lines.map(({ title, available }) => [title, available])).toEqual([
    ['Rice', 3],
    ['Oil', 0],
    [free.title, 50],
  ])
  const missing = [
    'Not enough of Rice (500 GM): 4 wanted, 3 left',
    'Oil (1 L) is out of stock: 1 wanted, 0 left',
  ]
  expect(quoted.data.notes).toEqual(missing)
  expect(await make.tryOrder({ items })).toMatchObject({
    status: 422,
    code: 'stock',
    message: missing.join('. '),
  })
  expect(await level(rice.item().variantId)).toEqual({ onHand: 3, reserved: 0, available: 3 })
  expect(await make.tryOrder({ items: [rice.item(3), free.item(45)] })).toMatchObject({ status: 200 })
  expect(await level(rice.item().variantId)).toEqual({ onHand: 3, reserved: 3, available: 0 })
})

test('a status moves the pieces, and the result does not depend on earlier statuses', async () => {
  const rice = await make.aProduct()
  const { variantId } = rice.item()
  await count(variantId, 10)
  const { _id: id } = await make.anOrder({ items: [rice.item(4)] })
  const held = { onHand: 10, reserved: 4, available: 6 }
  const sold = { onHand: 6, reserved: 0, available: 6 }
  const free = { onHand: 10, reserved: 0, available: 10 }
  const walk = [
    ['Prepeared', sold],
    ['Delivered', sold],
    ['Confirmed', held],
    ['Canceled', free],
    ['Confirmed', held],
    ['Dispatched', sold],
    ['Canceled', free],
    ['Delivered', sold],
    ['Canceled', free],
  ] as const
  for (const [status, expected] of walk) {
    expect(await changeStatus(id, status)).toMatchObject({ status: 200 })
    expect(await level(variantId), status).toEqual(expected)
    expect(await findInvariantViolations(t.db)).toEqual([])
  }
  expect((await movements(variantId)).map(({ kind, quantity }) => `${kind} ${quantity}`)).toEqual([
    'returned 4',
    'sold -4',
    'returned 4',
    'sold -4',
    'sold 4',
    'sold -4',
    'counted 10',
  ])
  const other = await make.anOrder({ items: [rice.item(8)] })
  expect(await changeStatus(id, 'Confirmed')).toMatchObject({
    status: 409,
    code: 'stock',
    message: expect.stringContaining('4 wanted, 2 left'),
  })
  await changeStatus(other._id, 'Canceled')
  expect(await changeStatus(id, 'Confirmed')).toMatchObject({ status: 200 })
})

test('packing more than was on hand corrects the level first', async () => {
  const rice = await make.aProduct()
  const { variantId } = rice.item()
  await count(variantId, 5)
  const { _id: id } = await make.anOrder({ items: [rice.item(4)] })
  await count(variantId, 1)
  expect(await level(variantId)).toEqual({ onHand: 1, reserved: 4, available: 0 })
  expect(await changeStatus(id, 'Prepeared')).toMatchObject({ status: 200 })
  expect(await level(variantId)).toEqual({ onHand: 0, reserved: 0, available: 0 })
  expect(await movements(variantId)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'counted', quantity: 3, reason: 'Packed more than was on hand' }),
    ]),
  )
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('an order from before its variant was tracked moves nothing', async () => {
  const rice = await make.aProduct()
  const { _id: id } = await make.anOrder({ items: [rice.item(4)] })
  await count(rice.item().variantId, 5)
  for (const status of ['Prepeared', 'Canceled', 'Confirmed'] as const) {
    await changeStatus(id, status)
    expect(await level(rice.item().variantId)).toEqual({ onHand: 5, reserved: 0, available: 5 })
  }
})

test('pieces that are returned while their variant is not tracked are not added later', async () => {
  const rice = await make.aProduct()
  const { variantId } = rice.item()
  await count(variantId, 10)
  const { _id: id } = await make.anOrder({ items: [rice.item(4)] })
  await changeStatus(id, 'Prepeared')
  await count(variantId, null)
  await changeStatus(id, 'Canceled')
  await count(variantId, 10)
  await changeStatus(id, 'Prepeared')
  expect(await level(variantId)).toMatchObject({ onHand: 6, reserved: 0 })
  await changeStatus(id, 'Canceled')
  expect(await level(variantId)).toMatchObject({ onHand: 10, reserved: 0 })
  await count(variantId, null)
  await changeStatus(id, 'Confirmed')
  await count(variantId, 10)
  await changeStatus(id, 'Prepeared')
  expect(await level(variantId)).toMatchObject({ onHand: 10, reserved: 0 })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('a variant with reserved pieces cannot be deleted', async () => {
  const rice = await make.aProduct({ variants: [{}, { quantity: 1_000_000 }] })
  const { productId, variantId } = rice.item()
  await count(variantId, 5)
  const { _id: id } = await make.anOrder({ items: [rice.item(1)] })
  const remove = () => t.call(api.variants.remove, { params: { productId, variantId } }, staff)
  expect(await remove()).toMatchObject({
    status: 409,
    message: 'Pieces of this variant are reserved for orders',
  })
  await changeStatus(id, 'Prepeared')
  expect(await remove()).toMatchObject({ status: 200 })
  expect(await changeStatus(id, 'Canceled')).toMatchObject({ status: 200 })
  expect(await t.db.$count(stockMovements)).toBe(2)
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('publishes a scarce level when a pick takes or releases pieces; expired pieces do not count', async () => {
  const picker = pickerOf(t, staff)
  const [rice, oil, ghee] = [await make.aProduct(), await make.aProduct(), await make.aProduct()]
  await count(rice.item().variantId, 2)
  await count(oil.item().variantId, 1)
  await receive({ variantId: oil.item().variantId, quantity: 40, expiry: '2026-11-21' })
  t.clock.pass(24 * 60)
  Object.assign(staff, await t.signIn.staff())
  const { _id: orderId } = await make.anOrder({ items: [rice.item(2), ghee.item()] })
  await picker.claim(orderId)
  await picker.line({ orderId, line: 1, short: { quantity: 2, reason: 'other' } })
  await picker.line({ orderId, line: 2, swap: { variantId: oil.item().variantId, quantity: 1 } })
  await t.db.delete(liveEvents)
  await picker.done(orderId)
  expect(await level(rice.item().variantId)).toEqual({ onHand: 2, reserved: 0, available: 2 })
  expect(await level(oil.item().variantId)).toEqual({ onHand: 40, reserved: 0, available: 0 })
  const published = (await t.db.select().from(liveEvents)).filter(({ type }) => type === 'stock.changed')
  expect(published.map(({ subject }) => subject).toSorted()).toEqual(
    [rice.item().variantId, oil.item().variantId].toSorted(),
  )
})
