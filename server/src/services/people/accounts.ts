import { isSamplePassword } from '@kirana/domain/password'
import type { Role } from '@kirana/domain/vocabulary'
import { eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Client } from '../../request/client.ts'
import type { Db } from '../../db/types.ts'
import { HttpError, requireRow } from '../../errors.ts'
import type { CookieRole } from '../../session.ts'
import { staff, superadmins } from '../../tables/people.ts'
import { countAttempt, recordSuccess, type Rule } from './rate-limits.ts'
import { deviceHash } from '../../request/devices.ts'
import { withHashingPlace } from './hashing.ts'
import { hashPassword, isOutdated, passwordMatches } from './passwords.ts'
import { hashToken } from '../../request/sessions.ts'

/** The tables of the roles that sign in with a password, and the condition for an active account. */
const accounts = {
  staff: { table: staff, isActive: sql`is_active` },
  superadmin: { table: superadmins, isActive: sql`true` },
} satisfies Partial<Record<Role, unknown>>

/**
 * Per username and IP address, or per person and known device. Allows 11 guesses in the first hour and 4 in each hour
 * after it; at most 17 in an hour when the one-day window restarts.
 */
export const perNameAndAddress: Rule = { free: 5, firstWait: 60 }
/** Per IP address. All staff of a store may share one. */
export const perAddress: Rule = { free: 20, firstWait: 60 }
/**
 * Per network (`networkOf`), because an attacker may use another /64 of it for each guess. Waits are short, because
 * several offices may share a network.
 */
export const perNetwork: Rule = { free: 100, firstWait: 1, growth: 1.05, longestWait: 5 * 60 }
/**
 * Per username from all addresses. Above the number that one address can reach in a day, so that a single attacker
 * cannot lock out another person. Many addresses together get about 600 guesses a day; waits grow by 5% each time, up
 * to five minutes.
 */
export const perName: Rule = { free: 200, firstWait: 1, growth: 1.05, longestWait: 5 * 60 }

/** An account whose password was verified, with the hash that it was compared with. */
export type VerifiedAccount = { id: string; passwordHash: string }

export const wrongCredentials = () =>
  new HttpError(401, 'Username or password is wrong', { code: 'wrong-credentials' })

export type Attempt = Client & {
  role: keyof typeof accounts
  username: string
  password: string
  sampleMode: boolean
  now: Date
}
const accountRow = z.strictObject({
  id: z.string(),
  password_hash: z.string(),
  is_active: z.boolean(),
  device: z.nullable(z.string()),
})
type Account = z.output<typeof accountRow>

async function findAccount(db: Db, { role, username, device = '' }: Attempt): Promise<Account | undefined> {
  const { table, isActive } = accounts[role]
  const rows = await rowsOf(db, accountRow).execute(sql`
    SELECT p.id, p.password_hash, ${isActive} AS is_active, (
      SELECT d.token_hash FROM known_devices d WHERE d.token_hash = ${deviceHash(role, sql`p.id`, device)}) AS device
    FROM ${table} p WHERE lower(p.username) = ${username.toLowerCase()}`)
  return rows[0]
}

/**
 * The rate-limit keys of an attempt (docs/decisions/008-counting-failed-sign-ins.md); the first one is the person's
 * own. The username's key includes the password hash, so that a new password starts from zero.
 */
function limitsOf(
  { role, username, address, network }: Attempt,
  account: Account | undefined,
): [string, Rule][] {
  if (account?.device) return [[`${role}:device:${account.device}`, perNameAndAddress]]
  const name = `${role}:name:${hashToken(`${username.toLowerCase()} ${account?.password_hash ?? ''}`)}`
  return [
    [`${name}@${address}`, perNameAndAddress],
    [name, perName],
    [`${role}:address:${address}`, perAddress],
    [`${role}:network:${network}`, perNetwork],
  ]
}

/**
 * Verifies a sign-in. Before starting a session, the caller must check that the stored hash is still the returned one,
 * because the password may be changed or the account disabled concurrently. Passwords hashed at an outdated cost are
 * rehashed. An unknown username, a wrong password, a disabled account and, outside sample mode, the sample password get
 * the same answer after the same work. Call it outside any transaction: a failed attempt counts although the call
 * fails.
 * @throws HttpError 401 for wrong credentials, 429 after too many failed attempts or during too many attempts of the
 * caller, 503 during too many attempts of all callers
 */
export async function checkSignIn(db: Db, attempt: Attempt): Promise<VerifiedAccount> {
  const { role, password, sampleMode, now } = attempt
  const account = await findAccount(db, attempt)
  return withHashingPlace(attempt, account?.device ?? null, async (place) => {
    const limits = limitsOf(attempt, account)
    const counted = await countAttempt(db, Object.fromEntries(limits), now)
    const matches = await passwordMatches(password, account?.password_hash, place)
    const isForbidden = !sampleMode && isSamplePassword(password)
    if (!account || !matches || !account.is_active || isForbidden) throw wrongCredentials()
    await recordSuccess(db, counted, { reset: limits.slice(0, 1).map(([key]) => key) })
    if (!isOutdated(account.password_hash)) return { id: account.id, passwordHash: account.password_hash }
    const passwordHash = await hashPassword(password, place)
    await db.execute(sql`
      UPDATE ${accounts[role].table} SET password_hash = ${passwordHash}
      WHERE id = ${account.id} AND password_hash = ${account.password_hash}`)
    return { id: account.id, passwordHash }
  })
}

/** The username of a signed-in person. */
export async function usernameOf(db: Db, { role, id }: { role: CookieRole; id: string }) {
  const { table } = accounts[role]
  const rows = await db.select({ username: table.username }).from(table).where(eq(table.id, id))
  return requireRow(rows, 'Account').username
}

/**
 * Verifies the password of a signed-in person like `checkSignIn`, with the same limits.
 * @throws HttpError 422 for a wrong password, because 401 means that the session has ended; 429 as `checkSignIn`
 */
export async function checkOwnPassword(
  db: Db,
  { id, ...attempt }: Omit<Attempt, 'username'> & { id: string },
): Promise<void> {
  const username = await usernameOf(db, { role: attempt.role, id })
  await checkSignIn(db, { ...attempt, username }).catch((error: unknown) => {
    if (!(error instanceof HttpError) || error.status !== 401) throw error
    throw new HttpError(422, 'This password is not right', { code: 'wrong-password' })
  })
}
