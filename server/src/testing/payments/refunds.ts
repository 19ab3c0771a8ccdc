import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import type { DeliveryStatusName } from '@kirana/contract/wire/shapes'
import { expect } from 'vitest'
import type { Credentials } from '../app.ts'
import type { OnlineApp } from './online.ts'
import { pickOneShort } from '../picking.ts'

/** The steps of an order of ₹100 that was paid online and is refunded. */
export function refundsIn({ t, make, razorpay, deliver, detail, paidOnline }: OnlineApp) {
  async function setStatus(orderId: string, status: DeliveryStatusName) {
    const staff = await t.signIn.staff()
    const answer = await t.call(api.orders.changeStatus, { params: { orderId, status }, query: {} }, staff)
    expect(answer).toMatchObject({ status: 200 })
  }

  /** Amounts and states, or how they were settled. */
  const refundsOf = async (orderId: string) =>
    (await detail(orderId))?.online?.refunds.map(({ amount, state, settledAs }) => [
      amount,
      settledAs ?? state,
    ])

  /** An order of two products of ₹50. */
  async function paid() {
    const placed = await paidOnline({ items: [(await make.aProduct()).item(2)] })
    return { ...placed, id: placed.order._id }
  }

  /** The owner refunds in the provider's dashboard, and its webhooks arrive. */
  async function inDashboard(paymentId: string, amount: number) {
    razorpay.refundInDashboard(paymentId, amount)
    await deliver()
  }

  const pickShort = async (id: string) => expect(await pickOneShort(t, await t.signIn.staff(), id)).toBe(200)

  /** The customer of a delivered order claims one piece of its first line. */
  async function claimPiece(orderId: string, customer: Pick<Credentials, 'headers'>) {
    const body = {
      orderId,
      lines: JSON.stringify([{ line: 1, pieces: 1 }]),
      reason: 'damaged' as const,
    }
    return (await t.call(api.storeClaims.add, { body }, customer)).data._id
  }

  async function refundPiece(claimId: string, to: 'wallet' | 'source') {
    const body = { claimId, actionId: randomUUID(), to }
    return t.call(api.claims.refund, { body }, await t.signIn.staff())
  }

  return { setStatus, refundsOf, paid, inDashboard, pickShort, claimPiece, refundPiece }
}
