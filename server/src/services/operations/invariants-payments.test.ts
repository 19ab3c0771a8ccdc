import { api } from '@kirana/contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectDetected, findInvariantViolations } from '../../testing/violations.ts'
import { onlineApp } from '../../testing/payments/online.ts'
import { pickerOf } from '../../testing/picking.ts'
import { paymentInvariants } from './invariants-payments.ts'

const o = await onlineApp()
const { t, razorpay } = o
afterAll(o.stop)

/**
 * An order paid online, one packed of which less than ₹1 was too small to refund and a part was refunded in the dashboard,
 * one paid and refunded, one open, one expired, and a payment without an order.
 */
beforeAll(async () => {
  await o.paidOnline()
  const items = [
    (await o.make.aProduct({ variants: [{ sellingPrice: 50 }] })).item(2),
    (await o.make.aProduct()).item(),
  ]
  const packed = await o.paidOnline({ items })
  const picker = pickerOf(t, await t.signIn.staff())
  await picker.claim(packed.order._id)
  const short = { quantity: 1, reason: 'not there' as const }
  await picker.line({ orderId: packed.order._id, line: 1, found: 1, short })
  await picker.line({ orderId: packed.order._id, line: 2, found: 1 })
  await picker.done(packed.order._id)
  razorpay.refundInDashboard(packed.payment.id, 1_000)
  await o.deliver()
  const { order, customer } = await o.paidOnline()
  await t.call(api.storeOrders.cancel, { params: { id: order._id } }, customer)
  await o.placeOnline()
  t.clock.pass(20)
  await t.context.payments.run()
  await o.placeOnline()
  razorpay.pay('order_Unknown')
  await o.deliver()
})

const faults: [name: keyof typeof paymentInvariants, plant: string][] = [
  ['Every online order has one checkout over its total', `DELETE FROM payments WHERE state = 'created'`],
  [
    'Every online order has one checkout over its total',
    `UPDATE payments SET amount = 1 WHERE state = 'created'`,
  ],
  [
    'Every online order has one checkout over its total',
    `UPDATE orders SET payment_method = 'cod' WHERE payment_status = 'due'`,
  ],
  [
    'Every online order is paid exactly when its payment is',
    `UPDATE orders SET payment_status = 'paid', paid_by = payment_method WHERE payment_status = 'due'`,
  ],
  [
    'Every online order is paid exactly when its payment is',
    `UPDATE orders SET payment_status = 'due', paid_by = 'none' WHERE payment_status = 'paid'`,
  ],
  [
    'Every online order is paid exactly when its payment is',
    `UPDATE orders SET status = 'confirmed' WHERE payment_status = 'failed'`,
  ],
  ['An order that was paid online is refunded in full exactly when it is canceled', `DELETE FROM refunds`],
  [
    'An order that was paid online is refunded in full exactly when it is canceled',
    `UPDATE orders SET status = 'confirmed' WHERE payment_status = 'paid'`,
  ],
  [
    'An order that was paid online is refunded for what was missing',
    `UPDATE payments SET amount = amount + 1 WHERE state = 'paid'`,
  ],
  ['No payment is refunded beyond what was captured', `UPDATE refunds SET amount = amount + 1`],
  [
    'No payment is refunded beyond what was captured',
    `UPDATE refunds SET state = 'asked', amount = 9000000 WHERE cause = 'canceled'`,
  ],
  [
    'A payment of which more went back than was paid, by all ways, was listed for staff',
    `UPDATE refunds SET amount = amount + 200`,
  ],
  [
    'What was too small for the provider to refund is in the wallet once',
    `DELETE FROM ledger_transactions WHERE kind = 'online-rest'`,
  ],
  [
    'What was too small for the provider to refund is in the wallet once',
    `UPDATE refunds SET settled_as = 'hand' WHERE settled_as = 'wallet'`,
  ],
  ['What was refunded beyond missing items is credited on the invoice', 'DELETE FROM credit_notes'],
  [
    'What was refunded beyond missing items is credited on the invoice',
    `UPDATE refunds SET amount = amount + 1 WHERE by = 'razorpay dashboard'`,
  ],
  [
    'Every captured payment and every refund is in the ledger once',
    `UPDATE ledger_entries SET amount = amount + 1 WHERE account = 'provider:money'`,
  ],
  [
    'Every captured payment and every refund is in the ledger once',
    `DELETE FROM payments WHERE state = 'unmatched'`,
  ],
  ['Every captured payment and every refund is in the ledger once', `DELETE FROM refunds`],
  [
    'Every open checkout and every refund on its way will be looked at',
    `UPDATE payments SET check_at = NULL WHERE state = 'created'`,
  ],
  [
    'Every open checkout and every refund on its way will be looked at',
    `UPDATE refunds SET state = 'asked', done_at = NULL, settled_as = NULL`,
  ],
  [
    'No checkout is open an hour after it expired',
    `UPDATE payments SET expires_at = expires_at - interval '2 hours'`,
  ],
]

test.each(faults)('detects a violation of: %s (%#)', (name, plant) =>
  expectDetected(t.database, name, (tx) => tx.execute(sql.raw(plant))),
)

test('plants a violation of every invariant of payments and leaves none', async () => {
  expect(new Set(faults.map(([name]) => name))).toEqual(new Set(Object.keys(paymentInvariants)))
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test.each(['payments', 'refunds'])('rows of %s are never deleted', async (table) => {
  await expect(t.db.execute(sql.raw(`DELETE FROM ${table}`))).rejects.toMatchObject({
    cause: { message: `${table} are never deleted` },
  })
})
