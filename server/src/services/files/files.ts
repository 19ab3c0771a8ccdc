import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Readable } from 'node:stream'
import type { Permission } from '@kirana/domain/permissions'
import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { fairTurns } from '../../request/fair-turns.ts'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'
import type { HeldTurn } from '../../request/held-turn.ts'
import type { Prepared } from '../../request/prepared-file.ts'
import { files } from '../../tables/files.ts'
import type { FilePurpose } from '../../tables/files.ts'
import { checkPdf, formatOf, toWebp } from './kinds.ts'
import { isKey } from './store.ts'
import type { FileStore } from './store.ts'

// Two of Node's four pool threads for file and crypto work; the other two stay free for other calls. One is reserved
// for staff, so that slow pictures of customers never delay theirs.
const lane = { runningPerCaller: 2, waitingPerCaller: 60, waiting: 60 }
const turns = fairTurns({
  turns: 2,
  lanes: { staff: { reserved: 1, ...lane }, customers: { reserved: 0, ...lane } },
  refusal: () => new HttpError(503, 'The server is busy. Please try again in a moment', { retryAfter: 5 }),
})

/** The sender of files: customers take turns by person, in a separate lane from staff. */
export type Sender = { isStaff: boolean; key: string }

/**
 * Validates incoming files and converts pictures to WebP without metadata; a PDF is not changed. Slow: never
 * call it inside a transaction. The incoming files must exist until `storeFiles` has returned.
 * @throws HttpError 415 for a damaged or unsupported file, 413 for too many pixels, 503 when too many files are waiting
 */
export async function prepare(
  incoming: readonly { path: string; size: number }[],
  kind: 'image' | 'document',
  { isStaff, key }: Sender = { isStaff: true, key: '' },
): Promise<Prepared[]> {
  const name = isStaff ? 'staff' : 'customers'
  // Sequential, so that a call with six pictures leaves the second turn to other callers.
  const prepared: Prepared[] = []
  for (const file of incoming) prepared.push(await turns.run(name, key, () => prepareOne(file, kind)))
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

/** The permission that staff need to see a private file, by purpose. Files of other purposes are public. */
const permissions: Partial<Record<FilePurpose, Permission>> = {
  'manual-order': 'orders.read',
  // Prescriptions are health data: staff who place orders from them may see them, but not pickers and dispatchers, who
  // can only read orders.
  prescription: 'orders.write',
  withdrawal: 'withdrawals.read',
  claim: 'claims',
  drop: 'dispatch',
}
const isPrivate = (purpose: FilePurpose) => permissions[purpose] !== undefined
const neededFor = (purpose: FilePurpose): Permission => permissions[purpose] ?? 'orders.read'

/**
 * Every upload has its own key, so the content of a key never changes, and removing an upload never affects another
 * one.
 */
const newKey = ({ type }: Prepared, purpose: FilePurpose) => {
  if (!isPrivate(purpose) && type !== 'image/webp') throw new Error(`A ${purpose} must be a picture`)
  return `${uuid()}.${type === 'image/webp' ? 'webp' : 'pdf'}`
}

/**
 * Half of the hour after which `purgeOrphans` removes bytes without a row: the transaction takes much less than the
 * other half hour.
 */
const MAX_UPLOAD_MS = 1_800_000

/** Files whose bytes are stored, but whose rows do not exist yet. */
export type StoredFiles = {
  /** In the order of the prepared files. */
  keys: readonly string[]
  /**
   * Inserts the rows. Reference the keys in an owner's row afterwards, in the same transaction.
   * @throws HttpError 503 when storing the bytes took more than half an hour
   */
  keep: (tx: Db) => Promise<string[]>
  /** Removes the bytes. Call it only if the transaction was not committed. */
  drop: () => Promise<void>
}

/**
 * Stores the bytes of prepared files, so that a transaction can `keep` them. Slow: never call it inside a transaction.
 * If neither `keep` nor `drop` follows, `purgeOrphans` removes the bytes.
 */
export async function storeFiles(
  store: FileStore,
  prepared: readonly Prepared[],
  purpose: FilePurpose,
): Promise<StoredFiles> {
  const startedAt = Date.now()
  const rows = prepared.map((file) => {
    const { type, size, sha256 } = file
    return { key: newKey(file, purpose), purpose, type, size, sha256, isPrivate: isPrivate(purpose) }
  })
  const keys = rows.map(({ key }) => key)
  const remove = async (stored: readonly string[]) => {
    await Promise.all(stored.map((key) => store.remove(key)))
  }
  // Waits for all uploads before any is removed.
  const outcomes = await Promise.allSettled(prepared.map((file, i) => store.put(keys[i] ?? '', file.bytes)))
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) {
    // `purgeOrphans` removes later what cannot be removed now.
    await remove(keys.filter((_, i) => outcomes[i]?.status === 'fulfilled')).catch(() => {})
    throw failed.reason
  }
  return {
    keys,
    keep: async (tx) => {
      if (Date.now() - startedAt > MAX_UPLOAD_MS)
        throw new HttpError(503, 'Storing the files took too long. Please try again', { retryAfter: 1 })
      if (rows.length > 0) await tx.insert(files).values(rows)
      return [...keys]
    },
    drop: () => remove(keys),
  }
}

/**
 * Wraps the file storage for use outside a transaction: the first request to it releases the call's database turn,
 * because the storage may hang.
 */
export function storeWithoutTurn(store: FileStore, turn: HeldTurn): FileStore {
  const pausing =
    <Sent extends unknown[], Answer>(send: (...sent: Sent) => Answer) =>
    (...sent: Sent) => {
      turn?.pause()
      return send(...sent)
    }
  return { ...store, put: pausing(store.put), open: pausing(store.open), remove: pausing(store.remove) }
}

type Call = {
  files: readonly Prepared[]
  context: { files: FileStore }
  request: { visit: HeldTurn }
  isRepeated: () => Promise<boolean>
}

/**
 * The `before` step of a call that stores files: `stored.keep` inserts their rows in the transaction, and `undo`
 * removes the bytes if the transaction fails. The call holds no turn while the storage works.
 */
export const storing =
  (purpose: FilePurpose) =>
  async ({ files: prepared, context, request: { visit }, isRepeated }: Call) => {
    if (prepared.length > 0 && (await isRepeated()))
      return { stored: alreadyStored, undo: alreadyStored.drop }
    const stored = await storeFiles(storeWithoutTurn(context.files, visit), prepared, purpose)
    if (prepared.length > 0)
      await visit?.resume().catch(async (error: unknown) => {
        await stored.drop()
        throw error
      })
    return { stored, undo: stored.drop }
  }

/** For a repeated call, which stores nothing because its transaction finds the earlier answer. */
const alreadyStored: StoredFiles = {
  keys: [],
  keep: () => Promise.reject(new HttpError(503, 'Please try again', { retryAfter: 1 })),
  drop: async () => {},
}

export type ServedFile = {
  /**
   * Null when `ifNoneMatch` matches: respond with 304. Otherwise the caller reads the stream to the end or destroys it.
   */
  stream: Readable | null
  headers: Record<string, string>
}

/**
 * Returns a file for `GET /file/get/:key`, or null (404) if it does not exist or a caller with these permissions may
 * not see it. `key` is unvalidated.
 */
export async function serveFile(
  db: Db,
  store: FileStore,
  key: string,
  caller: { permissions: readonly Permission[]; ifNoneMatch?: string | undefined },
): Promise<ServedFile | null> {
  if (!isKey(key)) return null
  const [file] = await db.select().from(files).where(eq(files.key, key))
  if (file === undefined || (file.isPrivate && !caller.permissions.includes(neededFor(file.purpose))))
    return null
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
          // Allowed, because the shop's pages and apps have other origins.
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
