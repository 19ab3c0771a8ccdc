import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import { aRider, dispatcherOf } from '../riders.ts'
import { oneOf, type Shop } from './shop.ts'
import type { Step } from './steps.ts'

/** A random UTR: twelve digits. */
const freshUtr = () => String(Math.floor(100_000_000_000 + Math.random() * 900_000_000_000))

/**
 * Packs an order and sends a rider, who delivers it or brings it back; then verifies the UPI payment, or not. The rider's
 * action is sent twice concurrently and counts once. The step succeeds if that action does.
 */
export async function door(step: Extract<Step, { kind: 'door' }>, { o: { t }, staff, orders }: Shop) {
  const order = oneOf(orders.slice(-3), step.nth)
  if (!order) return []
  const orderId = order.id
  const desk = dispatcherOf(t, staff[0])
  const rider = await aRider(t)
  const packed = await desk.set(orderId, 'Prepeared')
  const assigned = await desk.assign(rider.id, orderId)
  const started = await rider.start(orderId)
  const actionId = randomUUID()
  const { paidBy, received, toWallet } = step
  const money =
    paidBy === 'upi' ? { utr: freshUtr() } : paidBy === 'cash' && received ? { received, toWallet } : {}
  const ended = await Promise.all(
    [0, 1].map(() =>
      step.fails
        ? rider.fail(orderId, 'Nobody at home', actionId)
        : rider.deliver({ orderId, actionId, paidBy, ...money }),
    ),
  )
  const verified =
    step.verifies === null
      ? []
      : [await t.call(api.upi.verify, { body: { orderId, verified: step.verifies } }, staff[1])]
  const refused = [packed, assigned, started, ...verified].filter(({ status }) => status !== 200)
  return [...refused, ...ended]
}
