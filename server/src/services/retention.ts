import { eq, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '../db/open.ts'
import type { Db } from '../db/types.ts'
import { contactMessages } from '../tables/contact-messages.ts'
import { files } from '../tables/files.ts'
import { auditRows } from '../tables/journal.ts'
import { manualOrders } from '../tables/manual-orders.ts'
import { pushMessages } from '../tables/push-messages.ts'
import type { FileStore } from './files-store.ts'
import { release, sweep } from './files.ts'

/**
 * How long what the Privacy Policy names may be kept (web/src/legal/privacy.ts). What belongs to the books is not here:
 * orders, invoices, the ledger, withdrawals and their documents stay.
 */
const kept = {
  list: '1 year',
  prescription: '3 years',
  /** A year after the matter is closed, which is 30 days after it came at the latest (the same policy). */
  contactMessage: '1 year 30 days',
  log: '1 year',
}

/** Rows that go in one statement, so that nobody waits long for it. */
const BATCH = 200

const isOlder = (now: Date, age: string) =>
  sql`created_at < ${now.toISOString()}::timestamptz - ${age}::interval`

/** Deletes some of the rows, the oldest first; those that another process is deleting are left to it. */
const deleteSome = async <Row extends Record<string, unknown>>(
  db: Db,
  table: PgTable,
  old: SQL,
  gives = 'id',
) => {
  const { rows } = await db.execute<Row>(sql`
    DELETE FROM ${table} WHERE id IN (
      SELECT id FROM ${table} WHERE ${old} ORDER BY created_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
    ) RETURNING ${sql.raw(gives)}`)
  return rows
}

async function deleteAll(db: Db, table: PgTable, old: SQL) {
  while ((await deleteSome(db, table, old)).length === BATCH);
}

export const sweepContactMessages = (db: Db, now: Date) =>
  deleteAll(db, contactMessages, isOlder(now, kept.contactMessage))

/** Who did what. Money and orders say for themselves who moved them, for as long as they are kept. */
export const sweepAudit = (db: Db, now: Date) => deleteAll(db, auditRows, isOlder(now, kept.log))

/** What was pushed, and to whose phone. */
export const sweepPushMessages = (db: Db, now: Date) =>
  deleteAll(db, pushMessages, sql`status <> 'sending' AND ${isOlder(now, kept.log)}`)

/** Photographed lists and prescriptions, pictures included. */
export async function sweepManualOrders(database: Database, store: FileStore, now: Date) {
  const { db, transaction } = database
  for (const [isPrescription, age] of [
    [false, kept.list],
    [true, kept.prescription],
  ] as const) {
    const old = sql`is_prescription = ${isPrescription} AND ${isOlder(now, age)}`
    for (let deleted = BATCH; deleted === BATCH;) {
      const gone = await transaction(async (tx) => {
        const orders = await deleteSome<{ pictures: string[] }>(
          tx,
          manualOrders,
          old,
          'photos || documents AS pictures',
        )
        deleted = orders.length
        return release(
          tx,
          orders.flatMap(({ pictures }) => pictures),
          eq(files.purpose, 'manual-order'),
        )
      })
      await sweep(db, store, { only: gone })
    }
  }
}
