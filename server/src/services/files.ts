import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Readable } from 'node:stream'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Db } from '../db/types.ts'
import { files } from '../tables/files.ts'
import type { FilePurpose } from '../tables/files.ts'
import { checkPdf, formatOf, toWebp } from './files-kinds.ts'
import { isKey } from './files-store.ts'
import type { Bytes, FileStore } from './files-store.ts'
import { limiter } from './limiter.ts'

/** A file that was looked through and is ready to be kept. `size` in bytes, `sha256` as hex. */
export type Prepared = {
  bytes: Bytes
  type: 'image/webp' | 'application/pdf'
  size: number
  sha256: string
}

// Two of the four threads that Node has for files and hashing: the other two stay free for other calls.
const twoAtOnce = limiter(2, 60)

/**
 * Looks through incoming files and turns pictures into clean WebP; a PDF stays as it is, where it is.
 * Slow, so never inside a transaction. The incoming files must stay until `keep` has returned.
 * @throws Refused 415 not what is taken or damaged, 413 too many pixels, 503 too much waiting
 */
export async function prepare(
  incoming: readonly { path: string; size: number }[],
  kind: 'image' | 'document',
): Promise<Prepared[]> {
  // One after the other, so that a call with six pictures leaves the second place to somebody else.
  const prepared: Prepared[] = []
  for (const file of incoming) prepared.push(await twoAtOnce(() => prepareOne(file, kind)))
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

/** A public picture is named by its content, so that it may be cached for ever; a private file by chance alone. */
const keyFor = ({ type, sha256 }: Prepared, purpose: FilePurpose) => {
  if (isPrivate(purpose)) return `${uuid()}.${type === 'image/webp' ? 'webp' : 'pdf'}`
  if (type !== 'image/webp') throw new Error(`A ${purpose} is shown as a picture`)
  return `${sha256.slice(0, 32)}.webp`
}

/** Held (shared) while bytes and rows are added or all are read, and (alone) while bytes are removed. */
const LOCK = 0x66696c65

/** Until the transaction ends nobody removes any bytes. */
export const keepBytes = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock_shared(${LOCK})`)

/**
 * Keeps prepared files and returns their keys, in the same order. Bytes first, then the rows: when the transaction
 * around it is rolled back, bytes without a row are left, which nobody can fetch and `sweep` removes.
 * Name the keys in an owner's row in the same transaction, after this.
 */
export async function keep(
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
    await keepBytes(tx)
    await Promise.all(prepared.map((file, i) => store.put(keys[i] ?? '', file.bytes)))
    // In the order of the keys, so that two calls with the same pictures wait for one another and do not deadlock.
    // The update changes nothing: it locks the row of a picture that is there, against `release` by somebody else.
    await tx
      .insert(files)
      .values([...rows.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1)))
      .onConflictDoUpdate({ target: files.key, set: { key: sql`excluded.key` } })
  })
  return keys
}

/**
 * Forgets those of `keys` that no owner names any more: from the commit on nobody can fetch them. Call it in the
 * transaction that changed the owner, after the change, and hand what it returns to `sweep` after the commit.
 * @param unnamed what is true of a row of `files` that no owner's row names
 */
export async function release(db: Db, keys: readonly string[], unnamed: SQL): Promise<string[]> {
  if (keys.length === 0) return []
  return db.transaction(async (tx) => {
    // Locked first and asked afterwards: whoever has just kept the same picture has committed its owner by then.
    const locked = await tx
      .select({ key: files.key })
      .from(files)
      .where(inArray(files.key, [...keys]))
      .orderBy(files.key)
      .for('update')
    const ours = locked.map(({ key }) => key)
    const gone = await tx
      .delete(files)
      .where(and(inArray(files.key, ours), unnamed))
      .returning({ key: files.key })
    return gone.map(({ key }) => key)
  })
}

const HOUR = 3_600_000

/**
 * Removes bytes without a row: of `only`, right after a release; else (at the start, then every hour) of
 * everything older than an hour. Leaves them for the next time while somebody is adding files.
 * @returns how many files were removed
 */
export async function sweep(
  db: Db,
  store: FileStore,
  { only, now = new Date() }: { only?: readonly string[]; now?: Date } = {},
): Promise<number> {
  let removed = 0
  // Outside a transaction first: it is nearly always none, and the embedded database has one transaction at a time.
  for await (const keys of only ? [await withoutRow(db, only)] : orphans(db, store, now)) {
    if (keys.length === 0) continue
    removed += await db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ alone: boolean }>(
        sql`select pg_try_advisory_xact_lock(${LOCK}) as alone`,
      )
      if (!rows[0]?.alone) return 0
      const still = await withoutRow(tx, keys)
      await Promise.all(still.map((key) => store.remove(key)))
      return still.length
    })
  }
  if (!only) await store.removeHalfWritten(hourBefore(now))
  return removed
}

const hourBefore = (now: Date) => new Date(now.getTime() - HOUR)

/** The keys of bytes older than an hour that no row names, some at a time. */
export async function* orphans(db: Db, store: FileStore, now: Date) {
  for await (const keys of inHundreds(olderThan(store, hourBefore(now)))) yield await withoutRow(db, keys)
}

/** Those of `keys` that are no row's. */
export async function withoutRow(db: Db, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const rows = await db
    .select({ key: files.key })
    .from(files)
    .where(inArray(files.key, [...keys]))
  const known = new Set(rows.map(({ key }) => key))
  return keys.filter((key) => !known.has(key))
}

async function* olderThan(store: FileStore, before: Date) {
  for await (const { key, putAt } of store.list()) if (putAt < before) yield key
}

async function* inHundreds(keys: AsyncIterable<string>) {
  let some: string[] = []
  for await (const key of keys) {
    some.push(key)
    if (some.length < 100) continue
    yield some
    some = []
  }
  yield some
}

export type ServedFile = {
  /** Null when `ifNoneMatch` names what the caller already has: answer 304. Else read it or destroy it. */
  stream: Readable | null
  headers: Record<string, string>
}

/**
 * A file for `GET /file/get/:key`, or null (404) when there is none that this caller may see (trust.md, threat 12).
 * `key` is whatever stood in the address.
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
          // A browser shows no PDF in a sandbox, so a PDF is downloaded.
          'content-disposition': `${file.type === 'application/pdf' ? 'attachment' : 'inline'}; filename="${key}"`,
        }
      : {
          'cache-control': 'public, max-age=31536000, immutable',
          // The shop's pages and apps live elsewhere.
          'cross-origin-resource-policy': 'cross-origin',
          etag,
        }),
  }
  if (!file.isPrivate && caller.ifNoneMatch?.includes(etag)) return { stream: null, headers }
  const found = await store.open(key)
  if (found === null) return null
  return {
    stream: found.stream,
    headers: { 'content-type': file.type, 'content-length': String(found.size), ...headers },
  }
}
