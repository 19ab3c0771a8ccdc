import { api } from '@kirana/contract'
import type { DeliveryStatusName } from '@kirana/contract/wire/shapes'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { anotherPicker, pickerOf, pickExample, workedExample } from '../../testing/picking.ts'
import { queueOnLock } from '../../testing/races/race-on-lock.ts'
import { aRider, dispatcherOf } from '../../testing/riders.ts'
import { staffApp } from '../../testing/staff-app.ts'
import { stockCalls } from '../../testing/stock.ts'
import { findInvariantViolations } from '../../testing/violations.ts'

const { t, make, staff, signInStaff } = await staffApp()
const picker = pickerOf(t, staff)
const { count, undoCount, receive } = stockCalls(t, staff)

type Query = { discardPick?: 'true'; undo?: 'true' | 'pick'; from?: DeliveryStatusName }
const change = (orderId: string, status: DeliveryStatusName, query: Query = {}, who = staff) =>
  t.call(api.orders.changeStatus, { params: { orderId, status }, query }, who)

/** An order with missing, swapped and weighed pieces, whose pick has not ended. */
async function pickedExample() {
  const { ordered, other } = await workedExample(make)
  const { _id: orderId } = await make.anOrder(ordered)
  await pickExample(picker, orderId, other.item().variantId)
  return orderId
}

for (const status of ['Prepeared', 'Canceled'] as const)
  test(`Undo of ${status} restores the discarded pick: claim, lines, swap, grams and reasons`, async () => {
    const orderId = await pickedExample()
    const before = (await picker.get(orderId)).data
    const ravi = await anotherPicker(t)
    expect((await change(orderId, status, { discardPick: 'true' }, ravi.who)).status).toBe(200)
    expect((await picker.get(orderId)).data).toMatchObject({ state: 'none', lines: [{ found: 0 }, {}, {}] })
    expect((await change(orderId, 'Confirmed', { undo: 'true' }, ravi.who)).status).toBe(200)
    expect((await picker.get(orderId)).data).toEqual(before)
    expect(await change(orderId, 'Prepeared', {}, ravi.who)).toMatchObject({ status: 409, code: 'picking' })
    expect((await picker.done(orderId)).data).toMatchObject({ totalPrice: 154.22 })
    expect(await findInvariantViolations(t.db)).toEqual([])
  })

test('a discarded pick is restored only by Undo of the change that discarded it', async () => {
  const orderId = await pickedExample()
  await change(orderId, 'Prepeared', { discardPick: 'true' })
  await change(orderId, 'Dispatched')
  await change(orderId, 'Prepeared', { undo: 'true' })
  await change(orderId, 'Confirmed', { undo: 'true' })
  expect((await picker.get(orderId)).data).toMatchObject({ state: 'none', lines: [{ found: 0 }, {}, {}] })

  const other = await pickedExample()
  await change(other, 'Prepeared', { discardPick: 'true' })
  await change(other, 'Confirmed')
  expect((await picker.get(other)).data).toMatchObject({ state: 'none', lines: [{ found: 0 }, {}, {}] })
  await change(other, 'Prepeared')
  await change(other, 'Confirmed', { undo: 'true' })
  expect((await picker.get(other)).data).toMatchObject({ state: 'none' })
})

test('a claim lasts 3 minutes after the last sign of its screen, 10 once something is recorded', async () => {
  const milk = await make.aProduct({ title: 'Milk' })
  const { _id: orderId } = await make.anOrder({ items: [milk.item(3)] })
  const sign = async (isClosing = false, who = staff) =>
    (await t.call(api.pick.sign, { body: { orderId, isClosing } }, who)).data.until
  // The clock begins at 1 pm.
  const at = (minute: number) =>
    new Date(Date.parse('2026-11-21T13:00:00+05:30') + minute * 60_000).toISOString()
  const ravi = await anotherPicker(t)
  expect(await sign()).toBeNull()
  expect((await picker.claim(orderId)).data.until).toBe(at(3))
  t.clock.pass(2)
  expect(await sign()).toBe(at(2 + 3))
  expect(await sign(false, ravi.who)).toBeNull()
  expect((await ravi.claim(orderId)).code).toBe('taken')
  const { data } = await picker.line({ orderId, line: 1, found: 1 })
  expect(data.until).toBe(at(2 + 10))
  t.clock.pass(1)
  expect(await sign()).toBe(at(3 + 10))
  expect(await sign(true)).toBe(at(3 + 3))
  expect((await picker.claim(orderId)).data.until).toBe(at(3 + 10))
})

/** The level, the batches and the reserved pieces of every variant. */
async function stockNow() {
  const { rows } = await t.db.execute(sql`
    SELECT s.variant_id, s.on_hand, s.reserved, (SELECT json_agg(json_build_object('expiry', b.expiry, 'remaining', b.remaining)
        ORDER BY b.id) FROM stock_batches b WHERE b.variant_id = s.variant_id) AS batches,
      (SELECT json_agg(json_build_object('order', r.order_id, 'quantity', r.quantity, 'holding', r.holding) ORDER BY r.order_id)
        FROM stock_reservations r WHERE r.variant_id = s.variant_id) AS held
    FROM stock_levels s ORDER BY s.variant_id`)
  return rows
}
const order = async (orderId: string) =>
  (await t.call(api.orders.get, { params: { orderId } }, staff)).data[0]

test('Undo of Done restores the pick: lines, bill and stock; ending it again has the same result', async () => {
  const { ordered, other, milk, curd, rice } = await workedExample(make)
  for (const [product, expiry] of [
    [milk, '2026-11-25'],
    [curd, '2026-11-24'],
    [rice, '2027-01-31'],
    [other, '2026-11-23'],
  ] as const)
    for (const quantity of [1, 4])
      expect((await receive({ variantId: product.item().variantId, quantity, expiry })).status).toBe(200)
  const { _id: orderId } = await make.anOrder(ordered)
  await picker.claim(orderId)
  const placed = await order(orderId)
  await picker.line({ orderId, line: 1, found: 1, short: { quantity: 1, reason: 'not there' } })
  await picker.line({ orderId, line: 2, swap: { variantId: other.item().variantId, quantity: 1 } })
  await picker.line({ orderId, line: 3, grams: 920 })
  const [before, levels] = [(await picker.get(orderId)).data, await stockNow()]
  expect((await picker.done(orderId)).data).toMatchObject({ totalPrice: 154.22, delivaryStatus: 'Prepeared' })
  const ended = await stockNow()
  expect(ended).not.toEqual(levels)

  t.clock.pass(1)
  expect((await picker.get(orderId)).data).toMatchObject({ mayUndo: true })
  expect((await change(orderId, 'Confirmed', { undo: 'pick' })).status).toBe(200)
  const { until: _, stored: __, ...back } = (await picker.get(orderId)).data
  expect(before).toMatchObject(back)
  expect(await stockNow()).toEqual(levels)
  const restored = await order(orderId)
  expect(restored).toMatchObject({ totalPrice: 212.22, subtotal: placed?.subtotal, charges: placed?.charges })
  expect(restored?.products).toEqual(placed?.products)
  expect(restored?.documents.map(({ kind }) => kind)).toEqual(['invoice', 'credit-note'])
  expect(await findInvariantViolations(t.db)).toEqual([])

  // The picker continues, and finds one more piece.
  expect((await picker.line({ orderId, line: 1, found: 2 })).status).toBe(200)
  await picker.line({ orderId, line: 1, found: 1, short: { quantity: 1, reason: 'not there' } })
  expect((await picker.done(orderId)).data).toMatchObject({ totalPrice: 154.22 })
  expect(await stockNow()).toEqual(ended)
  await change(orderId, 'Delivered')
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('an order that is canceled after Undo of Done violates no invariant', async () => {
  const orderId = await pickedExample()
  await picker.done(orderId)
  await change(orderId, 'Confirmed', { undo: 'true' })
  expect((await change(orderId, 'Canceled', { discardPick: 'true' })).status).toBe(200)
  expect(await order(orderId)).toMatchObject({ totalPrice: 212.22 })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('Undo of Done is refused if others have bought pieces that it would reserve again', async () => {
  const milk = await make.aProduct({ title: 'Milk' })
  await count(milk.item().variantId, 2)
  const { _id: orderId } = await make.anOrder({ items: [milk.item(2)] })
  await picker.claim(orderId)
  await picker.line({ orderId, line: 1, found: 1, short: { quantity: 1, reason: 'other' } })
  expect((await picker.done(orderId)).status).toBe(200)
  const others = await make.anOrder({ items: [milk.item()] })
  const before = await stockNow()
  const refused = await change(orderId, 'Confirmed', { undo: 'true' })
  expect(refused).toMatchObject({ status: 409, code: 'stock' })
  expect(refused.message).toContain('Not enough of Milk (500 GM): 2 wanted, 1 left')
  expect(await stockNow()).toEqual(before)
  await change(others._id, 'Canceled')
  expect((await change(orderId, 'Confirmed', { undo: 'true' })).status).toBe(200)
  expect((await stockNow())[0]).toMatchObject({ on_hand: 2, reserved: 2 })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

/**
 * Milk with good and expired pieces, and an order of 3 with a claimed pick: of the 3 good pieces one was found, and two are
 * missing for `reason`.
 */
async function pickBesideExpired(reason: 'other' | 'expired', expired: number) {
  const milk = await make.aProduct({ title: 'Milk' })
  const { variantId } = milk.item()
  await receive({ variantId, quantity: expired, expiry: '2026-11-21' })
  await receive({ variantId, quantity: 3, expiry: '2026-12-30' })
  t.clock.set('2026-11-22T13:00:00+05:30')
  await signInStaff()
  const { _id: orderId } = await make.anOrder({ items: [milk.item(3)] })
  await picker.claim(orderId)
  await picker.line({ orderId, line: 1, found: 1, short: { quantity: 2, reason } })
  const [{ on_hand, batches, reserved } = {}] = await stockNow()
  return { milk, variantId, orderId, level: { on_hand, batches, reserved } }
}

test.each(['other', 'expired'] as const)(
  'Undo of Done reserves no expired pieces; two were missing: %s',
  async (reason) => {
    const { milk, orderId, level } = await pickBesideExpired(reason, 5)
    expect((await picker.done(orderId)).status).toBe(200)
    const others = await make.anOrder({ items: [milk.item(2)] })
    const before = await stockNow()
    const refused = await change(orderId, 'Confirmed', { undo: 'pick' })
    expect(refused).toMatchObject({ status: 409, code: 'stock' })
    expect(refused.message).toContain('Not enough of Milk (500 GM): 3 wanted, 1 left')
    expect(await stockNow()).toEqual(before)
    await change(others._id, 'Canceled')
    expect((await change(orderId, 'Confirmed', { undo: 'pick' })).status).toBe(200)
    expect((await stockNow())[0]).toMatchObject(level)
    expect(await findInvariantViolations(t.db)).toEqual([])
  },
)

test('Undo restores a complete pick even if its pieces have expired since', async () => {
  const milk = await make.aProduct({ title: 'Milk' })
  await receive({ variantId: milk.item().variantId, quantity: 3, expiry: '2026-11-21' })
  const { _id: orderId } = await make.anOrder({ items: [milk.item(3)] })
  await picker.claim(orderId)
  await picker.line({ orderId, line: 1, found: 3 })
  const levels = await stockNow()
  await picker.done(orderId)
  t.clock.set('2026-11-22T00:01:00+05:30')
  await signInStaff()
  expect((await change(orderId, 'Confirmed', { undo: 'pick' })).status).toBe(200)
  expect(await stockNow()).toEqual(levels)
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('Undo of Done that waits for a stock level counts expired pieces after the wait', async () => {
  const { milk, variantId, orderId } = await pickBesideExpired('other', 2)
  await picker.done(orderId)
  const lock = sql`SELECT 1 FROM stock_levels WHERE variant_id = ${variantId} FOR UPDATE`
  const beside = async (other: () => Promise<{ status: number }>) => {
    const answers = await queueOnLock(t, lock, [other, () => change(orderId, 'Confirmed', { undo: 'pick' })])
    return answers.map(({ status }) => status)
  }
  const others = await make.anOrder({ items: [milk.item()] })
  await count(variantId, 2)
  expect(await beside(() => undoCount(variantId, 4))).toEqual([200, 409])
  await change(others._id, 'Canceled')
  expect(await beside(() => count(variantId, 2))).toEqual([200, 200])
  expect((await stockNow())[0]).toMatchObject({ on_hand: 3, reserved: 3 })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('a finished pick with a refund cannot be undone, and no change except Undo reopens a pick', async () => {
  const { ordered, other } = await workedExample(make)
  const customer = await make.aCustomer({ money: 100_000 })
  const { _id: paid } = await make.anOrder({ ...ordered, customer, payment: 'wallet' })
  await pickExample(picker, paid, other.item().variantId)
  await picker.done(paid)
  expect((await picker.get(paid)).data).toMatchObject({ mayUndo: false })
  expect(await change(paid, 'Confirmed', { undo: 'pick' })).toMatchObject({ status: 409, code: 'refunded' })
  expect(await order(paid)).toMatchObject({ delivaryStatus: 'Prepeared', totalPrice: 154.22 })

  const cash = await make.anOrder({ items: ordered.items })
  await pickExample(picker, cash._id, other.item().variantId)
  await picker.done(cash._id)
  await change(cash._id, 'Dispatched')
  await change(cash._id, 'Prepeared', { undo: 'true' })
  // The picker's Undo would leave the order Confirmed although it cannot be picked again.
  expect((await picker.get(cash._id)).data).toMatchObject({ state: 'done', mayUndo: false })
  const stale = await change(cash._id, 'Confirmed', { undo: 'pick', from: 'Prepeared' })
  expect(stale).toMatchObject({ status: 409, code: 'stale' })
  expect(stale.message).toContain('set this order to Prepeared')
  expect(await order(cash._id)).toMatchObject({ delivaryStatus: 'Prepeared' })
  await change(cash._id, 'Confirmed', { undo: 'true' })
  expect((await picker.get(cash._id)).data).toMatchObject({ state: 'done' })

  // A bag that a rider has stays with the rider, whatever the screen of its picker still shows.
  const bag = await make.anOrder({ items: ordered.items })
  await pickExample(picker, bag._id, other.item().variantId)
  await picker.done(bag._id)
  const [rider, desk] = [await aRider(t), dispatcherOf(t, staff)]
  expect((await desk.assign(rider.id, bag._id)).data.results).toMatchObject([{ assigned: true }])
  const late = await change(bag._id, 'Confirmed', { undo: 'true', from: 'Prepeared' })
  expect(late).toMatchObject({ status: 409, code: 'stale' })
  expect(await order(bag._id)).toMatchObject({ delivaryStatus: 'Dispatched' })
  expect((await rider.me()).drops).toMatchObject([{ order_id: bag.order_id }])

  const plain = await make.anOrder({ items: ordered.items })
  await pickExample(picker, plain._id, other.item().variantId)
  await picker.done(plain._id)
  await change(plain._id, 'Confirmed')
  expect(await change(plain._id, 'Prepeared', { undo: 'pick' })).toMatchObject({ status: 409, code: 'stale' })
  expect((await picker.get(plain._id)).data).toMatchObject({ state: 'done' })
  // The lines of a bill can be deleted only with their pick.
  await expect(t.db.execute(sql`DELETE FROM picked_lines`)).rejects.toThrow()
  expect(await findInvariantViolations(t.db)).toEqual([])
})
