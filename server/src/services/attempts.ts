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

/** Under this rule 11 guesses get through in the first hour and 4 in each after it; 17 at most where a new day begins. */
export const perName: Rule = { free: 5, firstWait: 60 }
/** A whole store signs in from one address. */
export const perAddress: Rule = { free: 20, firstWait: 60 }

/**
 * Counts an attempt as a miss before it is looked at, so that parallel guesses cannot slip past; `forgive` takes it back.
 * Counts it under all of its keys or under none: who is blocked already blocks nobody else. Kept in the database: it
 * survives a restart and holds for all processes. A day after its first miss a key starts afresh.
 * @throws Refused 429 while the wait of one of them lasts
 */
export async function countAttempt(db: Db, rules: Record<string, Rule>, now: Date) {
  const at = now.toISOString()
  const asked = Object.entries(rules).map(([key, rule]) => ({ key, ...rule }))
  // In the order of the keys here and in `forgive`, so that two attempts wait for one another and do not deadlock.
  const { rows } = await db.execute<{ allowed: boolean; wait: number }>(sql`
    WITH rules AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) AS r(key text, free int, "firstWait" float8)
    ), waits AS (
      SELECT extract(epoch FROM max(a.blocked_until) - ${at}::timestamptz)::float8 AS wait
      FROM attempts a JOIN rules USING (key) WHERE a.blocked_until > ${at}::timestamptz
    ), counted AS (
      INSERT INTO attempts AS a (key, misses, since)
      SELECT key, 1, ${at}::timestamptz FROM rules WHERE (SELECT wait FROM waits) IS NULL ORDER BY key
      ON CONFLICT (key) DO UPDATE SET (misses, since, blocked_until) = (
        SELECT n.misses, n.since, CASE WHEN n.misses >= r.free THEN excluded.since
          + make_interval(secs => least(${longestWait}::float8, r."firstWait" * 2 ^ least(n.misses - r.free, 20))) END
        FROM rules r, LATERAL (
          SELECT a.misses + 1 AS misses, a.since WHERE a.since > excluded.since - interval '1 day'
          UNION ALL SELECT 1, excluded.since WHERE a.since <= excluded.since - interval '1 day') n
        WHERE r.key = a.key)
      WHERE a.blocked_until IS NULL OR a.blocked_until <= excluded.since
      RETURNING key
    )
    SELECT (SELECT count(*) FROM counted) = (SELECT count(*) FROM rules) AS allowed, wait FROM waits`)
  const answer = rows[0]
  if (answer?.allowed) return
  const seconds = Math.max(1, Math.ceil(answer?.wait ?? 1))
  const wait = seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`
  throw new Refused(429, `Too many attempts. Please try again in ${wait}`, { retryAfter: seconds })
}

/** After a success: the name starts afresh, the address gets its one attempt back. */
export async function forgive(db: Db, name: string, address: string) {
  await db.execute(sql`
    UPDATE attempts a SET misses = CASE WHEN a.key = ${name} THEN 0 ELSE greatest(a.misses - 1, 0) END, blocked_until = NULL
    FROM (SELECT key FROM attempts WHERE key IN (${name}, ${address}) ORDER BY key FOR UPDATE) found
    WHERE a.key = found.key`)
}

/** Removes what `countAttempt` would start afresh anyway: anybody may submit any number of names. */
export const sweepAttempts = (db: Db, now: Date) =>
  db.execute(sql`
    DELETE FROM attempts
    WHERE since <= ${now.toISOString()}::timestamptz - interval '1 day'
      AND (blocked_until IS NULL OR blocked_until <= ${now.toISOString()}::timestamptz)`)
