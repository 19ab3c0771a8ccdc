import { api } from '@kirana/contract'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { constraintOf } from '../../db/errors.ts'
import type { Db } from '../../db/types.ts'
import { onlineApp } from '../../testing/payments/online.ts'
import { interleave, lockWaiters } from '../../testing/races/interleave.ts'
import { findInvariantViolations } from '../../testing/violations.ts'

const o = await onlineApp()
const { t, razorpay, run, detail } = o
afterAll(o.stop)
beforeEach(o.reset)
afterEach(async () => expect(await findInvariantViolations(t.db)).toEqual([]))

/** A paid order of ₹100 with the webhook of a refund of ₹30 in the dashboard, which has not arrived. */
async function refundedInDashboard() {
  const { order, payment } = await o.paidOnline({ items: [(await o.make.aProduct()).item(2)] })
  razorpay.refundInDashboard(payment.id, 3_000)
  const webhook = razorpay.webhooks.findLast(({ type }) => type === 'refund.processed')
  razorpay.webhooks.splice(0, razorpay.webhooks.length, ...(webhook ? [webhook] : []))
  const staff = await t.signIn.staff()
  const setStatus = (status: 'Canceled' | 'Delivered') => async () => {
    const params = { orderId: order._id, status }
    return (await t.call(api.orders.changeStatus, { params, query: {} }, staff)).status
  }
  const report = async () => {
    await o.deliver()
    return true
  }
  return { id: order._id, payment, setStatus, report }
}

test.each(['the refund', 'the cancelation'])(
  'a refund in the dashboard and a cancelation refund a payment once, with %s first',
  async (which) => {
    const { id, payment, setStatus, report } = await refundedInDashboard()
    const cancel = setStatus('Canceled')
    await (which === 'the refund' ? interleave(t, report, cancel) : interleave(t, cancel, report))
    await run()
    expect(razorpay.refundedOf(payment.id)).toBe(10_000)
    const amounts = (await detail(id))?.online?.refunds.map(({ amount }) => amount) ?? []
    expect(amounts.toSorted((a, b) => a - b)).toEqual([30, 70])
  },
)

test.each(['the refund', 'the delivery'])(
  'a refund in the dashboard and a delivery leave one invoice with its credit note, with %s first',
  async (which) => {
    const { id, setStatus, report } = await refundedInDashboard()
    const deliver = setStatus('Delivered')
    await (which === 'the refund' ? interleave(t, report, deliver) : interleave(t, deliver, report))
    expect((await detail(id))?.documents.map(({ kind }) => kind)).toEqual(['invoice', 'credit-note'])
    const { rows } = await t.db.execute(
      sql`SELECT total_payment::int AS paid FROM users WHERE total_payment > 0`,
    )
    expect(rows).toEqual([{ paid: 7_000 }])
  },
)

test.each(['asked', 'done', 'settled'])(
  'the database refuses refunds that are %s beyond the payment',
  async (state) => {
    const { payment } = await o.paidOnline({ items: [(await o.make.aProduct()).item(2)] })
    const insert = (tx: Db, cause: string) =>
      tx.execute(sql`
      INSERT INTO refunds (id, payment, cause, amount, state, settled_as, request_key, by)
      SELECT gen_random_uuid(), id, ${cause}, 6000, ${state}, ${state === 'settled' ? 'wallet' : null}, gen_random_uuid(), 'a test'
      FROM payments WHERE payment_id = ${payment.id}`)
    const refund = (cause: string, checked: () => Promise<void> = async () => {}) =>
      t.database.transaction(async (tx) => {
        await insert(tx, cause)
        await tx.execute(sql`SET CONSTRAINTS ALL IMMEDIATE`)
        await checked()
      })
    // On a server the second refund is checked after the first, and before the first commits.
    let second: Promise<unknown> | undefined
    let isDone = false
    const start = async () => {
      second = refund('two').finally(() => (isDone = true))
      second.catch(() => {})
      while (!isDone && (await t.db.execute(lockWaiters)).rows.length === 0)
        await new Promise((next) => setTimeout(next, 5))
    }
    await (t.database.engine === 'server' ? refund('one', start) : refund('one'))
    const results = await Promise.allSettled([second ?? refund('two')])
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused.map(({ reason }) => constraintOf(reason))).toEqual(['refunds_within_payment'])
    await t.database.transaction(async (tx) => {
      await tx.execute(sql`SET LOCAL session_replication_role = replica`)
      await tx.execute(sql`DELETE FROM refunds`)
    })
  },
)

test('the database refuses credit notes beyond their invoice', async () => {
  const { order } = await o.paidOnline({ items: [(await o.make.aProduct()).item(2)] })
  const params = { orderId: order._id, status: 'Prepeared' as const }
  await t.call(api.orders.changeStatus, { params, query: {} }, await t.signIn.staff())
  const note = (amount: number, rows: object[]) =>
    t.db.execute(sql`
      INSERT INTO credit_notes (id, invoice_id, year, number, reason, amount, rows)
      SELECT gen_random_uuid(), id, year, 1, 'a test', ${amount}, ${JSON.stringify(rows)}::jsonb FROM invoices`)
  const row = (paid: number) => ({ paid, taxable: paid, cgst: 0, sgst: 0, igst: 0 })
  for (const [amount, rows] of [
    [10_001, [row(10_001)]],
    [5_000, [row(4_999)]],
    [5_000, [row(0), row(5_000)]],
  ] as const)
    expect(constraintOf(await note(amount, [...rows]).catch((error: unknown) => error))).toBe(
      'credit_notes_within_invoice',
    )
})
