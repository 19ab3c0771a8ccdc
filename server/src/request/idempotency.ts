import { createHash, createHmac } from 'node:crypto'
import { and, eq, like, lt, not, or, sql } from 'drizzle-orm'
import { pgCode } from '../db/errors.ts'
import { send } from '../db/send.ts'
import type { Db } from '../db/types.ts'
import { HttpError } from '../errors.ts'
import { idempotencyKeys } from '../tables/journal.ts'

/** A request with an idempotency key: the sender's scope, a digest of the key and one of the content. */
export type Repeatable = { scope: string; key: string; fingerprint: string }

/**
 * The content may be a password, whose plain digest could be brute-forced. The fingerprint is therefore an HMAC with
 * the client's idempotency key, and only a digest of that key is stored.
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
 * @throws HttpError 409 in that case
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

/** The key was used before: `earlierAnswer` has the answer. */
export class KeyUsed extends Error {}

const uniqueViolation = '23505'
const notNullViolation = '23502'

function rethrowTaken(error: unknown): never {
  const code = pgCode(error)
  if (code === uniqueViolation) throw new KeyUsed('This Idempotency-Key was used before', { cause: error })
  if (code === notNullViolation) throw inFlight()
  throw error
}

/**
 * Claims the key for this transaction in its first statement. A key that is not free fails the transaction, so the call
 * need not wait for the answer of this statement. A used key violates the primary key. While another process handles
 * the request, the lock is not free and the fingerprint is NULL, which violates its constraint instead of waiting for
 * that process. The transaction rejects with KeyUsed, or with HttpError 409 while another process handles the request.
 */
export const claimKey = (tx: Db, { scope, key, fingerprint }: Repeatable, now: Date) =>
  send(
    tx,
    sql`
      INSERT INTO idempotency_keys (scope, key, fingerprint, answer, created_at)
      SELECT ${scope}, ${key}, CASE WHEN pg_try_advisory_xact_lock(hashtextextended(${`${scope} ${key}`}, 0))
        THEN ${fingerprint} END, 'null'::jsonb, ${now.toISOString()}::timestamptz`,
    rethrowTaken,
  )

/** Stores the answer to the request whose key this transaction has claimed. */
export const keepAnswer = (tx: Db, { scope, key }: Repeatable, answer: unknown) =>
  send(tx, tx.update(idempotencyKeys).set({ answer }).where(isKey({ scope, key })))

/** Releases the key that this transaction has claimed, so that the same request may be sent again. */
export const releaseKey = (tx: Db, repeated: Repeatable) =>
  send(tx, tx.delete(idempotencyKeys).where(isKey(repeated)))

const isKey = ({ scope, key }: Pick<Repeatable, 'scope' | 'key'>) =>
  and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key))

/**
 * The answer stored for a used key.
 * @throws HttpError 422 when the key was used for another request; 409 when no answer is stored any more: a retry is
 * handled as a new request
 */
export async function earlierAnswer(db: Db, repeated: Repeatable): Promise<unknown> {
  const [row] = await db
    .select({
      fingerprint: idempotencyKeys.fingerprint,
      answer: idempotencyKeys.answer,
    })
    .from(idempotencyKeys)
    .where(isKey(repeated))
  if (!row) throw inFlight()
  if (row.fingerprint !== repeated.fingerprint)
    throw new HttpError(422, 'This Idempotency-Key was used for something else', { code: 'key-reused' })
  return row.answer
}

/** Whether an answer is stored for this key, without locking it. */
export async function hasAnswer(db: Db, { scope, key }: Repeatable): Promise<boolean> {
  const { rows } = await db.execute(
    sql`SELECT 1 FROM idempotency_keys WHERE scope = ${scope} AND key = ${key}`,
  )
  return rows.length > 0
}

const DAY_MS = 86_400_000

/**
 * Removes keys older than two days. Keys of stock receipts are kept for a year, because the browser keeps an
 * unconfirmed receipt and repeats it with the same key until it is saved (decision 057).
 */
export const purgeExpiredKeys = (db: Db, now: Date) => {
  const isOlderThan = (days: number) => lt(idempotencyKeys.createdAt, new Date(now.getTime() - days * DAY_MS))
  const isOfReceipt = like(idempotencyKeys.scope, '% receipts.add')
  return db.delete(idempotencyKeys).where(and(isOlderThan(2), or(not(isOfReceipt), isOlderThan(365))))
}
