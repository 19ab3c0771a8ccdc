import { refundRetrySeconds } from '@kirana/domain/payment'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Database, Db } from '../../db/types.ts'
import { later, LEASE_SECONDS, MAX_ATTEMPTS } from './attempts.ts'
import type { Source } from './intake.ts'
import { type PaymentProvider, ProviderError, type ReadPayment } from './provider.ts'
import { recordWithRefunds } from './record.ts'

const dueRow = z.strictObject({
  id: z.string(),
  paymentId: z.nullable(z.string()),
  checkoutId: z.nullable(z.string()),
  refundId: z.nullable(z.string()),
  attempts: z.int(),
})
type Due = z.output<typeof dueRow>

/** Claims the next fault that is due, so that no other process reads it at the same time. */
async function claimFault(db: Db, provider: string, now: Date): Promise<Due | undefined> {
  const rows = await rowsOf(db, dueRow).execute(sql`
    UPDATE payment_faults SET attempts = attempts + 1, next_at = ${later(now, LEASE_SECONDS)}::timestamptz
    WHERE id = (
      SELECT id FROM payment_faults WHERE next_at <= ${now.toISOString()}::timestamptz AND provider = ${provider}
      ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, payment_id AS "paymentId", checkout_id AS "checkoutId", refund_id AS "refundId", attempts`)
  return rows[0]
}

/** The current payments of a fault at the provider. @throws ProviderError */
async function paymentsAbout(
  provider: PaymentProvider,
  { paymentId, checkoutId, refundId }: Due,
): Promise<ReadPayment[]> {
  if (paymentId === null && refundId === null)
    return checkoutId === null ? [] : provider.paymentsOf(checkoutId)
  const id = paymentId ?? (await provider.refundOf(refundId ?? '')).paymentId
  return [{ payment: await provider.paymentOf(id), unreadable: null }]
}

/**
 * Records the payments and refunds of a fault. False if something is still unreadable or ambiguous.
 * @throws ProviderError
 */
async function recordAgain(database: Database, provider: PaymentProvider, due: Due, source: Source) {
  let isRecorded = true
  for (const { payment } of await paymentsAbout(provider, due))
    if (!payment || !(await recordWithRefunds(database, provider, payment, source))) isRecorded = false
  return isRecorded
}

/**
 * Queries the provider again about the next due fault, and records the answer. False if none is due. The fault is
 * settled once everything is recorded; if the provider rejects the request, staff must check it.
 */
export async function readNextAgain(
  database: Database,
  provider: PaymentProvider,
  { now, failed }: { now: Date; failed: (error: unknown) => void },
): Promise<boolean> {
  const due = await claimFault(database.db, provider.name, now)
  if (!due) return false
  const { id, attempts } = due
  let isRecorded = false
  let isOver = attempts >= MAX_ATTEMPTS
  try {
    const source = { provider: provider.name, requestId: '', now }
    isRecorded = await recordAgain(database, provider, due, source)
  } catch (error) {
    if (error instanceof ProviderError) isOver ||= error.isFinal
    else failed(error)
  }
  const nextAt = isRecorded || isOver ? null : later(now, refundRetrySeconds(attempts))
  await database.db.execute(sql`
    UPDATE payment_faults SET next_at = ${nextAt}::timestamptz,
      settled_at = ${isRecorded ? now.toISOString() : null}::timestamptz
    WHERE id = ${id} AND attempts = ${attempts} AND settled_at IS NULL`)
  return true
}
