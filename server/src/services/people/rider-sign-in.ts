import { randomInt } from 'node:crypto'
import { SAMPLE_PIN } from '@kirana/domain/password'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'
import type { Client } from '../../request/client.ts'
import { hashToken } from '../../request/sessions.ts'
import { perAddress, perNameAndAddress, perNetwork } from './accounts.ts'
import {
  sendsPerPhone,
  sendsPerPhoneAndNetwork,
  triesPerPhone,
  triesPerPhoneAndNetwork,
} from './code-limits.ts'
import { withHashingPlace } from './hashing.ts'
import { passwordMatches } from './passwords.ts'
import { countAttempt, recordSuccess, type Rule } from './rate-limits.ts'

const codeLifetimeMs = 10 * 60_000
/** Wrong attempts after which an issued code is invalid. */
const MAX_ATTEMPTS_PER_CODE = 5
/** Per phone from all addresses: a PIN has a million values. Waits of up to an hour leave about 40 guesses a day. */
const pinsPerPhone: Rule = { free: 15, firstWait: 60, longestWait: 3600 }

type Attempt = Pick<Client, 'address' | 'network' | 'visit'> & {
  phone: string
  sampleMode: boolean
  now: Date
}

/** Riders' codes are apart from customers': the row has another key, and the hash another text. */
const codeKey = (phone: string) => `rider ${phone}`
const hashCode = ({ phone, sampleMode }: Attempt, code: string) =>
  hashToken(`rider ${phone} ${code}${sampleMode ? ' sample' : ''}`)

const riderRow = z.strictObject({ id: z.string(), name: z.string(), pin_hash: z.string() })

async function activeRider(db: Db, phone: string) {
  const [row] = await rowsOf(db, riderRow).execute(sql`
    SELECT id, name, pin_hash FROM riders WHERE phone = ${phone} AND is_active`)
  return row
}

/**
 * Issues a one-time code for the phone of an active rider and replaces the previous one; null for every other phone,
 * which is counted all the same. Call it outside any transaction.
 * @throws HttpError 429 after too many codes
 */
export async function newRiderCode(db: Db, attempt: Attempt) {
  const { phone, network, now } = attempt
  const rules = {
    [`rider:send:${phone}@${network}`]: sendsPerPhoneAndNetwork,
    [`rider:send:${phone}`]: sendsPerPhone,
  }
  await countAttempt(db, rules, now, 'Too many codes. Enter the newest one, or')
  if (!(await activeRider(db, phone))) return null
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const validUntil = new Date(now.getTime() + codeLifetimeMs)
  await db.execute(sql`
    INSERT INTO sign_in_codes (phone, code_hash, expires_at)
    VALUES (${codeKey(phone)}, ${hashCode(attempt, code)}, ${validUntil.toISOString()})
    ON CONFLICT (phone) DO UPDATE
      SET code_hash = excluded.code_hash, expires_at = excluded.expires_at, failed_attempts = 0`)
  return { code, validUntil }
}

const wrongCode = () =>
  new HttpError(401, 'The phone number, code or PIN is wrong', { code: 'wrong-credentials' })

const triedRow = z.strictObject({ is_right: z.boolean() })

/** Compares a code and counts the attempt in one statement, so that parallel guesses cannot exceed the limit. */
async function redeems(db: Db, attempt: Attempt, code: string): Promise<boolean> {
  const [row] = await rowsOf(db, triedRow).execute(sql`
    UPDATE sign_in_codes SET
      code_hash = CASE WHEN code_hash = ${hashCode(attempt, code)} THEN '' ELSE code_hash END,
      failed_attempts = failed_attempts + 1
    WHERE phone = ${codeKey(attempt.phone)} AND code_hash <> '' AND expires_at > ${attempt.now.toISOString()}
      AND failed_attempts < ${MAX_ATTEMPTS_PER_CODE}
    RETURNING code_hash = '' AS is_right`)
  return row?.is_right ?? false
}

/**
 * Verifies the code or the PIN of a rider. An unknown phone, a disabled rider and a wrong code or PIN get the same answer
 * after the same work. Call it outside any transaction: a failed attempt counts although the call fails.
 * @returns the rider, whose phone and PIN the caller must find unchanged before it starts the session
 * @throws HttpError 400 without code and PIN; 401 when they are wrong; 429 after too many attempts
 */
export async function checkRider(
  db: Db,
  attempt: Attempt & { code?: string | undefined; pin?: string | undefined },
) {
  const { phone, code, pin, address, network, now } = attempt
  if (code === undefined && pin === undefined) throw new HttpError(400, 'Enter the code or the PIN')
  const rider = await activeRider(db, phone)
  const shared = { [`rider:address:${address}`]: perAddress, [`rider:network:${network}`]: perNetwork }
  if (code !== undefined) {
    const here = `rider:code:${phone}@${network}`
    const rules = { [here]: triesPerPhoneAndNetwork, [`rider:code:${phone}`]: triesPerPhone, ...shared }
    const counted = await countAttempt(db, rules, now)
    if (!(await redeems(db, attempt, code)) || !rider) throw wrongCode()
    await recordSuccess(db, counted, { reset: [here, `rider:send:${phone}@${network}`] })
    return { id: rider.id, name: rider.name, pinHash: rider.pin_hash }
  }
  return withHashingPlace(attempt, null, async (place) => {
    const name = `rider:pin:${phone}`
    const rules = { [`${name}@${address}`]: perNameAndAddress, [name]: pinsPerPhone, ...shared }
    const counted = await countAttempt(db, rules, now)
    const isRight = await passwordMatches(pin ?? '', rider?.pin_hash || undefined, place)
    const isForbidden = !attempt.sampleMode && pin === SAMPLE_PIN
    if (!isRight || !rider || isForbidden) throw wrongCode()
    await recordSuccess(db, counted, { reset: [`${name}@${address}`] })
    return { id: rider.id, name: rider.name, pinHash: rider.pin_hash }
  })
}
