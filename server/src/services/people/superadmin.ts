import { randomUUID } from 'node:crypto'
import { SAMPLE_PASSWORD } from '@kirana/domain/password'
import { eq } from 'drizzle-orm'
import type { Database, Db } from '../../db/types.ts'
import { staff, superadmins } from '../../tables/people.ts'
import { writeAudit } from '../../request/audit.ts'
import { removeFactors } from './factors.ts'
import { generatePassword, hashPassword, passwordMatches } from './passwords.ts'
import { endSessionsOf } from '../../request/sessions.ts'

const DEFAULT_USERNAME = 'superadmin'

/** The superadmin at the start; `generated` is the generated password of a new account, which is printed once. */
export type FirstSuperadmin = { username: string; isNew: boolean; generated: string | null }

/**
 * Creates the superadmin on the first start, with the given password, the sample password in sample mode or a generated
 * one.
 */
export async function firstSuperadmin(
  db: Db,
  {
    username,
    password,
    sampleMode,
  }: { username: string | null; password: string | null; sampleMode: boolean },
): Promise<FirstSuperadmin> {
  const findOne = async () =>
    (
      await db.select({ username: superadmins.username }).from(superadmins).orderBy(superadmins.id).limit(1)
    )[0]
  const existing = await findOne()
  if (existing) return { ...existing, isNew: false, generated: null }
  const generated = password === null && !sampleMode ? generatePassword() : null
  const passwordHash = await hashPassword(password ?? generated ?? SAMPLE_PASSWORD)
  const [created] = await db
    .insert(superadmins)
    .values({ username: username ?? DEFAULT_USERNAME, passwordHash })
    .onConflictDoNothing()
    .returning({ username: superadmins.username })
  if (created) return { ...created, isNew: true, generated }
  // Another process that started concurrently has created it.
  return { username: (await findOne())?.username ?? DEFAULT_USERNAME, isNew: false, generated: null }
}

/** Whether this is the superadmin's current password. */
export async function isSuperadminsPassword(db: Db, username: string, password: string): Promise<boolean> {
  const [account] = await db.select().from(superadmins).where(eq(superadmins.username, username))
  return passwordMatches(password, account?.passwordHash)
}

export type SampleAccounts = { staff: string[]; superadmins: string[] }

/** The usernames of active accounts that still have the sample password published in the README. */
export async function withSamplePassword(db: Db): Promise<SampleAccounts> {
  const active = await db.select().from(staff).where(eq(staff.isActive, true)).orderBy(staff.id)
  const matching = async (people: readonly { username: string; passwordHash: string }[]) => {
    const names: string[] = []
    for (const { username, passwordHash } of people)
      if (await passwordMatches(SAMPLE_PASSWORD, passwordHash)) names.push(username)
    return names
  }
  return { superadmins: await matching(await db.select().from(superadmins)), staff: await matching(active) }
}

/**
 * Sets the superadmin's password to the given one, or to a generated one, which is returned to be shown once. Removes
 * their second factors, ends all their sessions, clears their failed attempts, and requires a new password at the next
 * sign-in.
 * @param options.username null when there is only one superadmin
 * @throws Error with a one-sentence message when there is no such superadmin
 */
export async function resetSuperadmin(
  database: Database,
  { username, password, now }: { username: string | null; password: string | null; now: Date },
): Promise<{ username: string; generated: string | null }> {
  const all = await database.db.select().from(superadmins).orderBy(superadmins.username)
  const names = all.map((account) => account.username)
  const [person] =
    username === null && all.length === 1
      ? all
      : all.filter((account) => account.username.toLowerCase() === username?.toLowerCase())
  if (!person)
    throw new Error(
      names.length === 0
        ? 'There is no superadmin yet: start the server once.'
        : `Give the username of a superadmin: ${names.join(', ')}.`,
    )
  const newPassword = password ?? generatePassword()
  const passwordHash = await hashPassword(newPassword)
  let committed: (() => Promise<unknown>)[] = []
  await database.transaction(async (tx) => {
    committed = []
    const after = (work: () => Promise<unknown>) => void committed.push(work)
    await tx.update(superadmins).set({ passwordHash, isJoined: false }).where(eq(superadmins.id, person.id))
    await removeFactors(tx, { role: 'superadmin', id: person.id })
    await endSessionsOf({ db: tx, context: { database }, after }, 'superadmin', person.id)
    await writeAudit(tx, {
      call: 'superadmin.reset',
      who: { role: 'superadmin', id: person.id, name: `${person.username} (on the server)` },
      requestId: randomUUID(),
      change: { object: person.id },
      now,
    })
  })
  for (const work of committed) await work()
  return { username: person.username, generated: password === null ? newPassword : null }
}
