import { isExpired, nextCheck } from '@kirana/domain/payment'
import { sql } from 'drizzle-orm'
import { rowsOf } from '../../db/rows.ts'
import * as z from 'zod/mini'
import type { Database, Db } from '../../db/types.ts'
import { changeOrderStatus } from '../orders/status.ts'
import { paymentFault, recordFault, unreadablePayment } from './faults.ts'
import { type PaymentProvider, ProviderError, type ReadPayment } from './provider.ts'
import { recordWithRefunds } from './record.ts'

const openRow = z.strictObject({
  id: z.string(),
  orderId: z.string(),
  checkoutId: z.string(),
  expiresAt: z.string(),
})
type Open = z.output<typeof openRow>

/**
 * Claims the next open checkout that is due by postponing its next check, so that no other process polls it as well.
 */
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
async function askAbout(provider: PaymentProvider, checkoutId: string): Promise<ReadPayment[] | null> {
  try {
    return await provider.paymentsOf(checkoutId)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return null
  }
}

/**
 * Polls the next open checkout that is due, in case its webhook was lost, and closes it if it has expired unpaid. False
 * if none is due.
 */
export async function checkNext(database: Database, provider: PaymentProvider, now: Date): Promise<boolean> {
  const open = await claimCheck(database.db, provider.name, now)
  if (!open) return false
  const expiresAt = new Date(open.expiresAt)
  const reported = await askAbout(provider, open.checkoutId)
  const source = { provider: provider.name, requestId: '', now }
  // Sorts the captured payment last, because failed attempts precede it.
  const sorted = (reported ?? [])
    .flatMap(({ payment }) => payment ?? [])
    .toSorted((a, b) => Number(a.status === 'captured') - Number(b.status === 'captured'))
  let areRefundsKnown = true
  for (const payment of sorted)
    try {
      await recordWithRefunds(database, provider, payment, source)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      areRefundsKnown = false
      await recordFault(database.db, paymentFault(payment, 'Its refunds could not be read'), source)
    }
  const unreadable = (reported ?? []).flatMap((read) => read.unreadable ?? [])
  for (const one of unreadable) await recordFault(database.db, unreadablePayment(one), source)
  const isAnswered = reported !== null && areRefundsKnown && unreadable.length === 0
  if (isExpired(expiresAt, now, isAnswered))
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
