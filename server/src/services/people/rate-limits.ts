import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'

export type Rule = {
  /** Failed attempts before the first wait. */
  free: number
  /** Seconds of the first wait. */
  firstWait: number
  /** Factor of the wait for each further failed attempt; default 2. */
  growth?: number
  /** Seconds of the longest wait; default 15 minutes. */
  longestWait?: number
}

/** The keys under which an attempt was counted, and the time until which it blocked each one. */
export type CountedKeys = readonly z.output<typeof Counted>[]
const Counted = z.strictObject({ key: z.string(), until: z.nullable(z.string()) })
const attemptRow = z.strictObject({ counted: z.nullable(z.array(Counted)), wait: z.nullable(z.number()) })

/**
 * Counts an attempt as failed before it is checked, so that parallel guesses cannot bypass the limit; `recordSuccess`
 * reverts that. Counts under all keys or none: a blocked attempt must not use up the limits of others. Stored in the
 * database, so it survives restarts and applies to all processes. A key restarts one day after its first failed
 * attempt. `advice` begins the message.
 * @throws HttpError 429 with `retryAfter` while one of the keys is blocked
 */
export async function countAttempt(
  db: Db,
  rules: Record<string, Rule>,
  now: Date,
  advice = 'Too many attempts. Please',
): Promise<CountedKeys> {
  const at = now.toISOString()
  const limits = Object.entries(rules).map(([key, rule]) => ({
    growth: 2,
    longestWait: 15 * 60,
    ...rule,
    key,
  }))
  // Keys are locked in the same order here and in `recordSuccess`, so concurrent attempts do not deadlock.
  const rows = await rowsOf(db, attemptRow).execute(sql`
    WITH rules AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(limits)}::jsonb)
        AS r(key text, free int, "firstWait" float8, growth float8, "longestWait" float8)
    ), waits AS (
      SELECT extract(epoch FROM max(a.blocked_until) - ${at}::timestamptz)::float8 AS wait
      FROM attempts a JOIN rules USING (key) WHERE a.blocked_until > ${at}::timestamptz
    ), counted AS (
      INSERT INTO attempts AS a (key, misses, since)
      SELECT key, 1, ${at}::timestamptz FROM rules WHERE (SELECT wait FROM waits) IS NULL ORDER BY key
      ON CONFLICT (key) DO UPDATE SET (misses, since, blocked_until) = (
        SELECT n.misses, n.since, CASE WHEN n.misses >= r.free THEN excluded.since
          + make_interval(secs => least(r."longestWait", r."firstWait" * r.growth ^ least(n.misses - r.free, 500))) END
        FROM rules r, LATERAL (
          SELECT a.misses + 1 AS misses, a.since WHERE a.since > excluded.since - interval '1 day'
          UNION ALL SELECT 1, excluded.since WHERE a.since <= excluded.since - interval '1 day') n
        WHERE r.key = a.key)
      WHERE a.blocked_until IS NULL OR a.blocked_until <= excluded.since
      RETURNING key, blocked_until
    )
    SELECT (SELECT json_agg(json_build_object('key', key, 'until', blocked_until)) FROM counted) AS counted, wait
    FROM waits`)
  const { counted = null, wait = null } = rows[0] ?? {}
  if (counted?.length === limits.length) return counted
  const seconds = Math.max(1, Math.ceil(wait ?? 1))
  const duration = seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`
  throw new HttpError(429, `${advice} try again in ${duration}`, { retryAfter: seconds })
}

/**
 * Reverts `countAttempt` after a success. Resets the person's own keys (`reset`) to zero. Shared keys are decremented,
 * and unblocked only if this attempt set the block, because otherwise one valid sign-in would allow further guesses of
 * a whole address. `earlier` are shared keys under which an earlier step was counted.
 */
export async function recordSuccess(
  db: Db,
  counted: CountedKeys,
  { reset, earlier = [] }: { reset: readonly string[]; earlier?: readonly string[] },
) {
  const keys = new Map(
    [...counted, ...earlier.map((key) => ({ key, until: null }))].map((entry) => [
      entry.key,
      { ...entry, reset: false },
    ]),
  )
  for (const key of reset) keys.set(key, { key, until: null, reset: true })
  await db.execute(sql`
    WITH cleared AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify([...keys.values()])}::jsonb)
        AS c(key text, until timestamptz, reset boolean)
    )
    UPDATE attempts a SET misses = CASE WHEN c.reset THEN 0 ELSE greatest(a.misses - 1, 0) END,
      blocked_until = CASE WHEN c.reset OR a.blocked_until = c.until THEN NULL ELSE a.blocked_until END
    FROM cleared c, (
      SELECT key FROM attempts WHERE key IN (SELECT key FROM cleared) ORDER BY key FOR UPDATE
    ) locked
    WHERE a.key = locked.key AND c.key = a.key`)
}

/**
 * Removes keys that `countAttempt` would restart. The table would grow without limit otherwise, because callers can
 * send any number of usernames.
 */
export const purgeExpiredAttempts = (db: Db, now: Date) =>
  db.execute(sql`
    DELETE FROM attempts
    WHERE since <= ${now.toISOString()}::timestamptz - interval '1 day'
      AND (blocked_until IS NULL OR blocked_until <= ${now.toISOString()}::timestamptz)`)
