import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Database } from '../db/open.ts'
import type { Db } from '../db/types.ts'
import { staff, superadmins } from '../tables/people.ts'
import { forgiveName } from './accounts.ts'
import { writeAudit } from './audit.ts'
import { generatePassword, hashPassword, passwordMatches } from './passwords.ts'
import { endSessionsOf } from './sessions.ts'

/** The password of both sample accounts; they exist in sample mode only. */
export const SAMPLE_PASSWORD = 'Sample@123'

/**
 * Makes the one superadmin on the first start: with the given password, the sample one in sample mode, else a generated
 * one. Returns the password when it was generated and has to be told, else null.
 */
export async function firstSuperadmin(
  db: Db,
  { username, password, sampleMode }: { username: string; password: string | null; sampleMode: boolean },
): Promise<string | null> {
  const existing = await db.select({ id: superadmins.id }).from(superadmins).limit(1)
  if (existing.length > 0) return null
  const generated = password === null && !sampleMode ? generatePassword() : null
  const passwordHash = await hashPassword(password ?? generated ?? SAMPLE_PASSWORD)
  const made = await db
    .insert(superadmins)
    .values({ username, passwordHash })
    .onConflictDoNothing()
    .returning()
  return made.length > 0 ? generated : null
}

/** Usernames that still have the password everybody can read in the README: a sample store may move on to a server. */
export async function withSamplePassword(db: Db): Promise<string[]> {
  const { username, passwordHash } = staff
  const accounts = await db
    .select({ username, passwordHash })
    .from(staff)
    .where(eq(staff.isActive, true))
    .unionAll(
      db.select({ username: superadmins.username, passwordHash: superadmins.passwordHash }).from(superadmins),
    )
  const found: string[] = []
  for (const account of accounts)
    if (await passwordMatches(SAMPLE_PASSWORD, account.passwordHash)) found.push(account.username)
  return found
}

/**
 * Gives the superadmin a new password: the given one, else a generated one, which is returned to be told once. Every
 * session of theirs ends, and no earlier miss makes them wait. They are asked to choose a password of their own again.
 * @param options.username whom; null where there is one only
 * @throws Error with one sentence when there is no such superadmin
 */
export async function resetSuperadmin(
  database: Database,
  { username, password, now }: { username: string | null; password: string | null; now: Date },
): Promise<{ username: string; generated: string | null }> {
  const all = await database.db.select().from(superadmins).orderBy(superadmins.username)
  const names = all.map((one) => one.username)
  const [person] =
    username === null && all.length === 1
      ? all
      : all.filter((one) => one.username.toLowerCase() === username?.toLowerCase())
  if (!person)
    throw new Error(
      names.length === 0
        ? 'There is no superadmin yet: start the server once.'
        : `Name the superadmin: there is ${names.join(', ')}.`,
    )
  const newPassword = password ?? generatePassword()
  const passwordHash = await hashPassword(newPassword)
  await database.transaction(async (tx) => {
    await tx.update(superadmins).set({ passwordHash, isJoined: false }).where(eq(superadmins.id, person.id))
    await endSessionsOf(tx, 'superadmin', person.id)
    await forgiveName(tx, 'superadmin', person.username)
    await writeAudit(tx, {
      call: 'superadmin.reset',
      who: { role: 'superadmin', id: person.id, name: `${person.username} (on the server)` },
      requestId: randomUUID(),
      change: { object: person.id },
      now,
    })
  })
  return { username: person.username, generated: password === null ? newPassword : null }
}
