import { randomInt } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { CodeBudget } from '@kirana/domain/code-budget'
import type { Client } from '../../request/client.ts'
import type { Db } from '../../db/types.ts'
import { HttpError, requireRow } from '../../errors.ts'
import { budgetKey } from '../../request/code-budget.ts'
import { findRecipient, limitsOf, networkKey } from './code-limits.ts'
import { countAttempt, type CountedKeys, recordSuccess, type Rule } from './rate-limits.ts'
import { hashToken } from '../../request/sessions.ts'

const codeLifetimeMs = 10 * 60_000
/**
 * Wrong attempts from unknown devices after which an issued code is invalid for them and a new one must be requested.
 */
const MAX_ATTEMPTS_PER_CODE = 5

type Attempt = Pick<Client, 'network' | 'device'> & { phone: string; sampleMode: boolean; now: Date }

/**
 * The hash includes the phone, so that equal codes of two phones differ, and the mode, because sample mode returns the
 * code in the response.
 */
const hashCode = ({ phone, sampleMode }: Attempt, code: string) =>
  hashToken(`${phone} ${code}${sampleMode ? ' sample' : ''}`)

/** A code to send, and the counts to revert if it cannot be sent. */
type Issued = {
  code: string
  validUntil: Date
  /** Whether the code is sent; false for a new number while only customers get codes. */
  isSent: boolean
  /** Whether only customers get codes, because too many were requested. The response is the same for every number. */
  customersOnly: boolean
  /** The use of the daily budget, if this message counts towards it. */
  budget: CodeBudget | null
  counted: CountedKeys
}

const issuedRow = z.strictObject({
  sent: z.nullable(z.int()),
  before: z.int(),
  limit: z.int(),
})

/** Counts a code for its range of numbers and its network; false when a limit is reached. */
const countShared = (db: Db, rules: Record<string, Rule>, now: Date): Promise<CountedKeys | null> =>
  countAttempt(db, rules, now).catch((error: unknown) => {
    if (error instanceof HttpError && error.status === 429) return null
    throw error
  })

/**
 * Issues a one-time code for a phone and replaces the previous one. A code that is not sent does not replace the
 * previous one. Call it outside any transaction.
 * @throws HttpError 429 after too many requests for this phone
 * @see docs/decisions/032-limits-of-sign-in-codes.md
 */
export async function newSignInCode(db: Db, attempt: Attempt): Promise<Issued> {
  const { phone, now } = attempt
  const { isCustomer, isKnownDevice } = await findRecipient(db, attempt)
  const { send } = limitsOf(attempt, isKnownDevice)
  const asked = { ...send.phone, ...send.asks }
  const own = await countAttempt(db, asked, now, 'Too many codes. Enter the newest one, or')
  // Counted for customers, too, so that reaching the limit does not reveal which numbers have accounts.
  const shared = await countShared(db, send.shared, now)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const validUntil = new Date(now.getTime() + codeLifetimeMs)
  const usesBudget = !isCustomer && shared !== null
  const [row] = await rowsOf(db, issuedRow).execute(sql`
    WITH budget AS (
      INSERT INTO attempts AS a (key, misses, since)
      SELECT ${budgetKey(now)}, 1, ${now.toISOString()}::timestamptz
      FROM company WHERE ${usesBudget}::boolean AND new_number_codes_per_day > 0
      ON CONFLICT (key) DO UPDATE SET misses = a.misses + 1
        WHERE a.misses < (SELECT new_number_codes_per_day FROM company)
      RETURNING misses
    ), issued AS (
      INSERT INTO sign_in_codes (phone, code_hash, expires_at)
      SELECT ${phone}, ${hashCode(attempt, code)}, ${validUntil.toISOString()}::timestamptz
      WHERE ${isCustomer}::boolean OR EXISTS (SELECT FROM budget)
      ON CONFLICT (phone) DO UPDATE
        SET code_hash = excluded.code_hash, expires_at = excluded.expires_at, failed_attempts = 0
    )
    SELECT (SELECT misses FROM budget) AS sent, new_number_codes_per_day AS limit,
      coalesce((SELECT misses FROM attempts WHERE key = ${budgetKey(now)}), 0) AS before
    FROM company`)
  const { sent, before, limit } = requireRow(row ? [row] : [], 'Company')
  const isSent = isCustomer || sent !== null
  return {
    code,
    validUntil,
    isSent,
    customersOnly: !isSent || shared === null || before >= limit,
    budget: sent === null ? null : { sent, limit },
    counted: [...own, ...(shared ?? []), ...(sent === null ? [] : [{ key: budgetKey(now), until: null }])],
  }
}

const triedRow = z.strictObject({ is_right: z.nullable(z.boolean()), failed_before: z.nullable(z.int()) })

/**
 * Reverts the count of a code that could not be sent. The count of the network is kept, which does not delay customers.
 * Otherwise codes could be requested without a limit for a number that the provider always rejects.
 */
export const uncountSignInCode = (db: Db, { counted }: Issued, network: string) =>
  recordSuccess(
    db,
    counted.filter(({ key }) => key !== networkKey(network)),
    { reset: [] },
  )

/**
 * Redeems a one-time code. Call it outside any transaction: a failed attempt counts although the call fails.
 * @throws HttpError 401 for a wrong, used, expired or invalidated code, 429 after too many attempts
 */
export async function redeemSignInCode(db: Db, attempt: Attempt & { code: string }) {
  const { phone, code, now } = attempt
  const isKnownDevice = attempt.device !== undefined && (await findRecipient(db, attempt)).isKnownDevice
  const { send, enter, reset } = limitsOf(attempt, isKnownDevice)
  const counted = await countAttempt(db, enter, now)
  const at = now.toISOString()
  // A known device has separate limits, which `enter` has counted: attempts from other devices never end its code.
  const counts = isKnownDevice ? 0 : 1
  const isOpen = sql`phone = ${phone} AND code_hash <> '' AND expires_at > ${at}`
  // One statement compares and counts, so parallel guesses cannot exceed the limit. A used code has an empty hash.
  const rows = await rowsOf(db, triedRow).execute(sql`
    WITH tried AS (
      UPDATE sign_in_codes SET
        code_hash = CASE WHEN code_hash = ${hashCode(attempt, code)} THEN '' ELSE code_hash END,
        failed_attempts = failed_attempts + ${counts}::smallint
      WHERE ${isOpen} AND (${isKnownDevice}::boolean OR failed_attempts < ${MAX_ATTEMPTS_PER_CODE})
      RETURNING code_hash = '' AS is_right
    )
    SELECT (SELECT is_right FROM tried) AS is_right, (
      SELECT failed_attempts FROM sign_in_codes WHERE ${isOpen}) AS failed_before`)
  const { is_right = null, failed_before = null } = rows[0] ?? {}
  if (is_right)
    return recordSuccess(db, counted, { reset, earlier: Object.keys({ ...send.shared, ...send.asks }) })
  // The error of the last allowed attempt already says that a new code is needed.
  if (!isKnownDevice && failed_before !== null && failed_before >= MAX_ATTEMPTS_PER_CODE - 1)
    throw new HttpError(401, 'Too many wrong codes. Please ask for a new code', { code: 'new-code-needed' })
  throw new HttpError(401, 'The code is wrong or has expired', { code: 'wrong-credentials' })
}

export const purgeExpiredSignInCodes = (db: Db, now: Date) =>
  db.execute(sql`DELETE FROM sign_in_codes WHERE expires_at < ${now.toISOString()}`)
