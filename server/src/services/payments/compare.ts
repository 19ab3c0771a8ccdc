import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Database, Db, Lease } from '../../db/types.ts'
import { paymentFault, recordFault, unreadablePayment, unreadableRefund } from './faults.ts'
import type { Source } from './intake.ts'
import { type PaymentProvider, ProviderError } from './provider.ts'
import { recordWithRefunds } from './record.ts'
import { recordRefund, refundFault } from './refunds.ts'

type Failed = (error: unknown) => void

const DAY_MS = 24 * 3_600_000
/**
 * The provider lists payments by start time, but may capture a payment days later: if a bank does not answer, Razorpay
 * asks it again for 3 to 5 days.
 * @see razorpay.com/docs/payments/payments/late-authorisation
 */
const OVERLAP_MS = 5 * DAY_MS

const sinceRow = z.strictObject({ until: z.nullable(z.string()), since: z.nullable(z.string()) })

/**
 * The start of the period to compare; null if the last comparison is less than a day old, or if there are no payments.
 */
async function compareSince(db: Db, provider: string, now: Date): Promise<Date | null> {
  const rows = await rowsOf(db, sinceRow).execute(sql`
    SELECT (SELECT to_json(until) FROM payment_audits WHERE provider = ${provider}) AS until,
      (SELECT to_json(created_at) FROM payments WHERE provider = ${provider} ORDER BY id LIMIT 1) AS since`)
  const { until, since } = rows[0] ?? { until: null, since: null }
  const last = until ?? since
  if (last === null || now.getTime() - Date.parse(last) < DAY_MS) return null
  return new Date(until === null ? Date.parse(last) : Date.parse(last) - OVERLAP_MS)
}

const NOT_COMPARED = 'Could not be compared with the books'

type Comparison = { from: Date; lease: Lease; source: Source; failed: Failed }

/**
 * Compares the payments. Stops without an error once the lease is lost. A payment that cannot be recorded is stored as
 * a fault.
 */
async function comparePayments(
  database: Database,
  provider: PaymentProvider,
  { from, lease, source, failed }: Comparison,
) {
  for await (const { payment, unreadable } of provider.paymentsBetween(from, source.now)) {
    if (!lease.isHeld()) return
    if (unreadable) await recordFault(database.db, unreadablePayment(unreadable), source)
    if (payment?.status !== 'captured') continue
    try {
      await recordWithRefunds(database, provider, payment, source)
    } catch (error) {
      if (!(error instanceof ProviderError)) failed(error)
      await recordFault(database.db, paymentFault(payment, NOT_COMPARED), source)
    }
  }
}

/** Compares the refunds, whose payments may have been made before the period. Ignores refunds of unknown payments. */
async function compareRefunds(
  database: Database,
  provider: PaymentProvider,
  { from, lease, source, failed }: Comparison,
) {
  for await (const { refund, unreadable } of provider.refundsBetween(from, source.now)) {
    if (!lease.isHeld()) return
    if (unreadable) await recordFault(database.db, unreadableRefund(unreadable), source)
    if (!refund) continue
    try {
      await database.transaction((tx) => recordRefund(tx, refund, source))
    } catch (error) {
      failed(error)
      await recordFault(database.db, refundFault(refund, NOT_COMPARED), source)
    }
  }
}

async function compare(database: Database, provider: PaymentProvider, comparison: Comparison) {
  const { lease, source } = comparison
  await comparePayments(database, provider, comparison)
  if (lease.isHeld()) await compareRefunds(database, provider, comparison)
  if (!lease.isHeld()) return
  await database.db.execute(sql`
    INSERT INTO payment_audits (provider, until) VALUES (${provider.name}, ${source.now.toISOString()})
    ON CONFLICT (provider) DO UPDATE SET until = excluded.until`)
}

/**
 * Once a day, compares all payments that the provider has captured since the last comparison with the stored ones, and
 * all refunds. Records missing ones like a webhook, including refunds made in the provider's dashboard. One process
 * compares at a time; if it stops early, the next one starts again.
 */
export async function compareDay(
  database: Database,
  provider: PaymentProvider,
  { now, failed }: { now: Date; failed: Failed },
) {
  if ((await compareSince(database.db, provider.name, now)) === null) return
  const lease = await database.lease('kirana_payment_comparison')
  if (lease === null) return
  try {
    // Another process may have compared just before it released the lease.
    const from = await compareSince(database.db, provider.name, now)
    const source = { provider: provider.name, requestId: '', now }
    if (from !== null) await compare(database, provider, { from, lease, source, failed })
  } finally {
    await lease.release()
  }
}
