import { refundRetrySeconds } from '@kirana/domain/payment'
import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { rowsOf } from '../../db/rows.ts'
import * as z from 'zod/mini'
import type { Database, Db } from '../../db/types.ts'
import { post } from '../wallet/ledger.ts'
import { paymentsChanged } from '../shared/payments-changed.ts'
import { type PaymentProvider, ProviderError, type ProviderRefund } from './provider.ts'

/**
 * When another process repeats a request whose response was not stored, for example after a crash; also the first poll of
 * a refund that the provider has accepted but not completed.
 */
const leaseSeconds = 60
/** Attempts without a response, about a day; after that, staff must check. */
const maxAttempts = 100

const doneRow = z.strictObject({
  id: z.string(),
  payment: z.string(),
  amount: z.int(),
  orderId: z.nullable(z.string()),
  currency: z.string(),
  isOrders: z.boolean(),
})
type Done = z.output<typeof doneRow>

const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString()

async function postRefund(tx: Db, { id, amount, orderId, currency, isOrders }: Done, by: string, now: Date) {
  if (currency !== 'INR') return
  const kind = isOrders ? ('online-refund' as const) : ('unmatched-refund' as const)
  const posting = {
    key: `refund:${id}`,
    kind,
    userId: null,
    orderId: orderId ?? undefined,
    by,
    amounts: [amount],
  }
  await post(tx, [posting], now)
}

/** The new columns of a refund; a definite failure gets a new key, because a retry is a new request. */
function changesOf({ refundId, status }: ProviderRefund, now: Date) {
  const at = now.toISOString()
  if (status === 'done')
    return sql`state = 'done', done_at = ${at}::timestamptz, provider_refund_id = ${refundId}, next_at = NULL, error = ''`
  if (status === 'failed')
    return sql`state = 'failed', provider_refund_id = NULL, request_key = gen_random_uuid(), next_at = NULL,
      error = 'The provider could not make the refund'`
  return sql`state = 'asked', provider_refund_id = ${refundId}, next_at = greatest(r.next_at, ${later(now, leaseSeconds)}::timestamptz), error = ''`
}

/** Marks unmatched money as settled once it is refunded; used next to the common table expression `changed`. */
const settled = (now: Date, status: ProviderRefund['status']) => sql`settled AS (
  UPDATE payments SET settled_at = ${now.toISOString()}::timestamptz FROM changed c
  WHERE payments.id = c.payment AND payments.state = 'unmatched' AND c.amount >= payments.amount
    AND ${status === 'done'}::boolean)`

/**
 * Stores the outcome of a refund once: of one requested here, found by the provider's id, its receipt or, without a
 * receipt, its amount; or of one made in the provider's dashboard.
 */
export async function recordRefund(
  tx: Db,
  refund: ProviderRefund,
  { provider, now }: { provider: string; now: Date },
) {
  const { refundId, paymentId, receipt, amount, status } = refund
  const rows = await rowsOf(tx, doneRow).execute(sql`
    WITH changed AS (UPDATE refunds r SET ${changesOf(refund, now)}
    FROM payments p
    WHERE p.id = r.payment AND p.provider = ${provider} AND p.payment_id = ${paymentId} AND r.state <> 'done'
      AND (r.provider_refund_id = ${refundId} OR r.provider_refund_id IS NULL AND (r.id::text = ${receipt}::text
        OR ${receipt === null}::boolean AND r.state = 'asked' AND r.amount = ${amount}))
    RETURNING r.id, r.payment, r.amount::float8 AS amount, p.order_id AS "orderId", p.currency, p.state = 'paid' AS "isOrders"
    ), ${settled(now, status)}, ${paymentsChanged(sql`SELECT payment FROM changed`)}
    SELECT * FROM changed`)
  if (status !== 'done') return
  const [done] = rows.length > 0 ? rows : await addForeignRefund(tx, refund, { provider, now })
  if (done) await postRefund(tx, done, provider, now)
}

/** Stores a refund made in the provider's dashboard. Ignores known refunds and those of unknown payments. */
async function addForeignRefund(
  tx: Db,
  { refundId, paymentId, amount }: ProviderRefund,
  { provider, now }: { provider: string; now: Date },
) {
  const at = now.toISOString()
  const rows = await rowsOf(tx, doneRow).execute(sql`
    WITH changed AS (
    INSERT INTO refunds (id, payment, cause, amount, state, request_key, provider_refund_id, by, created_at, done_at)
    SELECT ${v7()}, p.id, ${refundId}, ${amount}, 'done', gen_random_uuid(), ${refundId}, ${`${provider} dashboard`}, ${at}::timestamptz,
      ${at}::timestamptz
    FROM payments p WHERE p.provider = ${provider} AND p.payment_id = ${paymentId}
    ON CONFLICT DO NOTHING
    RETURNING id, payment, amount::float8 AS amount, (SELECT p.order_id FROM payments p WHERE p.id = payment) AS "orderId",
      (SELECT p.currency FROM payments p WHERE p.id = payment) AS currency,
      (SELECT p.state = 'paid' FROM payments p WHERE p.id = payment) AS "isOrders"
    ), ${settled(now, 'done')}, ${paymentsChanged(sql`SELECT payment FROM changed`)}
    SELECT * FROM changed`)
  return rows
}

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
      THEN ${later(now, leaseSeconds)}::timestamptz ELSE ${later(now, checkSeconds)}::timestamptz END
    FROM payments p
    WHERE p.id = r.payment AND r.id = (
      SELECT d.id FROM refunds d JOIN payments q ON q.id = d.payment AND q.provider = ${name}
      WHERE d.next_at <= ${now.toISOString()}::timestamptz ORDER BY d.next_at LIMIT 1 FOR UPDATE OF d SKIP LOCKED)
    RETURNING r.id, p.payment_id AS "paymentId", r.amount::float8 AS amount, r.request_key AS "requestKey",
      r.provider_refund_id AS "providerRefundId", r.attempts, r.error`)
  return rows[0]
}

/** The provider's state of a refund; null if it does not know the refund that it had accepted. */
async function ask(provider: PaymentProvider, due: Due): Promise<ProviderRefund | null> {
  const { id, paymentId, amount, requestKey, providerRefundId, attempts, error } = due
  if (providerRefundId !== null)
    return (await provider.refundsOf(paymentId)).find(({ refundId }) => refundId === providerRefundId) ?? null
  if (attempts > 1 || error !== '') {
    // An earlier attempt may have made the refund, with a key that was replaced or that the provider has forgotten.
    const known = await provider.refundsOf(paymentId)
    const made = known.find(({ receipt, status }) => receipt === id && status !== 'failed')
    if (made) return made
  }
  return provider.refund({ paymentId, amount, receipt: id, requestKey })
}

async function writeError(db: Db, { id, attempts, providerRefundId }: Due, error: ProviderError, now: Date) {
  // A refund that the provider has accepted only waits for the bank.
  const isOver = error.isFinal || (attempts >= maxAttempts && providerRefundId === null)
  const retryAt = isOver ? null : later(now, refundRetrySeconds(attempts))
  await db.execute(sql`
    WITH changed AS (UPDATE refunds SET state = ${isOver ? 'failed' : 'asked'}, error = ${error.message.slice(0, 300)},
      next_at = ${retryAt}::timestamptz,
      request_key = CASE WHEN ${error.isFinal}::boolean THEN gen_random_uuid() ELSE request_key END
    WHERE id = ${id} AND state = 'asked' AND attempts = ${attempts} RETURNING payment
    ), ${paymentsChanged(sql`SELECT payment FROM changed WHERE ${isOver}::boolean`)}
    SELECT 1`)
}

/**
 * Sends the next due refund, or polls one that the provider has not completed. False if none is due. After a crash at any
 * point, the refund is claimed again a minute later and sent with the same key.
 */
export async function sendDueRefund(
  database: Database,
  provider: PaymentProvider,
  now: Date,
): Promise<boolean> {
  const due = await claimDue(database.db, provider, now)
  if (!due) return false
  try {
    const made = await ask(provider, due)
    if (made)
      await database.transaction((tx) =>
        recordRefund(
          tx,
          { ...made, receipt: due.id, paymentId: due.paymentId },
          { provider: provider.name, now },
        ),
      )
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    await writeError(database.db, due, error, now)
  }
  return true
}
