import { inArray, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { files } from '../../tables/files.ts'
import type { FileStore } from './store.ts'

/** Bytes are removed after the transaction that deletes their row (docs/decisions/042-a-key-for-each-upload.md). */

/** Advisory lock: shared to ask whether bytes may be removed, exclusive while all files are read. */
const LOCK = 0x66696c65

/** Lets no bytes be removed until the transaction ends, except those whose row was deleted before. */
export const forbidRemoval = (tx: Db) => tx.execute(sql`SELECT pg_advisory_xact_lock(${LOCK})`)

const allowedRow = z.strictObject({ allowed: z.boolean() })

/**
 * Deletes the rows of those `keys` that no owner references any more; from the commit on they are not served. Call it in
 * the transaction that changed the owner, after the change, and pass the result to `removeBytes` after the commit.
 * @param unreferenced condition for a row of `files` that no owner references
 */
export async function release(db: Db, keys: readonly string[], unreferenced: SQL): Promise<string[]> {
  if (keys.length === 0) return []
  // Lock before checking: the last two owners of a picture, deleted concurrently, would each see the other.
  const locked = await db
    .select({ key: files.key })
    .from(files)
    .where(inArray(files.key, [...keys]))
    .orderBy(files.key)
    .for('update')
  if (locked.length === 0) return []
  const ours = inArray(
    files.key,
    locked.map(({ key }) => key),
  )
  const gone = await db
    .delete(files)
    .where(sql`${ours} AND ${unreferenced}`)
    .returning({ key: files.key })
  return gone.map(({ key }) => key)
}

/**
 * Removes the bytes of those keys that have no row. During a backup it leaves them for `purgeOrphans`, since the backup
 * may have read their rows before. Call it after the commit that deleted the rows.
 * @returns the number of removed files
 */
export async function removeBytes(db: Db, store: FileStore, keys: readonly string[]): Promise<number> {
  if (keys.length === 0) return 0
  const [lock] = await rowsOf(db, allowedRow).execute(
    sql`SELECT pg_try_advisory_xact_lock_shared(${LOCK}) AS allowed`,
  )
  if (!lock?.allowed) return 0
  const gone = await withoutRow(db, keys)
  const outcomes = await Promise.allSettled(gone.map((key) => store.remove(key)))
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
  return gone.length
}

const HOUR = 3_600_000
const BATCH = 100
const hourBefore = (now: Date) => new Date(now.getTime() - HOUR)

/**
 * Removes bytes without a row that are older than an hour: those of interrupted uploads and of removals that failed.
 * @returns the number of removed files
 */
export async function purgeOrphans(db: Db, store: FileStore, now = new Date()): Promise<number> {
  let removed = 0
  for await (const keys of orphans(db, store, now)) removed += await removeBytes(db, store, keys)
  await store.removeHalfWritten(hourBefore(now))
  return removed
}

/** Yields batches of keys of bytes that are older than an hour and have no row. */
export async function* orphans(db: Db, store: FileStore, now: Date) {
  for await (const keys of inBatches(olderThan(store, hourBefore(now)))) yield await withoutRow(db, keys)
}

/** The keys without a row in `files`. */
export async function withoutRow(db: Db, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const rows = await db
    .select({ key: files.key })
    .from(files)
    .where(inArray(files.key, [...keys]))
  const existing = new Set(rows.map(({ key }) => key))
  return keys.filter((key) => !existing.has(key))
}

async function* olderThan(store: FileStore, before: Date) {
  for await (const { key, putAt } of store.list()) if (putAt < before) yield key
}

async function* inBatches(keys: AsyncIterable<string>) {
  let batch: string[] = []
  for await (const key of keys) {
    batch.push(key)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  yield batch
}
