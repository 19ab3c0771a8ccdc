import { inArray, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'
import { fileClaims, files } from '../../tables/files.ts'
import type { FileStore } from './store.ts'

/**
 * Bytes are stored before the transaction that names them, and removed after the one that forgets them. A claim keeps the
 * two apart: docs/decisions/021-bytes-outside-transactions.md.
 */

/** A key that no row of `files` names, as of a version of its claim. */
export type Released = { key: string; version: number }

/** Advisory lock: shared while keys are marked for removal, exclusive while all files are read. */
const LOCK = 0x66696c65

/** Lets no bytes be removed until the transaction ends, except those that no row named before. */
export const forbidRemoval = (tx: Db) => tx.execute(sql`SELECT pg_advisory_xact_lock(${LOCK})`)

const keyRow = z.strictObject({ key: z.string() })
const releasedRow = z.strictObject({ key: z.string(), version: z.int() })
const freeRow = z.strictObject({ key: z.string(), version: z.int(), isFree: z.boolean() })
const settledRow = z.strictObject({ settled: z.int() })
const namedRow = z.strictObject({ key: z.string(), version: z.int(), isNamed: z.boolean() })

const isFree = sql`(c.holders = '{}' AND NOT c.is_removing) AS "isFree"`
const changed = sql`version = c.version + 1, changed_at = now()`
const among = (keys: readonly string[]) =>
  sql`(SELECT value FROM jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))`

/** Claims keys before their bytes are stored. Returns those that were claimed: the others are being removed. */
export async function claim(db: Db, keys: readonly string[], holder: string): Promise<Set<string>> {
  const rows = await rowsOf(db, keyRow).execute(sql`
    INSERT INTO file_claims AS c (key, holders)
    SELECT value, ARRAY[${holder}::uuid] FROM jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) ORDER BY value
    ON CONFLICT (key) DO UPDATE SET holders = c.holders || excluded.holders, ${changed}
    WHERE NOT c.is_removing RETURNING key`)
  return new Set(rows.map(({ key }) => key))
}

/**
 * Inserts rows of `files`, ordered by key, and ends their claim with the transaction.
 * @throws HttpError 503 when the claim has run out, because storing the bytes took more than an hour
 */
export async function settle(tx: Db, rows: readonly (typeof files.$inferInsert)[], holder: string) {
  const values = rows.map(
    (row) =>
      sql`(${row.key}, ${row.purpose}, ${row.type}, ${row.size}::int, ${row.sha256}, ${row.isPrivate}::boolean)`,
  )
  // The update of an existing picture changes nothing: it locks the row against a concurrent `release`.
  const [found] = await rowsOf(tx, settledRow).execute(sql`
    WITH kept AS (
      INSERT INTO files (key, purpose, type, size, sha256, is_private) VALUES ${sql.join(values, sql`, `)}
      ON CONFLICT (key) DO UPDATE SET key = excluded.key RETURNING key
    ), settled AS (
      UPDATE file_claims c SET holders = array_remove(c.holders, ${holder}::uuid), ${changed}
      FROM kept WHERE c.key = kept.key AND ${holder}::uuid = ANY (c.holders) AND NOT c.is_removing
      RETURNING c.key
    )
    SELECT count(*)::int AS settled FROM settled`)
  if (found?.settled !== rows.length)
    throw new HttpError(503, 'Storing the files took too long. Please try again', { retryAfter: 1 })
}

/** Ends a claim whose transaction was not committed, and removes what it stored and no other upload and no row needs. */
export async function dropClaim(
  db: Db,
  store: FileStore,
  { keys, stored, holder }: { keys: readonly string[]; stored: ReadonlySet<string>; holder: string },
) {
  const rows = await rowsOf(db, freeRow).execute(sql`
    UPDATE file_claims c SET holders = array_remove(c.holders, ${holder}::uuid), ${changed}
    WHERE c.key IN ${among(keys)} AND ${holder}::uuid = ANY (c.holders) AND NOT c.is_removing
    RETURNING c.key, c.version, ${isFree}`)
  await removeUnnamed(
    db,
    store,
    rows.filter((row) => row.isFree && stored.has(row.key)),
  )
}

/**
 * Deletes the rows of those `keys` that no owner references any more; after the commit nobody can fetch them. Call it in
 * the transaction that changed the owner, after the change, and pass the result to `removeReleased` after the commit.
 * @param unreferenced condition for a row of `files` that no owner references
 */
export async function release(db: Db, keys: readonly string[], unreferenced: SQL): Promise<Released[]> {
  if (keys.length === 0) return []
  // Lock before checking: a concurrent `settle` of the same picture has then committed its owner.
  const locked = await db
    .select({ key: files.key })
    .from(files)
    .where(inArray(files.key, [...keys]))
    .orderBy(files.key)
    .for('update')
  if (locked.length === 0) return []
  const ours = among(locked.map(({ key }) => key))
  const rows = await rowsOf(db, freeRow).execute(sql`
    WITH gone AS (DELETE FROM files WHERE files.key IN ${ours} AND ${unreferenced} RETURNING files.key)
    INSERT INTO file_claims AS c (key) SELECT key FROM gone ORDER BY key
    ON CONFLICT (key) DO UPDATE SET ${changed}
    RETURNING c.key, c.version, ${isFree}`)
  return rows.flatMap((row) => (row.isFree ? [{ key: row.key, version: row.version }] : []))
}

/**
 * Removes the bytes of released keys, unless they have been claimed since. During a backup it leaves them for
 * `purgeAbandonedFiles`. Call it after the commit.
 * @returns the number of removed files
 */
export async function removeReleased(
  db: Db,
  store: FileStore,
  released: readonly Released[],
): Promise<number> {
  if (released.length === 0) return 0
  const marked = await rowsOf(db, releasedRow).execute(sql`
    WITH removal AS MATERIALIZED (SELECT pg_try_advisory_xact_lock_shared(${LOCK}) AS allowed)
    UPDATE file_claims c SET is_removing = true, ${changed}
    FROM removal, jsonb_to_recordset(${JSON.stringify(released)}::jsonb) AS r(key text, version int)
    WHERE removal.allowed AND c.key = r.key AND c.version = r.version
    RETURNING c.key, c.version`)
  if (marked.length === 0) return 0
  const outcomes = await Promise.allSettled(marked.map(({ key }) => store.remove(key)))
  const done = marked.filter((_, i) => outcomes[i]?.status === 'fulfilled')
  if (done.length > 0) await forget(db, done)
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
  return done.length
}

/** Deletes claims that have not changed since. */
const forget = (db: Db, claims: readonly Released[]) =>
  db.execute(sql`
    DELETE FROM file_claims c USING jsonb_to_recordset(${JSON.stringify(claims)}::jsonb) AS r(key text, version int)
    WHERE c.key = r.key AND c.version = r.version`)

/** The claim must have been read in an earlier statement than the rows of `files`. */
async function removeUnnamed(db: Db, store: FileStore, free: readonly Released[]): Promise<number> {
  const unnamed = new Set(
    await withoutRow(
      db,
      free.map(({ key }) => key),
    ),
  )
  return removeReleased(
    db,
    store,
    free.flatMap(({ key, version }) => (unnamed.has(key) ? [{ key, version }] : [])),
  )
}

const HOUR = 3_600_000
const BATCH = 100
const hourBefore = (now: Date) => new Date(now.getTime() - HOUR)

/**
 * Ends what has not changed for an hour: claims of uploads that were interrupted, removals that were not finished. Then
 * removes all other bytes without a row that are older than an hour, as an earlier release left them.
 * @returns the number of removed files
 */
export async function purgeAbandonedFiles(db: Db, store: FileStore, now = new Date()): Promise<number> {
  let removed = 0
  for (let isMoving = true; isMoving;) {
    const old = await rowsOf(db, namedRow).execute(sql`
      SELECT c.key, c.version, EXISTS (SELECT FROM files f WHERE f.key = c.key) AS "isNamed"
      FROM file_claims c WHERE c.changed_at < ${hourBefore(now).toISOString()}::timestamptz
      ORDER BY c.changed_at LIMIT ${BATCH}`)
    const named = old.filter(({ isNamed }) => isNamed)
    if (named.length > 0) await forget(db, named)
    const gone = await removeReleased(
      db,
      store,
      old.flatMap(({ key, version, isNamed }) => (isNamed ? [] : [{ key, version }])),
    )
    removed += gone
    isMoving = old.length === BATCH && named.length + gone > 0
  }
  for await (const keys of orphans(db, store, now)) {
    if (keys.length === 0) continue
    const adopted = await db
      .insert(fileClaims)
      .values(keys.map((key) => ({ key })))
      .onConflictDoNothing()
      .returning({ key: fileClaims.key, version: fileClaims.version })
    removed += await removeUnnamed(db, store, adopted)
  }
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
