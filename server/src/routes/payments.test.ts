import { api } from '@kirana/contract'
import type { Webhook } from '@kirana/testing/razorpay'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { turnsOn } from '../http/limits.ts'
import { wrapTransactions } from '../testing/app.ts'
import { findInvariantViolations } from '../testing/violations.ts'
import { deliverTo, onlineApp } from '../testing/payments/online.ts'
import { raceOnLock } from '../testing/races/race-on-lock.ts'

const o = await onlineApp()
const { t, razorpay } = o
afterAll(o.stop)
beforeEach(o.reset)
afterEach(async () => expect(await findInvariantViolations(t.db)).toEqual([]))

const deliver = (webhook: Omit<Webhook, 'type'>) => deliverTo(t, webhook)
const list = async (day = '') => {
  const staff = await t.signIn.staff()
  return (await t.call(api.payments.list, { params: { page: 1 }, query: { day } }, staff)).data.data
}
const connection = async () => (await t.call(api.payments.connection, {}, await t.signIn.staff())).data
const orderOf = async (orderId: string) => {
  const staff = await t.signIn.staff()
  const { data } = await t.call(api.orders.get, { params: { orderId } }, staff)
  return data[0]
}
const stored = async () =>
  (
    await t.db.execute(sql`SELECT (SELECT count(*)::int FROM payment_events) AS events,
      (SELECT count(*)::int FROM payments WHERE state = 'paid') AS paid,
      (SELECT count(*)::int FROM ledger_transactions) AS ledger, (SELECT count(*)::int FROM live_events WHERE type LIKE 'order.%') AS live`)
  ).rows[0]

test('only a signature over the exact bytes is accepted', async () => {
  const { checkout, order } = await o.placeOnline()
  razorpay.pay(checkout.orderId)
  const [webhook] = razorpay.webhooks
  if (!webhook) throw new Error('No webhook')
  const { body, headers } = webhook
  const signed = (signature: string) => ({ body, headers: { ...headers, 'x-razorpay-signature': signature } })
  const { 'x-razorpay-signature': right = '', ...unsigned } = headers
  const forged = [
    { body, headers: unsigned },
    signed(''),
    signed('0'.repeat(64)),
    signed(right.slice(0, 62)),
    signed(`${right}00`),
    signed(razorpay.sign(body, 'another-secret')),
    signed(Buffer.from(right, 'hex').toString('base64')),
    { body: `${body} `, headers },
    { body: body.replace('5000', '5001'), headers },
  ]
  for (const sent of forged) {
    const { statusCode, json } = await deliver(sent)
    expect([statusCode, json<{ code: string }>().code]).toEqual([400, 'signature'])
  }
  // This happens with a wrong secret: the screen reports it until a valid webhook arrives.
  expect(await connection()).toEqual({
    isSet: true,
    isTest: true,
    wrongWebhooks: { count: forged.length, lastAt: '2026-11-21T07:30:00.000Z' },
  })
  expect(await stored()).toEqual({ events: 0, paid: 0, ledger: 0, live: 0 })
  expect((await deliver(webhook)).statusCode).toBe(200)
  expect(await connection()).toMatchObject({ isSet: true, wrongWebhooks: { count: 0, lastAt: null } })
  expect(await orderOf(order._id)).toMatchObject({ paymentStatus: 'success', online: { state: 'paid' } })
})

test('live keys are not reported as test mode', async () => {
  const { config } = t.context
  const razorpay = config.razorpay && { ...config.razorpay, keyId: 'rzp_live_1' }
  t.context.config = { ...config, razorpay }
  expect(await connection()).toMatchObject({ isSet: true, isTest: false })
  t.context.config = config
})

test('an unsigned event runs no statement and waits for no lock', async () => {
  const { checkout } = await o.placeOnline()
  razorpay.pay(checkout.orderId)
  const signed = razorpay.webhooks[0]
  if (!signed) throw new Error('No webhook')
  const { 'x-razorpay-signature': _, ...headers } = signed.headers
  const unsigned = { ...signed, headers: { ...headers, authorization: 'Bearer of-nobody' } }
  const { transaction } = t.database
  const gate = Promise.withResolvers<void>()
  let opened = 0
  const restore = wrapTransactions(t.context, async (work) => {
    opened++
    await gate.promise
    return transaction(work)
  })
  // All turns of this address are taken, and another call of it waits.
  const { runningPerCaller } = turnsOn[t.database.engine].lanes.customers
  const taken = Array.from({ length: runningPerCaller + 1 }, () => deliver(signed))
  await expect.poll(() => opened).toBe(runningPerCaller)
  const queries = await t.statements(async () => {
    expect((await deliver(unsigned)).json()).toMatchObject({ code: 'signature' })
  })
  expect([queries, opened]).toEqual([[], runningPerCaller])
  gate.resolve()
  expect((await Promise.all(taken)).map(({ statusCode }) => statusCode)).toEqual(taken.map(() => 200))
  restore()
})

test('a signed call ignores origins and cookies, and its body must be small', async () => {
  const { checkout } = await o.placeOnline()
  razorpay.pay(checkout.orderId)
  const [webhook] = razorpay.webhooks
  if (!webhook) throw new Error('No webhook')
  const foreign = { origin: 'https://dashboard.razorpay.com', 'sec-fetch-site': 'cross-site' }
  const { cookie = '' } = (await t.signIn.staff()).headers
  const sent = { ...webhook, headers: { ...webhook.headers, ...foreign, cookie } }
  expect((await deliver(sent)).statusCode).toBe(200)
  const large = JSON.stringify({ event: 'x', payload: {}, filling: 'x'.repeat(70_000) })
  const signature = { 'content-type': 'application/json', 'x-razorpay-signature': razorpay.sign(large) }
  expect((await deliver({ body: large, headers: signature })).statusCode).toBe(413)
  const text = { ...webhook.headers, 'content-type': 'text/plain' }
  expect((await deliver({ body: webhook.body, headers: text })).statusCode).toBe(415)
})

test('every event counts once, in any order, however often it arrives', async () => {
  const { checkout, order } = await o.placeOnline()
  razorpay.fail(checkout.orderId)
  razorpay.pay(checkout.orderId)
  const webhooks = razorpay.webhooks.toReversed()
  for (const webhook of [...webhooks, ...webhooks, ...razorpay.webhooks]) await deliver(webhook)
  expect(await stored()).toEqual({ events: 3, paid: 1, ledger: 1, live: 1 })
  expect(await orderOf(order._id)).toMatchObject({ paymentStatus: 'success' })
  // Delivered again under a new id, as after a change of the webhook's settings.
  const again = { ...webhooks[0]?.headers, 'x-razorpay-event-id': 'evt_another' }
  expect((await deliver({ body: webhooks[0]?.body ?? '', headers: again })).statusCode).toBe(200)
  expect(await stored()).toEqual({ events: 4, paid: 1, ledger: 1, live: 1 })
  expect(await list()).toHaveLength(1)
})

test('events of one payment that come at the same time pay once', async () => {
  const { checkout, order } = await o.placeOnline()
  const { id } = razorpay.pay(checkout.orderId)
  const webhooks = razorpay.webhooks.splice(0)
  const copies = webhooks.flatMap((webhook) =>
    [1, 2, 3].map((n) => ({
      ...webhook,
      headers: {
        ...webhook.headers,
        'x-razorpay-event-id': `${webhook.headers['x-razorpay-event-id']}-${n}`,
      },
    })),
  )
  const lock = sql`SELECT 1 FROM orders WHERE id = ${order._id} FOR UPDATE`
  const answers = await raceOnLock(
    t,
    lock,
    copies.map((webhook) => () => deliver(webhook)),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(copies.map(() => 200))
  expect(await stored()).toEqual({ events: 6, paid: 1, ledger: 1, live: 1 })
  expect(await list()).toMatchObject([{ paymentId: id, state: 'paid', refunds: [] }])
})

test('an event about something else is stored and acknowledged', async () => {
  const settled = razorpay.webhook('settlement.processed', { settlement: { id: 'setl_1' } })
  expect((await deliver(settled)).statusCode).toBe(200)
  const { rows } = await t.db.execute(sql`SELECT type FROM payment_events ORDER BY type`)
  expect(rows).toEqual([{ type: 'settlement.processed' }])
  const staff = await t.signIn.staff()
  expect((await t.call(api.payments.faults, {}, staff)).data).toEqual({ total: 0, newest: [] })
})

test('a failed attempt is shown, and the next one may succeed', async () => {
  const { checkout, order } = await o.placeOnline()
  razorpay.fail(checkout.orderId)
  await o.deliver()
  expect(await orderOf(order._id)).toMatchObject({ paymentStatus: 'Failed', delivaryStatus: 'Confirmed' })
  expect(await list()).toMatchObject([{ state: 'failed', isOpen: false }])
  razorpay.pay(checkout.orderId)
  await o.deliver()
  expect(await orderOf(order._id)).toMatchObject({ paymentStatus: 'success' })
})

test.each([
  ['amount', { amount: 4_999 }, 'asked'],
  ['amount', { amount: 5_001 }, 'asked'],
  ['currency', { currency: 'USD' }, undefined],
] as const)('a payment of the wrong %s pays nothing (%o)', async (mismatch, paid, refund) => {
  const { checkout, order } = await o.placeOnline()
  razorpay.pay(checkout.orderId, paid)
  await o.deliver()
  expect(await orderOf(order._id)).toMatchObject({ paymentStatus: 'Due' })
  const [first, second] = await list()
  expect(first).toMatchObject({ state: 'unmatched', mismatch, isOpen: true, order_id: order.order_id })
  expect(first?.refunds[0]?.state).toBe(refund)
  expect(second).toMatchObject({ state: 'created' })
  const { rows } = await t.db.execute(sql`SELECT role, call, object, after->>'mismatch' AS why FROM audit_rows
    WHERE call = 'payments.unmatched'`)
  expect(rows).toEqual([{ role: 'public', call: 'payments.unmatched', object: order._id, why: mismatch }])
  if (refund === undefined) return
  await t.context.payments.run()
  expect(razorpay.refundedOf(first?.paymentId ?? '')).toBe(first ? first.amount * 100 : 0)
  expect((await list())[0]).toMatchObject({ mismatch, isOpen: false, refunds: [{ state: 'done' }] })
})

test('a second payment and a payment of a closed order are refunded automatically', async () => {
  const twice = await o.paidOnline()
  const second = razorpay.pay(twice.checkout.orderId)
  const closed = await o.placeOnline()
  await t.call(api.storeOrders.cancel, { params: { id: closed.order._id } }, closed.customer)
  const late = razorpay.pay(closed.checkout.orderId)
  await o.deliver()
  await t.context.payments.run()
  for (const { id } of [second, late]) expect(razorpay.refundedOf(id)).toBe(5_000)
  expect(razorpay.refundedOf(twice.payment.id)).toBe(0)
  expect(await list()).toMatchObject([
    { paymentId: late.id, mismatch: 'late', isOpen: false, refunds: [{ state: 'done' }] },
    { paymentId: second.id, mismatch: 'twice', isOpen: false, refunds: [{ state: 'done' }] },
    { paymentId: '', state: 'expired' },
    { paymentId: twice.payment.id, state: 'paid', refunds: [] },
  ])
  expect(await orderOf(closed.order._id)).toMatchObject({
    paymentStatus: 'Failed',
    delivaryStatus: 'Canceled',
  })
})

test('money for an unknown order waits for staff, who refund or settle it once', async () => {
  const staff = await t.signIn.staff()
  const [one, two] = [razorpay.pay('order_Unknown1'), razorpay.pay(null)]
  await o.deliver()
  await t.context.payments.run()
  expect(razorpay.refunds.size).toBe(0)
  const [second, first] = await list()
  expect([first, second]).toMatchObject([
    { paymentId: one.id, mismatch: 'unknown', order_id: '', isOpen: true },
    { paymentId: two.id, mismatch: 'unknown', order_id: '', isOpen: true },
  ])
  const refund = (id = '') => t.call(api.payments.refund, { params: { id } }, staff)
  const settle = (id = '') => t.call(api.payments.settle, { params: { id } }, staff)
  expect(await refund(first?._id)).toMatchObject({ status: 200, message: 'Refund requested' })
  expect(await refund(first?._id)).toMatchObject({ status: 409 })
  expect(await settle(first?._id)).toMatchObject({ status: 409 })
  expect(await settle(second?._id)).toMatchObject({ status: 200 })
  expect(await refund(second?._id)).toMatchObject({ status: 409 })
  expect(await refund('01a1fd41-f2a3-769d-9900-17803f8126b3')).toMatchObject({ status: 404 })
  await t.context.payments.run()
  expect([razorpay.refundedOf(one.id), razorpay.refundedOf(two.id)]).toEqual([100, 0])
  expect((await list()).map(({ isOpen }) => isOpen)).toEqual([false, false])
})

test('the list has one day in Kolkata, after open payments of any day, in few statements', async () => {
  const staff = await t.signIn.staff()
  razorpay.pay('order_Unknown1')
  await o.deliver()
  const { payment: first } = await o.paidOnline()
  t.clock.set('2026-11-22T00:30:00+05:30')
  const { payment: second } = await o.paidOnline()
  const ids = async (day: string) => (await list(day)).slice(1).map(({ paymentId }) => paymentId)
  expect(await list('2026-11-23')).toMatchObject([{ isOpen: true }])
  expect(await ids('2026-11-21')).toEqual([first.id])
  expect(await ids('2026-11-22')).toEqual([second.id])
  // The sign-in lasts for 30 minutes.
  const again = await t.signIn.staff()
  expect(again.id).toBe(staff.id)
  const call = () => t.call(api.payments.list, { params: { page: 1 }, query: { day: '2026-11-21' } }, again)
  expect(await t.statements(call)).toHaveLength(1 + 1)
  for (const day of ['2026-02-30', '2026-13-01'])
    expect(await t.call(api.payments.list, { params: { page: 1 }, query: { day } }, again)).toMatchObject({
      status: 200,
    })
})

test('the list is sorted by date and amount, equal ones by id, with open payments first', async () => {
  razorpay.pay('order_Unknown1')
  await o.deliver()
  const { payment: first } = await o.paidOnline()
  const { payment: second } = await o.paidOnline({ items: [(await o.make.aProduct()).item(2)] })
  const { payment: third } = await o.paidOnline()
  const as = await t.signIn.staff()
  const sorted = async (sort: 'date' | 'amount' | '-amount') => {
    const { data } = await t.call(api.payments.list, { params: { page: 1 }, query: { sort } }, as)
    expect(data.data[0]?.isOpen).toBe(true)
    return data.data.slice(1).map(({ paymentId }) => paymentId)
  }
  expect(await sorted('date')).toEqual([first.id, second.id, third.id])
  expect(await sorted('amount')).toEqual([first.id, third.id, second.id])
  expect(await sorted('-amount')).toEqual([second.id, third.id, first.id])
  expect(await t.statements(() => sorted('amount'))).toHaveLength(1 + 1)
})

test('a webhook runs few statements', async () => {
  const { checkout } = await o.placeOnline()
  razorpay.pay(checkout.orderId)
  const [webhook] = razorpay.webhooks
  if (!webhook) throw new Error('No webhook')
  expect((await t.statements(() => deliver(webhook))).length).toBeLessThanOrEqual(4)
  expect(await t.statements(() => deliver(webhook))).toHaveLength(1)
})
