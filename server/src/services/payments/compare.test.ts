import { api } from '@kirana/contract'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { findInvariantViolations } from '../../testing/violations.ts'
import { onServer } from '../../testing/on-server.ts'
import { onlineApp } from '../../testing/payments/online.ts'
import { compareDay } from './compare.ts'
import type { PaymentProvider } from './provider.ts'

const o = await onlineApp()
const { t, razorpay, run, detail, listPayments: list, listFaults: faults } = o
afterAll(o.stop)
beforeEach(o.reset)
afterEach(async () => expect(await findInvariantViolations(t.db)).toEqual([]))

const settle = async (id: string) =>
  t.call(api.payments.settleFault, { params: { id }, body: {} }, await t.signIn.staff())
/** The pages of payments that the provider was asked for. */
const compared = () => razorpay.requests.filter((request) => request === 'GET /v1/payments').length

test('once a day everything captured is compared with the books', async () => {
  const { order, checkout } = await o.placeOnline()
  t.clock.pass(20)
  await run()
  // Paid twice while the webhooks were lost; and 120 payments of another shop on the same account.
  razorpay.pay(checkout.orderId)
  for (let n = 0; n < 120; n++) razorpay.pay(`order_Other${n}`)
  razorpay.webhooks.length = 0
  expect(compared()).toBe(0)
  t.clock.pass(24 * 60)
  await run()
  expect(compared()).toBe(2)
  await run()
  t.clock.pass(23 * 60)
  await run()
  expect(compared()).toBe(2)
  expect(await detail(order._id)).toMatchObject({ delivaryStatus: 'Canceled' })
  const { rows } = await t.db.execute(
    sql`SELECT reason, count(*)::int FROM payments WHERE state = 'unmatched' GROUP BY 1`,
  )
  expect(rows).toEqual(
    expect.arrayContaining([
      { reason: 'late', count: 1 },
      { reason: 'unknown', count: 120 },
    ]),
  )
  // The next comparison sees them again.
  t.clock.pass(60)
  await run()
  expect(await t.db.$count(sql`payments`)).toBe(122)
})

test('a payment that cannot be compared is listed and read again, and stops no other', async () => {
  await o.placeOnline()
  const refunded = razorpay.pay('order_Other1', { amount: 500 })
  await o.refundElsewhere(refunded.id, 200)
  const [zero, unnamed] = [razorpay.pay('order_Other2'), razorpay.pay(null)]
  const last = razorpay.pay('order_Other4')
  zero.amount = 0
  razorpay.payments.delete(unnamed.id)
  razorpay.payments.set(unnamed.id, { ...unnamed, id: '+91 98000' })
  razorpay.webhooks.length = 0
  razorpay.reply = (request) => (request === `GET /v1/payments/${refunded.id}/refunds` ? 'away' : 'ok')
  t.clock.pass(24 * 60)
  await run()
  // A payment is not recorded without its refunds, because its order would be packed.
  expect((await list()).map(({ paymentId }) => paymentId)).toEqual([last.id])
  expect(await faults()).toMatchObject({ total: 3 })
  expect((await faults()).newest.map(({ kind, reason, isRetried }) => ({ kind, reason, isRetried }))).toEqual(
    expect.arrayContaining([
      { kind: 'payment', reason: 'Can’t be read: payment.id', isRetried: false },
      { kind: 'payment', reason: 'Can’t be read: payment.amount', isRetried: true },
      { kind: 'payment', reason: 'Could not be compared with the books', isRetried: true },
    ]),
  )
  const pages = compared()
  razorpay.reply = () => 'ok'
  zero.amount = 100
  t.clock.pass(1)
  await run()
  expect(compared()).toBe(pages)
  const { total, newest } = await faults()
  expect([total, newest[0]?.reason]).toEqual([1, 'Can’t be read: payment.id'])
  expect(await list()).toHaveLength(3)
  // A fault that staff handled is not listed again; one that was recorded and is unreadable again is.
  await settle(newest[0]?._id ?? '')
  zero.amount = -1
  t.clock.pass(24 * 60)
  await run()
  expect(await faults()).toMatchObject({ total: 1, newest: [{ subject: zero.id }] })
})

/** Begins a comparison that waits for `gate` before the provider lists its payments. */
async function comparing() {
  await o.paidOnline()
  razorpay.pay('order_Other')
  razorpay.webhooks.length = 0
  t.clock.pass(24 * 60)
  const { provider } = t.context.payments
  if (!provider) throw new Error('No provider')
  const [asked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const waits: PaymentProvider = {
    ...provider,
    async *paymentsBetween(...range) {
      asked.resolve()
      await gate.promise
      yield* provider.paymentsBetween(...range)
    },
  }
  const options = { now: t.context.now(), failed: (error: unknown) => expect(error).toBeUndefined() }
  const first = compareDay(t.database, waits, options)
  await asked.promise
  const compare = () => compareDay(t.database, provider, options)
  return { first, gate, compare }
}

test('one process compares at a time, and another one after it has failed', async () => {
  const { first, gate, compare } = await comparing()
  await compare()
  expect(compared()).toBe(0)
  const failed = expect(first).rejects.toThrow('The process ends here')
  gate.reject(new Error('The process ends here'))
  await failed
  await compare()
  await compare()
  expect(compared()).toBe(1)
  expect(await list()).toHaveLength(1)
})

onServer(() => {
  test('another process compares when the first one has lost its connection', async () => {
    const { first, gate, compare } = await comparing()
    await t.db.execute(sql`SELECT pg_terminate_backend(pid) FROM pg_locks
      WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
    await expect.poll(() => compare().then(compared)).toBe(1)
    await t.db.execute(sql`DELETE FROM payment_audits`)
    gate.resolve()
    await first
    // It has stopped without storing its progress.
    expect(await t.db.$count(sql`payment_audits`)).toBe(0)
  })
})

test('refunds a payment that the bank confirms days later, even if its webhook was lost', async () => {
  const { checkout } = await o.placeOnline()
  const startedAt = Math.floor(razorpay.now() / 1000)
  const aDay = async () => {
    t.clock.pass(24 * 60)
    await run()
  }
  for (let day = 1; day <= 4; day++) await aDay()
  const payment = razorpay.pay(checkout.orderId)
  payment.created_at = startedAt
  razorpay.webhooks.length = 0
  await aDay()
  expect(razorpay.refundedOf(payment.id)).toBe(5_000)
})
