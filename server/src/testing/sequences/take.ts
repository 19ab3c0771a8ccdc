import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import { dayInKolkata } from '@kirana/domain/calendar'
import { expect } from 'vitest'
import { withHeaders } from '../app.ts'
import { fileOf } from '../files/pictures.ts'
import { pdf } from '../files/prepared-files.ts'
import { complain } from './claims.ts'
import { door } from './door.ts'
import { isOnline, online } from './online.ts'
import { pick } from './pick.ts'
import { oneOf, type Shop } from './shop.ts'
import type { ChangeOfOrder, Step } from './steps.ts'

/** `what` names a special case of the step's kind. */
type Answers = { status: number; message: string; what?: string }[]
const DAY_MS = 86_400_000

const receipt = () => fileOf(Buffer.from(pdf), 'receipt.pdf', 'application/pdf')
/** Makes a call `times` times at once. */
const atOnce = <T>(times: number, call: () => Promise<T>) => Promise.all(Array.from({ length: times }, call))

async function order(step: Extract<Step, { kind: 'order' }>, there: Shop): Promise<Answers> {
  const { o, product, coupon, orders, customers } = there
  const [customer, friend] = step.who === 0 ? customers : [customers[1], customers[0]]
  const codes = { coupon: step.coupon ? coupon : '', referCode: step.refer ? friend.user.referCode : '' }
  const items = [product.item(step.quantity)]
  const sent = { customer, key: randomUUID(), payment: step.payment, items, ...codes }
  const answers = await atOnce(step.times, () => o.make.tryOrder(sent))
  const placed = new Map(
    answers.flatMap(({ status, data }) =>
      status === 200 ? [[data._id, data.checkout?.orderId ?? ''] as const] : [],
    ),
  )
  expect(placed.size).toBeLessThanOrEqual(1)
  for (const [id, checkoutId] of placed) orders.push({ id, checkoutId, who: step.who })
  return answers
}

/** Changes an order, or tries it on an unknown one. */
async function change(step: ChangeOfOrder, there: Shop): Promise<Answers> {
  const { o, customers, staff, orders } = there
  // The latest ones are most likely to be picked, and can still be canceled.
  const { id, who } = oneOf(step.kind === 'status' ? orders : orders.slice(-2), step.nth) ?? {
    id: randomUUID(),
    who: 0,
  }
  if ('picker' in step) return pick(step, there, id)
  if (step.kind === 'cancel')
    return [await o.t.call(api.storeOrders.cancel, { params: { id } }, customers[who === 0 ? 0 : 1])]
  const sent = {
    params: { orderId: id, status: step.to },
    query: { cash: step.cash, discardPick: step.discardPick, undo: step.undo },
  }
  return [await o.t.call(api.orders.changeStatus, sent, staff[step.staff === 0 ? 0 : 1])]
}

/** Runs the calls of a step, concurrently if it asks for that, and returns their responses. */
export async function take(step: Step, there: Shop): Promise<Answers> {
  if (isOnline(step)) return online(step, there)
  const { o, product, customers, withdrawals } = there
  const [staff] = there.staff
  const { t } = o
  const customer = customers['who' in step && step.who === 1 ? 1 : 0]
  const { variantId } = product.item()
  const keyed = withHeaders(staff, { 'idempotency-key': randomUUID() })
  switch (step.kind) {
    case 'order':
      return order(step, there)
    case 'together': {
      const { nth, first, second } = step
      return (await Promise.all([first, second].map((one) => change({ ...one, nth }, there)))).flat()
    }
    case 'walk': {
      const answers: Answers = []
      for (const one of step.walk) answers.push(...(await change({ ...one, nth: step.nth }, there)))
      return answers
    }
    case 'coins':
      return atOnce(2, () =>
        t.call(api.wallet.addCoins, { body: { userId: customer.id, point: step.coins } }, keyed),
      )
    case 'withdraw': {
      const body = { amount: step.paise / 100, upiId: 'ravi@upi' }
      const answer = await t.call(api.storeWallet.withdraw, { body }, customer)
      if (answer.status === 200) withdrawals.push(answer.data._id)
      return [answer]
    }
    case 'count': {
      const body = { variantId, onHand: step.pieces, reason: 'Counted' }
      return atOnce(2, () => t.call(api.stock.count, { body }, staff))
    }
    case 'receive': {
      const expiry = dayInKolkata(new Date(t.context.now().getTime() + step.days * DAY_MS))
      const body = { variantId, quantity: step.quantity, expiry }
      return atOnce(2, () => t.call(api.stock.receive, { body }, keyed))
    }
    case 'approve': {
      const body = { withdrawalId: oneOf(withdrawals, step.nth) ?? randomUUID(), reason: step.reason }
      const files = Array.from({ length: step.documents }, receipt)
      const answers = await atOnce(step.times, () => t.call(api.withdrawals.approve, { body, files }, staff))
      expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
      return answers
    }
    case 'door':
      return door(step, there)
    case 'complain':
      return complain(step, there)
    case 'erase': {
      const lastDigits = customer.user.phone.slice(-4)
      const body = { userId: customer.id, lastDigits, reason: 'Asked by mail' }
      return [await t.call(api.users.erase, { body }, staff)]
    }
    case 'status':
    case 'cancel':
    case 'claim':
    case 'line':
    case 'done':
    case 'pick':
      return change(step, there)
  }
}
