import { api } from '@kirana/contract'
import type { OrderRow } from '@kirana/contract/orders'
import { expect } from 'vitest'
import type { Credentials, TestApp } from './app.ts'

const page = { params: { page: 1 }, query: {} }
/** Whole paise of rupees on the wire, which compare and add exactly. */
const paise = (rupees: number) => Math.round(rupees * 100)

/** The amounts that both the list of orders and the details of an order have. */
const moneyOf = ({ totalPrice, payment, paymentStatus, delivaryStatus, products }: OrderRow) => ({
  totalPrice,
  payment,
  paymentStatus,
  delivaryStatus,
  products,
})

/**
 * Reads what staff see of money: the lists of payments, faults, orders, withdrawals and payouts, and each of these orders.
 * Expects an answer of every call, and that they agree with each other.
 */
export async function expectShown(
  { t }: { t: Pick<TestApp, 'call'> },
  orderIds: readonly string[],
  who: Credentials,
) {
  const answers = {
    payments: await t.call(api.payments.list, page, who),
    faults: await t.call(api.payments.faults, {}, who),
    orders: await t.call(api.orders.list, page, who),
    withdrawals: await t.call(api.withdrawals.list, {}, who),
    requested: await t.call(api.withdrawals.page, page, who),
    transactions: await t.call(api.withdrawals.transactions, {}, who),
    payouts: await t.call(api.withdrawals.payouts, page, who),
  }
  for (const [name, { status, message }] of Object.entries(answers))
    expect(status, `${name}: ${message}`).toBe(200)
  const { payments, orders, withdrawals, requested, transactions, payouts } = answers

  for (const { amount, left, refunds } of payments.data.data) {
    const returned = refunds.filter(({ state }) => state !== 'failed').map((refund) => paise(refund.amount))
    const rest = paise(amount) - returned.reduce((sum, refund) => sum + refund, 0)
    expect(paise(left)).toBe(Math.max(0, rest))
  }
  expect(requested.data.data).toEqual(withdrawals.data.slice(0, 20))
  expect(payouts.data.data).toEqual(transactions.data.slice(0, 20))
  expect(transactions.data.length).toBe(withdrawals.data.filter(({ isDone }) => isDone).length)

  for (const orderId of orderIds) {
    const { status, message, data } = await t.call(api.orders.get, { params: { orderId } }, who)
    expect(status, message).toBe(200)
    const [order] = data
    const row = orders.data.data.find(({ _id }) => _id === orderId)
    if (row) expect(order && moneyOf(order)).toEqual(moneyOf(row))
    const payment = payments.data.data.find(({ order: of, state }) => of === orderId && state === 'paid')
    if (payment && order?.online)
      expect(order.online).toMatchObject({ left: payment.left, refunds: payment.refunds })
  }
}
