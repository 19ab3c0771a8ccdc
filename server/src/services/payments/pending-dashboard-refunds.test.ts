import { api } from '@kirana/contract'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { company } from '../../tables/company.ts'
import { deliverTo, onlineApp } from '../../testing/payments/online.ts'
import { pickerOf } from '../../testing/picking.ts'
import { refundsIn } from '../../testing/payments/refunds.ts'
import { findInvariantViolations } from '../../testing/violations.ts'

const o = await onlineApp()
const { t, razorpay, run, detail } = o
const { setStatus, refundsOf, paid, pickShort, claimPiece, refundPiece } = refundsIn(o)
afterAll(o.stop)
beforeEach(o.reset)
afterEach(async () => expect(await findInvariantViolations(t.db)).toEqual([]))

/** The owner refunds in the dashboard; the bank has not made the refund yet. */
async function pendingInDashboard(paymentId: string, amount: number) {
  razorpay.refundStatus = 'pending'
  razorpay.refundInDashboard(paymentId, amount)
  razorpay.refundStatus = 'processed'
  await o.deliver()
  const refund = [...razorpay.refunds.values()].at(-1)
  const finish = async (status: 'processed' | 'failed') => {
    razorpay.finish(refund?.id ?? '', status)
    await o.deliver()
  }
  return { finish, id: refund?.id ?? '' }
}

const left = async (id: string) => (await detail(id))?.online?.left
const statusOf = async (id: string) => (await detail(id))?.delivaryStatus
const kindsOf = async (id: string) => (await detail(id))?.documents.map(({ kind }) => kind)

test('a cancelation refunds what a pending refund from the dashboard leaves', async () => {
  const { id, payment } = await paid()
  const { finish } = await pendingInDashboard(payment.id, 3_000)
  expect(await left(id)).toBe(70)
  await setStatus(id, 'Canceled')
  await run()
  await finish('processed')
  expect(await refundsOf(id)).toEqual([
    [30, 'done'],
    [70, 'done'],
  ])
  expect(razorpay.refundedOf(payment.id)).toBe(10_000)
})

test('the amount that a refund from the dashboard covered is refunded once that refund has failed', async () => {
  const [canceled, picked, small] = [await paid(), await paid(), await paid()]
  await setStatus(canceled.id, 'Canceled')
  await pickShort(picked.id)
  await setStatus(small.id, 'Canceled')
  const pending = [
    await pendingInDashboard(canceled.payment.id, 10_000),
    await pendingInDashboard(picked.payment.id, 3_000),
    await pendingInDashboard(small.payment.id, 9_950),
  ]
  expect(await refundsOf(picked.id)).toEqual([
    [20, 'asked'],
    [30, 'asked'],
  ])
  await run()
  for (const { finish } of pending) await finish('failed')
  await run()
  expect(await refundsOf(canceled.id)).toEqual([
    [0, 'covered'],
    [0, 'covered'],
    [100, 'done'],
  ])
  expect(await refundsOf(picked.id)).toEqual([
    [20, 'done'],
    [0, 'covered'],
    [30, 'done'],
  ])
  expect(await refundsOf(small.id)).toEqual([
    [0.5, 'wallet'],
    [0, 'covered'],
    [99.5, 'done'],
  ])
  expect(razorpay.refundedOf(picked.payment.id)).toBe(5_000)
})

/** A delivered order of which one of two pieces is refunded to the source for a claim. */
async function claimed() {
  const placed = await paid()
  await setStatus(placed.id, 'Delivered')
  const claimId = await claimPiece(placed.id, placed.customer)
  expect((await refundPiece(claimId, 'source')).status).toBe(200)
  return placed
}
const bookedOf = async (id: string) => {
  const { rows } = await t.db.execute(sql`SELECT u.total_payment::int AS paid,
      (SELECT sum(n.amount)::int FROM invoices i JOIN credit_notes n ON n.invoice_id = i.id WHERE i.order_id = o.id) AS credited
    FROM orders o JOIN users u ON u.id = o.user_id WHERE o.id = ${id}`)
  return rows[0]
}

test.each([
  ['the same amount', 5_000, 'sent', 50],
  ['the same amount, after the refund of the claim failed', 5_000, 'failed', 50],
  ['more', 7_000, 'sent', 50],
  ['all but less than the provider refunds', 4_950, 'sent', 49.5],
] as const)(
  'a claim is refunded once a refund from the dashboard that covered it has failed: %s',
  async (_, amount, state, due) => {
    const { id, payment } = await claimed()
    const stored = razorpay.payments.get(payment.id)
    if (state === 'failed' && stored) {
      stored.status = 'failed'
      await run()
      expect(await refundsOf(id)).toEqual([[50, 'failed']])
      stored.status = 'captured'
    }
    const { finish } = await pendingInDashboard(payment.id, amount)
    const own = due === 50 ? [0, 'covered'] : [0.5, 'wallet']
    expect(await refundsOf(id)).toEqual([own, [amount / 100, 'asked']])
    // The claim is decided: its credit note stays, whatever the outcome of the other refund.
    expect(await bookedOf(id)).toEqual({ paid: 5_000, credited: 5_000 })
    expect(await findInvariantViolations(t.db)).toEqual([])
    await finish('failed')
    await run()
    expect(await refundsOf(id)).toEqual([own, [0, 'covered'], [due, 'done']])
    expect(razorpay.refundedOf(payment.id)).toBe(due * 100)
    expect(await bookedOf(id)).toEqual({ paid: 5_000, credited: 5_000 })
  },
)

test('a refund from the dashboard that arrives counts as the refund of the claim; the excess is credited', async () => {
  const { id, payment } = await claimed()
  const { finish } = await pendingInDashboard(payment.id, 7_000)
  await finish('processed')
  await run()
  expect(await refundsOf(id)).toEqual([
    [0, 'covered'],
    [70, 'done'],
  ])
  expect(await bookedOf(id)).toEqual({ paid: 3_000, credited: 7_000 })
})

test('a refund from the dashboard that fails after the claim was refunded is not made again', async () => {
  const { id, payment } = await claimed()
  await run()
  const { finish } = await pendingInDashboard(payment.id, 3_000)
  await finish('failed')
  await run()
  expect(await refundsOf(id)).toEqual([
    [50, 'done'],
    [0, 'covered'],
  ])
})

test('a refund from the dashboard is credited when it arrives, and the customer has paid less from then on', async () => {
  const { id, payment } = await paid()
  await setStatus(id, 'Delivered')
  const { finish } = await pendingInDashboard(payment.id, 3_000)
  expect(await kindsOf(id)).toEqual(['invoice'])
  await finish('processed')
  expect(await kindsOf(id)).toEqual(['invoice', 'credit-note'])
  expect(await refundsOf(id)).toEqual([[30, 'done']])
})

test('a full refund from the dashboard prevents packing the order, and cancels it once it arrives', async () => {
  const { id, payment } = await paid()
  const { finish } = await pendingInDashboard(payment.id, 10_000)
  expect(await statusOf(id)).toBe('Confirmed')
  const staff = await t.signIn.staff()
  const params = { orderId: id, status: 'Prepeared' as const }
  expect((await t.call(api.orders.changeStatus, { params, query: {} }, staff)).status).toBe(422)
  await finish('processed')
  expect(await statusOf(id)).toBe('Canceled')
  expect(await refundsOf(id)).toEqual([[100, 'done']])
})

test('a failed refund from the dashboard leaves the order unchanged, also when its first report arrives late', async () => {
  const { id, payment } = await paid()
  razorpay.refundStatus = 'pending'
  razorpay.refundInDashboard(payment.id, 10_000)
  const created = razorpay.webhooks.splice(0)
  const refund = [...razorpay.refunds.values()].at(-1)
  const reportAgain = async (event: string) => {
    for (const { body, headers } of created)
      await deliverTo(t, { body, headers: { ...headers, 'x-razorpay-event-id': event } })
  }
  await reportAgain('evt_first')
  razorpay.finish(refund?.id ?? '', 'failed')
  await o.deliver()
  await reportAgain('evt_late')
  expect(await refundsOf(id)).toEqual([[0, 'covered']])
  expect(await left(id)).toBe(100)
  await setStatus(id, 'Prepeared')
  expect(await statusOf(id)).toBe('Prepeared')
})

test('a refund from the dashboard is polled when no webhook arrives', async () => {
  const { id, payment } = await paid()
  const { id: refundId } = await pendingInDashboard(payment.id, 3_000)
  razorpay.finish(refundId, 'processed')
  razorpay.webhooks.length = 0
  t.clock.pass(24 * 60)
  await run()
  expect(await refundsOf(id)).toEqual([[30, 'done']])
})

test('the second person approves what a cancelation still refunds, and nothing else', async () => {
  await t.db.update(company).set({ secondPerson: true, payoutApprovalFrom: 1_000 })
  const { id, payment } = await paid()
  await pendingInDashboard(payment.id, 3_000)
  const cancel = async () =>
    t.call(
      api.orders.changeStatus,
      { params: { orderId: id, status: 'Canceled' }, query: {} },
      await t.signIn.staff(),
    )
  const approve = async () => {
    const { data } = await t.call(api.approvals.list, { query: {} }, await t.signIn.superadmin())
    const params = { id: data[0]?._id ?? '' }
    const { status } = await t.call(api.approvals.approve, { params, query: {} }, await t.signIn.superadmin())
    return { amount: data[0]?.amount, status }
  }
  expect((await cancel()).status).toBe(202)
  await pendingInDashboard(payment.id, 1_000)
  expect(await approve()).toEqual({ amount: 70, status: 409 })
  expect((await cancel()).status).toBe(202)
  expect(await approve()).toEqual({ amount: 60, status: 200 })
  expect(await statusOf(id)).toBe('Canceled')
})

test('the second person approves what is due of missing items, less what the dashboard refunded', async () => {
  const { id, payment } = await paid()
  await t.db.update(company).set({ secondPerson: true, payoutApprovalFrom: 1_000 })
  const picker = pickerOf(t, await t.signIn.staff())
  await picker.claim(id)
  await picker.line({ orderId: id, line: 1, found: 1, short: { quantity: 1, reason: 'not there' } })
  await pendingInDashboard(payment.id, 3_000)
  expect(await picker.done(id)).toMatchObject({ status: 202, data: { approvalId: expect.any(String) } })
  const { data } = await t.call(api.approvals.list, { query: {} }, await t.signIn.superadmin())
  expect(data).toMatchObject([{ amount: 20, reason: '₹20.00 back to the source' }])
})
