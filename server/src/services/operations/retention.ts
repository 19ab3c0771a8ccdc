import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { rowsOf } from '../../db/rows.ts'
import * as z from 'zod/mini'
import type { Database, Db } from '../../db/types.ts'
import { codeMessages } from '../../tables/code-messages.ts'
import { contactMessages } from '../../tables/contact-messages.ts'
import { files } from '../../tables/files.ts'
import { auditRows } from '../../tables/journal.ts'
import { manualOrders } from '../../tables/manual-orders.ts'
import { pushMessages } from '../../tables/push-messages.ts'
import type { FileStore } from '../files/store.ts'
import { release, removeBytes } from '../files/removal.ts'
import { dropAuditMonths } from '../journal/audit-months.ts'

/**
 * Retention periods of the Privacy Policy (web/src/legal/privacy.ts). Accounting records are kept indefinitely: orders,
 * invoices, the ledger, withdrawals and their documents.
 */
const retention = {
  list: '1 year',
  claimPhoto: '1 year',
  dropPhoto: '1 year',
  prescription: '3 years',
  /** A year after the matter is closed, at the latest 30 days after it was received (same policy). */
  contactMessage: '1 year 30 days',
  log: '1 year',
  /** Long enough to check the monthly bill of a provider, and much shorter than the year of the logs. */
  codeMessage: '90 days',
}

/** Rows per statement, to keep locks short. */
const BATCH = 200

const isOlder = (now: Date, age: string) =>
  sql`created_at < ${now.toISOString()}::timestamptz - ${age}::interval`

/** Deletes one batch, oldest first; skips rows that another process is deleting. */
const deleteBatch = <Row>(
  db: Db,
  table: PgTable,
  isExpired: SQL,
  { returning, row }: { returning: SQL; row: z.ZodMiniType<Row> },
) =>
  rowsOf(db, row).execute(sql`
    DELETE FROM ${table} WHERE id IN (
      SELECT id FROM ${table} WHERE ${isExpired} ORDER BY created_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
    ) RETURNING ${returning}`)

const ids = { returning: sql`id`, row: z.strictObject({ id: z.union([z.string(), z.int()]) }) }

async function deleteAll(db: Db, table: PgTable, isExpired: SQL) {
  while ((await deleteBatch(db, table, isExpired, ids)).length === BATCH);
}

export const purgeExpiredContactMessages = (db: Db, now: Date) =>
  deleteAll(db, contactMessages, isOlder(now, retention.contactMessage))

const momentRow = z.strictObject({ at: z.string() })

/**
 * Purges the audit log: drops the expired months, then deletes the expired rows of the oldest remaining month. The
 * ledger and order histories record their authors themselves and are kept.
 */
export async function purgeExpiredAudit(database: Database, now: Date) {
  const { db } = database
  const [expired] = await rowsOf(db, momentRow).execute(
    sql`SELECT to_json(${now.toISOString()}::timestamptz - ${retention.log}::interval) #>> '{}' AS at`,
  )
  if (expired) await dropAuditMonths(database, new Date(expired.at))
  await deleteAll(db, auditRows, isOlder(now, retention.log))
}

/** Purges push messages, which contain tokens of single phones. */
export const purgeExpiredPushMessages = (db: Db, now: Date) =>
  deleteAll(db, pushMessages, sql`status <> 'sending' AND ${isOlder(now, retention.log)}`)

/** Purges the records of sent sign-in codes, which have masked phones. */
export const purgeExpiredCodeMessages = (db: Db, now: Date) =>
  deleteAll(db, codeMessages, sql`state <> 'asked' AND ${isOlder(now, retention.codeMessage)}`)

const pictures = {
  returning: sql`photos || documents AS pictures`,
  row: z.strictObject({ pictures: z.array(z.string()) }),
}

/** Purges photo orders (lists and prescriptions) with their pictures. */
export async function purgeExpiredManualOrders(database: Database, store: FileStore, now: Date) {
  const { db, transaction } = database
  for (const [isPrescription, age] of [
    [false, retention.list],
    [true, retention.prescription],
  ] as const) {
    const isExpired = sql`is_prescription = ${isPrescription} AND ${isOlder(now, age)}`
    for (let deleted = BATCH; deleted === BATCH;) {
      const released = await transaction(async (tx) => {
        const orders = await deleteBatch(tx, manualOrders, isExpired, pictures)
        deleted = orders.length
        return release(
          tx,
          orders.flatMap((order) => order.pictures),
          inArray(files.purpose, ['manual-order', 'prescription']),
        )
      })
      await removeBytes(db, store, released)
    }
  }
}

const photosRow = z.strictObject({ pictures: z.array(z.string()) })

/** Removes photos in batches: `takeBatch` locks the rows and removes their keys, then the bytes are deleted. */
async function purgePhotos(
  { db, transaction }: Database,
  store: FileStore,
  purpose: 'claim' | 'drop',
  takeBatch: SQL,
) {
  for (let purged = BATCH; purged === BATCH;) {
    const released = await transaction(async (tx) => {
      const rows = await rowsOf(tx, photosRow).execute(takeBatch)
      purged = rows.length
      return release(
        tx,
        rows.flatMap(({ pictures }) => pictures),
        eq(files.purpose, purpose),
      )
    })
    await removeBytes(db, store, released)
  }
}

/** Purges the photos of claims; the claims are kept with the accounting records. */
export const purgeExpiredClaimPhotos = (database: Database, store: FileStore, now: Date) =>
  purgePhotos(
    database,
    store,
    'claim',
    sql`
      WITH old AS (
        SELECT id, photos FROM claims WHERE cardinality(photos) > 0 AND ${isOlder(now, retention.claimPhoto)}
        ORDER BY created_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
      ), emptied AS (UPDATE claims SET photos = '{}' WHERE id IN (SELECT id FROM old))
      SELECT photos AS pictures FROM old`,
  )

/** Purges the photos of failed drops; the drops are kept. */
export const purgeExpiredDropPhotos = (database: Database, store: FileStore, now: Date) =>
  purgePhotos(
    database,
    store,
    'drop',
    sql`
      WITH old AS (
        SELECT id, photo FROM drops WHERE photo <> ''
          AND assigned_at < ${now.toISOString()}::timestamptz - ${retention.dropPhoto}::interval
        ORDER BY assigned_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
      ), emptied AS (UPDATE drops SET photo = '' WHERE id IN (SELECT id FROM old))
      SELECT ARRAY[photo] AS pictures FROM old`,
  )
