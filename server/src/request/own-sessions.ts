import { and, desc, eq, sql } from 'drizzle-orm'
import { rowsOf } from '../db/rows.ts'
import type { Db } from '../db/types.ts'
import type { Session } from '../session.ts'
import { recoveryCodes } from '../tables/second-factors.ts'
import { sessions, staff, staffRoles } from '../tables/people.ts'
import { deviceHash } from './devices.ts'
import { type EndingCall, hashRow, isCurrent, SESSIONS_CHANNEL } from './sessions.ts'

/**
 * The sessions of the caller, last used first. Each row also has the other values of their page: the number of unused
 * recovery codes and whether the caller's role requires a second factor. One statement.
 */
export async function ownSessions(
  db: Db,
  { role, id, tokenHash }: Pick<Session, 'role' | 'id' | 'tokenHash'>,
  now: Date,
) {
  const rows = await db
    .select({
      id: sessions.id,
      browser: sessions.browser,
      createdAt: sessions.createdAt,
      seenAt: sessions.seenAt,
      tokenHash: sessions.tokenHash,
      codesLeft: sql<number>`(
        SELECT count(*)::int FROM ${recoveryCodes} r WHERE r.role = ${role} AND r.person_id = ${id})`,
      isRequired: sql<boolean>`EXISTS (
        SELECT FROM ${staff} p JOIN ${staffRoles} r ON r.id = p.role_id
        WHERE ${role === 'staff'}::boolean AND p.id = ${id} AND r.requires_second_factor)`,
    })
    .from(sessions)
    .where(and(eq(sessions.role, role), eq(sessions.personId, id), isCurrent(role, now)))
    .orderBy(desc(sessions.seenAt))
  return rows.map(({ tokenHash: hash, ...row }) => ({ ...row, isThis: hash === tokenHash }))
}

/**
 * Ends all sessions and unfinished sign-ins of a person except this session, and removes the known devices except this
 * one. Returns how many sessions ended. One statement.
 */
export async function endOtherSessionsOf(
  { db, context, after }: EndingCall,
  { role, id, tokenHash }: Pick<Session, 'role' | 'id' | 'tokenHash'>,
  device: string | undefined,
): Promise<number> {
  const rows = await rowsOf(db, hashRow).execute(sql`
    WITH devices AS (DELETE FROM known_devices WHERE role = ${role} AND person_id = ${id}
        AND token_hash <> ${deviceHash(role, sql`${id}`, device ?? '')}),
      steps AS (DELETE FROM sign_in_steps WHERE role = ${role} AND person_id = ${id})
    DELETE FROM sessions WHERE role = ${role} AND person_id = ${id} AND token_hash <> ${tokenHash} RETURNING token_hash`)
  after(() => context.database.notify(SESSIONS_CHANNEL))
  return rows.length
}

/** Ends a session of a person by its id; false when there is none. */
export async function endSessionOf(
  { db, context, after }: EndingCall,
  { role, id }: Pick<Session, 'role' | 'id'>,
  sessionId: string,
): Promise<boolean> {
  const isTheirs = and(eq(sessions.role, role), eq(sessions.personId, id), eq(sessions.id, sessionId))
  const rows = await db.delete(sessions).where(isTheirs).returning({ id: sessions.id })
  after(() => context.database.notify(SESSIONS_CHANNEL))
  return rows.length > 0
}
