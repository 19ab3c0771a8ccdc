import { STRONG_PASSWORD_RULE, strongPasswordPattern } from '@kirana/domain/password'
import { type Config, WrongConfiguration } from '../config.ts'
import type { Database } from '../db/open.ts'
import { superadmins } from '../tables/people.ts'
import { generatePassword, hashPassword } from './passwords.ts'

/** The password of both sample accounts; they exist in sample mode only. */
export const samplePassword = 'Sample@123'

/**
 * Makes the one superadmin on the first start: with the environment's password, the sample one in sample mode, else a
 * generated one. Returns what the operator has to be told.
 */
export async function firstSuperadmin({ db }: Database, config: Config): Promise<string[]> {
  const { username, password } = config.superadmin
  if (password !== null && !strongPasswordPattern.test(password))
    throw new WrongConfiguration(`SUPERADMIN_PASSWORD is not valid: ${STRONG_PASSWORD_RULE}`)
  const sampleLines = config.sampleMode
    ? [`Staff:      http sign-in at /admin/signin with staff / ${samplePassword}`]
    : []
  const existing = await db.select({ username: superadmins.username }).from(superadmins).limit(1)
  if (existing.length > 0) return sampleLines
  const chosen = password ?? (config.sampleMode ? samplePassword : generatePassword())
  await db
    .insert(superadmins)
    .values({ username, passwordHash: await hashPassword(chosen) })
    .onConflictDoNothing()
  return sampleLines
}
