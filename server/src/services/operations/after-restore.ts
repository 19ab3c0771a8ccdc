import { randomUUID } from 'node:crypto'
import { financialYear, seriesAfterRestore } from '@kirana/domain/invoice'
import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import { withoutTimeouts } from '../../db/snapshot.ts'
import type { Database, Db } from '../../db/types.ts'
import { requireRow } from '../../errors.ts'
import { writeAudit } from '../../request/audit.ts'
import { challanSeries, creditNoteSeries, invoiceSeries } from '../../tables/invoices.ts'
import { startEpoch } from '../shared/live-epoch.ts'

/** Numbers skipped in each sequence: far more than a store issues in the time between a backup and its restore. */
export const SKIPPED_NUMBERS = 10_000

const momentRow = z.strictObject({ at: z.nullable(z.string()) })

/**
 * The moment to which the database was restored, or an earlier one; null if it is unknown. It is the earlier of two:
 * the last transaction that the server has replayed, and the newest audit row, which is later than the restored moment
 * if processes run. A promoted server reports its last replayed transaction until it is restarted, also after
 * `data:restore` has written an older backup to it.
 */
async function restoredMoment(db: Db): Promise<Date | null> {
  const [row] = await rowsOf(db, momentRow).execute(sql`
    SELECT to_json(least(pg_last_xact_replay_timestamp(), (SELECT max(created_at) FROM audit_rows))) AS at`)
  return row?.at ? new Date(row.at) : null
}

const EndedRow = z.strictObject({ sessions: z.int(), devices: z.int(), codes: z.int(), pushes: z.int() })

/**
 * Ends objects that were open at the restored moment but may have been ended later: sessions, unfinished sign-ins,
 * known devices, sign-in codes (also those that are being sent) and push messages. One statement.
 */
async function endWhatWasOpen(db: Db, now: Date) {
  const at = sql`${now.toISOString()}::timestamptz`
  const rows = await rowsOf(db, EndedRow).execute(sql`
    WITH ended AS (DELETE FROM sessions RETURNING 1),
      steps AS (DELETE FROM sign_in_steps),
      challenges AS (DELETE FROM factor_challenges),
      forgotten AS (DELETE FROM known_devices RETURNING 1),
      voided AS (DELETE FROM sign_in_codes RETURNING 1),
      unsent AS (
        UPDATE code_messages SET state = 'given-up', recipient = NULL, code = NULL, claimed_at = NULL,
          error = 'interrupted', finished_at = ${at}
        WHERE state = 'asked'
      ), stopped AS (
        UPDATE push_messages SET status = 'done', finished_at = ${at} WHERE status = 'sending' RETURNING 1
      )
    SELECT (SELECT count(*)::int FROM ended) AS sessions, (SELECT count(*)::int FROM forgotten) AS devices,
      (SELECT count(*)::int FROM voided) AS codes, (SELECT count(*)::int FROM stopped) AS pushes`)
  return requireRow(rows, 'Count')
}

/**
 * SQL that skips numbers of a sequence and returns the next one. The sequence only counts up, so orders may be placed
 * concurrently.
 */
const skipped = (sequence: string) => {
  const name = sql.raw(`'${sequence}'`)
  return sql`setval(${name}, nextval(${name}) + ${SKIPPED_NUMBERS - 1}::bigint)::float8 + 1`
}

const NextRow = z.strictObject({ orders: z.int(), customers: z.int(), messages: z.int(), claims: z.int() })

/** Skips `SKIPPED_NUMBERS` of orders, customers, messages and claims, and returns the next numbers. One statement. */
async function skipNumbers(db: Db) {
  const rows = await rowsOf(db, NextRow).execute(sql`
    SELECT ${skipped('order_numbers')} AS orders, ${skipped('customer_numbers')} AS customers,
      ${skipped('contact_messages_number_seq')} AS messages, ${skipped('claim_numbers')} AS claims`)
  return requireRow(rows, 'Sequence')
}

const kinds = ['creditNote', 'invoice', 'challan'] as const
type Kind = (typeof kinds)[number]
// The lock order is the same in all transactions: the series of credit notes before that of invoices.
const tables = { creditNote: creditNoteSeries, invoice: invoiceSeries, challan: challanSeries }

const SeriesRow = z.strictObject({ series: z.string(), last: z.int() })

/**
 * Locks the current series of a kind of documents in a financial year, so that transactions that issue a document wait.
 */
async function lockedSeries(tx: Db, kind: Kind, year: string) {
  const rows = await rowsOf(tx, SeriesRow).execute(sql`
    INSERT INTO ${tables[kind]} AS s (year, last) VALUES (${year}, 0)
    ON CONFLICT (year) DO UPDATE SET last = s.last
    RETURNING coalesce(s.series, s.year) AS series, s.last`)
  return { kind, ...requireRow(rows, 'Series') }
}

/**
 * Starts a series of invoices, credit notes and challans, with one name, and ends the current ones. Earlier financial
 * years need no new series, because no new document is dated in them.
 * @returns the ended series, with their last numbers in the database (0 without one), and the name of the new one
 */
async function startSeries(tx: Db, now: Date) {
  const year = financialYear(now)
  const ended: Awaited<ReturnType<typeof lockedSeries>>[] = []
  for (const kind of kinds) ended.push(await lockedSeries(tx, kind, year))
  const started = seriesAfterRestore(
    now,
    ended.map(({ series }) => series),
  )
  for (const kind of kinds)
    await tx.execute(sql`UPDATE ${tables[kind]} SET series = ${started}, last = 0 WHERE year = ${year}`)
  return { ended, started }
}

/** The next comparison of a payment provider begins at the restored moment or before, and is due now. */
const compareFrom = (provider: string, from: Date): SQL => sql`
  INSERT INTO payment_audits AS a (provider, until)
  VALUES (${provider}, ${from.toISOString()}::timestamptz - interval '1 day')
  ON CONFLICT (provider) DO UPDATE SET until = least(a.until, excluded.until)`

const PayoutRow = z.strictObject({
  name: z.string(),
  phone: z.string(),
  amount: z.int(),
  account: z.string(),
  askedAt: z.string(),
})

/** The open withdrawals, in paise. Some may have been paid out after the restored moment. */
const openWithdrawals = (db: Db) =>
  rowsOf(db, PayoutRow).execute(sql`
    SELECT u.full_name AS name, u.phone, w.amount::float8 AS amount, to_json(w.created_at) AS "askedAt",
      CASE WHEN w.upi_id <> '' THEN w.upi_id ELSE w.bank_account || ' ' || w.ifsc END AS account
    FROM withdrawals w JOIN users u ON u.id = w.user_id
    WHERE w.done_at IS NULL AND w.refused_at IS NULL ORDER BY w.id`)

/**
 * Prepares a store for use after its database was restored to an earlier moment, also while processes run. Ends
 * sessions and messages that were open at that moment, and prevents numbers that were assigned after it from being
 * assigned again. One transaction. Repeating it is safe: it skips more numbers and starts another series.
 *
 * Live streams are reset within two seconds, and end when their session is checked next (decision 063).
 * @param options.provider the payment provider whose payments are to be compared from the restored moment on, or null
 * @see decision 066
 */
export const afterRestore = (database: Database, { provider, now }: { provider: string | null; now: Date }) =>
  database.transaction(async (tx) => {
    await withoutTimeouts(tx)
    const restoredAt = await restoredMoment(tx)
    await startEpoch(tx)
    const ended = await endWhatWasOpen(tx, now)
    if (provider !== null) await tx.execute(compareFrom(provider, restoredAt ?? now))
    const withdrawals = await openWithdrawals(tx)
    const next = await skipNumbers(tx)
    // Last, because transactions that number a document wait for these locks.
    const series = await startSeries(tx, now)
    await writeAudit(tx, {
      call: 'superadmin.afterRestore',
      who: null,
      requestId: randomUUID(),
      change: { object: 'restore', after: { restoredAt, series: series.started } },
      now,
    })
    return { restoredAt, ended, next, series, withdrawals }
  })
export type AfterRestore = Awaited<ReturnType<typeof afterRestore>>
