import { randomInt } from 'node:crypto'
import { SAMPLE_PIN } from '@kirana/domain/password'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'
import type { Client } from '../../request/client.ts'
import { deviceHash } from '../../request/devices.ts'
import { hashToken } from '../../request/sessions.ts'
import { perAddress, perNetwork } from './accounts.ts'
import {
  asksPerNetwork,
  sendsPerDevice,
  sendsPerPhone,
  sendsPerPhoneAndNetwork,
  triesPerPhone,
  triesPerPhoneAndNetwork,
} from './code-limits.ts'
import { withHashingPlace } from './hashing.ts'
import { passwordMatches } from './passwords.ts'
import { countAttempt, recordSuccess, type Rule } from './rate-limits.ts'

const codeLifetimeMs = 10 * 60_000
/** Wrong attempts from unknown phones after which an issued code is invalid for them. */
const MAX_ATTEMPTS_PER_CODE = 5
/**
 * Per phone on which the rider has signed in. It is counted separately, because customers may know the rider's phone
 * number, and their guesses must not lock out the rider. A PIN has a million values and is valid for months. About 35
 * guesses a day.
 */
const pinsPerDevice: Rule = { free: 5, firstWait: 60, longestWait: 3600 }
/** Per phone number and network. About 15 guesses a day. */
const pinsPerPhoneAndNetwork: Rule = { free: 5, firstWait: 60, growth: 4, longestWait: 4 * 3600 }
/**
 * Per phone number from all networks. The limit is higher than two networks can reach in a day, so an attacker needs
 * more networks to lock out a new phone. About 60 guesses a day: in three months one in 190 PINs is guessed.
 */
const pinsPerPhone: Rule = { free: 30, firstWait: 60, longestWait: 3600 }

type Attempt = Client & {
  phone: string
  sampleMode: boolean
  now: Date
}

/** Riders' codes are separate from those of customers: the row has another key, and the hash another text. */
const codeKey = (phone: string) => `rider ${phone}`
const hashCode = ({ phone, sampleMode }: Attempt, code: string) =>
  hashToken(`rider ${phone} ${code}${sampleMode ? ' sample' : ''}`)

const riderRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  pin_hash: z.string(),
  /** The hash of the attempt's device, if the rider has signed in on it. */
  device: z.nullable(z.string()),
})
type ActiveRider = z.output<typeof riderRow>

async function activeRider(db: Db, { phone, device = '' }: Attempt): Promise<ActiveRider | undefined> {
  const [row] = await rowsOf(db, riderRow).execute(sql`
    SELECT r.id, r.name, r.pin_hash, (
      SELECT d.token_hash FROM known_devices d
      WHERE d.token_hash = ${deviceHash('rider', sql`r.id`, device)}) AS device
    FROM riders r WHERE r.phone = ${phone} AND r.is_active`)
  return row
}

/** The rate-limit keys of an attempt with a code; the first one is the caller's own. */
function codeLimits({ phone, address, network }: Attempt, rider: ActiveRider | undefined): [string, Rule][] {
  if (rider?.device) return [[`rider:code:device:${rider.device}`, triesPerPhoneAndNetwork]]
  return [
    [`rider:code:${phone}@${network}`, triesPerPhoneAndNetwork],
    [`rider:code:${phone}`, triesPerPhone],
    [`rider:address:${address}`, perAddress],
    [`rider:network:${network}`, perNetwork],
  ]
}

/**
 * The rate-limit keys of an attempt with the PIN; the first one is the caller's own. The phone number's keys include
 * the PIN's hash, so a new PIN starts from zero.
 */
function pinLimits({ phone, address, network }: Attempt, rider: ActiveRider | undefined): [string, Rule][] {
  if (rider?.device) return [[`rider:device:${rider.device}`, pinsPerDevice]]
  const pin = `rider:pin:${hashToken(`${phone} ${rider?.pin_hash ?? ''}`)}`
  return [
    [`${pin}@${network}`, pinsPerPhoneAndNetwork],
    [pin, pinsPerPhone],
    [`rider:address:${address}`, perAddress],
    [`rider:network:${network}`, perNetwork],
  ]
}

/** Requests for codes, per network: about 3,000 a day, because a store has fewer riders than customers. */
const ridersAsksPerNetwork: Rule = { ...asksPerNetwork, free: 100 }
const askKey = (network: string) => `rider:ask-network:${network}`

/** The rate-limit keys of a request for a code; the first one is the caller's own. */
function sendLimits({ phone, network }: Attempt, device: string | null | undefined): [string, Rule][] {
  if (device) return [[`rider:send:device:${device}`, sendsPerDevice]]
  return [
    [`rider:send:${phone}@${network}`, sendsPerPhoneAndNetwork],
    [`rider:send:${phone}`, sendsPerPhone],
    [askKey(network), ridersAsksPerNetwork],
  ]
}

/**
 * Counts a request for a code, whether or not the phone is a rider's. Call it outside any transaction.
 * @throws HttpError 429 after too many codes
 */
export async function countRiderCode(db: Db, attempt: Attempt) {
  const rider = await activeRider(db, attempt)
  const limits = Object.fromEntries(sendLimits(attempt, rider?.device))
  await countAttempt(db, limits, attempt.now, 'Too many codes. Enter the newest one, or')
}

/**
 * Issues a one-time code for the phone of an active rider and replaces the previous one; null for every other phone.
 */
export async function newRiderCode(db: Db, attempt: Attempt) {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const validUntil = new Date(attempt.now.getTime() + codeLifetimeMs)
  const { rows } = await db.execute(sql`
    INSERT INTO sign_in_codes (phone, code_hash, expires_at)
    SELECT ${codeKey(attempt.phone)}, ${hashCode(attempt, code)}, ${validUntil.toISOString()}::timestamptz
    FROM riders WHERE phone = ${attempt.phone} AND is_active
    ON CONFLICT (phone) DO UPDATE
      SET code_hash = excluded.code_hash, expires_at = excluded.expires_at, failed_attempts = 0
    RETURNING phone`)
  return rows.length > 0 ? { code, validUntil } : null
}

const wrongCode = () =>
  new HttpError(401, 'The phone number, code or PIN is wrong', { code: 'wrong-credentials' })

const triedRow = z.strictObject({ is_right: z.boolean() })

/** Compares a code and counts the attempt in one statement, so that parallel guesses cannot exceed the limit. */
async function redeems(db: Db, attempt: Attempt, code: string, isKnownDevice: boolean): Promise<boolean> {
  // Attempts from a known device have separate limits, and attempts from other devices never end its code.
  const counts = isKnownDevice ? 0 : 1
  const [row] = await rowsOf(db, triedRow).execute(sql`
    UPDATE sign_in_codes SET
      code_hash = CASE WHEN code_hash = ${hashCode(attempt, code)} THEN '' ELSE code_hash END,
      failed_attempts = failed_attempts + ${counts}::smallint
    WHERE phone = ${codeKey(attempt.phone)} AND code_hash <> '' AND expires_at > ${attempt.now.toISOString()}
      AND (${isKnownDevice}::boolean OR failed_attempts < ${MAX_ATTEMPTS_PER_CODE})
    RETURNING code_hash = '' AS is_right`)
  return row?.is_right ?? false
}

/**
 * Verifies the code or the PIN of a rider. An unknown phone, a disabled rider and a wrong code or PIN get the same
 * answer after the same work. Call it outside any transaction: a failed attempt counts although the call fails.
 * @returns the rider; before starting the session, the caller must check that phone and PIN are unchanged
 * @throws HttpError 400 without code and PIN; 401 when they are wrong; 429 after too many attempts
 */
export async function checkRider(
  db: Db,
  attempt: Attempt & { code?: string | undefined; pin?: string | undefined },
) {
  const { code, pin, now } = attempt
  if (code === undefined && pin === undefined) throw new HttpError(400, 'Enter the code or the PIN')
  const rider = await activeRider(db, attempt)
  if (code !== undefined) {
    const limits = codeLimits(attempt, rider)
    const counted = await countAttempt(db, Object.fromEntries(limits), now)
    if (!(await redeems(db, attempt, code, Boolean(rider?.device))) || !rider) throw wrongCode()
    const reset = [sendLimits(attempt, rider.device), limits].flatMap(([first]) => first?.[0] ?? [])
    await recordSuccess(db, counted, { reset, earlier: rider.device ? [] : [askKey(attempt.network)] })
    return { id: rider.id, name: rider.name, pinHash: rider.pin_hash }
  }
  return withHashingPlace(attempt, rider?.device ?? null, async (place) => {
    const limits = pinLimits(attempt, rider)
    const counted = await countAttempt(db, Object.fromEntries(limits), now)
    const isRight = await passwordMatches(pin ?? '', rider?.pin_hash || undefined, place)
    const isForbidden = !attempt.sampleMode && pin === SAMPLE_PIN
    if (!isRight || !rider || isForbidden) throw wrongCode()
    await recordSuccess(db, counted, { reset: limits.slice(0, 1).map(([key]) => key) })
    return { id: rider.id, name: rider.name, pinHash: rider.pin_hash }
  })
}
