import { randomInt } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'
import { countAttempt, type CountedKeys, recordSuccess, type Rule } from './rate-limits.ts'
import { hashToken } from '../../calls/sessions.ts'

const codeLifetimeMs = 10 * 60_000
/** Wrong attempts after which an issued code is invalid and a new one must be requested. */
const MAX_ATTEMPTS_PER_CODE = 5

const hour = 3600
/** Per phone and address. Each message costs money and disturbs someone. About 30 a day. */
export const sendsPerPhoneAndAddress: Rule = { free: 3, firstWait: 60, longestWait: hour }
/** Per phone from all addresses. Above what one address can reach in a day. */
export const sendsPerPhone: Rule = { free: 40, firstWait: 60 }
/** Per range of 10,000 consecutive numbers and address: against SMS pumping, where the attacker earns from a range. */
const sendsPerRangeAndAddress: Rule = { free: 20, firstWait: 60 }
/** Per phone and address. Enough for two codes, so a new code can be entered right after an invalid one. About 40 a day. */
export const triesPerPhoneAndAddress: Rule = { free: 10, firstWait: 60, longestWait: hour }
/** Per phone from all addresses. Above what one address can reach. Allows 150 guesses a day at a million codes. */
export const triesPerPhone: Rule = { free: 50, firstWait: 60 }
/** Per address. A mobile network has thousands of customers behind one address, so waits are only seconds. */
const perSharedAddress: Rule = { free: 500, firstWait: 1, growth: 1.02, longestWait: 30 }

/** `+91` and six of the ten digits. */
const rangeOf = (phone: string) => phone.slice(0, 9)

const addressKey = (address: string) => `customer:send-address:${address}`

/** The rate-limit keys for sending and for entering a code; `own` belongs to the phone and address alone. */
const limitsOf = (phone: string, address: string) => ({
  send: {
    own: `customer:send:${phone}@${address}`,
    shared: {
      [`customer:send:${phone}`]: sendsPerPhone,
      [`customer:send-range:${rangeOf(phone)}@${address}`]: sendsPerRangeAndAddress,
      [addressKey(address)]: perSharedAddress,
    },
  },
  enter: {
    own: `customer:code:${phone}@${address}`,
    shared: {
      [`customer:code:${phone}`]: triesPerPhone,
      [`customer:code-address:${address}`]: perSharedAddress,
    },
  },
})

type Attempt = { phone: string; address: string; sampleMode: boolean; now: Date }

/**
 * The hash includes the phone, so that equal codes of two phones differ, and the mode, because sample mode returns the
 * code in the response.
 */
const hashCode = ({ phone, sampleMode }: Attempt, code: string) =>
  hashToken(`${phone} ${code}${sampleMode ? ' sample' : ''}`)

/** A code to send, and what to undo when it cannot be sent. */
type Issued = { code: string; validUntil: Date; counted: CountedKeys }

/**
 * Issues a one-time code for a phone and replaces the previous one. Call it outside any transaction.
 * @throws HttpError 429 after too many requests
 */
export async function newSignInCode(db: Db, attempt: Attempt): Promise<Issued> {
  const { phone, address, now } = attempt
  const { own, shared } = limitsOf(phone, address).send
  const counted = await countAttempt(db, { [own]: sendsPerPhoneAndAddress, ...shared }, now)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const validUntil = new Date(now.getTime() + codeLifetimeMs)
  await db.execute(sql`
    INSERT INTO sign_in_codes (phone, code_hash, expires_at) VALUES (${phone}, ${hashCode(attempt, code)},
      ${validUntil.toISOString()})
    ON CONFLICT (phone) DO UPDATE
      SET code_hash = excluded.code_hash, expires_at = excluded.expires_at, failed_attempts = 0`)
  return { code, validUntil, counted }
}

const triedRow = z.strictObject({ is_right: z.nullable(z.boolean()), failed_before: z.nullable(z.int()) })

/**
 * Undoes the count of a code that could not be sent. Only the address stays counted, which slows down nobody by more than
 * seconds: otherwise a number that is always refused could be asked for without any limit.
 */
export const uncountSignInCode = (db: Db, { counted }: Issued, address: string) =>
  recordSuccess(
    db,
    counted.filter(({ key }) => key !== addressKey(address)),
    { reset: [] },
  )

/**
 * Redeems a one-time code. Call it outside any transaction: a failed attempt counts although the call fails.
 * @throws HttpError 401 for a wrong, used, expired or invalidated code, 429 after too many attempts
 */
export async function redeemSignInCode(db: Db, attempt: Attempt & { code: string }) {
  const { phone, address, code, now } = attempt
  const { send, enter } = limitsOf(phone, address)
  const counted = await countAttempt(db, { [enter.own]: triesPerPhoneAndAddress, ...enter.shared }, now)
  const at = now.toISOString()
  // One statement compares and counts, so parallel guesses cannot exceed the limit. A used code has an empty hash.
  const rows = await rowsOf(db, triedRow).execute(sql`
    WITH tried AS (
      UPDATE sign_in_codes SET
        code_hash = CASE WHEN code_hash = ${hashCode(attempt, code)} THEN '' ELSE code_hash END,
        failed_attempts = failed_attempts + 1
      WHERE phone = ${phone} AND code_hash <> '' AND expires_at > ${at} AND failed_attempts < ${MAX_ATTEMPTS_PER_CODE}
      RETURNING code_hash = '' AS is_right
    )
    SELECT (SELECT is_right FROM tried) AS is_right, (
      SELECT failed_attempts FROM sign_in_codes
      WHERE phone = ${phone} AND code_hash <> '' AND expires_at > ${at}) AS failed_before`)
  const { is_right = null, failed_before = null } = rows[0] ?? {}
  if (is_right)
    return recordSuccess(db, counted, { reset: [enter.own, send.own], earlier: Object.keys(send.shared) })
  // The last allowed wrong attempt already asks for a new code.
  if (failed_before !== null && failed_before >= MAX_ATTEMPTS_PER_CODE - 1)
    throw new HttpError(401, 'Too many wrong codes. Please ask for a new code', { code: 'new-code-needed' })
  throw new HttpError(401, 'The code is wrong or has expired', { code: 'wrong-credentials' })
}

export const purgeExpiredSignInCodes = (db: Db, now: Date) =>
  db.execute(sql`DELETE FROM sign_in_codes WHERE expires_at < ${now.toISOString()}`)
