import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Readable } from 'node:stream'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import type { Prepared } from '../../prepared-file.ts'
import { files } from '../../tables/files.ts'
import type { FilePurpose } from '../../tables/files.ts'
import { checkPdf, formatOf, toWebp } from './kinds.ts'
import { isKey } from './store.ts'
import type { FileStore } from './store.ts'
import { semaphore } from '../shared/semaphore.ts'

// Two of Node's four pool threads for file and crypto work; the other two stay free for other calls.
const limited = semaphore(2, 60)

/**
 * Validates incoming files and converts pictures to WebP without metadata; a PDF stays as it is, in place. Slow: never
 * call it inside a transaction. The incoming files must exist until `retain` has returned.
 * @throws HttpError 415 for a damaged or unsupported file, 413 for too many pixels, 503 when too many files are waiting
 */
export async function prepare(
  incoming: readonly { path: string; size: number }[],
  kind: 'image' | 'document',
): Promise<Prepared[]> {
  // Sequential, so that a call with six pictures leaves the second slot to others.
  const prepared: Prepared[] = []
  for (const file of incoming) prepared.push(await limited(() => prepareOne(file, kind)))
  return prepared
}

async function prepareOne(
  { path, size }: { path: string; size: number },
  kind: 'image' | 'document',
): Promise<Prepared> {
  const format = await formatOf(path, kind)
  const hash = createHash('sha256')
  if (format === 'pdf') {
    await checkPdf(path, size)
    await pipeline(createReadStream(path), hash)
    return { bytes: { path }, type: 'application/pdf', size, sha256: hash.digest('hex') }
  }
  const bytes = await toWebp(path, format)
  return { bytes, type: 'image/webp', size: bytes.length, sha256: hash.update(bytes).digest('hex') }
}

const isPrivate = (purpose: FilePurpose) => purpose === 'manual-order' || purpose === 'withdrawal'

/** A public picture is named by its content, so it can be cached forever; a private file gets a random name. */
const keyFor = ({ type, sha256 }: Prepared, purpose: FilePurpose) => {
  if (isPrivate(purpose)) return `${uuid()}.${type === 'image/webp' ? 'webp' : 'pdf'}`
  if (type !== 'image/webp') throw new Error(`A ${purpose} must be a picture`)
  return `${sha256.slice(0, 32)}.webp`
}

const aloneRow = z.strictObject({ alone: z.boolean() })

/** Advisory lock: shared while bytes and rows are added or all are read, exclusive while bytes are removed. */
const LOCK = 0x66696c65

/** Prevents the removal of any bytes until the transaction ends. */
export const lockForRetaining = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock_shared(${LOCK})`)

/**
 * Stores prepared files and returns their keys in the same order. Writes the bytes first, then the rows: a rollback of the
 * surrounding transaction leaves bytes without a row, which nobody can fetch and `purgeReleasedFiles` removes.
 * Reference the keys in an owner's row afterwards, in the same transaction.
 */
export async function retain(
  db: Db,
  store: FileStore,
  prepared: readonly Prepared[],
  { purpose }: { purpose: FilePurpose },
): Promise<string[]> {
  if (prepared.length === 0) return []
  const rows = new Map<string, typeof files.$inferInsert>()
  const keys = prepared.map((file) => {
    const key = keyFor(file, purpose)
    const { type, size, sha256 } = file
    rows.set(key, { key, purpose, type, size, sha256, isPrivate: isPrivate(purpose) })
    return key
  })
  await db.transaction(async (tx) => {
    await lockForRetaining(tx)
    await Promise.all(prepared.map((file, i) => store.put(keys[i] ?? '', file.bytes)))
    // Ordered by key, so that two calls with the same pictures do not deadlock. The update changes nothing: it locks
    // the row of an existing picture against a concurrent `release`.
    await tx
      .insert(files)
      .values([...rows.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1)))
      .onConflictDoUpdate({ target: files.key, set: { key: sql`excluded.key` } })
  })
  return keys
}

/**
 * Deletes the rows of those `keys` that no owner references any more; after the commit nobody can fetch them. Call it in
 * the transaction that changed the owner, after the change, and pass the result to `purgeReleasedFiles` after the commit.
 * @param unreferenced condition for a row of `files` that no owner references
 */
export async function release(db: Db, keys: readonly string[], unreferenced: SQL): Promise<string[]> {
  if (keys.length === 0) return []
  return db.transaction(async (tx) => {
    // Lock before checking: a concurrent `retain` of the same picture has then committed its owner.
    const locked = await tx
      .select({ key: files.key })
      .from(files)
      .where(inArray(files.key, [...keys]))
      .orderBy(files.key)
      .for('update')
    const ours = locked.map(({ key }) => key)
    const gone = await tx
      .delete(files)
      .where(and(inArray(files.key, ours), unreferenced))
      .returning({ key: files.key })
    return gone.map(({ key }) => key)
  })
}

const HOUR = 3_600_000

/**
 * Removes bytes without a row: those of `only` right after a release, otherwise (at the start and every hour) all that
 * are older than an hour. While files are being added, it leaves them for the next run.
 * @returns the number of removed files
 */
export async function purgeReleasedFiles(
  db: Db,
  store: FileStore,
  { only, now = new Date() }: { only?: readonly string[]; now?: Date } = {},
): Promise<number> {
  let removed = 0
  // Checked outside a transaction first: there are rarely any, and the embedded engine has one transaction at a time.
  for await (const keys of only ? [await withoutRow(db, only)] : orphans(db, store, now)) {
    if (keys.length === 0) continue
    removed += await db.transaction(async (tx) => {
      const rows = await rowsOf(tx, aloneRow).execute(sql`select pg_try_advisory_xact_lock(${LOCK}) as alone`)
      if (!rows[0]?.alone) return 0
      const unreferenced = await withoutRow(tx, keys)
      await Promise.all(unreferenced.map((key) => store.remove(key)))
      return unreferenced.length
    })
  }
  if (!only) await store.removeHalfWritten(hourBefore(now))
  return removed
}

const hourBefore = (now: Date) => new Date(now.getTime() - HOUR)

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
    if (batch.length < 100) continue
    yield batch
    batch = []
  }
  yield batch
}

export type ServedFile = {
  /** Null when `ifNoneMatch` matches: answer 304. Otherwise read it to the end or destroy it. */
  stream: Readable | null
  headers: Record<string, string>
}

/**
 * Returns a file for `GET /file/get/:key`, or null (404) if it does not exist or this caller may not see it. `key` is
 * unvalidated.
 */
export async function serveFile(
  db: Db,
  store: FileStore,
  key: string,
  caller: { staff: boolean; ifNoneMatch?: string | undefined },
): Promise<ServedFile | null> {
  if (!isKey(key)) return null
  const [file] = await db.select().from(files).where(eq(files.key, key))
  if (file === undefined || (file.isPrivate && !caller.staff)) return null
  const etag = `"${file.sha256}"`
  const headers = {
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    ...(file.isPrivate
      ? {
          'cache-control': 'private, no-store',
          // Browsers show no PDF under a sandbox policy, so PDFs are downloaded.
          'content-disposition': `${file.type === 'application/pdf' ? 'attachment' : 'inline'}; filename="${key}"`,
        }
      : {
          'cache-control': 'public, max-age=31536000, immutable',
          // The shop's pages and apps have other origins.
          'cross-origin-resource-policy': 'cross-origin',
          etag,
        }),
  }
  if (!file.isPrivate && caller.ifNoneMatch?.includes(etag)) return { stream: null, headers }
  const opened = await store.open(key)
  if (opened === null) return null
  return {
    stream: opened.stream,
    headers: { 'content-type': file.type, 'content-length': String(opened.size), ...headers },
  }
}
