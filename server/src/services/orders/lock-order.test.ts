import { api } from '@kirana/contract'
import type { DeliveryStatusName } from '@kirana/contract/wire/shapes'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { onlineApp } from '../../testing/payments/online.ts'
import { pickerOf } from '../../testing/picking.ts'
import { collide } from '../../testing/races/collide.ts'
import { refundsIn } from '../../testing/payments/refunds.ts'
import { aBag, aRider, dispatcherOf } from '../../testing/riders.ts'
import { findInvariantViolations } from '../../testing/violations.ts'

/** Two changes of different orders that need the same rows: if they lock them in different orders, they deadlock. */

const o = await onlineApp()
const { t, make, razorpay } = o
const { setStatus } = refundsIn(o)
afterAll(o.stop)
beforeEach(o.reset)

const statusCall = (orderId: string, status: DeliveryStatusName) => async () =>
  (await t.call(api.orders.changeStatus, { params: { orderId, status }, query: {} }, await t.signIn.staff()))
    .status

async function aTrackedProduct() {
  const product = await make.aProduct({ loyaltyCoins: 3 })
  const body = { variantId: product.item().variantId, onHand: 50, reason: 'Counted the shelf' }
  expect((await t.call(api.stock.count, { body }, await t.signIn.staff())).status).toBe(200)
  return product
}
type Product = Awaited<ReturnType<typeof aTrackedProduct>>

const levelOf = (product: Product) =>
  sql`SELECT 1 FROM stock_levels WHERE variant_id = ${product.item().variantId} FOR UPDATE`

/** Ends the pick of an order that was packed before, so that its invoice is replaced. */
async function correctedPick(...products: Product[]) {
  const { _id: orderId } = await make.anOrder({ items: products.map((product) => product.item(2)) })
  await setStatus(orderId, 'Prepeared')
  await setStatus(orderId, 'Confirmed')
  const picker = pickerOf(t, await t.signIn.staff())
  await picker.claim(orderId)
  for (const line of products.keys())
    await picker.line({ orderId, line: line + 1, found: 1, short: { quantity: 1, reason: 'not there' } })
  return async () => (await picker.done(orderId)).status
}

/** Packs or delivers an order of which the dashboard has refunded a part: its credit note is issued with the invoice. */
async function issueWithNote(to: DeliveryStatusName) {
  const placed = await o.paidOnline({ items: [(await make.aProduct({ loyaltyCoins: 3 })).item(2)] })
  razorpay.refundInDashboard(placed.payment.id, 3_000)
  await o.deliver()
  return { customer: placed.customer, call: statusCall(placed.order._id, to) }
}

async function expectNoDeadlock(lock: SQL, first: () => Promise<number>, second: () => Promise<number>) {
  expect(await collide(t, lock, [first, second])).toEqual({ answers: [200, 200], retries: 0 })
  expect(await findInvariantViolations(t.db)).toEqual([])
}

test('a pick that replaces an invoice and an invoice with its credit note', async () => {
  await make.aPincode()
  const milk = await aTrackedProduct()
  const pick = await correctedPick(milk)
  const { call } = await issueWithNote('Prepeared')
  await expectNoDeadlock(levelOf(milk), pick, call)
})

test('an invoice with its credit note and a cancelation that refunds to the same wallet', async () => {
  const { customer, call } = await issueWithNote('Delivered')
  const { id } = await paidFromWallet(customer)
  await setStatus(id, 'Prepeared')
  await expectNoDeadlock(sql`SELECT 1 FROM invoice_series FOR UPDATE`, call, statusCall(id, 'Canceled'))
})

async function paidFromWallet(customer: Awaited<ReturnType<typeof issueWithNote>>['customer']) {
  await t.db.execute(sql`UPDATE company SET daily_coins_per_staff = 1000000, point_value = 100`)
  const { _id } = await make.anOrder({ customer, payment: 'cod' })
  await setStatus(_id, 'Delivered')
  const canceled = {
    params: { orderId: _id, status: 'Canceled' as const },
    query: { cash: 'collected' as const },
  }
  await t.call(api.orders.changeStatus, canceled, await t.signIn.staff())
  const order = await make.anOrder({ customer, payment: 'wallet' })
  return { id: order._id }
}

test('a correction and a delivery of the same rider and customer', async () => {
  const staff = await t.signIn.staff()
  const customer = await make.aCustomer()
  const bag = () => aBag({ t, make, staff }, { customer })
  const [first, second] = [await bag(), await bag()]
  const rider = await aRider(t)
  await dispatcherOf(t, staff).assign(rider.id, first._id, second._id)
  await rider.deliver({ orderId: first._id })
  const deliver = async () => (await rider.deliver({ orderId: second._id })).status
  const customers = sql`SELECT 1 FROM users WHERE id = ${customer.id} FOR UPDATE`
  await expectNoDeadlock(customers, statusCall(first._id, 'Confirmed'), deliver)
})

test('an order and the deletion of its product', async () => {
  await make.aPincode()
  const rice = await make.aProduct()
  const customer = await make.aCustomer()
  const staff = await t.signIn.staff()
  const removed = async () =>
    (await t.call(api.products.remove, { params: { productId: rice.id } }, staff)).status
  const placed = async () => (await make.tryOrder({ customer, items: [rice.item()] })).status
  // The deletion waits here after it has locked the product, and before it locks the picture.
  const lock = sql`SELECT 1 FROM variants WHERE product_id = ${rice.id} FOR UPDATE`
  expect(await collide(t, lock, [removed, placed])).toEqual({ answers: [200, 422], retries: 0 })
  expect(await findInvariantViolations(t.db)).toEqual([])
})
