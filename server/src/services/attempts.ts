import { sql } from 'drizzle-orm'
import type { Db } from '../db/types.ts'
import { Refused } from '../http/refuse.ts'

type Rule = {
  /** Misses that cost nothing. */
  free: number
  /** Seconds of the first wait; each further miss doubles it, up to 15 minutes. */
  firstWait: number
}

const longestWait = 15 * 60

/** Under this rule at most 12 guesses an hour get through. */
export const perName: Rule = { free: 5, firstWait: 60 }
/** A whole store signs in from one address. */
export const perAddress: Rule = { free: 20, firstWait: 60 }

/**
 * Counts an attempt as a miss before it is looked at, so that parallel guesses cannot slip past; `forgive` takes it back.
 * Kept in the database: it survives a restart and holds for all processes. A day without misses starts afresh.
 * @throws Refused 429 while the wait lasts
 */
export async function countAttempt(db: Db, key: string, rule: Rule, now: Date) {
  const at = now.toISOString()
  const { rows } = await db.execute<{ allowed: boolean; wait: number }>(sql`
    WITH attempt AS (
      INSERT INTO attempts AS a (key, misses, last_at) VALUES (${key}, 1, ${at})
      ON CONFLICT (key) DO UPDATE SET
        misses = CASE WHEN a.last_at < ${at}::timestamptz - interval '1 day' THEN 1 ELSE a.misses + 1 END,
        last_at = excluded.last_at,
        blocked_until = CASE WHEN a.last_at >= ${at}::timestamptz - interval '1 day' AND a.misses + 1 >= ${rule.free}::int
          THEN ${at}::timestamptz + make_interval(secs => least(${longestWait}::float8, ${rule.firstWait}::float8 * 2 ^ least(a.misses + 1 - ${rule.free}::int, 20)))
        END
      WHERE a.blocked_until IS NULL OR a.blocked_until <= ${at}::timestamptz
      RETURNING true AS allowed
    )
    SELECT coalesce((SELECT allowed FROM attempt), false) AS allowed,
      coalesce((SELECT extract(epoch FROM blocked_until - ${at}::timestamptz) FROM attempts WHERE key = ${key}), 0)::float8 AS wait`)
  const answer = rows[0]
  if (answer?.allowed) return
  const seconds = Math.max(1, Math.ceil(answer?.wait ?? 1))
  const wait = seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`
  throw new Refused(429, `Too many attempts. Please try again in ${wait}`, { retryAfter: seconds })
}

/** After a success: the name starts afresh, the address gets its one attempt back. */
export async function forgive(db: Db, name: string, address: string) {
  await db.execute(sql`
    WITH gone AS (DELETE FROM attempts WHERE key = ${name})
    UPDATE attempts SET misses = greatest(misses - 1, 0), blocked_until = NULL WHERE key = ${address}`)
}

/** Removes what `countAttempt` would start afresh anyway: anybody may submit any number of names. */
export const sweepAttempts = (db: Db, now: Date) =>
  db.execute(sql`DELETE FROM attempts WHERE last_at < ${now.toISOString()}::timestamptz - interval '1 day'`)
