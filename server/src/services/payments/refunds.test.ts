import { api } from '@kirana/contract'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { findInvariantViolations } from '../../testing/violations.ts'
import { deliverTo, onlineApp } from '../../testing/payments/online.ts'
import { pickOneShort } from '../../testing/picking.ts'
import type { PaymentProvider } from './provider.ts'
import { sendDueRefund } from './refunds.ts'

const o = await onlineApp()
const { t, razorpay, run, detail } = o
afterAll(o.stop)
beforeEach(o.reset)
afterEach(async () => expect(await findInvariantViolations(t.db)).toEqual([]))

const refundOf = async (orderId: string) => (await detail(orderId))?.online?.refunds[0]
const refundRequests = () => razorpay.requests.filter((request) => request.endsWith('/refund')).length
const setStatus = async (orderId: string, status: 'Canceled' | 'Confirmed' | 'Delivered') =>
  t.call(api.orders.changeStatus, { params: { orderId, status }, query: {} }, await t.signIn.staff())
const retry = async (id = '') => t.call(api.payments.retryRefund, { params: { id } }, await t.signIn.staff())

/** A paid online order that was canceled; its refund is not sent yet. */
async function canceled() {
  const paid = await o.paidOnline()
  expect(await setStatus(paid.order._id, 'Canceled')).toMatchObject({ status: 200 })
  return { id: paid.order._id, ...paid }
}

test('canceling refunds the source once, not the wallet, however often the status is set', async () => {
  const { id, customer, payment } = await canceled()
  expect(await refundOf(id)).toMatchObject({ amount: 50, state: 'asked', by: 'Asha (staff)', error: '' })
  expect(await setStatus(id, 'Canceled')).toMatchObject({ status: 200 })
  expect(await setStatus(id, 'Confirmed')).toMatchObject({
    status: 422,
    message: 'The payment of this order goes back to the customer, so the order stays canceled',
  })
  await run()
  await run()
  await o.deliver()
  expect(await refundOf(id)).toMatchObject({ state: 'done' })
  expect(await detail(id)).toMatchObject({ paymentStatus: 'success', delivaryStatus: 'Canceled' })
  expect([razorpay.refundedOf(payment.id), refundRequests()]).toEqual([5_000, 1])
  expect((await t.call(api.storeWallet.get, {}, customer)).data).toMatchObject({ money: 0 })
  const { rows } = await t.db.execute(sql`SELECT after FROM audit_rows WHERE call = 'orders.changeStatus'`)
  expect(rows).toMatchObject([{ after: { status: 'canceled', sourceRefund: 5_000 } }])
})

test('a customer cancels a paid order, and staff a delivered one, in the same way', async () => {
  const own = await o.paidOnline()
  await t.call(api.storeOrders.cancel, { params: { id: own.order._id } }, own.customer)
  const delivered = await o.paidOnline()
  await setStatus(delivered.order._id, 'Delivered')
  await setStatus(delivered.order._id, 'Canceled')
  await run()
  for (const { payment } of [own, delivered]) expect(razorpay.refundedOf(payment.id)).toBe(5_000)
})

test('a slow refund is done when its webhook arrives, or when a poll finds it done', async () => {
  razorpay.refundStatus = 'pending'
  const [one, two] = [await canceled(), await canceled()]
  await run()
  expect([await refundOf(one.id), await refundOf(two.id)]).toMatchObject([
    { state: 'asked' },
    { state: 'asked' },
  ])
  const refundId = ({ payment }: { payment: { id: string } }) =>
    [...razorpay.refunds.values()].find(({ payment_id: of }) => of === payment.id)?.id ?? ''
  razorpay.finish(refundId(one), 'processed')
  await o.deliver()
  expect(await refundOf(one.id)).toMatchObject({ state: 'done' })
  razorpay.finish(refundId(two), 'processed')
  razorpay.webhooks.length = 0
  t.clock.pass(10)
  await run()
  expect(await refundOf(two.id)).toMatchObject({ state: 'done' })
  expect(refundRequests()).toBe(2)
})

test.each(['away', 'slow', 'lost'] as const)(
  'is sent again with the same key while the provider is %s',
  async (reply) => {
    const { id, payment } = await canceled()
    razorpay.reply = () => reply
    await run()
    expect(await refundOf(id)).toMatchObject({ state: 'asked', error: expect.stringContaining('Razorpay') })
    await run()
    expect(refundRequests()).toBe(1)
    razorpay.reply = () => 'ok'
    t.clock.pass(1)
    await run()
    expect(await refundOf(id)).toMatchObject({ state: 'done', error: '' })
    expect([razorpay.refunds.size, razorpay.refundedOf(payment.id)]).toEqual([1, 5_000])
    // A refund whose answer was lost is found at the provider and not requested again.
    expect(razorpay.refundKeys).toHaveLength(reply === 'lost' ? 1 : 2)
    expect(new Set(razorpay.refundKeys).size).toBe(1)
  },
)

test('a rejected refund waits for staff, who retry it once', async () => {
  const { id, payment } = await canceled()
  const stored = razorpay.payments.get(payment.id)
  if (!stored) throw new Error('No payment')
  stored.status = 'failed'
  await run()
  const failed = await refundOf(id)
  expect(failed).toMatchObject({ state: 'failed', error: 'Razorpay: The id provided does not exist' })
  t.clock.pass(20)
  await run()
  expect(refundRequests()).toBe(1)
  stored.status = 'captured'
  expect(await retry(failed?._id)).toMatchObject({ status: 200, message: 'Refund requested again' })
  expect(await retry(failed?._id)).toMatchObject({
    status: 409,
    message: 'This refund is already on its way',
  })
  expect(await retry('01a1fd41-f2a3-769d-9900-17803f8126b3')).toMatchObject({ status: 404 })
  await run()
  expect(await refundOf(id)).toMatchObject({ state: 'done', error: '' })
  expect(razorpay.refundedOf(payment.id)).toBe(5_000)
})

test('a refund that the bank rejects is a new request when it is retried', async () => {
  razorpay.refundStatus = 'pending'
  const { id, payment } = await canceled()
  await run()
  razorpay.finish([...razorpay.refunds.keys()][0] ?? '', 'failed')
  const webhooks = [...razorpay.webhooks]
  await o.deliver()
  expect(await refundOf(id)).toMatchObject({
    state: 'failed',
    error: 'The provider could not make the refund',
  })
  razorpay.refundStatus = 'processed'
  await retry((await refundOf(id))?._id)
  await run()
  // The events of the first refund arrive again with other ids.
  for (const [n, webhook] of webhooks.entries())
    await deliverTo(t, { ...webhook, headers: { ...webhook.headers, 'x-razorpay-event-id': `again-${n}` } })
  expect(await refundOf(id)).toMatchObject({ state: 'done' })
  expect([razorpay.refunds.size, razorpay.refundedOf(payment.id)]).toEqual([2, 5_000])
})

/** The provider, which runs a function before or after it makes a refund. */
function around(before: () => Promise<void>, after: () => Promise<void>): PaymentProvider {
  const { provider } = t.context.payments
  if (!provider) throw new Error('No provider')
  return {
    ...provider,
    refund: async (sent) => {
      await before()
      const made = await provider.refund(sent)
      await after()
      return made
    },
  }
}
const nothing = async () => {}
const killed = async () => {
  throw new Error('The process ends here')
}

test.each([
  ['before it asks', killed, nothing],
  ['before it writes the answer', nothing, killed],
])('a process that ends %s leaves the refund to the next one', async (_, before, after) => {
  const { id, payment } = await canceled()
  await expect(sendDueRefund(t.database, around(before, after), t.context.now())).rejects.toThrow('ends here')
  expect(await refundOf(id)).toMatchObject({ state: 'asked' })
  await run()
  expect(await refundOf(id)).toMatchObject({ state: 'asked' })
  t.clock.pass(1)
  await run()
  expect(await refundOf(id)).toMatchObject({ state: 'done' })
  expect([razorpay.refunds.size, razorpay.refundedOf(payment.id)]).toEqual([1, 5_000])
})

test('a late report of the failed attempt does not fail the retry that waits for the provider', async () => {
  razorpay.refundStatus = 'pending'
  const { id, payment } = await canceled()
  await run()
  const created = [...razorpay.webhooks]
  razorpay.finish([...razorpay.refunds.keys()][0] ?? '', 'failed')
  const reports = [...created, ...razorpay.webhooks]
  await o.deliver()
  await retry((await refundOf(id))?._id)
  razorpay.refundStatus = 'processed'
  razorpay.reply = () => 'away'
  await run()
  for (const [n, webhook] of reports.entries()) {
    await deliverTo(t, { ...webhook, headers: { ...webhook.headers, 'x-razorpay-event-id': `late-${n}` } })
    expect(await refundOf(id)).toMatchObject({ state: 'asked' })
  }
  razorpay.reply = () => 'ok'
  t.clock.pass(1)
  await run()
  expect(await refundOf(id)).toMatchObject({ state: 'done', error: '' })
  expect(razorpay.refundedOf(payment.id)).toBe(5_000)
})

test('refunds half of a payment once, even if a late failure arrives after the retry has made the refund', async () => {
  razorpay.refundStatus = 'pending'
  const { order, payment } = await o.paidOnline({ items: [(await o.make.aProduct()).item(2)] })
  const { _id: orderId } = order
  expect(await pickOneShort(t, await t.signIn.staff(), orderId)).toBe(200)
  await run()
  razorpay.webhooks.length = 0
  razorpay.finish([...razorpay.refunds.keys()][0] ?? '', 'failed')
  const [late] = razorpay.webhooks.splice(0)
  t.clock.pass(10)
  await run()
  expect(await refundOf(orderId)).toMatchObject({ amount: 50, state: 'failed' })

  razorpay.refundStatus = 'processed'
  await retry((await refundOf(orderId))?._id)
  await expect(sendDueRefund(t.database, around(nothing, killed), t.context.now())).rejects.toThrow(
    'ends here',
  )
  razorpay.webhooks.length = 0
  if (late) await deliverTo(t, late)
  expect(await refundOf(orderId)).toMatchObject({ state: 'asked' })
  t.clock.pass(1)
  await run()
  expect(await refundOf(orderId)).toMatchObject({ state: 'done' })
  expect(razorpay.refundedOf(payment.id)).toBe(5_000)
})

test('a refund that takes the bank days does not fail when the provider is briefly unavailable', async () => {
  razorpay.refundStatus = 'pending'
  const { id } = await canceled()
  await run()
  await t.db.execute(sql`UPDATE refunds SET attempts = 200`)
  razorpay.reply = () => 'away'
  t.clock.pass(10)
  await run()
  expect(await refundOf(id)).toMatchObject({ state: 'asked' })
})

test('a webhook that overtakes the answer is the same refund', async () => {
  const { id } = await canceled()
  await sendDueRefund(t.database, around(nothing, o.deliver), t.context.now())
  expect((await detail(id))?.online?.refunds).toMatchObject([{ state: 'done' }])
})

test('several processes send a refund once', async () => {
  const orders = [await canceled(), await canceled(), await canceled()]
  const other = await onlineApp({ database: t.database, razorpay })
  await Promise.all([run(), other.t.context.payments.run(), run()])
  await other.stop()
  expect(refundRequests()).toBe(3)
  for (const { payment } of orders) expect(razorpay.refundedOf(payment.id)).toBe(5_000)
})
