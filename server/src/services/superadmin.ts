import type { Db } from '../db/types.ts'
import { superadmins } from '../tables/people.ts'
import { generatePassword, hashPassword } from './passwords.ts'

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
