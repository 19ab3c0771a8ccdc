import { api } from '@kirana/contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { company } from '../../tables/company.ts'
import { onlineApp } from '../../testing/payments/online.ts'
import { refundsIn } from '../../testing/payments/refunds.ts'
import { cleanUp } from '../../process/housekeeping.ts'
import { expectDetected, findInvariantViolations } from '../../testing/violations.ts'

const o = await onlineApp()
const { t, run } = o
const { setStatus, refundsOf, paid, inDashboard, claimPiece, refundPiece: refund } = refundsIn(o)
afterAll(o.stop)
beforeEach(o.reset)

/** A delivered order of two pieces of ₹50 that was paid online, and a claim of one of them. */
async function claimed() {
  const placed = await paid()
  await setStatus(placed.id, 'Delivered')
  return { ...placed, claimId: await claimPiece(placed.id, placed.customer) }
}

const moneyOf = async ({ id }: { id: string }) =>
  (await t.db.execute(sql`SELECT money::int FROM wallets WHERE user_id = ${id}`)).rows[0]?.['money']
const month = async () =>
  (await t.call(api.gst.month, { params: { month: '2026-11' } }, await t.signIn.staff())).data.equation

test('a claim is refunded to the source of the online payment, once the provider confirms it', async () => {
  const { id, customer, claimId } = await claimed()
  expect(await refund(claimId, 'source')).toMatchObject({
    status: 200,
    data: { refund: 50, state: 'refunded' },
  })
  expect(await refundsOf(id)).toEqual([[50, 'asked']])
  const shown = async () => {
    const sent = { params: { orderId: id } }
    return (await t.call(api.orders.get, sent, await t.signIn.staff())).data[0]?.claimRefunds
  }
  expect(await shown()).toMatchObject([{ claimId, amount: 50, to: 'source', state: 'asked' }])
  await run()
  await o.deliver()
  expect(await refundsOf(id)).toEqual([[50, 'done']])
  expect(await shown()).toMatchObject([{ claimId, amount: 50, to: 'source', state: 'done' }])
  expect(await moneyOf(customer)).toBe(0)
  expect(await month()).toMatchObject({ invoices: 100, creditNotes: 50, holds: true })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('a claim of an online order may go to the wallet; canceling refunds the rest to the source', async () => {
  const { id, customer, claimId } = await claimed()
  expect((await refund(claimId, 'wallet')).status).toBe(200)
  expect(await moneyOf(customer)).toBe(5_000)
  await setStatus(id, 'Canceled')
  await run()
  await o.deliver()
  expect(await refundsOf(id)).toEqual([
    [50, 'wallet'],
    [50, 'done'],
  ])
  expect(await moneyOf(customer)).toBe(5_000)
  expect(await month()).toMatchObject({ invoices: 100, creditNotes: 100, holds: true })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('nothing is left to refund of an order that was refunded in the dashboard, and the error has the remaining amount', async () => {
  const { payment, claimId } = await claimed()
  await inDashboard(payment.id, 7_000)
  expect(await refund(claimId, 'source')).toMatchObject({
    status: 409,
    message: 'Only ₹30.00 is left to refund',
  })
  await inDashboard(payment.id, 3_000)
  expect(await refund(claimId, 'source')).toMatchObject({
    status: 409,
    message: 'Nothing is left to refund of this order',
  })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('an order that was refunded in the dashboard can be claimed, and nothing is refunded a second time', async () => {
  const { id, customer, payment } = await paid()
  await setStatus(id, 'Delivered')
  await inDashboard(payment.id, 10_000)
  const claimId = await claimPiece(id, customer)
  for (const to of ['source', 'wallet'] as const)
    expect(await refund(claimId, to)).toMatchObject({ status: 409, code: 'left' })
  expect(await moneyOf(customer)).toBe(0)
  expect(await refundsOf(id)).toEqual([[100, 'done']])
  expect(await month()).toMatchObject({ invoices: 100, creditNotes: 100, holds: true })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('a claim waits while a refund in the dashboard is on its way', async () => {
  const { payment, claimId } = await claimed()
  o.razorpay.refundStatus = 'pending'
  await inDashboard(payment.id, 3_000)
  for (const to of ['source', 'wallet'] as const)
    expect(await refund(claimId, to)).toMatchObject({ status: 409, code: 'moving' })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('less than ₹1 goes to the wallet, as the provider refunds no less', async () => {
  const product = await o.make.aProduct({ variants: [{ sellingPrice: 60 }] })
  const placed = await o.paidOnline({ items: [product.item(2)] })
  await setStatus(placed.order._id, 'Delivered')
  const claimId = await claimPiece(placed.order._id, placed.customer)
  expect(await refund(claimId, 'source')).toMatchObject({ status: 200, data: { refund: 0.6 } })
  expect(await moneyOf(placed.customer)).toBe(60)
  expect(await refundsOf(placed.order._id)).toEqual([[0.6, 'wallet']])
  expect(await month()).toMatchObject({ creditNotes: 0.6, holds: true })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('after a part was refunded in the dashboard, the note credits on the other rows what the row no longer has', async () => {
  const { payment, claimId } = await claimed()
  await inDashboard(payment.id, 4_000)
  expect((await refund(claimId, 'source')).status).toBe(200)
  await run()
  await o.deliver()
  expect(await month()).toMatchObject({ creditNotes: 90, holds: true })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('a note on a rounded-up bill credits the amount beyond its rows as rounding', async () => {
  await t.db.update(company).set({ roundOff: true })
  const [first, second] = [
    await o.make.aProduct({ variants: [{ sellingPrice: 5_000 }] }),
    await o.make.aProduct({ variants: [{ sellingPrice: 6_070 }] }),
  ]
  const { order, payment, customer } = await o.paidOnline({ items: [first.item(), second.item()] })
  expect(order).toMatchObject({ roundOff: 0.3, totalPrice: 111 })
  await setStatus(order._id, 'Delivered')
  const claimId = await claimPiece(order._id, customer)
  await inDashboard(payment.id, 6_080)
  expect(await refund(claimId, 'wallet')).toMatchObject({ status: 200, data: { refund: 50 } })
  expect(await moneyOf(customer)).toBe(5_000)
  const notes = await t.db.execute(
    sql`SELECT amount::int AS amount, round_off::int AS rounding FROM credit_notes ORDER BY created_at, id`,
  )
  expect(notes.rows).toEqual([
    { amount: 6_080, rounding: 0 },
    { amount: 5_000, rounding: 10 },
  ])
  expect(await month()).toMatchObject({ invoices: 111, creditNotes: 110.8, holds: true })
  await setStatus(order._id, 'Canceled')
  expect(await month()).toMatchObject({ creditNotes: 111, rounding: 0, holds: true })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('a refund in the dashboard after a claim credits no more than the invoice', async () => {
  const { id, payment, claimId } = await claimed()
  await refund(claimId, 'wallet')
  await inDashboard(payment.id, 10_000)
  expect(await month()).toMatchObject({ invoices: 100, creditNotes: 100, holds: true })
  await setStatus(id, 'Canceled')
  expect(await month()).toMatchObject({ invoices: 100, creditNotes: 100, holds: true })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('staff see an excess refund until they settle it with a reason', async () => {
  const { payment, claimId } = await claimed()
  await refund(claimId, 'wallet')
  await inDashboard(payment.id, 5_000)
  expect(await o.listFaults()).toMatchObject({ total: 0 })
  await inDashboard(payment.id, 5_000)
  await run()
  const listed = await o.listFaults()
  const reason = `₹150.00 of ₹100.00 went back, the wallet included (payment ${payment.id})`
  expect(listed).toMatchObject({ total: 1, newest: [{ kind: 'excess', reason, isRetried: false }] })
  expect(await o.listPayments()).toMatchObject([{ paymentId: payment.id, isOpen: true, left: 0 }])
  expect(await findInvariantViolations(t.db)).toEqual([])

  const params = { id: listed.newest[0]?._id ?? '' }
  const settle = async (body: { reason?: string }) =>
    t.call(api.payments.settleFault, { params, body }, await t.signIn.staff())
  expect(await settle({})).toMatchObject({ status: 422, message: 'Say how it was dealt with' })
  expect(await o.listFaults()).toMatchObject({ total: 1 })
  expect(await settle({ reason: 'The customer paid ₹50 back' })).toMatchObject({ status: 200 })
  expect(await o.listFaults()).toMatchObject({ total: 0 })
  expect(await o.listPayments()).toMatchObject([{ isOpen: false }])
  const { rows } = await t.db.execute(sql`SELECT settled_reason AS reason, about FROM payment_faults`)
  expect(rows).toEqual([
    { reason: 'The customer paid ₹50 back', about: { refund: { amount: 5_000 }, excess: 5_000 } },
  ])
  t.clock.pass(366 * 24 * 60)
  await cleanUp(t.context, (error) => expect(error).toBeUndefined())
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('records a dashboard refund that covers a failed one and exceeds the payment', async () => {
  const { id, payment, customer, claimId } = await claimed()
  await refund(claimId, 'source')
  o.razorpay.refundStatus = 'failed'
  await run()
  await o.deliver()
  o.razorpay.refundStatus = 'processed'
  expect(await refundsOf(id)).toEqual([[50, 'failed']])
  expect(await refund(await claimPiece(id, customer), 'wallet')).toMatchObject({ status: 200 })
  await inDashboard(payment.id, 7_000)
  expect(await refundsOf(id)).toEqual([
    [0, 'covered'],
    [50, 'wallet'],
    [70, 'done'],
  ])
  expect(await o.listFaults()).toMatchObject({ total: 1 })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('data:verify finds an excess refund that is not listed for staff', async () => {
  const { payment, claimId } = await claimed()
  await refund(claimId, 'wallet')
  await inDashboard(payment.id, 10_000)
  const name = 'A payment of which more went back than was paid, by all ways, was listed for staff'
  await expectDetected(t.database, name, (tx) => tx.execute(sql`DELETE FROM payment_faults`))
})

test('a cash order has no source', async () => {
  const customer = await o.make.aCustomer()
  const { _id: orderId } = await o.make.anOrder({ customer })
  await setStatus(orderId, 'Delivered')
  const body = { orderId, lines: JSON.stringify([{ line: 1, pieces: 1 }]), reason: 'wrong' as const }
  const { data } = await t.call(api.storeClaims.add, { body }, customer)
  expect((await refund(data._id, 'source')).status).toBe(422)
  expect((await refund(data._id, 'wallet')).status).toBe(200)
})
