import type { Paise } from '@kirana/domain/money'
import {
  coverRefunds,
  creditable,
  creditOf,
  excessOf,
  type RefundChange,
  type RefundFacts,
  returnedOf,
} from '@kirana/domain/refunds'
import { type SQL, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { writeAudit } from '../../request/audit.ts'
import type { Db } from '../../db/types.ts'
import { creditedOf, partialNote, type StoredInvoice } from '../invoices/partial-notes.ts'
import { changeOrderStatus } from '../orders/status.ts'
import { restPosting } from '../orders/status-refund.ts'
import { paymentsChanged } from '../shared/payments-changed.ts'
import { type Posting, post } from '../wallet/ledger.ts'
import { excessFault, recordFault } from './faults.ts'
import type { LockedPayment } from './locked-payment.ts'
import type { ProviderRefund } from './provider.ts'

export type RefundSource = { provider: string; requestId: string; now: Date }

const sumOf = (refunds: readonly RefundFacts[]) => refunds.reduce((sum, { amount }) => sum + amount, 0)

/**
 * SQL that changes refunds, with further assignments. A new amount gets a new key, because the provider knows the old
 * key with the old amount.
 */
export const changedRefunds = (changes: readonly RefundChange[], further: SQL) => sql`
  UPDATE refunds r SET amount = c.amount, state = c.state, settled_as = c.settled_as,
    request_key = CASE WHEN r.amount = c.amount THEN r.request_key ELSE gen_random_uuid() END, ${further}
  FROM jsonb_to_recordset(${JSON.stringify(
    changes.map(({ settledAs, ...change }) => ({ ...change, settled_as: settledAs })),
  )}::jsonb) AS c(id uuid, amount bigint, state text, settled_as text)
  WHERE r.id = c.id`

/** SQL that marks unmatched money as settled once all of it is refunded. */
export const settledPayment = ({ id, state }: LockedPayment, isReturned: boolean, now: Date) => sql`
  UPDATE payments SET settled_at = ${now.toISOString()}::timestamptz
  WHERE id = ${id} AND settled_at IS NULL AND ${isReturned && state === 'unmatched'}::boolean`

/** The postings of refunds that became too small for the provider. */
export const restPostings = ({ order }: LockedPayment, changes: readonly RefundChange[], by: string) =>
  changes.flatMap((change) =>
    order && change.settledAs === 'wallet' ? [restPosting({ ...order, by }, change)] : [],
  )

/**
 * The effect of changed refunds on their order, in paise: the amount of a new credit note, and the change of what the
 * customer paid. The credited amount is never lowered, even if a later report lowers the refund that it was credited
 * for.
 */
export function orderEffects({ amount: paid, order, refunds }: LockedPayment, after: readonly RefundFacts[]) {
  if (!order || order.status === 'canceled') return { note: 0, spent: 0 }
  const { total, status, invoice } = order
  const credited = invoice ? creditedOf(invoice) : 0
  const creditWith = (all: readonly RefundFacts[]) =>
    Math.max(credited, creditOf(paid, total, sumOf(creditable(all))))
  const credit = creditWith(after)
  return {
    note: invoice ? credit - credited : 0,
    spent: status === 'delivered' ? credit - creditWith(refunds) : 0,
  }
}

/** SQL that subtracts the refund of a delivered order, in paise, from its customer's total payment. */
export const spentLess = ({ order }: LockedPayment, spent: Paise) => sql`
  UPDATE users SET total_payment = total_payment - ${spent}::bigint
  WHERE id = ${order?.userId ?? null} AND ${spent !== 0}::boolean
  RETURNING 1`

/** Common table expressions of the credit note for refunded paise, which run after the locks of `locked`. */
export const refundNote = (invoice: StoredInvoice, amount: Paise, now: Date) => (locked: SQL) =>
  partialNote(invoice, amount, {
    reason: 'Refunded',
    now,
    from: sql`(SELECT count(*) FROM ${locked}) locked`,
  })

/** The row of a refund that the provider made or accepted. */
function reported(
  payment: LockedPayment,
  id: string,
  own: boolean,
  refund: ProviderRefund,
  source: Reported,
) {
  const { refundId, amount, status } = refund
  const isDone = status === 'done'
  const at = sql`${source.now.toISOString()}::timestamptz`
  const pollAt = sql`${source.pollAt.toISOString()}::timestamptz`
  if (!own)
    return sql`
      INSERT INTO refunds (id, payment, cause, amount, state, request_key, provider_refund_id, by, created_at, next_at, done_at)
      VALUES (${id}, ${payment.id}, ${refundId}, ${amount}, ${isDone ? 'done' : 'asked'}, gen_random_uuid(), ${refundId}, ${source.by},
        ${at}, ${isDone ? sql`NULL` : pollAt}, ${isDone ? at : sql`NULL`})`
  const state = isDone
    ? sql`state = 'done', done_at = ${at}, next_at = NULL`
    : sql`state = 'asked', next_at = greatest(next_at, ${pollAt})`
  return sql`
    UPDATE refunds SET ${state}, amount = ${amount}, settled_as = NULL, provider_refund_id = ${refundId}, error = ''
    WHERE id = ${id}`
}
type Reported = { now: Date; by: string; pollAt: Date }

/**
 * Writes a refund that the provider made or accepted, with all its effects. Pending refunds of the payment are lowered
 * by the part of it that they did not account for; the remainder is credited on the order's invoice. An order that is
 * not packed is canceled once its whole payment is refunded. A pending refund from the dashboard only lowers refunds
 * that are not sent yet. Once it has arrived, it is credited, and it also lowers refunds that staff have settled by
 * hand. Returns false and writes nothing if the provider would have refunded more than was paid. If all refunds
 * together exceed the payment, the refund is recorded and staff get a fault.
 * @see decision 035
 */
export async function writeRefund(
  tx: Db,
  { payment, own, refund }: { payment: LockedPayment; own: RefundFacts | null; refund: ProviderRefund },
  { provider, requestId, now, pollAt }: RefundSource & { pollAt: Date },
): Promise<boolean> {
  const { order } = payment
  const { amount } = refund
  const isDone = refund.status === 'done'
  const isFromDashboard = own?.isFromDashboard ?? true
  const id = own?.id ?? v7()
  const others = payment.refunds.filter((other) => other.id !== own?.id)
  const news = amount - (own?.amount ?? 0)
  const excess = returnedOf(others) + amount - payment.amount
  const lowered = isDone ? others : others.filter(({ settledAs }) => settledAs !== 'hand')
  const changes = coverRefunds(lowered, Math.max(news, excess, 0), order !== null)
  const changed = new Map(changes.map((change) => [change.id, change]))
  const state = isDone ? ('done' as const) : ('asked' as const)
  const after: RefundFacts[] = [
    ...others.map((other) => ({ ...other, ...changed.get(other.id) })),
    { id, amount, state, settledAs: null, isAccepted: true, isFromDashboard },
  ]
  const sent = after.filter(({ state: now }) => now === 'asked' || now === 'done')
  if (news > 0 && sumOf(sent) > payment.amount) return false

  const by = isFromDashboard ? `${provider} dashboard` : provider
  const isReturned = returnedOf(creditable(after)) >= payment.amount
  const isCanceled = isFromDashboard && isDone && isReturned && order?.status === 'confirmed'
  const { note, spent } = orderEffects(payment, after)
  // A cancelation credits the whole rest by itself, after locking the stock, like every cancelation.
  const credited = !isCanceled && note > 0 && order?.invoice
  const credit = credited ? refundNote(credited, note, now) : undefined
  // The same lock order as in `applyChange`: the customer, wallets, the series. Posting the refund itself locks no
  // wallet.
  const rests = restPostings(payment, changes, provider)
  const postings = isDone && payment.currency === 'INR' ? [refundPosting(payment, id, amount, provider)] : []
  const writes = sql`
    changed AS (${reported(payment, id, own !== null, refund, { now, by, pollAt })}),
    covered AS (${changedRefunds(changes, sql`next_at = CASE WHEN c.state = 'asked' THEN coalesce(r.next_at, ${now.toISOString()}::timestamptz) END`)}),
    settled AS (${settledPayment(payment, isReturned && isDone, now)}),
    ${paymentsChanged(sql`SELECT ${payment.id}::uuid`)},
    spent AS (${spentLess(payment, spent)})`
  const isOne = credit !== undefined && rests.length === 0
  await post(tx, postings, now, {
    and: () => (isOne ? sql`${writes}, ${credit(sql`spent`)}` : writes),
  })
  if (isCanceled)
    await changeOrderStatus(tx, {
      id: order.id,
      to: 'canceled',
      touchedPick: 'keep',
      postings: rests,
      by,
      now,
    })
  else if (rests.length > 0) await post(tx, rests, now, { and: credit })
  const beyond = excessOf(payment.amount, after)
  if (beyond > excessOf(payment.amount, payment.refunds))
    await recordFault(tx, excessFault(refund, { excess: beyond, paid: payment.amount }), { provider, now })
  if (!isFromDashboard || !isDone) return true
  const change = { object: order?.id ?? payment.id, after: { amount, isCanceled } }
  await writeAudit(tx, { call: 'payments.refunded', who: null, requestId, change, now })
  return true
}

const refundPosting = (
  { orderId, state }: LockedPayment,
  id: string,
  amount: number,
  by: string,
): Posting => ({
  key: `refund:${id}`,
  kind: state === 'paid' ? 'online-refund' : 'unmatched-refund',
  userId: null,
  orderId: orderId ?? undefined,
  by,
  amounts: [amount],
})
