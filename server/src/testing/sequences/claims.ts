import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import { dispatcherOf } from '../riders.ts'
import { oneOf, type Shop } from './shop.ts'
import type { Step } from './steps.ts'

/** Delivers an order, opens a claim for pieces of it and decides it. The decision is sent twice concurrently and counts once. */
export async function complain(
  step: Extract<Step, { kind: 'complain' }>,
  { o: { t }, staff, orders, customers }: Shop,
) {
  const order = oneOf(orders, step.nth)
  if (!order) return []
  const { id: orderId, who } = order
  const delivered = await dispatcherOf(t, staff[0]).set(orderId, 'Delivered', { cash: 'collected' })
  const lines = [{ line: 1, pieces: step.pieces }]
  const claimed = {
    orderId,
    lines: JSON.stringify(lines),
    reason: 'damaged',
    note: '',
    lateReason: 'Called late',
  } as const
  const body = { userId: customers[who === 0 ? 0 : 1].id, ...claimed }
  const opened = await t.call(api.claims.add, { body }, staff[0])
  if (opened.status !== 200) return [delivered, opened].filter(({ status }) => status !== 200)
  const decision = { claimId: opened.data._id, actionId: randomUUID() }
  switch (step.decision) {
    case 'refuse': {
      const refusal = { claimId: decision.claimId, reason: 'As ordered' }
      return [await t.call(api.claims.refuse, { body: refusal }, staff[1])]
    }
    case 'replace': {
      const replace = () => t.call(api.claims.replace, { body: decision }, staff[1])
      const answers = await Promise.all([replace(), replace()])
      const placed = answers.flatMap(({ status, data }) => (status === 200 ? [data.replacement._id] : []))
      for (const id of new Set(placed)) orders.push({ id, checkoutId: '', who })
      return answers
    }
    case 'wallet':
    case 'source':
    case 'cash': {
      const refund = { ...decision, to: step.decision, restock: step.restocks ? lines : [] }
      const send = () => t.call(api.claims.refund, { body: refund }, staff[1])
      return Promise.all([send(), send()])
    }
  }
}
