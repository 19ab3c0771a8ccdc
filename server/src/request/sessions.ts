import { createHash, randomBytes } from 'node:crypto'
import { type Permission, permissions as allPermissions } from '@kirana/domain/permissions'
import type { Role } from '@kirana/domain/vocabulary'
import { eq, lt, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../db/rows.ts'
import type { Database, Db } from '../db/types.ts'
import type { CookieRole, Session } from '../session.ts'
import { sessions } from '../tables/people.ts'
import { deviceHash } from './devices.ts'

const minutes = 60_000
/** Session lifetimes in ms: since the last use, and in total. Customers stay signed in on their phones. */
const lifetimes: Record<Role, { idle: number; absolute: number }> = {
  staff: { idle: 30 * minutes, absolute: 12 * 60 * minutes },
  superadmin: { idle: 30 * minutes, absolute: 12 * 60 * minutes },
  // The length of a shift, because the phone may have no network for hours.
  rider: { idle: 12 * 60 * minutes, absolute: 12 * 60 * minutes },
  customer: { idle: 90 * 24 * 60 * minutes, absolute: 180 * 24 * 60 * minutes },
}
/** A session's last use is written at most this often (ms). */
const touchAfter = minutes

export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

const openedRow = z.strictObject({ is_new: z.nullable(z.boolean()) })

/**
 * Starts a session. Returns its token, of which only the hash is stored, and whether the person has never signed in on
 * this device before. One statement.
 * @param options.isSample the session starts in sample mode and is valid only there
 * @param options.device the browser's device token, which is remembered as this person's
 * @param options.browser the name of the browser
 * @param options.isProved the person has just given a second factor
 */
export async function openSession(
  db: Db,
  role: Role,
  personId: string,
  now: Date,
  {
    isSample = false,
    device = null,
    browser = '',
    isProved = false,
  }: { isSample?: boolean; device?: string | null; browser?: string; isProved?: boolean } = {},
) {
  const token = randomBytes(32).toString('base64url')
  const at = now.toISOString()
  const expiresAt = new Date(now.getTime() + lifetimes[role].absolute).toISOString()
  const [row] = await rowsOf(db, openedRow).execute(sql`
    WITH device AS (
      INSERT INTO known_devices (token_hash, role, person_id, seen_at)
      SELECT ${deviceHash(role, sql`${personId}`, device ?? '')}, ${role}, ${personId}::uuid, ${at}::timestamptz
      WHERE ${device !== null}::boolean
      ON CONFLICT (token_hash) DO UPDATE SET seen_at = excluded.seen_at
      RETURNING xmax = 0 AS is_new
    )
    INSERT INTO sessions (token_hash, role, person_id, is_sample, created_at, seen_at, expires_at, browser, proved_at)
    VALUES (${hashToken(token)}, ${role}, ${personId}, ${isSample}, ${at}, ${at}, ${expiresAt}, ${browser},
      ${isProved ? at : null}::timestamptz)
    RETURNING (SELECT is_new FROM device) AS is_new`)
  return { token, isNewDevice: row?.is_new ?? false }
}

/** Starts a session and returns its token. */
export const startSession = async (...args: Parameters<typeof openSession>) =>
  (await openSession(...args)).token

const hasFactor = (role: CookieRole, id: SQL) =>
  sql`EXISTS (SELECT FROM second_factors f WHERE f.role = ${role} AND f.person_id = ${id})`

/** The active people `p` of a role, joined to `sessions`. Null permissions mean all permissions. */
const people: Record<Role, { columns: SQL; tables: SQL }> = {
  staff: {
    columns: sql`p.name, r.permissions, r.requires_second_factor, ${hasFactor('staff', sql`p.id`)} AS has_factor`,
    tables: sql`staff p ON p.id = sessions.person_id AND p.is_active JOIN staff_roles r ON r.id = p.role_id`,
  },
  superadmin: {
    columns: sql`p.username AS name, '[]'::jsonb AS permissions, false AS requires_second_factor,
      ${hasFactor('superadmin', sql`p.id`)} AS has_factor`,
    tables: sql`superadmins p ON p.id = sessions.person_id`,
  },
  customer: {
    columns: sql`coalesce(nullif(p.full_name, ''), p.phone) AS name, '[]'::jsonb AS permissions,
      false AS requires_second_factor, false AS has_factor`,
    tables: sql`users p ON p.id = sessions.person_id AND p.erased_at IS NULL`,
  },
  rider: {
    columns: sql`p.name, '[]'::jsonb AS permissions, false AS requires_second_factor, false AS has_factor`,
    tables: sql`riders p ON p.id = sessions.person_id AND p.is_active`,
  },
}

export const hashRow = z.strictObject({ token_hash: z.string() })
const personRow = z.strictObject({
  ...hashRow.shape,
  id: z.string(),
  name: z.string(),
  permissions: z.nullable(z.array(z.enum(allPermissions))),
  requires_second_factor: z.boolean(),
  has_factor: z.boolean(),
  seen_at: z.union([z.string(), z.date()]),
  proved_at: z.nullable(z.union([z.string(), z.date()])),
})

type When = { now: Date; sampleMode: boolean }

/** Whether a session of a role has not expired. */
export const isCurrent = (role: Role, now: Date) => sql`sessions.expires_at > ${now.toISOString()}
    AND sessions.seen_at > ${new Date(now.getTime() - lifetimes[role].idle).toISOString()}`

/**
 * The valid sessions of a role that meet `condition`, with their people. If the person has a second factor, it must
 * have been given in the session, so a session from before the factor was added is not valid. One statement.
 */
async function validSessions(db: Db, role: Role, { now, sampleMode }: When, condition: SQL) {
  const { columns, tables } = people[role]
  const rows = await rowsOf(db, personRow).execute(sql`
    SELECT sessions.token_hash, p.id, ${columns}, sessions.seen_at, sessions.proved_at FROM sessions JOIN ${tables}
    WHERE ${condition} AND sessions.role = ${role} AND ${isCurrent(role, now)}
      AND (${sampleMode}::boolean OR NOT sessions.is_sample)`)
  return rows
    .filter((row) => !row.has_factor || row.proved_at !== null)
    .map((row) => ({
      tokenHash: row.token_hash,
      id: row.id,
      name: row.name,
      permissions: row.permissions ?? allPermissions,
      hasFactor: row.has_factor,
      mustEnrol: row.requires_second_factor && !row.has_factor,
      seenAt: new Date(row.seen_at),
      provedAt: row.proved_at === null ? null : new Date(row.proved_at),
    }))
}

/**
 * Finds the session of a token. Null when it is unknown, expired or ended, when it started in sample mode and is used
 * outside it, or when its person is disabled. One statement, plus one a minute to record the use, unless `isUse` is
 * false.
 */
export async function findSession(
  db: Db,
  role: Role,
  token: string,
  { isUse = true, ...when }: When & { isUse?: boolean },
): Promise<Session | null> {
  const tokenHash = hashToken(token)
  const [found] = await validSessions(db, role, when, sql`sessions.token_hash = ${tokenHash}`)
  if (!found) return null
  if (isUse && when.now.getTime() - found.seenAt.getTime() > touchAfter)
    await db.update(sessions).set({ seenAt: when.now }).where(eq(sessions.tokenHash, tokenHash))
  return { role, ...found }
}

/** The sessions with these hashes that are still valid, with their current permissions. One statement. */
export async function stillValid(
  db: Db,
  role: Role,
  tokenHashes: readonly string[],
  when: When,
): Promise<Map<string, readonly Permission[]>> {
  const isNamed = sql`sessions.token_hash IN (SELECT jsonb_array_elements_text(${JSON.stringify(tokenHashes)}::jsonb))`
  const found = await validSessions(db, role, when, isNamed)
  return new Map(
    found.filter(({ mustEnrol }) => !mustEnrol).map(({ tokenHash, permissions }) => [tokenHash, permissions]),
  )
}

/** Published when sessions end or lose permissions: every process then checks the sessions of its live streams. */
export const SESSIONS_CHANNEL = 'kirana_sessions'

/** The transaction that ends sessions; `after` defers work until its commit. */
export type EndingCall = {
  db: Db
  context: { database: Pick<Database, 'notify'> }
  after: (work: () => Promise<unknown>) => void
}

export async function endSession({ db, context, after }: EndingCall, tokenHash: string) {
  await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash))
  after(() => context.database.notify(SESSIONS_CHANNEL))
}

/**
 * Ends all sessions and unfinished sign-ins of a person and removes their known devices; returns the sessions' hashes.
 * One statement.
 */
export async function endSessionsOf(
  { db, context, after }: EndingCall,
  role: Role,
  personId: string,
): Promise<Set<string>> {
  const rows = await rowsOf(db, hashRow).execute(sql`
    WITH devices AS (DELETE FROM known_devices WHERE role = ${role} AND person_id = ${personId}),
      steps AS (DELETE FROM sign_in_steps WHERE role = ${role} AND person_id = ${personId})
    DELETE FROM sessions WHERE role = ${role} AND person_id = ${personId} RETURNING token_hash`)
  after(() => context.database.notify(SESSIONS_CHANNEL))
  return new Set(rows.map((row) => row.token_hash))
}

/** Records that the person has just given a second factor in this session. */
export const markProved = (db: Db, tokenHash: string, now: Date) =>
  db.update(sessions).set({ provedAt: now }).where(eq(sessions.tokenHash, tokenHash))

/** Removes expired sessions. `findSession` ignores them; this only limits the table's size. */
export const purgeExpiredSessions = (db: Db, now: Date) =>
  db.delete(sessions).where(lt(sessions.expiresAt, now))
