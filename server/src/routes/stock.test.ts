import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import { beforeEach, expect, test } from 'vitest'
import { stockBatches } from '../tables/stock.ts'
import { stockCalls } from '../testing/stock.ts'
import { findInvariantViolations } from '../testing/violations.ts'
import { staffApp } from '../testing/staff-app.ts'

const { t, make, staff, signInStaff } = await staffApp()
const { list, titles, count, receive, edit, movements, level, changeStatus, undoCount } = stockCalls(t, staff)
beforeEach(async () => {
  await make.aPincode()
})

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
      version: 1,
    },
  })
  const order = await make.anOrder({ items: [rice.item(2)] })
  expect(await level(variantId)).toEqual({ onHand: 7, reserved: 2, available: 5 })
  expect(await count(variantId, null)).toMatchObject({
    status: 409,
    message: '2 pieces are reserved for orders, so the stock must be tracked',
  })
  await changeStatus(order._id, 'Prepeared')
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
    message: 'These pieces have already expired. Check the date',
  })
  for (let n = 0; n < 3; n++)
    expect(await receive(first, key)).toMatchObject({
      status: 200,
      data: { onHand: 4, nextExpiry: '2026-11-23' },
    })
  await receive({ variantId, quantity: 6, expiry: '2026-12-30' })
  const { _id: id } = await make.anOrder({ items: [milk.item(1)] })
  await changeStatus(id, 'Prepeared')
  const remaining = async () =>
    (await t.db.select().from(stockBatches).orderBy(stockBatches.expiry)).map(({ remaining }) => remaining)
  expect(await remaining()).toEqual([3, 6])
  expect(await titles({ filter: 'expiring' })).toEqual(['Milk'])

  t.clock.set('2026-11-24T00:10:00+05:30')
  await signInStaff()
  expect(await level(variantId)).toEqual({ onHand: 9, reserved: 0, available: 6 })
  // Pieces that are returned after their expiry are not sold again.
  await changeStatus(id, 'Canceled')
  expect(await remaining()).toEqual([4, 6])
  expect(await level(variantId)).toEqual({ onHand: 10, reserved: 0, available: 6 })
  expect(await make.tryOrder({ items: [milk.item(7)] })).toMatchObject({
    status: 422,
    message: 'Not enough of Milk (500 GM): 7 wanted, 6 left',
  })
  const fresh = await make.anOrder({ items: [milk.item(6)] })
  await changeStatus(fresh._id, 'Prepeared')
  expect(await remaining()).toEqual([4, 0])
  expect(await titles({ filter: 'out' })).toEqual(['Milk'])
  await changeStatus(fresh._id, 'Canceled')
  expect(await remaining()).toEqual([4, 6])
  await count(variantId, 0)
  await undoCount(variantId, 10)
  expect(await remaining()).toEqual([4, 6])
  // The expired ones were thrown away.
  await count(variantId, 6)
  expect(await remaining()).toEqual([0, 6])
  expect(await titles({ filter: 'expiring' })).toEqual([])
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('a count can be reverted until something else changes the stock, and its pieces return to their batches', async () => {
  const milk = await make.aProduct()
  const { variantId } = milk.item()
  const remaining = async () =>
    (await t.db.select().from(stockBatches).orderBy(stockBatches.expiry)).map((batch) => batch.remaining)
  await receive({ variantId, quantity: 4, expiry: '2026-11-23' })
  await receive({ variantId, quantity: 6, expiry: '2026-12-30' })
  expect(await count(variantId, 9)).toMatchObject({ data: { before: 10 } })
  expect(await count(variantId, 0)).toMatchObject({ data: { before: 9, onHand: 0 } })
  expect(await remaining()).toEqual([0, 0])
  expect(await undoCount(variantId, 9)).toMatchObject({ status: 200, data: { onHand: 9 } })
  expect(await remaining()).toEqual([3, 6])
  const stale = {
    status: 409,
    code: 'stale',
    message: 'The stock has changed since. Count the shelf instead',
  }
  expect(await undoCount(variantId, 10)).toMatchObject(stale)
  await make.anOrder({ items: [milk.item(2)] })
  await count(variantId, 0)
  await receive({ variantId, quantity: 1 })
  expect(await undoCount(variantId, 9)).toMatchObject(stale)
  expect(await level(variantId)).toMatchObject({ onHand: 1, reserved: 2 })

  const untracked = (await make.aProduct()).item().variantId
  expect(await count(untracked, 0)).toMatchObject({ data: { before: null } })
  expect(await undoCount(untracked, null)).toMatchObject({ status: 200, data: { onHand: null } })
  expect(await undoCount((await make.aProduct()).item().variantId, null)).toMatchObject({ status: 404 })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('customers see whether a variant is in stock, and how many are left from 5 down', async () => {
  const rice = await make.aProduct({ title: 'Rice', variants: [{}, { quantity: 1_000_000 }, { unit: 'ML' }] })
  const [low, out, free] = rice.variants.map(({ id }) => id)
  await count(low ?? '', 6)
  await count(out ?? '', 0)
  const shownIn = (variants: readonly { variantId: string; inStock: boolean; left?: number | undefined }[]) =>
    variants.map(({ variantId, inStock, left }) => ({ variantId, inStock, left }))
  const shown = async () => {
    const { data: one } = await t.call(api.storeProducts.get, { params: { id: rice.id } })
    for (const query of [{}, { search: 'ric' }]) {
      const { products } = (await t.call(api.storeProducts.list, { query })).data
      expect(products.map(({ variant }) => shownIn(variant))).toEqual([shownIn(one.variant)])
    }
    return shownIn(one.variant)
  }
  const others = [
    { variantId: out, inStock: false, left: 0 },
    { variantId: free, inStock: true, left: undefined },
  ]
  expect(await shown()).toEqual([{ variantId: low, inStock: true, left: undefined }, ...others])
  await make.anOrder({ items: [rice.item(1)] })
  expect(await shown()).toEqual([{ variantId: low, inStock: true, left: 5 }, ...others])
  for (const read of [
    () => t.call(api.storeProducts.list, { query: {} }),
    () => t.call(api.storeProducts.get, { params: { id: rice.id } }),
  ])
    expect(await t.statements(read)).toHaveLength(1)

  const { data } = await t.call(api.products.list, { params: { page: 1 }, query: {} }, staff)
  expect(data.data[0]?.variant.map(({ onHand, available }) => [onHand, available])).toEqual([
    [6, 5],
    [0, 0],
    [null, null],
  ])
  const today = (await t.call(api.reports.today, {}, staff)).data
  expect(today.needs.lowStock).toBe((await list({ filter: 'low' })).data.length)
  expect(today.needs.lowStock).toBe(1)
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
