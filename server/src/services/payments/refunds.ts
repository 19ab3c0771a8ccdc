import { refundRetrySeconds } from '@kirana/domain/payment'
import { sql } from 'drizzle-orm'
import { rowsOf } from '../../db/rows.ts'
import * as z from 'zod/mini'
import type { Database, Db } from '../../db/types.ts'
import { paymentsChanged } from '../shared/payments-changed.ts'
import { type LockedPayment, lockPayment } from './locked-payment.ts'
import { type RefundSource, writeRefund } from './record-refund.ts'
import { failRefund } from './failed-refunds.ts'
import { recordFault } from './faults.ts'
import { later, LEASE_SECONDS, MAX_ATTEMPTS } from './attempts.ts'
import { type PaymentProvider, ProviderError, type ProviderRefund } from './provider.ts'

/**
 * `fault`: the refund is stored as a fault for staff. `unknown`: nothing is stored, because its payment is not
 * recorded.
 */
export type RefundOutcome = 'recorded' | 'fault' | 'unknown'

/**
 * Stores the outcome of a refund once. A refund that was requested here is found by the provider's id or by its
 * receipt; any other refund was made in the provider's dashboard. If the origin is not certain, or if the refund
 * exceeds its payment, it is stored as a fault.
 */
export async function recordRefund(
  tx: Db,
  refund: ProviderRefund,
  source: RefundSource & {
    /** The refund that the provider has just rejected, which cannot be the reported one. */
    rejectedId?: string
  },
): Promise<RefundOutcome> {
  const { refundId, paymentId, receipt, status } = refund
  const payment = await lockPayment(
    tx,
    sql`p.provider = ${source.provider} AND p.payment_id = ${paymentId}`,
    sql`r.provider_refund_id = ${refundId} OR r.provider_refund_id IS NULL AND r.settled_as IS DISTINCT FROM 'wallet'
      AND r.id::text = ${receipt}::text`,
  )
  if (!payment) return 'unknown'
  // A report about a failed attempt, which may arrive late or be read again. The next attempt has another id.
  if (status !== 'done' && payment.refunds.some(({ failedIds }) => failedIds.includes(refundId)))
    return 'recorded'
  const matches = payment.refunds.filter(({ isMatch }) => isMatch)
  const own = matches.find(({ isAccepted }) => isAccepted) ?? matches[0] ?? null
  if (own?.state === 'done') return 'recorded'
  if (status === 'failed') {
    if (own?.state === 'asked') await failRefund(tx, { payment, own, refundId }, source)
    return 'recorded'
  }
  // The report is outdated: the refund has failed since then, or staff have settled it.
  if (own?.isFromDashboard && own.state !== 'asked' && status !== 'done') return 'recorded'
  if (!own && mayBeOurs(payment, refund, source.rejectedId)) {
    await recordFault(
      tx,
      refundFault(refund, 'May be a refund that was requested here or one made elsewhere'),
      source,
    )
    return 'fault'
  }
  const pollAt = new Date(source.now.getTime() + LEASE_SECONDS * 1000)
  if (await writeRefund(tx, { payment, own, refund }, { ...source, pollAt })) return 'recorded'
  await recordFault(tx, refundFault(refund, 'More than what is left of its payment'), source)
  return 'fault'
}

/**
 * Whether a refund without a receipt may have been requested here, if the response of that request was lost. That
 * request is repeated with the same idempotency key, and the response then has the id of its refund.
 */
const mayBeOurs = (
  { refunds }: LockedPayment,
  { receipt, amount }: ProviderRefund,
  rejectedId: string | undefined,
) =>
  receipt === null &&
  refunds.some(
    (one) =>
      one.state === 'asked' &&
      one.isSent &&
      !one.isAccepted &&
      one.amount === amount &&
      one.id !== rejectedId,
  )

/** The fault of a refund that could be read. `reason` is a sentence for staff. */
export const refundFault = ({ refundId, paymentId, amount }: ProviderRefund, reason: string) => ({
  kind: 'refund' as const,
  subject: refundId,
  type: '',
  reason,
  paymentId,
  checkoutId: null,
  refundId,
  about: { refund: { amount } },
})

const dueRow = z.strictObject({
  id: z.string(),
  paymentId: z.string(),
  amount: z.int(),
  requestKey: z.string(),
  providerRefundId: z.nullable(z.string()),
  attempts: z.int(),
  /** The error of the last attempt; '' before the first. */
  error: z.string(),
})
type Due = z.output<typeof dueRow>

/** Claims the next due refund, so that no other process sends it at the same time. */
async function claimDue(
  db: Db,
  { name, checkSeconds }: PaymentProvider,
  now: Date,
): Promise<Due | undefined> {
  const rows = await rowsOf(db, dueRow).execute(sql`
    UPDATE refunds r SET attempts = attempts + 1, next_at = CASE WHEN r.provider_refund_id IS NULL
      THEN ${later(now, LEASE_SECONDS)}::timestamptz ELSE ${later(now, checkSeconds)}::timestamptz END
    FROM payments p
    WHERE p.id = r.payment AND r.id = (
      SELECT d.id FROM refunds d JOIN payments q ON q.id = d.payment AND q.provider = ${name}
      WHERE d.next_at <= ${now.toISOString()}::timestamptz ORDER BY d.next_at LIMIT 1 FOR UPDATE OF d SKIP LOCKED)
    RETURNING r.id, p.payment_id AS "paymentId", r.amount::float8 AS amount, r.request_key AS "requestKey",
      r.provider_refund_id AS "providerRefundId", r.attempts, r.error`)
  return rows[0]
}

/** Requests a refund, or polls an accepted one. Null if the provider no longer knows the refund that it accepted. */
async function requestOrPoll(provider: PaymentProvider, due: Due): Promise<ProviderRefund | null> {
  const { id, paymentId, amount, requestKey, providerRefundId, attempts, error } = due
  if (providerRefundId !== null)
    return (await provider.refundsOf(paymentId)).find(({ refundId }) => refundId === providerRefundId) ?? null
  if (attempts > 1 || error !== '') {
    // An earlier attempt may have made the refund with a key that was replaced since or that has expired at the
    // provider.
    const known = await provider.refundsOf(paymentId)
    const made = known.find(({ receipt, status }) => receipt === id && status !== 'failed')
    if (made) return made
  }
  return provider.refund({ paymentId, amount, receipt: id, requestKey })
}

/**
 * Stores the error of an attempt. Does nothing if the amount has been lowered since then, because the refund is then
 * sent again.
 */
async function writeError(
  db: Db,
  { id, amount, attempts, providerRefundId }: Due,
  error: ProviderError,
  now: Date,
) {
  // An error of a poll does not make an accepted refund fail, because that only waits for the bank.
  const isOver = (error.isFinal || attempts >= MAX_ATTEMPTS) && providerRefundId === null
  const retryAt = isOver ? null : later(now, refundRetrySeconds(attempts))
  await db.execute(sql`
    WITH changed AS (UPDATE refunds SET state = ${isOver ? 'failed' : 'asked'}, error = ${error.message.slice(0, 300)},
      next_at = ${retryAt}::timestamptz,
      request_key = CASE WHEN ${error.isFinal}::boolean THEN gen_random_uuid() ELSE request_key END
    WHERE id = ${id} AND state = 'asked' AND attempts = ${attempts} AND amount = ${amount} RETURNING payment
    ), ${paymentsChanged(sql`SELECT payment FROM changed WHERE ${isOver}::boolean`)}
    SELECT 1`)
}

/**
 * Sends the next due refund, or polls one that the provider has not completed. False if none is due. After a crash at
 * any point, the refund is claimed again a minute later and sent with the same key.
 */
export async function sendDueRefund(
  database: Database,
  provider: PaymentProvider,
  now: Date,
): Promise<boolean> {
  const due = await claimDue(database.db, provider, now)
  if (!due) return false
  const source = { provider: provider.name, requestId: '', now }
  const record = (refund: ProviderRefund, rejectedId?: string) =>
    database.transaction((tx) => recordRefund(tx, refund, { ...source, ...(rejectedId && { rejectedId }) }))
  try {
    const made = await requestOrPoll(provider, due)
    if (made) await record({ ...made, receipt: due.id, paymentId: due.paymentId })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    // The reason may be a refund in the dashboard whose webhook has not arrived yet.
    if (error.isFinal)
      for (const refund of await refundsOf(provider, due.paymentId)) await record(refund, due.id)
    await writeError(database.db, due, error, now)
  }
  return true
}

/** The provider's refunds of a payment; none if the provider does not respond. */
async function refundsOf(provider: PaymentProvider, paymentId: string): Promise<ProviderRefund[]> {
  try {
    return (await provider.refundsOf(paymentId)).filter(({ status }) => status !== 'failed')
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return []
  }
}
