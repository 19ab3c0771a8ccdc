import { createHash, randomBytes } from 'node:crypto'
import { type Permission, permissions as allPermissions } from '@kirana/domain/permissions'
import type { Role } from '@kirana/domain/vocabulary'
import { eq, lt, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../db/rows.ts'
import type { Database, Db } from '../db/types.ts'
import type { Session } from '../session.ts'
import { sessions } from '../tables/people.ts'
import { deviceHash } from './devices.ts'

const minutes = 60_000
/** Session lifetimes in ms: since the last use, and in total. Customers stay signed in on their phones. */
const lifetimes: Record<Role, { idle: number; absolute: number }> = {
  staff: { idle: 30 * minutes, absolute: 12 * 60 * minutes },
  superadmin: { idle: 30 * minutes, absolute: 12 * 60 * minutes },
  customer: { idle: 90 * 24 * 60 * minutes, absolute: 180 * 24 * 60 * minutes },
}
/** A session's last use is written at most this often (ms). */
const touchAfter = minutes

export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

/**
 * Starts a session and returns its token, of which only the hash is stored. One statement.
 * @param options.isSample the session starts in sample mode and is valid only there
 * @param options.device the browser's device token, which is remembered as this person's
 */
export async function startSession(
  db: Db,
  role: Role,
  personId: string,
  now: Date,
  { isSample = false, device = null }: { isSample?: boolean; device?: string | null } = {},
) {
  const token = randomBytes(32).toString('base64url')
  const at = now.toISOString()
  const expiresAt = new Date(now.getTime() + lifetimes[role].absolute).toISOString()
  await db.execute(sql`
    WITH device AS (
      INSERT INTO known_devices (token_hash, role, person_id, seen_at)
      SELECT ${deviceHash(role, sql`${personId}`, device ?? '')}, ${role}, ${personId}::uuid, ${at}::timestamptz
      WHERE ${device !== null}::boolean
      ON CONFLICT (token_hash) DO UPDATE SET seen_at = excluded.seen_at
    )
    INSERT INTO sessions (token_hash, role, person_id, is_sample, created_at, seen_at, expires_at)
    VALUES (${hashToken(token)}, ${role}, ${personId}, ${isSample}, ${at}, ${at}, ${expiresAt})`)
  return token
}

/** The active people of a role, as (id, name, permissions): null means all that there are. */
const people: Record<Role, ReturnType<typeof sql>> = {
  staff: sql`SELECT s.id, s.name, r.permissions FROM staff s JOIN staff_roles r ON r.id = s.role_id WHERE s.is_active`,
  superadmin: sql`SELECT id, username AS name, '[]'::jsonb AS permissions FROM superadmins`,
  customer: sql`SELECT id, coalesce(nullif(full_name, ''), phone) AS name, '[]'::jsonb AS permissions FROM users WHERE erased_at IS NULL`,
}

const personRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  permissions: z.nullable(z.array(z.enum(allPermissions))),
  seen_at: z.union([z.string(), z.date()]),
})
const hashRow = z.strictObject({ token_hash: z.string() })
const validRow = z.strictObject({ ...hashRow.shape, permissions: personRow.shape.permissions })

type When = { now: Date; sampleMode: boolean }

/** The valid sessions `s` of a role with their person `p`. */
const validSessions = (role: Role, { now, sampleMode }: When) => sql`
  sessions s JOIN (${people[role]}) p ON p.id = s.person_id AND s.role = ${role}
    AND s.expires_at > ${now.toISOString()}
    AND s.seen_at > ${new Date(now.getTime() - lifetimes[role].idle).toISOString()}
    AND (${sampleMode}::boolean OR NOT s.is_sample)`

/**
 * Finds the session of a token. Null when it is unknown, expired or ended, when it started in sample mode and is used
 * outside it, or when its person is disabled. One statement, plus one a minute to record the use.
 */
export async function findSession(db: Db, role: Role, token: string, when: When): Promise<Session | null> {
  const { now } = when
  const tokenHash = hashToken(token)
  const rows = await rowsOf(db, personRow).execute(sql`
    SELECT p.id, p.name, p.permissions, s.seen_at FROM ${validSessions(role, when)} WHERE s.token_hash = ${tokenHash}`)
  const row = rows[0]
  if (!row) return null
  const seenAt = new Date(row.seen_at)
  if (now.getTime() - seenAt.getTime() > touchAfter)
    await db.update(sessions).set({ seenAt: now }).where(eq(sessions.tokenHash, tokenHash))
  return {
    role,
    id: row.id,
    name: row.name,
    tokenHash,
    seenAt,
    permissions: row.permissions ?? allPermissions,
  }
}

/** The sessions of these hashes that are still valid, with what they may do now. One statement. */
export async function stillValid(
  db: Db,
  role: Role,
  tokenHashes: readonly string[],
  when: When,
): Promise<Map<string, readonly Permission[]>> {
  const rows = await rowsOf(db, validRow).execute(sql`
    SELECT s.token_hash, p.permissions FROM ${validSessions(role, when)}
    WHERE s.token_hash IN (SELECT jsonb_array_elements_text(${JSON.stringify(tokenHashes)}::jsonb))`)
  return new Map(rows.map((row) => [row.token_hash, row.permissions ?? allPermissions]))
}

/** Published when sessions end or may do less: every process then checks the sessions of its live streams. */
export const SESSIONS_CHANNEL = 'kirana_sessions'

/** The transaction that ends sessions; `after` defers work until its commit. */
type Call = {
  db: Db
  context: { database: Pick<Database, 'notify'> }
  after: (work: () => Promise<unknown>) => void
}

/** Ends one session. */
export async function endSession({ db, context, after }: Call, tokenHash: string) {
  await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash))
  after(() => context.database.notify(SESSIONS_CHANNEL))
}

/** Ends all sessions of a person and forgets their devices; returns the sessions' hashes. One statement. */
export async function endSessionsOf(
  { db, context, after }: Call,
  role: Role,
  personId: string,
): Promise<Set<string>> {
  const rows = await rowsOf(db, hashRow).execute(sql`
    WITH devices AS (DELETE FROM known_devices WHERE role = ${role} AND person_id = ${personId})
    DELETE FROM sessions WHERE role = ${role} AND person_id = ${personId} RETURNING token_hash`)
  after(() => context.database.notify(SESSIONS_CHANNEL))
  return new Set(rows.map((row) => row.token_hash))
}

/** Removes expired sessions. `findSession` ignores them; this only limits the table's size. */
export const purgeExpiredSessions = (db: Db, now: Date) =>
  db.delete(sessions).where(lt(sessions.expiresAt, now))
