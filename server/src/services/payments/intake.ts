import { dayInKolkata } from '@kirana/domain/calendar'
import { type Mismatch, mismatchOf, paymentStates, refundsItself } from '@kirana/domain/payment'
import { lt, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import * as z from 'zod/mini'
import { writeAudit } from '../../request/audit.ts'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { paymentEvents } from '../../tables/payments.ts'
import { post } from '../wallet/ledger.ts'
import { paymentsChanged } from '../shared/payments-changed.ts'
import { recordFault } from './faults.ts'
import type { ProviderEvent, ProviderPayment } from './provider.ts'
import { recordRefund } from './refunds.ts'

/** The origin of a report: the provider's name, the request id ('' for the daily comparison), and the time. */
export type Source = { provider: string; requestId: string; now: Date }

const checkoutRow = z.strictObject({
  checkout: z.strictObject({
    id: z.string(),
    orderId: z.string(),
    paymentId: z.nullable(z.string()),
    state: z.enum(paymentStates),
    amount: z.int(),
  }),
})
type Checkout = z.output<typeof checkoutRow>['checkout']

/** Locks the order, like every change of an order, and its checkout. Null if the provider's order is unknown. */
async function lockCheckout(tx: Db, provider: string, checkoutId: string | null): Promise<Checkout | null> {
  const rows = await rowsOf(tx, checkoutRow).execute(sql`
    SELECT json_build_object('id', p.id, 'orderId', o.id, 'paymentId', p.payment_id, 'state', p.state,
      'amount', p.amount) AS checkout
    FROM orders o JOIN payments p ON p.order_id = o.id
    WHERE p.provider = ${provider} AND p.checkout_id = ${checkoutId} AND p.state <> 'unmatched'
    FOR UPDATE OF o, p`)
  return rows[0]?.checkout ?? null
}

/** Marks the order as paid and publishes it to the board as a new order. */
async function settle(
  tx: Db,
  { id, orderId, amount }: Checkout,
  { paymentId, method, fee }: ProviderPayment,
  { now, provider }: Source,
) {
  await tx.execute(sql`
    WITH paid AS (
      UPDATE payments SET state = 'paid', payment_id = ${paymentId}, paid_at = ${now.toISOString()}::timestamptz,
        check_at = NULL, reason = '', method = ${method}, fee = ${fee}::bigint
      WHERE id = ${id}
    ), event AS (
      INSERT INTO live_events (type, subject) VALUES ('order.created', ${orderId}), ('payment.changed', ${id})
    )
    UPDATE orders SET payment_status = 'paid', paid_by = 'online' WHERE id = ${orderId}`)
  const posting = {
    key: `payment:${provider}:${paymentId}`,
    kind: 'online-payment' as const,
    userId: null,
    orderId,
    by: provider,
    amounts: [amount],
  }
  await post(tx, [posting], now)
}

/** Stores unmatched money, and requests its refund unless staff must decide. Returns false if it was already stored. */
async function setAside(
  tx: Db,
  payment: ProviderPayment,
  { orderId, mismatch, source }: { orderId: string | null; mismatch: Mismatch; source: Source },
) {
  const { now, provider, requestId } = source
  const at = now.toISOString()
  const id = v7()
  const { rows } = await tx.execute(sql`
    WITH stray AS (
      INSERT INTO payments (id, order_id, provider, checkout_id, payment_id, amount, currency, method, fee, state, reason,
        paid_at, day, created_at)
      VALUES (${id}, ${orderId}, ${provider}, ${payment.checkoutId ?? ''}, ${payment.paymentId}, ${payment.amount},
        ${payment.currency}, ${payment.method}, ${payment.fee}::bigint, 'unmatched', ${mismatch}, ${at}, ${dayInKolkata(now)}, ${at})
      ON CONFLICT (provider, payment_id) DO NOTHING
      RETURNING id, amount
    ), refund AS (
      INSERT INTO refunds (id, payment, cause, amount, state, request_key, next_at, by, created_at)
      SELECT ${v7()}, id, 'unmatched', amount, 'asked', gen_random_uuid(), ${at}::timestamptz, 'Automatic', ${at}::timestamptz
      FROM stray WHERE ${refundsItself(mismatch)}::boolean
    ), ${paymentsChanged(sql`SELECT id FROM stray`)}
    SELECT id FROM stray`)
  if (rows.length === 0) return false
  // The ledger is in rupees, so foreign currency is listed but not posted.
  if (payment.currency === 'INR') {
    const posting = {
      key: `payment:${provider}:${payment.paymentId}`,
      kind: 'unmatched-payment' as const,
      userId: null,
      orderId: orderId ?? undefined,
      by: provider,
      amounts: [payment.amount],
    }
    await post(tx, [posting], now)
  }
  const after = { mismatch, paymentId: payment.paymentId, amount: payment.amount, currency: payment.currency }
  await writeAudit(tx, {
    call: 'payments.unmatched',
    who: null,
    requestId,
    change: { object: orderId ?? id, after },
    now,
  })
  return true
}

/**
 * Records a captured payment once, even if it is reported repeatedly: it pays its order or is stored as unmatched.
 * Returns false if it was already recorded.
 */
async function recordCapture(tx: Db, payment: ProviderPayment, source: Source): Promise<boolean> {
  const checkout = await lockCheckout(tx, source.provider, payment.checkoutId)
  if (checkout?.paymentId === payment.paymentId) return false
  const mismatch = mismatchOf(checkout, payment)
  if (!checkout || mismatch !== null)
    return setAside(tx, payment, {
      orderId: checkout?.orderId ?? null,
      mismatch: mismatch ?? 'unknown',
      source,
    })
  await settle(tx, checkout, payment, source)
  return true
}

/** Records a failed attempt. The customer can try again until the checkout expires. */
async function recordFailure(tx: Db, payment: ProviderPayment, { provider }: Source) {
  const checkout = await lockCheckout(tx, provider, payment.checkoutId)
  if (!checkout || checkout.state !== 'created') return
  await tx.execute(sql`
    WITH failed AS (
      UPDATE payments SET state = 'failed', reason = ${payment.error.slice(0, 200)} WHERE id = ${checkout.id}
    ), ${paymentsChanged(sql`SELECT ${checkout.id}::uuid`)}
    UPDATE orders SET payment_status = 'failed' WHERE id = ${checkout.orderId}`)
}

/** Records a payment. Returns whether it is captured and was not recorded before. */
export async function recordPayment(tx: Db, payment: ProviderPayment, source: Source): Promise<boolean> {
  if (payment.status === 'captured') return recordCapture(tx, payment, source)
  if (payment.status === 'failed') await recordFailure(tx, payment, source)
  return false
}

/**
 * Records a payment event, or a refund event of an unknown payment. If the event does not contain all refunds of the
 * payment, it is stored as a fault, and the payment is fetched with its refunds before its order counts as paid.
 */
async function recordShown(tx: Db, { id, type, payment, refund }: ProviderEvent, source: Source) {
  const shown = refund === null || refund.status === 'failed' ? 0 : refund.amount
  const paymentId = refund?.paymentId ?? payment?.paymentId
  if (payment && payment.refunded <= shown && payment.paymentId === paymentId) {
    await recordPayment(tx, payment, source)
    if (!refund || (await recordRefund(tx, refund, source)) !== 'unknown') return
  }
  if (paymentId === undefined) return
  const fault = {
    kind: 'event' as const,
    subject: id,
    type,
    reason: 'Not all refunds of its payment are known',
    paymentId,
    checkoutId: payment?.checkoutId ?? null,
    refundId: refund?.refundId ?? null,
    about: {
      ...(payment && { payment: { amount: payment.amount, amount_refunded: payment.refunded } }),
      ...(refund && { refund: { amount: refund.amount } }),
    },
  }
  await recordFault(tx, fault, source)
}

/**
 * Records a signed event once; repeated events change nothing, and events of unknown types are only stored. An
 * unreadable event is stored as a fault.
 */
export async function recordEvent(tx: Db, event: ProviderEvent, source: Source) {
  const { payment, refund, unreadable } = event
  const about = {
    paymentId: payment?.paymentId ?? refund?.paymentId ?? unreadable?.paymentId,
    checkoutId: payment?.checkoutId ?? unreadable?.checkoutId ?? undefined,
    refundId: refund?.refundId ?? unreadable?.refundId,
    amount: (refund ?? payment)?.amount,
    status: (refund ?? payment)?.status,
  }
  const { rows } = await tx.execute(sql`
    INSERT INTO payment_events (provider, event_id, type, about, created_at)
    VALUES (${source.provider}, ${event.id}, ${event.type}, ${JSON.stringify(about)}::jsonb, ${source.now.toISOString()})
    ON CONFLICT DO NOTHING RETURNING event_id`)
  if (rows.length === 0) return
  if (unreadable)
    await recordFault(tx, { ...unreadable, kind: 'event', subject: event.id, type: event.type }, source)
  // A refund event does not change a recorded payment.
  else if (!refund || (await recordRefund(tx, refund, source)) === 'unknown')
    await recordShown(tx, event, source)
}

/**
 * Purges events older than a year. Repeating such an event changes nothing, because each payment and refund is recorded
 * once.
 */
export const purgeExpiredPaymentEvents = (db: Db, now: Date) =>
  db.delete(paymentEvents).where(lt(paymentEvents.createdAt, new Date(now.getTime() - 365 * 86_400_000)))
