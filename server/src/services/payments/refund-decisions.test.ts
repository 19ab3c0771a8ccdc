import { api } from '@kirana/contract'
import { OVERDUE_REFUND_DAYS } from '@kirana/domain/refunds'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { onlineApp } from '../../testing/payments/online.ts'
import { refundsIn } from '../../testing/payments/refunds.ts'
import { findInvariantViolations } from '../../testing/violations.ts'

const o = await onlineApp()
const { t, razorpay, run, detail } = o
const { setStatus, refundsOf, paid, inDashboard, pickShort } = refundsIn(o)
afterAll(o.stop)
beforeEach(o.reset)
afterEach(async () => expect(await findInvariantViolations(t.db)).toEqual([]))

const retry = async (id = '') => t.call(api.payments.retryRefund, { params: { id } }, await t.signIn.staff())

test('a retry asks for the amount that is still due, and closes the refund if nothing is due', async () => {
  const [part, all] = [await paid(), await paid()]
  for (const { id, payment } of [part, all]) {
    await setStatus(id, 'Canceled')
    const stored = razorpay.payments.get(payment.id)
    if (stored) stored.status = 'failed'
  }
  await run()
  for (const { payment } of [part, all]) {
    const stored = razorpay.payments.get(payment.id)
    if (stored) stored.status = 'captured'
  }
  // The release before recorded refunds of the dashboard without lowering its own.
  razorpay.refundInDashboard(part.payment.id, 3_000)
  razorpay.refundInDashboard(all.payment.id, 10_000)
  razorpay.webhooks.length = 0
  for (const { payment_id: of, id, amount } of razorpay.refunds.values())
    await t.db.execute(sql`
      WITH made AS (
        INSERT INTO refunds (id, payment, cause, amount, state, request_key, provider_refund_id, by, done_at)
        SELECT gen_random_uuid(), id, ${id}, ${amount}::bigint, 'done', gen_random_uuid(), ${id}, 'razorpay dashboard', now()
        FROM payments WHERE payment_id = ${of} RETURNING id, amount
      ), said AS (
        INSERT INTO ledger_transactions (key, kind, by) SELECT 'refund:' || id, 'online-refund', 'razorpay' FROM made
        RETURNING id
      )
      INSERT INTO ledger_entries (transaction_id, line, account, amount)
      SELECT said.id, side.line, side.account, side.sign * made.amount FROM said, made,
        (VALUES (0, 'store:sales', -1), (1, 'provider:money', 1)) AS side(line, account, sign)`)
  const failed = async (id: string) =>
    (await detail(id))?.online?.refunds.find(({ state }) => state === 'failed')?._id
  for (const { id } of [part, all]) expect(await retry(await failed(id))).toMatchObject({ status: 200 })
  await run()
  const refunds = [await refundsOf(part.id), await refundsOf(all.id)]
  expect(refunds[0]).toContainEqual([70, 'done'])
  expect(refunds[1]).toContainEqual([0, 'covered'])
  for (const { payment } of [part, all]) expect(razorpay.refundedOf(payment.id)).toBe(10_000)
})

test('a refund that is on its way for too long can be settled, and counts once if it is done after all', async () => {
  razorpay.refundStatus = 'pending'
  const { id, payment } = await paid()
  await setStatus(id, 'Canceled')
  await run()
  const settle = async () => {
    const refund = (await detail(id))?.online?.refunds[0]
    const sent = { params: { id: refund?._id ?? '' }, body: { reason: 'Paid by bank transfer' } }
    return (await t.call(api.payments.settleRefund, sent, await t.signIn.staff())).status
  }
  expect(await settle()).toBe(409)
  t.clock.pass(OVERDUE_REFUND_DAYS * 24 * 60)
  expect(await settle()).toBe(200)
  expect(await refundsOf(id)).toEqual([[100, 'hand']])
  razorpay.finish([...razorpay.refunds.keys()][0] ?? '', 'processed')
  await o.deliver()
  expect(await refundsOf(id)).toEqual([[100, 'done']])
  expect(razorpay.refundedOf(payment.id)).toBe(10_000)
})

test('a refund from the dashboard that staff settle is credited then, and once', async () => {
  razorpay.refundStatus = 'pending'
  const { id, payment } = await paid()
  await setStatus(id, 'Delivered')
  await inDashboard(payment.id, 3_000)
  t.clock.pass(OVERDUE_REFUND_DAYS * 24 * 60)
  const sent = {
    params: { id: (await detail(id))?.online?.refunds[0]?._id ?? '' },
    body: { reason: 'Seen at the bank' },
  }
  expect((await t.call(api.payments.settleRefund, sent, await t.signIn.staff())).status).toBe(200)
  const booked = async () =>
    (
      await t.db
        .execute(sql`SELECT (SELECT sum(amount)::int FROM credit_notes) AS credited, total_payment::int AS paid
        FROM users`)
    ).rows
  expect(await booked()).toEqual([{ credited: 3_000, paid: 7_000 }])
  expect(await findInvariantViolations(t.db)).toEqual([])
  razorpay.finish([...razorpay.refunds.keys()][0] ?? '', 'processed')
  await o.deliver()
  expect(await refundsOf(id)).toEqual([[30, 'done']])
  expect(await booked()).toEqual([{ credited: 3_000, paid: 7_000 }])
})

test('a failed refund that staff settle by hand counts as returned and no longer prevents an erasure', async () => {
  const { id, payment, customer } = await paid()
  await pickShort(id)
  const stored = razorpay.payments.get(payment.id)
  if (stored) stored.status = 'failed'
  await run()
  await setStatus(id, 'Delivered')
  const staff = await t.signIn.staff()
  const erase = () =>
    t.call(
      api.users.erase,
      { body: { userId: customer.id, lastDigits: customer.user.phone.slice(-4), reason: 'Asked for it' } },
      staff,
    )
  expect(await erase()).toMatchObject({ status: 422, message: expect.stringContaining('refund is not done') })
  const refund = (await detail(id))?.online?.refunds[0]
  const settle = (reason: string) =>
    t.call(api.payments.settleRefund, { params: { id: refund?._id ?? '' }, body: { reason } }, staff)
  expect(await settle(' ')).toMatchObject({ status: 400 })
  expect(await settle('Paid in cash')).toMatchObject({ status: 200, message: 'Refund settled' })
  expect(await settle('Paid in cash')).toMatchObject({
    status: 409,
    message: 'This refund is already settled',
  })
  expect(await retry(refund?._id)).toMatchObject({ status: 409 })
  expect((await detail(id))?.online).toMatchObject({
    left: 50,
    refunds: [{ amount: 50, settledAs: 'hand', reason: 'Paid in cash', by: 'Asha (staff)' }],
  })
  const { rows } = await t.db.execute(sql`SELECT after FROM audit_rows WHERE call = 'payments.settleRefund'`)
  expect(rows).toEqual([{ after: { state: 'settled', amount: 5_000, reason: 'Paid in cash' } }])
  expect(await erase()).toMatchObject({ status: 200 })
})

test('a failed refund is included in the refund of a later cancelation', async () => {
  const { id, payment } = await paid()
  await pickShort(id)
  const stored = razorpay.payments.get(payment.id)
  if (stored) stored.status = 'failed'
  await run()
  if (stored) stored.status = 'captured'
  await setStatus(id, 'Canceled')
  await run()
  expect(await refundsOf(id)).toEqual([
    [0, 'covered'],
    [100, 'done'],
  ])
})

test('unmatched money that was refunded in part is refunded for the rest, settled, or done after a second part', async () => {
  const staff = await t.signIn.staff()
  const [rest, settled, parts, small] = ['1', '2', '3', '4'].map((n) =>
    razorpay.pay(`order_Unknown${n}`, { amount: 5_000 }),
  )
  if (!rest || !settled || !parts || !small) throw new Error('No payments')
  await o.deliver()
  for (const { id } of [rest, settled, parts]) await inDashboard(id, 2_000)
  await inDashboard(small.id, 4_950)
  await inDashboard(parts.id, 3_000)
  const list = async () => {
    const { data } = await t.call(api.payments.list, { params: { page: 1 }, query: {} }, staff)
    return new Map(data.data.map((payment) => [payment.paymentId, payment]))
  }
  const listed = await list()
  const decide = async (how: 'refund' | 'settle', { id }: { id: string }) =>
    (await t.call(api.payments[how], { params: { id: listed.get(id)?._id ?? '' } }, staff)).status
  expect(listed.get(rest.id)).toMatchObject({ isOpen: true, amount: 50, left: 30 })
  expect(listed.get(parts.id)).toMatchObject({ isOpen: false, left: 0 })
  expect(await decide('refund', rest)).toBe(200)
  expect(await decide('refund', rest)).toBe(409)
  expect(await decide('settle', rest)).toBe(409)
  expect(await decide('settle', settled)).toBe(200)
  expect(await decide('refund', small)).toBe(422)
  expect(await decide('settle', small)).toBe(200)
  await run()
  const after = await list()
  for (const { id } of [rest, settled, parts, small]) expect(after.get(id)).toMatchObject({ isOpen: false })
  expect(after.get(rest.id)?.refunds.map(({ amount }) => amount)).toEqual([20, 30])
  expect(razorpay.refundedOf(rest.id)).toBe(5_000)
})
