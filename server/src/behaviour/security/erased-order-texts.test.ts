import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { onlineApp } from '../../testing/payments/online.ts'
import { refundsIn } from '../../testing/payments/refunds.ts'
import { pickerOf } from '../../testing/picking.ts'
import { rowsWith } from '../../testing/records/rows-with.ts'
import { findInvariantViolations } from '../../testing/violations.ts'

const o = await onlineApp()
const { t, make, razorpay, run } = o
const { setStatus, inDashboard, claimPiece, refundPiece } = refundsIn(o)
afterAll(o.stop)
beforeEach(o.reset)

const TEXT = 'agreed with Meera on 98111 22334'
type Customer = Awaited<ReturnType<typeof make.aCustomer>>

/** Staff settle a refund that failed at the provider, and a fault of a payment that has only the provider's id of it. */
async function settledByHand(customer: Customer) {
  const items = [(await make.aProduct()).item(2)]
  const canceled = await o.paidOnline({ customer, items })
  const payment = razorpay.payments.get(canceled.payment.id)
  if (payment) payment.status = 'failed'
  await setStatus(canceled.order._id, 'Canceled')
  await run()
  const [refund] = (await o.detail(canceled.order._id))?.online?.refunds ?? []
  const staff = await t.signIn.staff()
  const sent = { params: { id: refund?._id ?? '' }, body: { reason: TEXT } }
  expect(await t.call(api.payments.settleRefund, sent, staff)).toMatchObject({ status: 200 })

  const exceeded = await o.paidOnline({ customer, items })
  await setStatus(exceeded.order._id, 'Delivered')
  await refundPiece(await claimPiece(exceeded.order._id, customer), 'wallet')
  for (const amount of [5_000, 5_000]) await inDashboard(exceeded.payment.id, amount)
  await run()
  const fault = (await o.listFaults()).newest.find(({ kind }) => kind === 'excess')
  const settled = { params: { id: fault?._id ?? '' }, body: { reason: TEXT } }
  expect(await t.call(api.payments.settleFault, settled, staff)).toMatchObject({ status: 200 })
}

/** A swap with a reason in a pick that is done, and in one that the cancelation of its order discards. */
async function swapped(customer: Customer) {
  const staff = await t.signIn.staff()
  const picker = pickerOf(t, staff)
  const cheap = await make.aProduct({ title: 'Milk', variants: [{ sellingPrice: 2_000 }] })
  const dear = await make.aProduct({ title: 'Ghee', variants: [{ sellingPrice: 3_500 }] })
  const items = [cheap.item(), (await make.aProduct({ title: 'Rice' })).item()]
  const swap = { variantId: dear.item().variantId, quantity: 1, reason: TEXT }
  const picked = async () => {
    const { _id: orderId } = await make.anOrder({ customer, items })
    await picker.claim(orderId)
    expect(await picker.line({ orderId, line: 1, swap })).toMatchObject({ status: 200 })
    return orderId
  }
  const [done, discarded] = [await picked(), await picked()]
  await picker.line({ orderId: done, line: 2, found: 1 })
  expect(await picker.done(done, randomUUID())).toMatchObject({ status: 200 })
  await setStatus(done, 'Delivered')
  const canceled = {
    params: { orderId: discarded, status: 'Canceled' },
    query: { discardPick: 'true' },
  } as const
  expect(await t.call(api.orders.changeStatus, canceled, staff)).toMatchObject({ status: 200 })
}

test('an erasure replaces what staff wrote about refunds, reports of payments and swaps', async () => {
  await make.unlimitedOrders()
  const meera = await make.aCustomer({ fullName: 'Meera Nair' })
  await settledByHand(meera)
  await swapped(meera)
  // The wallet refund of the claim is spent, because an erasure needs an empty wallet.
  const spent = await make.anOrder({ customer: meera, payment: 'wallet' })
  await setStatus(spent._id, 'Delivered')
  const rowsWithText = async () => (await rowsWith(t.db, TEXT)).map(({ name }) => name).toSorted()
  expect(await rowsWithText()).toEqual([
    'audit_rows',
    'audit_rows',
    'audit_rows',
    'order_picks',
    'payment_faults',
    'pick_lines',
    'refunds',
  ])
  const swaps = async () =>
    (await t.db.execute(sql`SELECT after->'swapped' AS swaps FROM audit_rows WHERE call = 'pick.done'`)).rows
  const milkForGhee = { title: 'Milk', quantity: 1, by: 'Ghee', pieces: 1 }
  expect(await swaps()).toEqual([{ swaps: [{ ...milkForGhee, reason: TEXT }] }])

  // The texts about another customer stay.
  await swapped(await make.aCustomer({ fullName: 'Ravi Kumar' }))
  const body = { userId: meera.id, lastDigits: meera.user.phone.slice(-4), reason: 'Asked by mail' }
  expect(await t.call(api.users.erase, { body }, await t.signIn.staff())).toMatchObject({ status: 200 })
  expect(await rowsWithText()).toEqual(['audit_rows', 'order_picks', 'pick_lines'])
  expect(await swaps()).toContainEqual({ swaps: [{ ...milkForGhee, reason: 'Erased' }] })
  const { rows } = await t.db.execute(sql`
    SELECT reason FROM refunds WHERE reason <> '' UNION ALL SELECT settled_reason FROM payment_faults WHERE settled_reason <> ''`)
  expect(rows).toEqual([{ reason: 'Erased' }, { reason: 'Erased' }])
  expect(await findInvariantViolations(t.db)).toEqual([])
})
