import { createHash, createHmac } from 'node:crypto'
import { lt, sql } from 'drizzle-orm'
import type { Db } from '../db/types.ts'
import { Refused } from '../http/refuse.ts'
import { idempotencyKeys } from '../tables/journal.ts'

/** A request that may be sent again: who sends it, a digest of its key, and one of what it says. */
export type Repeatable = { scope: string; key: string; fingerprint: string }

/**
 * What is said may be a password, whose plain digest could be guessed at leisure. So the digest is keyed by the key that
 * the client chose, and of that only a digest is kept.
 */
export const repeatable = (scope: string, key: string, said: unknown): Repeatable => ({
  scope,
  key: createHash('sha256').update(key).digest('hex'),
  fingerprint: createHmac('sha256', key).update(JSON.stringify(said)).digest('hex'),
})

/** Requests with a key that this process is working on. */
const underWay = new Set<string>()

/**
 * Runs `work` unless a request with the same key is under way in this process.
 * @throws Refused 409 if it is
 */
export async function onceAtATime<T>({ scope, key }: Repeatable, work: () => Promise<T>): Promise<T> {
  const name = `${scope} ${key}`
  if (underWay.has(name)) throw inFlight()
  underWay.add(name)
  try {
    return await work()
  } finally {
    underWay.delete(name)
  }
}

const inFlight = () =>
  new Refused(409, 'The same request is being worked on', { code: 'in-flight', retryAfter: 1 })

/**
 * The answer that was given to this key before, or null when it is new. Holds the key until the transaction ends,
 * so that another process cannot work on it meanwhile.
 * @throws Refused 422 when the key came with something else, 409 while another process works on it
 */
export async function earlierAnswer(
  tx: Db,
  { scope, key, fingerprint }: Repeatable,
): Promise<{ answer: unknown } | null> {
  const { rows } = await tx.execute<{ free: boolean; fingerprint: string | null; answer: unknown }>(sql`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${`${scope} ${key}`}, 0)) AS free, k.fingerprint, k.answer
    FROM (SELECT 1) one LEFT JOIN idempotency_keys k ON k.scope = ${scope} AND k.key = ${key}`)
  const row = rows[0]
  if (!row?.free) throw inFlight()
  if (row.fingerprint === null) return null
  if (row.fingerprint !== fingerprint)
    throw new Refused(422, 'This Idempotency-Key was used for something else', { code: 'key-reused' })
  return { answer: row.answer }
}

/** @throws Refused 409 when another process has finished the same request since `earlierAnswer` looked */
export async function keepAnswer(
  tx: Db,
  { scope, key, fingerprint }: Repeatable,
  answer: unknown,
  now: Date,
) {
  const kept = await tx
    .insert(idempotencyKeys)
    .values({ scope, key, fingerprint, answer, createdAt: now })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  if (kept.length === 0) throw inFlight()
}

/** Keys older than two days are forgotten. */
export const sweepKeys = (db: Db, now: Date) =>
  db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, new Date(now.getTime() - 48 * 3_600_000)))
