import { createHash, createHmac } from 'node:crypto'
import { lt, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../db/rows.ts'
import type { Db } from '../db/types.ts'
import { HttpError } from '../errors.ts'
import { idempotencyKeys } from '../tables/journal.ts'

/** A request with an idempotency key: the sender's scope, a digest of the key and one of the content. */
export type Repeatable = { scope: string; key: string; fingerprint: string }

/**
 * The content may be a password, whose plain digest could be brute-forced. It is therefore an HMAC keyed with the
 * client's idempotency key, of which only a digest is stored.
 */
export const repeatable = (scope: string, key: string, content: unknown): Repeatable => ({
  scope,
  key: createHash('sha256').update(key).digest('hex'),
  fingerprint: createHmac('sha256', key).update(JSON.stringify(content)).digest('hex'),
})

/** Keys of the requests that this process is handling. */
const inProgress = new Set<string>()

/**
 * Runs `work` unless this process is already handling a request with the same key.
 * @throws HttpError 409 if it is
 */
export async function onceAtATime<T>({ scope, key }: Repeatable, work: () => Promise<T>): Promise<T> {
  const name = `${scope} ${key}`
  if (inProgress.has(name)) throw inFlight()
  inProgress.add(name)
  try {
    return await work()
  } finally {
    inProgress.delete(name)
  }
}

const inFlight = () =>
  new HttpError(409, 'The same request is being worked on', { code: 'in-flight', retryAfter: 1 })

const earlierRow = z.strictObject({
  free: z.boolean(),
  fingerprint: z.nullable(z.string()),
  answer: z.unknown(),
})

/**
 * The stored answer for this key, or null when the key is new. Locks the key until the transaction ends, so that no other
 * process handles the same request.
 * @throws HttpError 422 when the key was used for another request, 409 while another process handles it
 */
export async function earlierAnswer(
  tx: Db,
  { scope, key, fingerprint }: Repeatable,
): Promise<{ answer: unknown } | null> {
  const rows = await rowsOf(tx, earlierRow).execute(sql`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${`${scope} ${key}`}, 0)) AS free, k.fingerprint, k.answer
    FROM (SELECT 1) one LEFT JOIN idempotency_keys k ON k.scope = ${scope} AND k.key = ${key}`)
  const row = rows[0]
  if (!row?.free) throw inFlight()
  if (row.fingerprint === null) return null
  if (row.fingerprint !== fingerprint)
    throw new HttpError(422, 'This Idempotency-Key was used for something else', { code: 'key-reused' })
  return { answer: row.answer }
}

/** Whether an answer is stored for this key, without locking it. */
export async function hasAnswer(db: Db, { scope, key }: Repeatable): Promise<boolean> {
  const { rows } = await db.execute(
    sql`SELECT 1 FROM idempotency_keys WHERE scope = ${scope} AND key = ${key}`,
  )
  return rows.length > 0
}

/** @throws HttpError 409 when another process has finished the same request since `earlierAnswer` */
export async function keepAnswer(
  tx: Db,
  { scope, key, fingerprint }: Repeatable,
  answer: unknown,
  now: Date,
) {
  const inserted = await tx
    .insert(idempotencyKeys)
    .values({ scope, key, fingerprint, answer, createdAt: now })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  if (inserted.length === 0) throw inFlight()
}

/** Removes keys older than two days. */
export const purgeExpiredKeys = (db: Db, now: Date) =>
  db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, new Date(now.getTime() - 48 * 3_600_000)))
