import { MIN_ONLINE_PAYMENT } from '@kirana/domain/payment'
import type { Paise } from '@kirana/domain/money'
import { type SQL, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { Db } from '../../db/types.ts'
import { creditedOf } from '../invoices/partial-notes.ts'
import { restPosting } from '../orders/status-refund.ts'
import { paymentsChanged } from '../shared/payments-changed.ts'
import { post } from '../wallet/ledger.ts'
import type { LockedPayment, StoredRefund } from './locked-payment.ts'
import type { RefundSource } from './record-refund.ts'

const ERROR = 'The provider could not make the refund'

/**
 * Records that a refund failed permanently. A refund requested here waits for staff. A refund from the dashboard is
 * closed, and the amount that it had covered of other refunds is requested. `refundId`: the provider's id of the failed
 * attempt.
 */
export async function failRefund(
  tx: Db,
  { payment, own, refundId }: { payment: LockedPayment; own: StoredRefund; refundId: string },
  source: RefundSource,
): Promise<void> {
  if (own.isFromDashboard) {
    await closeFailed(tx, payment, own, source)
    return
  }
  // After a definite failure the refund gets a new key, because a retry is a new request.
  await tx.execute(sql`
    WITH changed AS (UPDATE refunds SET state = 'failed', provider_refund_id = NULL, request_key = gen_random_uuid(),
      next_at = NULL, error = ${ERROR}, failed_ids = failed_ids || ${refundId}::text
    WHERE id = ${own.id}), ${paymentsChanged(sql`SELECT ${payment.id}::uuid`)}
    SELECT 1`)
}

/** The total of an order less its credit notes, such as those of claims; 0 for a canceled order. Paise. */
const keptOf = ({ status, total, invoice }: NonNullable<LockedPayment['order']>): Paise =>
  status === 'canceled' ? 0 : total - (invoice ? creditedOf(invoice) : 0)

/** The amount still to refund of a payment once one of its refunds has failed, in paise. */
function owedWithout({ amount, order, isSettled, refunds }: LockedPayment, without: string): Paise {
  const others = refunds.filter(({ id }) => id !== without)
  const refunded = others.reduce((sum, other) => sum + other.amount, 0)
  if (order) return amount - keptOf(order) - refunded
  // Unmatched money is refunded only if that was decided before.
  return !isSettled && others.some(({ isFromDashboard }) => !isFromDashboard) ? amount - refunded : 0
}

async function closeFailed(
  tx: Db,
  payment: LockedPayment,
  own: StoredRefund,
  { provider, now }: RefundSource,
) {
  const { order } = payment
  const owed = owedWithout(payment, own.id)
  const isSmall = owed < MIN_ONLINE_PAYMENT
  const id = v7()
  const at = sql`${now.toISOString()}::timestamptz`
  const writes: SQL = sql`
    closed AS (
      UPDATE refunds SET state = 'settled', settled_as = 'covered', amount = 0, next_at = NULL, error = ${ERROR}
      WHERE id = ${own.id}
    ), instead AS (
      INSERT INTO refunds (id, payment, cause, amount, state, settled_as, request_key, next_at, by, created_at)
      SELECT ${id}::uuid, ${payment.id}::uuid, 'instead of ' || provider_refund_id, ${owed}::bigint, ${isSmall ? 'settled' : 'asked'},
        ${isSmall ? 'wallet' : null}, gen_random_uuid(), ${isSmall ? sql`NULL` : at}, ${provider}, ${at}
      FROM refunds WHERE id = ${own.id} AND ${owed > 0 && (!isSmall || order !== null)}::boolean
    ), ${paymentsChanged(sql`SELECT ${payment.id}::uuid`)}`
  const rests =
    order && isSmall && owed > 0 ? [restPosting({ ...order, by: provider }, { id, amount: owed })] : []
  await post(tx, rests, now, { and: () => writes })
}
