import { api } from '@kirana/contract'
import fc from 'fast-check'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { company } from '../../tables/company.ts'
import { stockLevels, stockMovements } from '../../tables/stock.ts'
import { onlineApp } from '../../testing/payments/online.ts'
import { raceOnLock } from '../../testing/races/race-on-lock.ts'
import { findInvariantViolations } from '../../testing/violations.ts'

const o = await onlineApp()
const { t, make, razorpay } = o
afterAll(o.stop)

let customer: Awaited<ReturnType<typeof make.aCustomer>>
beforeEach(async () => {
  await o.reset()
  await make.aPincode()
  customer = await make.aCustomer({ money: 5_000_000 })
})
afterEach(async () => expect(await findInvariantViolations(t.db)).toEqual([]))

type Item = ReturnType<Awaited<ReturnType<typeof make.aProduct>>['item']>
type Payment = 'cod' | 'online' | 'wallet'
const order = (items: Item[], payment: Payment = 'cod') => make.tryOrder({ customer, items, payment })
const quote = async (
  items: Item[],
  payment?: Payment,
  as: { headers: Record<string, string> } = customer,
) => {
  const body = { items, pincode: '400001', ...(payment && { payment }) }
  return (await t.call(api.storeOrders.quote, { body }, as)).data
}
async function setLevel(onHand: number, ...variantIds: string[]) {
  await t.db.insert(stockLevels).values(variantIds.map((variantId) => ({ variantId, onHand })))
  const counted = { kind: 'counted' as const, quantity: onHand, by: 'Asha (staff)' }
  await t.db.insert(stockMovements).values(variantIds.map((variantId) => ({ variantId, ...counted })))
}
const reserved = async () => {
  const rows = await t.db.select().from(stockLevels)
  return rows.map((level) => level.reserved)
}
/** Delivers the order; the customer's next ones have the higher limit. */
async function deliver(orderId: string) {
  const staff = await t.signIn.staff()
  const call = { params: { orderId, status: 'Delivered' as const }, query: {} }
  expect((await t.call(api.orders.changeStatus, call, staff)).status).toBe(200)
}
const placed = (answers: { status: number }[]) => answers.filter(({ status }) => status === 200)

test('one new customer cannot reserve a shop with unpaid orders', async () => {
  const goods = await Promise.all(
    [1, 2, 3].map(() =>
      make.aProduct({ variants: Array.from({ length: 66 }, () => ({ sellingPrice: 2_000 })) }),
    ),
  )
  const variants = goods.flatMap(({ variants, item }) => variants.map((_, n) => item(8, n)))
  await setLevel(8, ...variants.map(({ variantId }) => variantId))
  for (const payment of ['online', 'cod'] as const)
    for (const third of [0, 1, 2])
      expect(await order(variants.slice(third * 66, third * 66 + 66), payment)).toMatchObject({ status: 422 })
  expect(await reserved()).toEqual(variants.map(() => 0))
  expect(razorpay.requests).toEqual([])

  // The limits allow 250 of 1,584 pieces, and half of each level at most.
  const answers = []
  for (let n = 0; n < 12; n++) {
    const items = variants.slice(n * 6, n * 6 + 6).map((item) => ({ ...item, quantity: 4 }))
    answers.push(await order(items, 'online'))
  }
  expect(placed(answers)).toHaveLength(10)
  expect(answers.at(-1)).toMatchObject({ status: 422, code: 'unpaid-value' })
  const left = await reserved()
  expect(left.reduce((sum, pieces) => sum + pieces, 0)).toBe(240)
  expect(Math.max(...left)).toBe(4)
})

test('the quote says which limit is reached, and placing is refused with its code', async () => {
  const rice = await make.aProduct({ title: 'Rice', variants: [{ sellingPrice: 10_000 }] })
  await setLevel(90, rice.item().variantId)
  const limits = [
    ['cod', 51, 'pieces', 'An order can have 50 of Rice (500 GM) at most: 51 wanted'],
    [
      'cod',
      50.01,
      'unpaid-value',
      'Your unpaid orders would come to ₹5,100.00; the limit before your first delivery is ₹5,000.00. Please order less, or pay from the wallet',
    ],
    [
      'online',
      46,
      'unpaid-stock',
      'At most 45 of Rice (500 GM) can wait for your online payment, and with this order 46 would. Please order less, or pay in another way',
    ],
  ] as const
  await make.aCharge({ amount: 10_000, minimum: 490_100 })
  for (const [payment, pieces, code, message] of limits) {
    const items = [rice.item(Math.floor(pieces))]
    const { notes, totalPrice } = await quote(items, payment)
    expect(notes[0]).toBe(message)
    expect(totalPrice).toBeGreaterThan(4_500)
    expect(await order(items, payment)).toMatchObject({ status: 422, code, message })
    expect((await quote(items)).notes).toContain(message)
    expect((await quote(items, 'wallet')).notes).toEqual(code === 'pieces' ? [message] : [])
  }
  expect(razorpay.requests).toEqual([])
  expect(await order([rice.item(45)], 'online')).toMatchObject({ status: 200 })
  expect((await quote([rice.item(1)], 'online')).notes[0]).toContain('with this order 46 would')
})

test('quotes and lists show at most what one order can have', async () => {
  const rice = await make.aProduct({ variants: [{}, {}, {}] })
  await setLevel(200, rice.item().variantId)
  await setLevel(4, rice.item(1, 1).variantId)
  const available = async () => {
    const anybody = { headers: {} }
    const { lines } = await quote([rice.item(1), rice.item(1, 1), rice.item(1, 2)], undefined, anybody)
    return lines.map((line) => line.available)
  }
  const left = async () => {
    const page = (await t.call(api.storeProducts.list, { query: {} })).data.products[0]
    const one = (await t.call(api.storeProducts.get, { params: { id: rice.id } })).data
    expect(one.variant).toEqual(page?.variant)
    return one.variant.map((variant) => variant.left)
  }
  expect([await available(), await left()]).toEqual([
    [50, 4, 50],
    [undefined, 4, undefined],
  ])
  await t.db.update(company).set({ piecesPerOrder: 3 })
  expect([await available(), await left()]).toEqual([
    [3, 3, 3],
    [undefined, 3, undefined],
  ])
})

test('an anonymous quote knows only the limit of an order', async () => {
  const rice = await make.aProduct({ title: 'Rice', variants: [{ sellingPrice: 100_000 }] })
  await setLevel(60, rice.item().variantId)
  const { notes } = await quote([rice.item(51)], 'online', { headers: {} })
  expect(notes).toEqual(['An order can have 50 of Rice (500 GM) at most: 51 wanted'])
})

test('paid, canceled and delivered orders do not count; a delivery raises the limit', async () => {
  const rice = await make.aProduct({ variants: [{ sellingPrice: 100_000 }] })
  const thousands = async (amount: number, payment: Payment) =>
    (await order([rice.item(amount)], payment)).status
  expect(await thousands(20, 'wallet')).toBe(200)
  expect(await thousands(6, 'cod')).toBe(422)
  const paid = await o.placeOnline({ customer, items: [rice.item(5)] })
  expect(await thousands(1, 'cod')).toBe(422)
  razorpay.pay(paid.checkout.orderId)
  await o.deliver()
  const canceled = await order([rice.item(5)])
  expect([canceled.status, await thousands(1, 'cod')]).toEqual([200, 422])
  await t.call(api.storeOrders.cancel, { params: { id: canceled.data._id } }, customer)
  const first = await order([rice.item(5)])
  await deliver(first.data._id)
  expect([await thousands(21, 'cod'), await thousands(20, 'cod'), await thousands(1, 'online')]).toEqual([
    422, 200, 422,
  ])
})

test('existing orders above a lowered limit stay, and nothing is added to them', async () => {
  const rice = await make.aProduct()
  const first = await order([rice.item(40)])
  await t.db.update(company).set({ unpaidPerCustomer: 10_000, piecesPerOrder: 2 })
  expect(await order([rice.item()])).toMatchObject({ status: 422, code: 'unpaid-value' })
  await deliver(first.data._id)
  expect((await order([rice.item(2)])).status).toBe(200)
})

const lockCustomer = () => sql`SELECT 1 FROM users WHERE id = ${customer.id} FOR UPDATE`

test.each(['cod', 'online'] as const)(
  'twenty concurrent orders (%s) cannot pass the value',
  async (payment) => {
    const rice = await make.aProduct({ variants: [{ sellingPrice: 80_000 }] })
    const calls = Array.from({ length: 20 }, () => () => order([rice.item(2)], payment))
    const answers = await raceOnLock(t, lockCustomer(), calls)
    expect(placed(answers)).toHaveLength(3)
  },
)

test('twenty concurrent orders cannot pass the share of a level', async () => {
  const rice = await make.aProduct()
  await setLevel(15, rice.item().variantId)
  const calls = Array.from({ length: 20 }, () => () => order([rice.item(2)], 'online'))
  const answers = await raceOnLock(t, lockCustomer(), calls)
  expect(placed(answers)).toHaveLength(3)
  expect(await reserved()).toEqual([6])
})

test('the share is that of the level when it is locked, not when it was quoted', async () => {
  const rice = await make.aProduct({ title: 'Rice' })
  const { variantId } = rice.item()
  await setLevel(10, variantId)
  expect((await order([rice.item(2)], 'online')).status).toBe(200)
  // Lowers the level while a quoted order waits for its lock.
  const lower = sql`
    WITH lowered AS (UPDATE stock_levels SET on_hand = 8 WHERE variant_id = ${variantId})
    INSERT INTO stock_movements (variant_id, kind, quantity, by) VALUES (${variantId}, 'counted', -2, 'Asha (staff)')`
  const [answer] = await raceOnLock(t, lower, [() => order([rice.item(3)], 'online')])
  if (t.database.engine === 'server')
    expect(answer).toMatchObject({
      status: 422,
      code: 'stock',
      message: 'Not enough of Rice (500 GM): 3 wanted, 2 left',
    })
})

test('no sequence of orders passes a limit', async () => {
  const caps = { piecesPerOrder: 4, unpaidPerCustomer: 60_000, unpaidBeforeDelivery: 30_000 }
  const step = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        pieces: fc.integer({ min: 1, max: 5 }),
        by: fc.constantFrom<Payment>('cod', 'online', 'wallet'),
      }),
    },
    { weight: 2, arbitrary: fc.constantFrom('pay', 'cancel', 'deliver') },
  )
  const property = fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (steps) => {
    await o.reset()
    await t.db.update(company).set(caps)
    await make.aPincode()
    customer = await make.aCustomer({ money: 5_000_000 })
    const rice = await make.aProduct()
    const { variantId } = rice.item()
    await setLevel(16, variantId)
    const staff = await t.signIn.staff()
    const open: { id: string; checkout: string | undefined }[] = []
    for (const one of steps) {
      t.clock.pass(0.1)
      const { rows: before } = await t.db.execute<{ hasDelivery: boolean }>(
        sql`SELECT EXISTS (SELECT 1 FROM orders WHERE user_id = ${customer.id} AND status = 'delivered') AS "hasDelivery"`,
      )
      if (typeof one === 'object') {
        const items = [rice.item(one.pieces)]
        const { notes } = await quote(items, one.by)
        const { status, data } = await order(items, one.by)
        expect(status).toBe(notes.length === 0 ? 200 : 422)
        if (status === 200) open.push({ id: data._id, checkout: data.checkout?.orderId })
        if (status !== 200) continue
        const { rows } = await t.db.execute<{ value: number; most: number; held: number }>(sql`
          SELECT coalesce(sum(total), 0)::int AS value, (SELECT max(quantity) FROM order_lines) AS most,
            (SELECT coalesce(sum(r.quantity), 0)::int FROM stock_reservations r JOIN orders p ON p.id = r.order_id
              WHERE r.holding = 'reserved' AND p.payment_method = 'online' AND p.payment_status <> 'paid') AS held
          FROM orders WHERE status NOT IN ('delivered', 'canceled') AND payment_status <> 'paid'`)
        const { value = 0, most = 0, held = 0 } = rows[0] ?? {}
        const limit = before[0]?.hasDelivery ? caps.unpaidPerCustomer : caps.unpaidBeforeDelivery
        const [level] = await t.db.select().from(stockLevels).where(eq(stockLevels.variantId, variantId))
        expect(most).toBeLessThanOrEqual(caps.piecesPerOrder)
        if (one.by !== 'wallet') expect(value).toBeLessThanOrEqual(limit)
        if (one.by === 'online')
          expect(held).toBeLessThanOrEqual(Math.max(1, Math.floor((level?.onHand ?? 0) / 2)))
        continue
      }
      const last = open.pop()
      if (!last) continue
      if (one === 'pay' && last.checkout) {
        razorpay.pay(last.checkout)
        await o.deliver()
      } else if (one !== 'pay') {
        const status = one === 'deliver' ? ('Delivered' as const) : ('Canceled' as const)
        await t.call(api.orders.changeStatus, { params: { orderId: last.id, status }, query: {} }, staff)
      }
    }
  })
  await fc.assert(property, { numRuns: Number(process.env['SEQUENCES'] ?? 8) })
})
