import { createHash, randomBytes } from 'node:crypto'
import type { Role } from '@kirana/domain/vocabulary'
import { and, eq, lt, ne, sql } from 'drizzle-orm'
import type { Db } from '../db/types.ts'
import { sessions } from '../tables/people.ts'

/** Who makes a call. `name` is how the timeline and the audit log show them. */
export type Person = { role: Role; id: string; name: string }
export type Session = Person & { tokenHash: string; seenAt: Date }

const minutes = 60_000
/** How long a session lasts unused, and at all. Customers stay signed in on their phone. */
const lifetimes: Record<Role, { idle: number; absolute: number }> = {
  staff: { idle: 30 * minutes, absolute: 12 * 60 * minutes },
  superadmin: { idle: 30 * minutes, absolute: 12 * 60 * minutes },
  customer: { idle: 90 * 24 * 60 * minutes, absolute: 180 * 24 * 60 * minutes },
}
/** A session's last use is written at most this often. */
const touchAfter = minutes

export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

/** A new session; returns the token, which is stored nowhere. */
export async function startSession(db: Db, role: Role, personId: string, now: Date) {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + lifetimes[role].absolute)
  await db
    .insert(sessions)
    .values({ tokenHash: hashToken(token), role, personId, createdAt: now, seenAt: now, expiresAt })
  return token
}

/** The people of a role that may sign in, as (id, name). */
const people: Record<Role, ReturnType<typeof sql>> = {
  staff: sql`SELECT id, name FROM staff WHERE is_active`,
  superadmin: sql`SELECT id, username AS name FROM superadmins`,
  customer: sql`SELECT id, coalesce(nullif(full_name, ''), phone) AS name FROM users`,
}

/** Whose session this is: none when it is unknown, over, ended, or its person is disabled. One statement, two once a minute. */
export async function findSession(db: Db, role: Role, token: string, now: Date): Promise<Session | null> {
  const tokenHash = hashToken(token)
  const idleSince = new Date(now.getTime() - lifetimes[role].idle)
  const { rows } = await db.execute<{ id: string; name: string; seen_at: string | Date }>(sql`
    SELECT p.id, p.name, s.seen_at
    FROM sessions s JOIN (${people[role]}) p ON p.id = s.person_id
    WHERE s.token_hash = ${tokenHash} AND s.role = ${role}
      AND s.expires_at > ${now.toISOString()} AND s.seen_at > ${idleSince.toISOString()}`)
  const row = rows[0]
  if (!row) return null
  const seenAt = new Date(row.seen_at)
  if (now.getTime() - seenAt.getTime() > touchAfter)
    await db.update(sessions).set({ seenAt: now }).where(eq(sessions.tokenHash, tokenHash))
  return { role, id: row.id, name: row.name, tokenHash, seenAt }
}

export const endSession = (db: Db, tokenHash: string) =>
  db.delete(sessions).where(eq(sessions.tokenHash, tokenHash))

/** Ends all sessions of a person, but for the one that is given. */
export const endSessionsOf = (db: Db, role: Role, personId: string, except = '') =>
  db
    .delete(sessions)
    .where(and(eq(sessions.role, role), eq(sessions.personId, personId), ne(sessions.tokenHash, except)))

/** Removes what is over; the lookup does not need it, the table's size does. */
export const sweepSessions = (db: Db, now: Date) => db.delete(sessions).where(lt(sessions.expiresAt, now))
