import { api } from '@kirana/contract'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { payments, refunds } from '../../tables/payments.ts'
import { onlineApp } from '../../testing/payments/online.ts'
import { pickerOf } from '../../testing/picking.ts'
import { refundsIn } from '../../testing/payments/refunds.ts'
import { expectShown } from '../../testing/shown.ts'
import { findInvariantViolations } from '../../testing/violations.ts'

const o = await onlineApp()
const { t, make, run, detail } = o
const { setStatus, refundsOf, paid, inDashboard } = refundsIn(o)
afterAll(o.stop)
beforeEach(o.reset)

const shown = async (orderId: string) => expectShown(o, [orderId], await t.signIn.staff())

test('a full refund in the dashboard after a refund to the wallet leaves order and payments consistent', async () => {
  const rice = await make.aProduct({
    variants: [{ sellingPrice: 10_000, quantity: 1_000, unit: 'Kilo' }],
  })
  const { order, payment } = await o.paidOnline({ items: [rice.item()] })
  const picker = pickerOf(t, await t.signIn.staff())
  await picker.claim(order._id)
  await picker.line({ orderId: order._id, line: 1, found: 1, grams: 995 })
  expect((await picker.done(order._id)).data).toMatchObject({ refunded: 0.5 })
  await inDashboard(payment.id, payment.amount)
  await shown(order._id)
  expect(await findInvariantViolations(t.db)).toEqual([])
  await setStatus(order._id, 'Canceled')
  await run()
  expect(await refundsOf(order._id)).toEqual([
    [0.5, 'wallet'],
    [100, 'done'],
  ])
  await shown(order._id)
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('settling a refund that an earlier release asked for in full counts what is still due', async () => {
  const { id, payment } = await paid()
  await setStatus(id, 'Canceled')
  const [row] = await t.db.select().from(payments).where(eq(payments.paymentId, payment.id))
  await t.db.update(refunds).set({ state: 'failed', nextAt: null })
  await t.db.execute(sql`
    INSERT INTO refunds (id, payment, cause, amount, state, request_key, provider_refund_id, by, created_at, done_at)
    VALUES (gen_random_uuid(), ${row?.id ?? ''}, 'rfnd_1', 3000, 'done', gen_random_uuid(), 'rfnd_1', 'razorpay dashboard', now(), now())`)
  const failed = (await detail(id))?.online?.refunds.find(({ state }) => state === 'failed')
  const settle = { params: { id: failed?._id ?? '' }, body: { reason: 'Paid in cash at the counter' } }
  const answer = await t.call(api.payments.settleRefund, settle, await t.signIn.staff())
  expect(answer.status).toBe(200)
  expect(await refundsOf(id)).toEqual([
    [70, 'hand'],
    [30, 'done'],
  ])
  await shown(id)
})

test('a rejected refund is sent again for the amount that a refund in the dashboard leaves', async () => {
  const { id, payment } = await paid()
  await setStatus(id, 'Canceled')
  await t.db.update(refunds).set({ state: 'failed', nextAt: null, error: 'The refund exceeds the payment' })
  await inDashboard(payment.id, 3_000)
  expect(await refundsOf(id)).toEqual([
    [70, 'asked'],
    [30, 'done'],
  ])
  await run()
  expect(await refundsOf(id)).toEqual([
    [70, 'done'],
    [30, 'done'],
  ])
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('an order whose payment was refunded in full is not packed again', async () => {
  const { id, payment } = await paid()
  await setStatus(id, 'Prepeared')
  await inDashboard(payment.id, 10_000)
  const back = { params: { orderId: id, status: 'Confirmed' as const }, query: {} }
  expect(await t.call(api.orders.changeStatus, back, await t.signIn.staff())).toMatchObject({
    status: 422,
    code: 'payment',
    message: 'The payment of this order went back to the customer. Cancel the order',
  })
  await setStatus(id, 'Dispatched')
  await setStatus(id, 'Canceled')
  expect(await findInvariantViolations(t.db)).toEqual([])
})
