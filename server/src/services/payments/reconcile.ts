import { isExpired, nextCheck } from '@kirana/domain/payment'
import { sql } from 'drizzle-orm'
import { rowsOf } from '../../db/rows.ts'
import * as z from 'zod/mini'
import type { Database, Db } from '../../db/types.ts'
import { changeOrderStatus } from '../orders/status.ts'
import { recordPayment } from './intake.ts'
import { type PaymentProvider, ProviderError, type ProviderPayment } from './provider.ts'
import { recordRefund } from './refunds.ts'

const openRow = z.strictObject({
  id: z.string(),
  orderId: z.string(),
  checkoutId: z.string(),
  expiresAt: z.string(),
})
type Open = z.output<typeof openRow>

/** Claims the next open checkout that is due by postponing its next check, so that no other process polls it as well. */
async function claimCheck(db: Db, provider: string, now: Date): Promise<Open | undefined> {
  const rows = await rowsOf(db, openRow).execute(sql`
    UPDATE payments SET check_at = ${new Date(now.getTime() + 60_000).toISOString()}::timestamptz
    WHERE id = (
      SELECT id FROM payments WHERE check_at <= ${now.toISOString()}::timestamptz AND provider = ${provider}
      ORDER BY check_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, order_id AS "orderId", checkout_id AS "checkoutId", to_json(expires_at) AS "expiresAt"`)
  return rows[0]
}

/** The payments of a checkout; null if the provider does not respond. */
async function askAbout(provider: PaymentProvider, checkoutId: string): Promise<ProviderPayment[] | null> {
  try {
    return await provider.paymentsOf(checkoutId)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return null
  }
}

/**
 * Polls the next open checkout that is due, in case its webhook was lost, and closes it if it has expired unpaid. False if
 * none is due.
 */
export async function checkNext(database: Database, provider: PaymentProvider, now: Date): Promise<boolean> {
  const open = await claimCheck(database.db, provider.name, now)
  if (!open) return false
  const expiresAt = new Date(open.expiresAt)
  const reported = await askAbout(provider, open.checkoutId)
  const source = { provider: provider.name, requestId: '', now }
  // The captured payment comes last, because failed attempts precede it.
  const sorted = (reported ?? []).toSorted(
    (a, b) => Number(a.status === 'captured') - Number(b.status === 'captured'),
  )
  for (const payment of sorted) await database.transaction((tx) => recordPayment(tx, payment, source))
  if (isExpired(expiresAt, now, reported !== null))
    await database.transaction((tx) =>
      changeOrderStatus(tx, {
        id: open.orderId,
        to: 'canceled',
        onlyUnpaid: true,
        touchedPick: 'keep',
        by: 'Not paid in time',
        now,
      }),
    )
  await database.db.execute(sql`
    UPDATE payments SET check_at = ${nextCheck(expiresAt, now, provider.checkSeconds).toISOString()}::timestamptz
    WHERE id = ${open.id} AND state IN ('created', 'failed')`)
  return true
}

const DAY_MS = 24 * 3_600_000
/**
 * The provider lists payments by start time, but may capture one days later: Razorpay asks a bank that does not answer for 3
 * to 5 days.
 * @see razorpay.com/docs/payments/payments/late-authorisation
 */
const OVERLAP_MS = 5 * DAY_MS

const sinceRow = z.strictObject({ until: z.nullable(z.string()), since: z.nullable(z.string()) })

/** The start of the period to compare; null if the last comparison is less than a day old, or without payments. */
async function compareSince(db: Db, provider: string, now: Date): Promise<Date | null> {
  const rows = await rowsOf(db, sinceRow).execute(sql`
    SELECT (SELECT to_json(until) FROM payment_audits WHERE provider = ${provider}) AS until,
      (SELECT to_json(created_at) FROM payments WHERE provider = ${provider} ORDER BY id LIMIT 1) AS since`)
  const { until, since } = rows[0] ?? { until: null, since: null }
  const last = until ?? since
  if (last === null || now.getTime() - Date.parse(last) < DAY_MS) return null
  return new Date(until === null ? Date.parse(last) : Date.parse(last) - OVERLAP_MS)
}

/**
 * Once a day, compares all payments that the provider has captured since the last comparison with the stored ones. Missing
 * payments are recorded like their webhooks, and so are refunds made in the provider's dashboard.
 */
export async function compareDay(database: Database, provider: PaymentProvider, now: Date) {
  const from = await compareSince(database.db, provider.name, now)
  if (from === null) return
  const source = { provider: provider.name, requestId: '', now }
  for await (const payment of provider.paymentsBetween(from, now)) {
    if (payment.status !== 'captured') continue
    await database.transaction((tx) => recordPayment(tx, payment, source))
    if (payment.refunded === 0) continue
    for (const refund of await provider.refundsOf(payment.paymentId))
      await database.transaction((tx) => recordRefund(tx, refund, source))
  }
  await database.db.execute(sql`
    INSERT INTO payment_audits (provider, until) VALUES (${provider.name}, ${now.toISOString()})
    ON CONFLICT (provider) DO UPDATE SET until = excluded.until`)
}
