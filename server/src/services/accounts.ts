import type { Role } from '@kirana/domain/vocabulary'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/types.ts'
import { Refused } from '../http/refuse.ts'
import { staff, superadmins } from '../tables/people.ts'
import { countAttempt, forgive, perAddress, perName } from './attempts.ts'
import { hashPassword, isOutdated, passwordMatches } from './passwords.ts'

/** Where people who sign in with a password are kept, and who of them may. */
const accounts = {
  staff: { table: staff, isActive: sql`is_active` },
  superadmin: { table: superadmins, isActive: sql`true` },
} satisfies Partial<Record<Role, unknown>>

const nameKeyOf = (role: keyof typeof accounts, username: string) => `${role}:name:${username.toLowerCase()}`

/** Whose sign-in was right, and under which password. */
export type Checked = { id: string; passwordHash: string }

export const wrongCredentials = () =>
  new Refused(401, 'Username or password is wrong', { code: 'wrong-credentials' })

/**
 * Checks a sign-in. Before a session is started, the person must still have the same password: one that was changed or
 * disabled meanwhile is not let in. A password that was hashed at another cost than today's is hashed anew. An unknown name, a wrong password and a disabled account get the same
 * answer after the same work. Belongs outside any transaction: a miss counts although the call fails.
 * @throws Refused 401, or 429 after too many misses of this name or from this address
 */
export async function checkSignIn(
  db: Db,
  attempt: { role: keyof typeof accounts; username: string; password: string; address: string; now: Date },
): Promise<Checked> {
  const { role, username, password, address, now } = attempt
  const nameKey = nameKeyOf(role, username)
  const addressKey = `${role}:address:${address}`
  await countAttempt(db, { [nameKey]: perName, [addressKey]: perAddress }, now)
  const { table, isActive } = accounts[role]
  const { rows } = await db.execute<{ id: string; password_hash: string; is_active: boolean }>(
    sql`SELECT id, password_hash, ${isActive} AS is_active FROM ${table} WHERE lower(username) = ${username.toLowerCase()}`,
  )
  const account = rows[0]
  const matches = await passwordMatches(password, account?.password_hash)
  if (!account || !matches || !account.is_active) throw wrongCredentials()
  await forgive(db, nameKey, addressKey)
  if (!isOutdated(account.password_hash)) return { id: account.id, passwordHash: account.password_hash }
  const passwordHash = await hashPassword(password)
  await db.execute(sql`
    UPDATE ${table} SET password_hash = ${passwordHash}
    WHERE id = ${account.id} AND password_hash = ${account.password_hash}`)
  return { id: account.id, passwordHash }
}

/** The name starts afresh, as after a right sign-in: nobody waits for the misses of before. */
export const forgiveName = (db: Db, role: keyof typeof accounts, username: string) =>
  forgive(db, nameKeyOf(role, username), '')
