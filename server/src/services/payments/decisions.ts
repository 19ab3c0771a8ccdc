import { MIN_ONLINE_PAYMENT } from '@kirana/domain/payment'
import { maySettleRefund } from '@kirana/domain/refunds'
import { reducedRefund, type RefundChange, returnedOf } from '@kirana/domain/refunds'
import { type SQL, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'
import { paymentsChanged } from '../shared/payments-changed.ts'
import { post } from '../wallet/ledger.ts'
import { type LockedPayment, lockPayment, type StoredRefund } from './locked-payment.ts'
import {
  changedRefunds,
  orderEffects,
  refundNote,
  restPostings,
  settledPayment,
  spentLess,
} from './record-refund.ts'

type Decision = { by: string; now: Date }

/** `isSettled`: the payment needs no further decision. This is also set once all of it is refunded. */
type Outcome = { writes: SQL; changes?: readonly RefundChange[]; isSettled?: boolean }

async function write(
  tx: Db,
  payment: LockedPayment,
  { writes, changes = [], isSettled = false }: Outcome,
  { by, now }: Decision,
) {
  const changed = new Map(changes.map((change) => [change.id, change]))
  const after = payment.refunds.map((refund) => ({ ...refund, ...changed.get(refund.id) }))
  const arrived = after.filter(({ state }) => state === 'done' || state === 'settled')
  const isOver = isSettled || returnedOf(arrived) >= payment.amount
  // A refund from the dashboard that staff settle counts as arrived and is credited now.
  const { note, spent } = orderEffects(payment, after)
  const all = sql`decided AS (${writes}), settled AS (${settledPayment(payment, isOver, now)}),
    ${paymentsChanged(sql`SELECT ${payment.id}::uuid`)}, spent AS (${spentLess(payment, spent)})`
  const credited = note > 0 && payment.order?.invoice
  const statement = credited ? sql`${all}, ${refundNote(credited, note, now)(sql`spent`)}` : all
  await post(tx, restPostings(payment, changes, by), now, { and: () => statement })
}

type Lookup = { id: string; isOpen: (refund: StoredRefund) => boolean }

/** @throws HttpError 404; 409 unless it is open */
async function openRefund(tx: Db, { id, isOpen }: Lookup) {
  const payment = await lockPayment(tx, sql`p.id = (SELECT r.payment FROM refunds r WHERE r.id = ${id})`)
  const refund = payment?.refunds.find((one) => one.id === id)
  if (!payment || !refund) throw new HttpError(404, 'Refund not found')
  if (refund.state === 'settled') throw new HttpError(409, 'This refund is already settled')
  if (!isOpen(refund)) throw new HttpError(409, 'This refund is already on its way')
  return { payment, refund }
}

/**
 * Requests a failed refund again, with its amount or the rest of the payment, if that is less. Settles it if nothing is
 * left. Returns the change for the audit log.
 * @throws HttpError 404; 409 when it has not failed
 */
export async function retryRefund(tx: Db, id: string, { by, now }: Decision) {
  const { payment, refund } = await openRefund(tx, { id, isOpen: ({ state }) => state === 'failed' })
  const due = Math.min(refund.amount, payment.amount - returnedOf(payment.refunds))
  const change = reducedRefund({ ...refund, state: 'asked' }, due, payment.order !== null)
  const retried = sql`attempts = 0, by = ${by}, next_at = CASE WHEN c.state = 'asked' THEN ${now.toISOString()}::timestamptz END`
  const writes = changedRefunds([change], retried)
  await write(tx, payment, { writes, changes: [change] }, { by, now })
  const { amount, state } = change
  return { object: id, before: { state: refund.state, amount: refund.amount }, after: { state, amount } }
}

/**
 * Settles a refund that staff have made in another way: the part of it that is still due counts as refunded. Returns
 * the change for the audit log.
 * @throws HttpError 404; 409 unless it has failed or has been pending for too long
 */
export async function settleRefund(tx: Db, id: string, reason: string, decision: Decision) {
  const isOpen = ({ state, at }: StoredRefund) => maySettleRefund({ state, at: new Date(at) }, decision.now)
  const { payment, refund } = await openRefund(tx, { id, isOpen })
  const others = payment.refunds.filter((other) => other.id !== id)
  const due = Math.min(refund.amount, payment.amount - returnedOf(others))
  const change: RefundChange =
    due > 0
      ? { id, amount: due, state: 'settled', settledAs: 'hand' }
      : { id, amount: 0, state: 'settled', settledAs: 'covered' }
  await write(
    tx,
    payment,
    { writes: settledByHand([change], reason, decision.by), changes: [change] },
    decision,
  )
  return {
    object: id,
    before: { state: refund.state },
    after: { state: change.state, amount: change.amount, reason },
  }
}

const settledByHand = (changes: readonly RefundChange[], reason: string, by: string) =>
  changedRefunds(changes, sql`reason = ${reason}, by = ${by}, next_at = NULL`)

/** @throws HttpError 404; 409 for any other payment, and for one that is settled or being refunded */
async function openUnmatched(tx: Db, id: string): Promise<LockedPayment> {
  const payment = await lockPayment(tx, sql`p.id = ${id}`)
  if (!payment) throw new HttpError(404, 'Payment not found')
  if (
    payment.state !== 'unmatched' ||
    payment.isSettled ||
    payment.refunds.some(({ state }) => state === 'asked')
  )
    throw new HttpError(409, 'This payment needs no decision any more')
  return payment
}

/**
 * Requests a refund of the rest of unmatched money. Returns the change for the audit log.
 * @throws HttpError 404; 409 for any other payment, for one that is settled or being refunded, and when a refund of it
 * failed; 422 when the rest is below the provider's minimum
 */
export async function refundUnmatched(tx: Db, id: string, { by, now }: Decision) {
  const payment = await openUnmatched(tx, id)
  if (payment.refunds.some(({ state }) => state === 'failed'))
    throw new HttpError(409, 'A refund of this payment failed. Retry or settle it')
  const amount = payment.amount - returnedOf(payment.refunds)
  if (amount < MIN_ONLINE_PAYMENT)
    throw new HttpError(422, 'Less than ₹1 is left, which can’t be refunded. Settle the payment')
  const at = sql`${now.toISOString()}::timestamptz`
  const writes = sql`
    INSERT INTO refunds (id, payment, cause, amount, state, request_key, next_at, by, created_at)
    VALUES (${v7()}, ${id}, 'unmatched', ${amount}, 'asked', gen_random_uuid(), ${at}, ${by}, ${at})`
  await write(tx, payment, { writes }, { by, now })
  return { object: id, after: { refund: 'asked', amount } }
}

/**
 * Marks unmatched money and its failed refunds as settled. Returns the change for the audit log.
 * @throws HttpError 404; 409 for any other payment, and for one that is settled or being refunded
 */
export async function settleUnmatched(tx: Db, id: string, { by, now }: Decision) {
  const payment = await openUnmatched(tx, id)
  const changes = payment.refunds
    .filter(({ state }) => state === 'failed')
    .map(({ id: of, amount }) => ({ id: of, amount, state: 'settled' as const, settledAs: 'hand' as const }))
  const writes = settledByHand(changes, 'The payment was settled', by)
  await write(tx, payment, { writes, isSettled: true }, { by, now })
  return { object: id, after: { isSettled: true, amount: payment.amount - returnedOf(payment.refunds) } }
}
