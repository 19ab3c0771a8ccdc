import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { newRecoveryCode, readCode, RECOVERY_CODES } from '@kirana/domain/second-factor'
import { and, count, eq } from 'drizzle-orm'
import type { Db } from '../../db/types.ts'
import type { CookieRole } from '../../session.ts'
import { recoveryCodes as table } from '../../tables/second-factors.ts'
import type { Client } from '../../request/client.ts'
import { type HashingPlace, withHashingPlace } from './hashing.ts'
import { deriveKeys } from './passwords.ts'

type Holder = { role: CookieRole; id: string }
const ofHolder = ({ role, id }: Holder) => and(eq(table.role, role), eq(table.personId, id))

export type NewCodes = { shown: string[]; rows: { hash: string; salt: string }[] }

/**
 * Ten codes to show once, and their hashes. Slow: call it outside transactions.
 * @param person the key of the signed-in person
 * @throws HttpError 429, 503
 */
export async function generateRecoveryCodes(client: Client, person: string): Promise<NewCodes> {
  const salt = randomBytes(16)
  const shown = Array.from({ length: RECOVERY_CODES }, () => newRecoveryCode(randomInt))
  const texts = shown.map((code) => readCode(code)?.code ?? code)
  const hashes = await withHashingPlace(client, person, (place) => deriveKeys(texts, salt, place))
  const inText = salt.toString('base64')
  return { shown, rows: hashes.map((hash) => ({ hash: hash.toString('base64'), salt: inText })) }
}

/** Replaces all earlier codes by these. */
export async function replaceRecoveryCodes(db: Db, holder: Holder, { rows }: Pick<NewCodes, 'rows'>) {
  await db.delete(table).where(ofHolder(holder))
  if (rows.length > 0)
    await db.insert(table).values(rows.map((row) => ({ ...row, role: holder.role, personId: holder.id })))
}

export async function countRecoveryCodes(db: Db, holder: Holder) {
  const [row] = await db.select({ left: count() }).from(table).where(ofHolder(holder))
  return row?.left ?? 0
}

/**
 * The stored hash of a code; null when the person has no such code. Always computes one hash and compares it with every
 * stored hash, so that the time reveals nothing.
 */
export async function findRecoveryCode(db: Db, holder: Holder, code: string, place: HashingPlace) {
  const rows = await db.select().from(table).where(ofHolder(holder))
  const salt = rows[0] ? Buffer.from(rows[0].salt, 'base64') : randomBytes(16)
  const [derived] = await deriveKeys([code], salt, place)
  let found: string | null = null
  for (const { hash } of rows)
    if (derived && timingSafeEqual(derived, Buffer.from(hash, 'base64'))) found = hash
  return found
}

/** Marks a code as used; false if it was used concurrently. */
export async function spendRecoveryCode(db: Db, holder: Holder, hash: string) {
  const used = await db
    .delete(table)
    .where(and(ofHolder(holder), eq(table.hash, hash)))
    .returning({ hash: table.hash })
  return used.length === 1
}
