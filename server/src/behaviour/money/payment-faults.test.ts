import { api } from '@kirana/contract'
import type { Webhook } from '@kirana/testing/razorpay'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { cleanUp } from '../../process/housekeeping.ts'
import { deliverTo, onlineApp } from '../../testing/payments/online.ts'
import { pickOneShort } from '../../testing/picking.ts'
import { findInvariantViolations } from '../../testing/violations.ts'

const o = await onlineApp()
const { t, razorpay, run, detail, listFaults: faults } = o
afterAll(o.stop)
beforeEach(o.reset)
afterEach(async () => expect(await findInvariantViolations(t.db)).toEqual([]))

const settle = async (id: string) =>
  t.call(api.payments.settleFault, { params: { id }, body: {} }, await t.signIn.staff())
const deliver = async (webhook: Omit<Webhook, 'type'>) => (await deliverTo(t, webhook)).statusCode
const refundsOf = async (orderId: string) => (await detail(orderId))?.online?.refunds ?? []

/** A payment that the provider has captured, and the text of its webhook. */
async function captured() {
  const placed = await o.placeOnline()
  const payment = razorpay.pay(placed.checkout.orderId)
  const [webhook] = razorpay.webhooks.splice(0)
  if (!webhook) throw new Error('No webhook')
  return { ...placed, payment, text: webhook.body }
}

/** The field that is unreadable once the first text of a webhook is replaced by the second. */
const malformed = [
  ['payment.amount', '"amount":5000', '"amount":0'],
  ['payment.amount', '"amount":5000', '"amount":-5000'],
  ['payment.amount', '"amount":5000', '"amount":50.5'],
  ['payment.amount', '"amount":5000', '"amount":"5000"'],
  ['payment.amount', '"amount":5000', '"amount":10000000000001'],
  ['payment.amount', '"amount":5000', '"amount":9007199254740993'],
  ['payment.amount', '"amount":5000', '"amount":1e400'],
  ['payment.amount_refunded', '"amount_refunded":0', '"amount_refunded":5001'],
  ['payment.currency', '"currency":"INR"', '"currency":"rupees"'],
  ['payment.status', '"status":"captured"', '"status":"constructor"'],
  ['payment.order_id', '"order_id":"', '"order_id":"\\u0000'],
  ['payment.id', '"entity":{"id":"pay_', '"entity":{"id":"+91 98'],
] as const

test('webhooks that cannot be read are stored once, and their payment is read again', async () => {
  const { order, payment, text } = await captured()
  const webhooks = malformed.map(([, from, to]) => razorpay.signed(text.replace(from, to)))
  for (const webhook of [...webhooks, ...webhooks]) expect(await deliver(webhook)).toBe(200)
  expect(await detail(order._id)).toMatchObject({ paymentStatus: 'Due' })
  const { total, newest } = await faults()
  expect(total).toBe(malformed.length)
  expect(newest.toReversed()).toMatchObject(
    malformed.map(([field], n) => ({
      kind: 'event',
      type: 'payment.captured',
      subject: webhooks[n]?.headers['x-razorpay-event-id'],
      reason: `Can’t be read: ${field}`,
      isRetried: true,
    })),
  )
  await run()
  expect(await detail(order._id)).toMatchObject({
    paymentStatus: 'success',
    online: { paymentId: payment.id },
  })
  expect(await faults()).toEqual({ total: 0, newest: [] })
})

test('a webhook of which only the order can be read is found by it', async () => {
  const { order, checkout } = await o.placeOnline()
  razorpay.pay(checkout.orderId)
  await deliver(razorpay.webhook('order.paid', { payment: { id: 7 }, order: { id: checkout.orderId } }))
  await run()
  expect(await detail(order._id)).toMatchObject({ paymentStatus: 'success' })
  expect((await faults()).total).toBe(0)
})

test('a webhook of which nothing can be read waits for staff, without contact data', async () => {
  const contact = '"email":"ravi@example.com","contact":"+919800000001"'
  const bodies = [
    `not JSON ${contact}`,
    `[{${contact}}]`,
    `{"event":7,${contact}}`,
    `{"event":"a\\u0000b",${contact}}`,
    '{"event":"payment.captured"}',
    `{"event":"payment.captured","payload":{"payment":{"entity":{"id":"+91 98","status":"ravi@example.com",${contact}}}}}`,
    `{"event":"refund.processed","payload":{"refund":[${'9'.repeat(400)}]}}`,
  ]
  for (const body of bodies) expect(await deliver(razorpay.signed(body))).toBe(200)
  await run()
  const { total, newest } = await faults()
  expect([total, newest.length]).toEqual([bodies.length, bodies.length])
  expect(newest.map(({ isRetried }) => isRetried)).toEqual(bodies.map(() => false))
  expect(newest.map(({ type }) => type).toReversed()).toEqual([
    '',
    '',
    '',
    '',
    'payment.captured',
    'payment.captured',
    'refund.processed',
  ])
  const { rows } = await t.db
    .execute(sql`SELECT json_agg(f)::text || (SELECT json_agg(e)::text FROM payment_events e) AS all
    FROM payment_faults f`)
  expect(rows[0]?.['all']).not.toMatch(/ravi|@|\+91|980000/)
  const metric = async () =>
    (await t.app.inject({ url: '/metrics' })).body
      .split('\n')
      .filter((line) => line.startsWith('kirana_payment_faults{'))
  expect(await metric()).toEqual([
    'kirana_payment_faults{state="open"} 7',
    'kirana_payment_faults{state="settled"} 0',
  ])

  const [last] = newest
  expect(await settle(last?._id ?? '')).toMatchObject({ status: 200, message: 'Marked as handled' })
  expect(await settle(last?._id ?? '')).toMatchObject({ status: 409 })
  expect(await settle('01a1fd41-f2a3-769d-9900-17803f8126b3')).toMatchObject({ status: 404 })
  expect((await faults()).total).toBe(bodies.length - 1)
  expect((await metric())[1]).toBe('kirana_payment_faults{state="settled"} 1')
  const audited = await t.db.execute(
    sql`SELECT object, after->>'reason' AS reason FROM audit_rows WHERE call = 'payments.settleFault'`,
  )
  expect(audited.rows).toEqual([{ object: last?._id, reason: 'Can’t be read: refund' }])
  t.clock.pass(366 * 24 * 60)
  await cleanUp(t.context, (error) => expect(error).toBeUndefined())
  expect(await t.db.$count(sql`payment_faults`)).toBe(bodies.length - 1)
})

test('a webhook that cannot be read runs few statements', async () => {
  const { text } = await captured()
  const webhook = razorpay.signed(text.replace('5000', '0'))
  expect((await t.statements(() => deliver(webhook))).length).toBeLessThanOrEqual(4)
  const staff = await t.signIn.staff()
  expect(await t.statements(() => t.call(api.payments.faults, {}, staff))).toHaveLength(1 + 1)
})

test('the provider is polled again later while it is unavailable, but not again about ids that it does not know', async () => {
  const { order, text } = await captured()
  await deliver(razorpay.signed(text.replace('5000', '0')))
  await deliver(razorpay.webhook('payment.captured', { payment: { id: 'pay_Elsewhere', amount: 0 } }))
  razorpay.reply = () => 'away'
  await run()
  expect((await faults()).newest.map(({ isRetried }) => isRetried)).toEqual([true, true])
  razorpay.reply = () => 'ok'
  await run()
  expect(await detail(order._id)).toMatchObject({ paymentStatus: 'Due' })
  t.clock.pass(1)
  await run()
  expect(await detail(order._id)).toMatchObject({ paymentStatus: 'success' })
  expect(await faults()).toMatchObject({ total: 1, newest: [{ isRetried: false }] })
})

test('a refund of which only the id can be read is found by it', async () => {
  const { order, payment } = await o.paidOnline()
  await o.refundElsewhere(payment.id, 1_000)
  razorpay.webhooks.length = 0
  const [id = ''] = [...razorpay.refunds.keys()]
  await deliver(razorpay.webhook('refund.processed', { refund: { id, amount: -1_000 } }))
  expect(await faults()).toMatchObject({ newest: [{ kind: 'event', type: 'refund.processed' }] })
  await run()
  expect(await refundsOf(order._id)).toMatchObject([{ amount: 10, state: 'done', by: 'razorpay dashboard' }])
  expect((await faults()).total).toBe(0)
})

test('a refund beyond its payment is not in the books', async () => {
  const { order, payment } = await o.paidOnline()
  const refund = { payment_id: payment.id, status: 'processed' }
  for (const [id, amount] of [
    ['rfnd_One', 5_001],
    ['rfnd_Two', 3_000],
    ['rfnd_Three', 2_001],
  ] as const)
    expect(await deliver(razorpay.webhook('refund.processed', { refund: { ...refund, id, amount } }))).toBe(
      200,
    )
  expect(await refundsOf(order._id)).toMatchObject([{ amount: 30, state: 'done' }])
  expect((await faults()).newest).toMatchObject(
    ['rfnd_Three', 'rfnd_One'].map((subject) => ({
      kind: 'refund',
      subject,
      reason: 'More than what is left of its payment',
    })),
  )
})

/** An order of ₹100 with two refunds of ₹50 to the source, which are not sent yet. */
async function twoEqualRefunds() {
  const paid = await o.paidOnline({ items: [(await o.make.aProduct()).item(2)] })
  const staff = await t.signIn.staff()
  const orderId = paid.order._id
  expect(await pickOneShort(t, staff, orderId)).toBe(200)
  const params = { orderId, status: 'Canceled' as const }
  expect(await t.call(api.orders.changeStatus, { params, query: {} }, staff)).toMatchObject({ status: 200 })
  return { orderId, payment: paid.payment }
}

test('two refunds of equal amount without a receipt are distinguished by their keys', async () => {
  const { orderId, payment } = await twoEqualRefunds()
  razorpay.hasReceipts = false
  razorpay.reply = (request) => (request.endsWith('/refund') ? 'lost' : 'ok')
  await run()
  // The provider has made both, but its answers were lost: each webhook may be about either.
  await o.deliver()
  expect((await refundsOf(orderId)).map(({ state }) => state)).toEqual(['asked', 'asked'])
  expect(await faults()).toMatchObject({ total: 2, newest: [{ kind: 'refund' }, { kind: 'refund' }] })
  razorpay.reply = () => 'ok'
  t.clock.pass(1)
  await run()
  t.clock.pass(1)
  await run()
  expect(await refundsOf(orderId)).toMatchObject([
    { amount: 50, state: 'done', by: expect.stringContaining('(staff)') },
    { amount: 50, state: 'done', by: expect.stringContaining('(staff)') },
  ])
  expect([razorpay.refunds.size, razorpay.refundedOf(payment.id)]).toEqual([2, 10_000])
  expect((await faults()).total).toBe(0)
})

test('a refund made elsewhere covers one of equal amount that has not been sent', async () => {
  const paid = await o.paidOnline({ items: [(await o.make.aProduct()).item(2)] })
  expect(await pickOneShort(t, await t.signIn.staff(), paid.order._id)).toBe(200)
  await o.refundElsewhere(paid.payment.id, 5_000)
  await o.deliver()
  await run()
  expect((await refundsOf(paid.order._id)).map(({ state }) => state)).toEqual(['settled', 'done'])
  expect(razorpay.refundedOf(paid.payment.id)).toBe(5_000)
})
