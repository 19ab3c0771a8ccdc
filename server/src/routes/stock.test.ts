import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import type { DeliveryStatusName } from '@kirana/contract/shapes'
import type { Sent } from '@kirana/contract/route'
import { beforeEach, expect, test } from 'vitest'
import { stockBatches, stockMovements } from '../tables/stock.ts'
import { withHeaders } from '../testing/app.ts'
import { findInvariantViolations } from '../testing/violations.ts'
import { staffApp } from '../testing/staff-app.ts'

const { t, make, staff, signInStaff } = await staffApp()
beforeEach(async () => {
  await make.aPincode()
})

const count = (variantId: string, onHand: number | null, reason = 'Counted the shelf') =>
  t.call(api.stock.count, { body: { variantId, onHand, reason } }, staff)
const receive = (body: Sent<typeof api.stock.receive>['body'], key = randomUUID()) =>
  t.call(api.stock.receive, { body }, withHeaders(staff, { 'idempotency-key': key }))
const edit = (body: Sent<typeof api.stock.edit>['body']) => t.call(api.stock.edit, { body }, staff)
const list = async (query: Sent<typeof api.stock.list>['query'] = {}, page = 1) =>
  (await t.call(api.stock.list, { params: { page }, query }, staff)).data
const titles = async (query: Sent<typeof api.stock.list>['query']) =>
  (await list(query)).data.map(({ title }) => title).toSorted()
const movements = async (variantId: string) =>
  (await t.call(api.stock.movements, { params: { variantId, page: 1 } }, staff)).data.data
const change = (orderId: string, status: DeliveryStatusName) =>
  t.call(api.orders.changeStatus, { params: { orderId, status }, query: {} }, staff)
const level = async (variantId: string) => {
  const row = (await list()).data.find((one) => one.variantId === variantId)
  return row && { onHand: row.onHand, reserved: row.reserved, available: row.available }
}

test('a count starts tracking a variant, and null stops it unless pieces are reserved', async () => {
  const rice = await make.aProduct({ title: 'Rice' })
  const { variantId } = rice.item()
  expect(await level(variantId)).toEqual({ onHand: null, reserved: null, available: null })
  expect(await count(variantId, 7)).toMatchObject({
    status: 200,
    message: 'Stock counted successfully',
    data: {
      title: 'Rice',
      productQuantity: '500 GM',
      onHand: 7,
      reserved: 0,
      available: 7,
      nextExpiry: null,
    },
  })
  const order = await make.anOrder({ items: [rice.item(2)] })
  expect(await level(variantId)).toEqual({ onHand: 7, reserved: 2, available: 5 })
  expect(await count(variantId, null)).toMatchObject({
    status: 409,
    message: '2 pieces are reserved for orders, so the stock must be tracked',
  })
  await change(order._id, 'Prepeared')
  expect(await count(variantId, null)).toMatchObject({ status: 200, data: { onHand: null } })
  expect(await movements(variantId)).toMatchObject([
    { kind: 'counted', quantity: -5, reason: 'Counted the shelf', by: 'Asha (staff)', orderId: null },
    { kind: 'sold', quantity: -2, orderId: order._id },
    { kind: 'counted', quantity: 7 },
  ])
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test.each([
  [-1, 'Pieces must be a whole number from 0 to 10,00,000'],
  [1.5, 'Pieces must be a whole number from 0 to 10,00,000'],
  [1_000_001, 'Pieces must be a whole number from 0 to 10,00,000'],
])('a count of %j is refused', async (onHand, message) => {
  const { variantId } = (await make.aProduct()).item()
  expect(await count(variantId, onHand)).toMatchObject({ status: 400, message })
})

test('a count needs a reason and a variant that exists', async () => {
  const { variantId } = (await make.aProduct()).item()
  expect(await count(variantId, 1, ' ')).toMatchObject({ status: 400, message: 'Reason is required' })
  for (const unknown of [randomUUID(), 'x'])
    expect(await count(unknown, 1)).toMatchObject({ status: 404, message: 'Variant not found' })
})

test('an order reserves its pieces; one that needs more is refused with what is left', async () => {
  const rice = await make.aProduct({ title: 'Rice' })
  const oil = await make.aProduct({ title: 'Oil', variants: [{ quantity: 1_000, unit: 'L' }] })
  const free = await make.aProduct()
  await count(rice.item().variantId, 3)
  await count(oil.item().variantId, 0)
  const items = [rice.item(2), rice.item(2), oil.item(1), free.item(900)]
  const quoted = await t.call(api.storeOrders.quote, { body: { items, pincode: '400001' } })
  expect(quoted.data.lines.map(({ title, available }) => [title, available])).toEqual([
    ['Rice', 3],
    ['Oil', 0],
    [free.title, undefined],
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
  expect(await make.tryOrder({ items: [rice.item(3), free.item(900)] })).toMatchObject({ status: 200 })
  expect(await level(rice.item().variantId)).toEqual({ onHand: 3, reserved: 3, available: 0 })
})

test('a status moves the pieces, and any way round leaves the same behind', async () => {
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
    expect(await change(id, status)).toMatchObject({ status: 200 })
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
  expect(await change(id, 'Confirmed')).toMatchObject({
    status: 409,
    code: 'stock',
    message: expect.stringContaining('4 wanted, 2 left'),
  })
  await change(other._id, 'Canceled')
  expect(await change(id, 'Confirmed')).toMatchObject({ status: 200 })
})

test('packing more than was on hand corrects the level first', async () => {
  const rice = await make.aProduct()
  const { variantId } = rice.item()
  await count(variantId, 5)
  const { _id: id } = await make.anOrder({ items: [rice.item(4)] })
  await count(variantId, 1)
  expect(await level(variantId)).toEqual({ onHand: 1, reserved: 4, available: 0 })
  expect(await change(id, 'Prepeared')).toMatchObject({ status: 200 })
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
    await change(id, status)
    expect(await level(rice.item().variantId)).toEqual({ onHand: 5, reserved: 0, available: 5 })
  }
})

test('pieces that come back while their variant is not tracked are not booked back later', async () => {
  const rice = await make.aProduct()
  const { variantId } = rice.item()
  await count(variantId, 10)
  const { _id: id } = await make.anOrder({ items: [rice.item(4)] })
  await change(id, 'Prepeared')
  await count(variantId, null)
  await change(id, 'Canceled')
  await count(variantId, 10)
  await change(id, 'Prepeared')
  expect(await level(variantId)).toMatchObject({ onHand: 6, reserved: 0 })
  await change(id, 'Canceled')
  expect(await level(variantId)).toMatchObject({ onHand: 10, reserved: 0 })
  await count(variantId, null)
  await change(id, 'Confirmed')
  await count(variantId, 10)
  await change(id, 'Prepeared')
  expect(await level(variantId)).toMatchObject({ onHand: 10, reserved: 0 })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('a variant has at most 10,00,000 pieces, however many are received', async () => {
  const { variantId } = (await make.aProduct()).item()
  const pieces = { variantId, cost: 0, expiry: null }
  expect(await receive({ ...pieces, quantity: 999_999 })).toMatchObject({ status: 200 })
  expect(await receive({ ...pieces, quantity: 2 })).toMatchObject({
    status: 422,
    message: 'A variant has at most 10,00,000 pieces',
  })
  expect(await receive({ ...pieces, quantity: 1 })).toMatchObject({
    status: 200,
    data: { onHand: 1_000_000 },
  })
})

test('received pieces have an expiry: the earliest is sold first, and expired ones are not available', async () => {
  const milk = await make.aProduct({ title: 'Milk' })
  const { variantId } = milk.item()
  const key = randomUUID()
  const first = { variantId, quantity: 4, expiry: '2026-11-23', cost: 21.5 }
  expect(await receive({ ...first, expiry: '2026-11-20' })).toMatchObject({
    status: 422,
    message: 'These pieces have expired already. Check the date',
  })
  for (let n = 0; n < 3; n++)
    expect(await receive(first, key)).toMatchObject({
      status: 200,
      data: { onHand: 4, nextExpiry: '2026-11-23' },
    })
  await receive({ variantId, quantity: 6, expiry: '2026-12-30' })
  const { _id: id } = await make.anOrder({ items: [milk.item(1)] })
  await change(id, 'Prepeared')
  const remaining = async () =>
    (await t.db.select().from(stockBatches).orderBy(stockBatches.expiry)).map(({ remaining }) => remaining)
  expect(await remaining()).toEqual([3, 6])
  expect(await titles({ filter: 'expiring' })).toEqual(['Milk'])

  t.clock.set('2026-11-24T00:10:00+05:30')
  await signInStaff()
  expect(await level(variantId)).toEqual({ onHand: 9, reserved: 0, available: 6 })
  expect(await make.tryOrder({ items: [milk.item(7)] })).toMatchObject({
    status: 422,
    message: 'Not enough of Milk (500 GM): 7 wanted, 6 left',
  })
  const fresh = await make.anOrder({ items: [milk.item(6)] })
  await change(fresh._id, 'Prepeared')
  expect(await remaining()).toEqual([3, 0])
  expect(await titles({ filter: 'out' })).toEqual(['Milk'])
  await change(fresh._id, 'Canceled')
  expect(await remaining()).toEqual([3, 6])
  // The expired ones were thrown away.
  await count(variantId, 6)
  expect(await remaining()).toEqual([0, 6])
  expect(await titles({ filter: 'expiring' })).toEqual([])
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('the list is searched by title, shelf and barcode, and filtered', async () => {
  const rice = await make.aProduct({ title: 'Basmati Rice' })
  const oil = await make.aProduct({ title: 'Mustard Oil' })
  const salt = await make.aProduct({ title: 'Salt' })
  await make.aProduct({ title: 'Sugar' })
  const saved = await edit({
    variantId: rice.item().variantId,
    shelf: 'A3',
    lowAt: 5,
    barcodes: ['8901234567890', '8901234567890', 'RICE-5'],
  })
  expect(saved).toMatchObject({
    status: 200,
    message: 'Stock details updated successfully',
    data: { shelf: 'A3', lowAt: 5, barcodes: ['8901234567890', 'RICE-5'], onHand: null },
  })
  await edit({ variantId: oil.item().variantId, shelf: 'B1', lowAt: 0, barcodes: [] })
  expect(
    await edit({ variantId: oil.item().variantId, shelf: '', lowAt: 0, barcodes: ['RICE-5', 'OIL-1'] }),
  ).toMatchObject({ status: 409, message: 'The barcode RICE-5 belongs to Basmati Rice' })
  await count(rice.item().variantId, 5)
  await count(oil.item().variantId, 0)
  await count(salt.item().variantId, 50)

  expect(await titles({ search: 'mati' })).toEqual(['Basmati Rice'])
  expect(await titles({ search: 'a3' })).toEqual(['Basmati Rice'])
  expect(await titles({ search: '8901234567890' })).toEqual(['Basmati Rice'])
  expect(await titles({ search: '%' })).toEqual([])
  expect(await titles({ filter: 'low' })).toEqual(['Basmati Rice', 'Mustard Oil'])
  expect(await titles({ filter: 'out' })).toEqual(['Mustard Oil'])
  expect(await titles({ filter: 'untracked' })).toEqual(['Sugar'])
  expect(await titles({ search: 'rice', filter: 'out' })).toEqual([])
  expect(await list({}, 2)).toEqual({ data: [], totalPages: 1 })
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
  await change(id, 'Prepeared')
  expect(await remove()).toMatchObject({ status: 200 })
  expect(await change(id, 'Canceled')).toMatchObject({ status: 200 })
  expect(await t.db.$count(stockMovements)).toBe(2)
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('lists run three statements at most, changes four', async () => {
  const { variantId } = (await make.aProduct()).item()
  const own = 1
  const audit = 1
  for (const query of [{}, { search: 'rice' }, { filter: 'low' as const }, { filter: 'expiring' as const }])
    expect((await t.statements(() => list(query))).length).toBeLessThanOrEqual(own + 3)
  expect((await t.statements(() => movements(variantId))).length).toBeLessThanOrEqual(own + 3)
  expect((await t.statements(() => count(variantId, 3))).length).toBeLessThanOrEqual(own + 4 + audit)
  const details = { variantId, shelf: 'A1', lowAt: 1, barcodes: ['1234'] }
  expect((await t.statements(() => edit(details))).length).toBeLessThanOrEqual(own + 4 + audit)
})
