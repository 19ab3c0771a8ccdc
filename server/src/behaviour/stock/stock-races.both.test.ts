import { api } from '@kirana/contract'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { stockBarcodes, stockLevels } from '../../tables/stock.ts'
import { interleave } from '../../testing/races/interleave.ts'
import { queueOnLock, raceOnLock } from '../../testing/races/race-on-lock.ts'
import { findInvariantViolations } from '../../testing/violations.ts'
import { staffApp } from '../../testing/staff-app.ts'
import { stockCalls } from '../../testing/stock.ts'

const { t, make, staff, signInStaff } = await staffApp()
const { undoCount, receive, level, changeStatus } = stockCalls(t, staff)
beforeEach(async () => {
  await make.aPincode()
})

const count = (variantId: string, onHand: number | null) =>
  t.call(api.stock.count, { body: { variantId, onHand, reason: 'Test' } }, staff)
const idOf = ({ item }: Awaited<ReturnType<typeof make.aProduct>>) => item().variantId

/** `npm run test:nightly` sets BUYERS=200. */
const buyers = Number(process.env['BUYERS'] ?? 24)

test(`of ${buyers} concurrent buyers of 7 pieces, 7 get one and the others are refused clearly`, async () => {
  const rice = await make.aProduct({ title: 'Rice' })
  await count(idOf(rice), 7)
  const customers = []
  for (let n = 0; n < buyers; n++) customers.push(await make.aCustomer())
  const lock = sql`SELECT 1 FROM stock_levels WHERE variant_id = ${idOf(rice)} FOR UPDATE`
  const answers = await raceOnLock(
    t,
    lock,
    customers.map((customer) => () => make.tryOrder({ customer, items: [rice.item()] })),
  )
  const refused = answers.filter(({ status }) => status !== 200)
  expect(answers.length - refused.length).toBe(7)
  for (const { status, code, message } of refused)
    expect({ status, code, message }).toEqual({
      status: 422,
      code: 'stock',
      message: 'Rice (500 GM) is out of stock: 1 wanted, 0 left',
    })
  expect(await t.db.select().from(stockLevels)).toMatchObject([{ onHand: 7, reserved: 7 }])
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('orders of the same variants in opposite order do not block each other', async () => {
  const [rice, oil] = [await make.aProduct(), await make.aProduct()]
  for (const product of [rice, oil]) await count(idOf(product), 100)
  const carts = [
    [rice.item(), oil.item(2)],
    [oil.item(), rice.item(2)],
  ]
  const customers = []
  for (let n = 0; n < 8; n++) customers.push(await make.aCustomer())
  const answers = await Promise.all(
    customers.map((customer, n) => make.tryOrder({ customer, items: carts[n % 2] ?? [] })),
  )
  expect(answers.map(({ status }) => status)).toEqual(customers.map(() => 200))
  expect(await t.db.select().from(stockLevels)).toMatchObject([{ reserved: 12 }, { reserved: 12 }])
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('of two concurrent counts the later one applies, and both are recorded', async () => {
  const rice = await make.aProduct()
  const id = idOf(rice)
  await count(id, 3)
  const lock = sql`SELECT 1 FROM stock_levels WHERE variant_id = ${id} FOR UPDATE`
  const both = await raceOnLock(t, lock, [() => count(id, 8), () => count(id, 5)])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  const { data } = await t.call(api.stock.movements, { params: { variantId: id, page: 1 } }, staff)
  const quantities = data.data.map(({ quantity }) => quantity)
  // Each movement is what its own count changed, whichever came last.
  expect([
    [-3, 5, 3],
    [3, 2, 3],
  ]).toContainEqual(quantities)
  const last = quantities[0] === 3 ? 8 : 5
  expect(await t.db.select().from(stockLevels)).toMatchObject([{ onHand: last }])
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('of two variants that get the same barcode at once, one has it and the other call is refused', async () => {
  const [rice, oil] = [await make.aProduct({ title: 'Rice' }), await make.aProduct({ title: 'Oil' })]
  const edit = (variantId: string) =>
    t.call(api.stock.edit, { body: { variantId, shelf: '', lowAt: 0, barcodes: ['89012345'] } }, staff)
  const first = () => edit(idOf(rice))
  const second = () => edit(idOf(oil))
  const both = await interleave(t, first, second)
  expect(both.map(({ status }) => status)).toEqual([200, 409])
  expect(both[1]?.message).toBe('The barcode 89012345 belongs to Rice')
  expect(await t.db.select().from(stockBarcodes)).toEqual([{ code: '89012345', variantId: idOf(rice) }])
})

test('an order that is reopened competes with new ones for the last piece', async () => {
  const rice = await make.aProduct()
  await count(idOf(rice), 1)
  const orderId = (await make.anOrder({ items: [rice.item()] }))._id
  const change = (status: 'Canceled' | 'Confirmed') =>
    t.call(api.orders.changeStatus, { params: { orderId, status }, query: {} }, staff)
  await change('Canceled')
  const customer = await make.aCustomer()
  const lock = sql`SELECT 1 FROM stock_levels WHERE variant_id = ${idOf(rice)} FOR UPDATE`
  const both = await raceOnLock<{ status: number }>(t, lock, [
    () => change('Confirmed'),
    () => make.tryOrder({ customer, items: [rice.item()] }),
  ])
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  const [level] = await t.db
    .select()
    .from(stockLevels)
    .where(eq(stockLevels.variantId, idOf(rice)))
  expect(level).toMatchObject({ onHand: 1, reserved: 1 })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

/** Milk whose first delivery has expired, two buyers of a piece, and a canceled order of one that can be reopened. */
async function expiredMilk({ expired, good }: { expired: number; good: number }) {
  const milk = await make.aProduct({ title: 'Milk' })
  const variantId = idOf(milk)
  await receive({ variantId, quantity: expired, expiry: '2026-11-21' })
  await receive({ variantId, quantity: good, expiry: '2026-12-30' })
  const canceled = (await make.anOrder({ items: [milk.item()] }))._id
  await changeStatus(canceled, 'Canceled')
  t.clock.set('2026-11-22T13:00:00+05:30')
  await signInStaff()
  const customers = [await make.aCustomer(), await make.aCustomer()]
  const buyers = customers.map((customer) => () => make.tryOrder({ customer, items: [milk.item()] }))
  const reopen = () => changeStatus(canceled, 'Confirmed')
  const statuses = async (calls: readonly (() => Promise<{ status: number }>)[]) => {
    const lock = sql`SELECT 1 FROM stock_levels WHERE variant_id = ${variantId} FOR UPDATE`
    return (await queueOnLock(t, lock, calls)).map(({ status }) => status)
  }
  return { variantId, buyers, reopen, statuses }
}

test('expired pieces that are returned while orders wait are not sold', async () => {
  const { variantId, buyers, reopen, statuses } = await expiredMilk({ expired: 2, good: 1 })
  await count(variantId, 1)
  const [undone, first, second, reopened] = await statuses([() => undoCount(variantId, 3), ...buyers, reopen])
  expect([undone, reopened]).toEqual([200, 409])
  // Either buyer may have got the lock first.
  expect(new Set([first, second])).toEqual(new Set([200, 422]))
  expect(await level(variantId)).toEqual({ onHand: 3, reserved: 1, available: 0 })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('orders that wait while expired pieces are counted out get the good ones', async () => {
  const { variantId, buyers, reopen, statuses } = await expiredMilk({ expired: 3, good: 3 })
  expect(await statuses([() => count(variantId, 3), reopen, ...buyers])).toEqual([200, 200, 200, 200])
  expect(await level(variantId)).toEqual({ onHand: 3, reserved: 3, available: 0 })
  expect(await findInvariantViolations(t.db)).toEqual([])
})
