import { and, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import type { HeldTurn } from '../../request/held-turn.ts'
import { files, removedFiles } from '../../tables/files.ts'
import { bindStorage } from './binding.ts'
import { storeWithoutTurn } from './files.ts'
import { inBatches } from './in-batches.ts'
import type { FileStore } from './store.ts'

/**
 * Bytes are removed after the transaction that deletes their row (decision 042): immediately, or by the clean-up after
 * `recoveryDays`, in which the database may be restored (decision 069).
 */

/**
 * Advisory lock: taken for a moment in shared mode to check whether bytes may be removed, and in exclusive mode while
 * all files are read.
 */
const LOCK = 0x66696c65

/** Prevents the removal of bytes until the transaction ends, except of bytes whose row was deleted before. */
export const forbidRemoval = (tx: Db) => tx.execute(sql`SELECT pg_advisory_xact_lock(${LOCK})`)

const keyRow = z.strictObject({ key: z.string() })
const allowedRow = z.strictObject({ allowed: z.boolean() })

/**
 * Deletes the rows of those `keys` that no owner references any more. After the commit they are no longer served. Call
 * it in the transaction that changed the owner, after the change, and pass the result to `removeBytes` after the
 * commit.
 * @param unreferenced condition for a row of `files` that no owner references
 */
export async function release(db: Db, keys: readonly string[], unreferenced: SQL): Promise<string[]> {
  if (keys.length === 0) return []
  // Lock before checking: if the last two owners of a picture were deleted concurrently, each transaction would still
  // see the other owner.
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
  const gone = await rowsOf(db, keyRow).execute(sql`
    WITH gone AS (DELETE FROM ${files} WHERE ${ours} AND ${unreferenced} RETURNING key)
    INSERT INTO ${removedFiles} (key) SELECT key FROM gone
    ON CONFLICT (key) DO UPDATE SET removed_at = now() RETURNING key`)
  return gone.map(({ key }) => key)
}

/**
 * Removes the bytes of those keys that have no row, unless `recoveryDays` retains them for a restore of the database:
 * then `purgeOrphans` removes them later. Call it after the commit that deleted the rows.
 * @returns the number of removed files
 */
export const removeBytes = async (db: Db, store: FileStore, keys: readonly string[]): Promise<number> =>
  store.recoveryDays > 0 ? 0 : removeWithoutRow(db, store, keys)

/**
 * Removes the bytes of those keys that have no row. During a backup it leaves them for `purgeOrphans`, because the
 * backup may have read their rows before.
 */
async function removeWithoutRow(db: Db, store: FileStore, keys: readonly string[]): Promise<number> {
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

type Call = {
  db: Db
  context: { files: FileStore; database: { db: Db } }
  request: { visit: HeldTurn }
  after: (work: () => Promise<unknown>) => void
}

/** `release` in the transaction of a call, and `removeBytes` after its commit. Two statements, none without keys. */
export async function releaseFiles(
  { db, context, request, after }: Call,
  keys: readonly string[],
  unreferenced: SQL,
) {
  const unused = await release(db, keys, unreferenced)
  const store = storeWithoutTurn(context.files, request.visit)
  if (unused.length > 0) after(() => removeBytes(context.database.db, store, unused))
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
const BATCH = 100
const hourBefore = (now: Date) => new Date(now.getTime() - HOUR)

/** Bytes without a row that were stored or removed after this moment are retained. */
const keptFrom = ({ recoveryDays }: FileStore, now: Date) =>
  recoveryDays > 0 ? new Date(now.getTime() - recoveryDays * DAY) : hourBefore(now)

/**
 * Removes bytes without a row: those of interrupted uploads, of removals that failed, and of files that were removed or
 * uploaded more than `recoveryDays` ago.
 * @returns the number of removed files
 * @throws Error with a message for the operator, and removes nothing, if the storage belongs to another database
 */
export async function purgeOrphans(db: Db, store: FileStore, now = new Date()): Promise<number> {
  const foreign = await bindStorage(db, store)
  if (foreign !== null) throw new Error(foreign)
  let removed = 0
  for await (const keys of orphans(db, store, now)) removed += await removeWithoutRow(db, store, keys)
  await store.removeHalfWritten(hourBefore(now))
  // Bytes that were not removed now, for example during a backup, were stored even earlier. The next run removes them
  // even without this row.
  await db.delete(removedFiles).where(lt(removedFiles.removedAt, keptFrom(store, now)))
  return removed
}

/** Yields batches of keys of bytes that have no row and need not be retained any longer. */
export async function* orphans(db: Db, store: FileStore, now: Date) {
  const from = keptFrom(store, now)
  for await (const keys of inBatches(olderThan(store, from), BATCH)) {
    const rowless = await withoutRow(db, keys)
    yield store.recoveryDays > 0 ? await removedBefore(db, rowless, from) : rowless
  }
}

/** The keys of `keys` that were not removed since `from`. None of `keys` has a row in `files`. */
async function removedBefore(db: Db, keys: readonly string[], from: Date): Promise<string[]> {
  if (keys.length === 0) return []
  const rows = await db
    .select({ key: removedFiles.key })
    .from(removedFiles)
    .where(and(inArray(removedFiles.key, [...keys]), gte(removedFiles.removedAt, from)))
  const kept = new Set(rows.map(({ key }) => key))
  return keys.filter((key) => !kept.has(key))
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
