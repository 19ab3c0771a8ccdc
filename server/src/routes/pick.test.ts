import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import type { DeliveryStatusName } from '@kirana/contract/wire/shapes'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { charges } from '../tables/charges.ts'
import { coupons } from '../tables/coupons.ts'
import { orders } from '../tables/orders.ts'
import { products, variants } from '../tables/products.ts'
import { stockLevels, stockMovements, stockReservations } from '../tables/stock.ts'
import type { Credentials } from '../testing/app.ts'
import { anotherPicker, pickerOf, pickExample, workedExample } from '../testing/picking.ts'
import { staffApp } from '../testing/staff-app.ts'
import { findInvariantViolations } from '../testing/violations.ts'

const { t, make, staff } = await staffApp()
const picker = pickerOf(t, staff)
const walletOf = async (customer: Credentials) => (await t.call(api.storeWallet.get, {}, customer)).data
const change = (orderId: string, status: DeliveryStatusName) =>
  t.call(api.orders.changeStatus, { params: { orderId, status }, query: {} }, staff)
const count = (variantId: string, onHand: number) =>
  t.call(api.stock.count, { body: { variantId, onHand, reason: 'Test' } }, staff)

test('the worked example: missing, swapped and weighed items are refunded to the wallet, exact to the paisa', async () => {
  const { ordered, other, milk, curd, rice } = await workedExample(make)
  for (const product of [milk, curd, other]) await count(product.item().variantId, 10)
  const customer = await make.aCustomer({ money: 21_222 })
  const { _id: id, totalPrice } = await make.anOrder({ ...ordered, customer, payment: 'wallet' })
  expect(totalPrice).toBe(212.22)
  expect((await picker.get(id)).data).toMatchObject({
    state: 'none',
    before: 212.22,
    after: 212.22,
    refund: 0,
  })

  const picked = await pickExample(picker, id, other.item().variantId)
  expect(picked.data).toMatchObject({
    state: 'claimed',
    by: 'Asha',
    isMine: true,
    before: 212.22,
    after: 154.22,
    refund: 58,
    lines: [
      { productTitle: 'Milk', ordered: 2, found: 1, short: 1, reason: 'not there', state: 'short' },
      {
        productTitle: 'Curd',
        state: 'swapped',
        swap: { productTitle: 'Thick curd', quantity: 1, totalPrice: 45.5 },
      },
      { productTitle: 'Rice', found: 1, grams: 920, state: 'weighed' },
    ],
  })
  const done = await picker.done(id)
  expect(done).toMatchObject({ status: 200, message: 'Order picked successfully' })
  expect(done.data).toMatchObject({
    delivaryStatus: 'Prepeared',
    subtotal: 140.46,
    discount: 14.05,
    charges: [
      { title: 'Delivery', amount: 25 },
      { title: 'Handling', amount: 2.81 },
    ],
    totalPrice: 154.22,
    placedTotal: 212.22,
    refunded: 58,
    pick: { state: 'done', by: 'Asha' },
    products: [
      { quantity: 2, picked: { quantity: 1, swap: null, grams: null, totalPrice: 60 } },
      {
        quantity: 1,
        picked: { quantity: 0, swap: { productTitle: 'Thick curd', quantity: 1 }, totalPrice: 45.5 },
      },
      { quantity: 1, picked: { quantity: 1, grams: 920, totalPrice: 34.96 } },
    ],
  })
  expect(done.data.invoice).not.toBe('')
  expect((await walletOf(customer)).money).toBe(58)
  const [order] = await t.db.select().from(orders)
  expect(order).toMatchObject({ coins: 6 })
  const levels = new Map((await t.db.select().from(stockLevels)).map((level) => [level.variantId, level]))
  // One milk was found and the other was 'not there', so none is left. The curd stays: no reason says that it is gone.
  expect(levels.get(milk.item().variantId)).toMatchObject({ onHand: 0, reserved: 0 })
  expect(levels.get(curd.item().variantId)).toMatchObject({ onHand: 10, reserved: 0 })
  expect(levels.get(other.item().variantId)).toMatchObject({ onHand: 9, reserved: 0 })
  expect(levels.has(rice.item().variantId)).toBe(false)
  expect(await findInvariantViolations(t.db)).toEqual([])

  await change(id, 'Delivered')
  expect((await walletOf(customer)).point).toBe(6)
  await change(id, 'Canceled')
  expect(await walletOf(customer)).toMatchObject({ money: 212.22, point: 0 })
  await change(id, 'Prepeared')
  expect((await walletOf(customer)).money).toBe(58)
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('less is due for a cash order, and its invoice has the picked items', async () => {
  const { ordered, other } = await workedExample(make)
  const { _id: id } = await make.anOrder(ordered)
  await pickExample(picker, id, other.item().variantId)
  const { data } = await picker.done(id)
  expect(data).toMatchObject({ totalPrice: 154.22, refunded: 0, paymentStatus: 'Due' })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('later changes of coupon, charges, prices and titles do not affect the pick', async () => {
  const { ordered, other, coupon } = await workedExample(make)
  const { _id: id } = await make.anOrder(ordered)
  await pickExample(picker, id, other.item().variantId)
  await t.db.update(coupons).set({ amount: 1, minimum: 1_000_000 }).where(eq(coupons.id, coupon.id))
  await t.db.update(charges).set({ amount: 9_900 })
  await t.db.update(variants).set({ sellingPrice: 1, quantity: 1, mrp: 1 })
  await t.db.update(products).set({ loyaltyCoins: 9, title: 'Something' })
  expect((await picker.done(id)).data).toMatchObject({ totalPrice: 154.22, coupon: coupon.name })
  const [order] = await t.db.select().from(orders)
  expect(order?.coins).toBe(6)
})

test('the same action counts once, also when it ends the pick', async () => {
  const milk = await make.aProduct({ title: 'Milk' })
  await count(milk.item().variantId, 5)
  const customer = await make.aCustomer({ money: 15_000 })
  const { _id: orderId } = await make.anOrder({ items: [milk.item(3)], customer, payment: 'wallet' })
  await picker.claim(orderId)
  const first = { orderId, line: 1, actionId: randomUUID(), found: 1 }
  for (const _ of [1, 2, 3])
    expect(await picker.line(first)).toMatchObject({ data: { stored: 1, lines: [{ found: 1 }] } })
  await picker.line({ orderId, line: 1, found: 2, short: { quantity: 1, reason: 'damaged' } })
  expect(await picker.line(first)).toMatchObject({ data: { lines: [{ found: 2, short: 1 }] } })
  const actionId = randomUUID()
  for (const _ of [1, 2, 3])
    expect(await picker.done(orderId, actionId)).toMatchObject({ status: 200, data: { totalPrice: 100 } })
  expect(await picker.done(orderId)).toMatchObject({ status: 409, message: 'This order is already picked' })
  expect((await picker.get(orderId)).data.stored).toBe(3)
  expect((await walletOf(customer)).money).toBe(50)
  expect(await t.db.select().from(stockLevels)).toMatchObject([{ onHand: 2, reserved: 0 }])
  expect(await t.db.select().from(stockReservations)).toMatchObject([{ quantity: 2, holding: 'taken' }])
  const moved = await t.db.select().from(stockMovements).orderBy(stockMovements.id)
  expect(moved.map(({ kind, quantity, reason }) => [kind, quantity, reason])).toEqual([
    ['counted', 5, 'Test'],
    ['sold', -2, ''],
    ['damaged', -1, 'damaged'],
  ])
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('the error for a second picker names who has the order; they may take over, and a lease ends after 3 minutes', async () => {
  const { _id: orderId } = await make.anOrder()
  const ravi = await anotherPicker(t)
  await picker.claim(orderId)
  const taken = { status: 409, code: 'taken', message: 'Asha is picking this order' }
  expect(await ravi.claim(orderId)).toMatchObject(taken)
  await picker.line({ orderId, line: 1, found: 1 })
  expect(await ravi.line({ orderId, line: 1, found: 0 })).toMatchObject({ status: 409, code: 'taken' })
  t.clock.pass(2.9)
  await picker.line({ orderId, line: 1, found: 1 })
  t.clock.pass(2.9)
  expect(await ravi.claim(orderId)).toMatchObject({ status: 409 })
  t.clock.pass(0.1)
  // Ravi continues from Asha's lines, but only once he takes them over on purpose.
  expect(await ravi.claim(orderId)).toMatchObject({ status: 409, code: 'touched' })
  expect(await ravi.claim(orderId, true)).toMatchObject({
    status: 200,
    data: { by: 'Ravi', lines: [{ found: 1 }] },
  })
  expect(await picker.line({ orderId, line: 1, found: 1 })).toMatchObject({
    status: 409,
    message: 'Ravi is picking this order',
  })
  expect(await picker.claim(orderId, true)).toMatchObject({ status: 200, data: { by: 'Asha', isMine: true } })
  expect(await ravi.done(orderId)).toMatchObject({ status: 409, message: 'Asha is picking this order' })
  expect(await ravi.release(orderId)).toMatchObject({ data: { state: 'claimed', by: 'Asha' } })
  expect(await picker.release(orderId)).toMatchObject({ data: { state: 'none', by: '' } })
  expect(await picker.line({ orderId, line: 1, found: 1 })).toMatchObject({ status: 409, code: 'unclaimed' })
})

test("the customer's cancelation wins: the error of the next action asks to put everything back", async () => {
  const milk = await make.aProduct()
  await count(milk.item().variantId, 5)
  const customer = await make.aCustomer({ money: 10_000 })
  const { _id: orderId } = await make.anOrder({ items: [milk.item(2)], customer, payment: 'wallet' })
  await picker.claim(orderId)
  await picker.line({ orderId, line: 1, found: 1 })
  await t.call(api.storeOrders.cancel, { params: { id: orderId } }, customer)
  const refused = { status: 409, code: 'canceled', message: 'Canceled: put everything back' }
  expect(await picker.line({ orderId, line: 1, found: 2 })).toMatchObject(refused)
  expect(await picker.done(orderId)).toMatchObject(refused)
  expect(await picker.claim(orderId)).toMatchObject(refused)
  expect((await picker.get(orderId)).data).toMatchObject({
    delivaryStatus: 'Canceled',
    lines: [{ found: 1 }],
  })
  expect((await walletOf(customer)).money).toBe(100)
  // Reopened, it is picked from the start.
  await change(orderId, 'Confirmed')
  expect((await picker.get(orderId)).data).toMatchObject({
    state: 'none',
    lines: [{ found: 0, state: 'open' }],
  })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('an order of which nothing is found is canceled without charges', async () => {
  const milk = await make.aProduct()
  await count(milk.item().variantId, 5)
  await make.aCharge({ amount: 2_500 })
  const customer = await make.aCustomer({ money: 12_500 })
  const { _id: orderId } = await make.anOrder({ items: [milk.item(2)], customer, payment: 'wallet' })
  await picker.claim(orderId)
  const { data } = await picker.line({ orderId, line: 1, short: { quantity: 2, reason: 'not there' } })
  expect(data).toMatchObject({ after: 0, refund: 125 })
  expect(await picker.done(orderId)).toMatchObject({
    status: 200,
    data: { delivaryStatus: 'Canceled', invoice: '' },
  })
  expect((await walletOf(customer)).money).toBe(125)
  expect(await t.db.select().from(stockLevels)).toMatchObject([{ onHand: 0, reserved: 0 }])
  expect(await findInvariantViolations(t.db)).toEqual([])
  expect(await change(orderId, 'Confirmed')).toMatchObject({ status: 409, code: 'stock' })
  await count(milk.item().variantId, 2)
  await change(orderId, 'Confirmed')
  expect((await picker.claim(orderId)).data).toMatchObject({ lines: [{ state: 'open' }], refund: 0 })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('an order that is set to Prepeared without a pick keeps its ordered lines and total', async () => {
  const { _id: orderId, totalPrice } = await make.anOrder()
  await picker.claim(orderId)
  await change(orderId, 'Prepeared')
  expect(await picker.line({ orderId, line: 1, found: 1 })).toMatchObject({ status: 409, code: 'stale' })
  expect(await picker.done(orderId)).toMatchObject({ status: 409, code: 'stale' })
  const [order] = (await t.call(api.orders.get, { params: { orderId } }, staff)).data
  expect(order).toMatchObject({ totalPrice, refunded: 0 })
  expect(order?.products[0]).not.toHaveProperty('picked')
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('refuses quantities, weights and swaps that do not fit the line, and an end with open lines', async () => {
  const oil = await make.aProduct({ title: 'Oil', variants: [{ quantity: 1_000, unit: 'L' }] })
  const ghee = await make.aProduct({ title: 'Ghee' })
  await count(ghee.item().variantId, 1)
  const { _id: orderId } = await make.anOrder({ items: [oil.item(2)] })
  expect(await picker.line({ orderId, line: 1, found: 1 })).toMatchObject({ status: 409, code: 'unclaimed' })
  await picker.claim(orderId)
  const refused = [
    [{ found: 3 }, 'Only 2 of Oil ordered'],
    [{ grams: 900 }, 'Oil is not sold by weight'],
    [
      { found: 2, swap: { variantId: ghee.item().variantId, quantity: 1 } },
      'No piece of Oil is left to swap',
    ],
    [
      { swap: { variantId: ghee.item().variantId, quantity: 2 } },
      'Not enough of Ghee (500 GM): 2 wanted, 1 left',
    ],
    [{ swap: { variantId: randomUUID(), quantity: 1 } }, 'This product cannot be sold any more'],
  ] as const
  for (const [set, message] of refused)
    expect(await picker.line({ orderId, line: 1, ...set })).toMatchObject({ status: 422, message })
  expect(await picker.line({ orderId, line: 2, found: 1 })).toMatchObject({ status: 404 })
  expect(await picker.done(orderId)).toMatchObject({ status: 422, message: '1 line is still open' })
  for (const unknown of [randomUUID(), 'x']) {
    expect(await picker.claim(unknown)).toMatchObject({ status: 404, message: 'Order not found' })
    expect(await picker.get(unknown)).toMatchObject({ status: 404 })
  }
})

test('an action takes at most three statements, plus the session', async () => {
  const { ordered, other } = await workedExample(make)
  const customer = await make.aCustomer({ money: 21_222 })
  const { _id: orderId } = await make.anOrder({ ...ordered, customer, payment: 'wallet' })
  const session = 1
  expect(await t.statements(() => picker.claim(orderId))).toHaveLength(session + 2)
  await pickExample(picker, orderId, other.item().variantId)
  expect(await t.statements(() => picker.line({ orderId, line: 3, grams: 920 }))).toHaveLength(session + 3)
})
