import { randomInt } from 'node:crypto'
import { normaliseReferralCode } from '@kirana/domain/referral'
import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { Db } from '../db/types.ts'
import { found, Refused } from '../http/refuse.ts'
import type { Address } from '../tables/orders.ts'
import { countAttempt, forgive } from './attempts.ts'
import { hashToken } from './sessions.ts'

const codeLifetimeMs = 10 * 60_000
/** Each message costs money and rings somebody's phone. */
const sendsPerPhone = { free: 3, firstWait: 60 }
/** Five tries a code: the wait that follows outlives it. */
const triesPerCode = { free: 5, firstWait: 15 * 60 }
/** A mobile network puts thousands of customers behind one address; what each may do is bounded by their phone. */
const perSharedAddress = { free: 500, firstWait: 60 }

const keysOf = (phone: string, address: string) => ({
  send: [`customer:send:${phone}`, `customer:send-address:${address}`] as const,
  check: [`customer:code:${phone}`, `customer:code-address:${address}`] as const,
})

type Attempt = { phone: string; address: string; now: Date }

/** The phone is part of what is hashed, so that equal codes of two phones look different. */
const hashCode = (phone: string, code: string) => hashToken(`${phone} ${code}`)

/**
 * A new one-time code for a phone, which replaces the one before. Belongs outside any transaction.
 * @throws Refused 429 when too many were asked for this phone or from this address
 */
export async function newSignInCode(db: Db, { phone, address, now }: Attempt): Promise<string> {
  const [phoneKey, addressKey] = keysOf(phone, address).send
  await countAttempt(db, { [phoneKey]: sendsPerPhone, [addressKey]: perSharedAddress }, now)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const expiresAt = new Date(now.getTime() + codeLifetimeMs).toISOString()
  await db.execute(sql`
    INSERT INTO sign_in_codes (phone, code_hash, expires_at) VALUES (${phone}, ${hashCode(phone, code)}, ${expiresAt})
    ON CONFLICT (phone) DO UPDATE SET code_hash = excluded.code_hash, expires_at = excluded.expires_at`)
  return code
}

/**
 * Uses a one-time code up. Belongs outside any transaction: a miss counts although the call fails.
 * @throws Refused 401 for a wrong, used or expired code, 429 after too many misses
 */
export async function redeemSignInCode(db: Db, { phone, code, address, now }: Attempt & { code: string }) {
  const { check, send } = keysOf(phone, address)
  const [phoneKey, addressKey] = check
  await countAttempt(db, { [phoneKey]: triesPerCode, [addressKey]: perSharedAddress }, now)
  const { rows } = await db.execute(sql`
    DELETE FROM sign_in_codes
    WHERE phone = ${phone} AND code_hash = ${hashCode(phone, code)} AND expires_at > ${now.toISOString()}
    RETURNING phone`)
  if (rows.length === 0)
    throw new Refused(401, 'The code is wrong or has expired', { code: 'wrong-credentials' })
  await forgive(db, ...check)
  await forgive(db, ...send)
}

export const sweepSignInCodes = (db: Db, now: Date) =>
  db.execute(sql`DELETE FROM sign_in_codes WHERE expires_at < ${now.toISOString()}`)

/** No vowels, so that no code is a word; no letter that is taken for another one. */
const codeLetters = 'BCDFGHJKMNPQRSTVWXYZ'
const newReferCode = () =>
  Array.from({ length: 8 }, () => codeLetters.charAt(randomInt(codeLetters.length))).join('')

/**
 * The id of the customer with this phone; the first time makes the account with its wallet and referral code. Then a
 * friend's code is kept too, where there is such a friend.
 */
export async function findOrAddCustomer(
  tx: Db,
  { phone, fullName, invitedWith, now }: { phone: string; fullName: string; invitedWith: string; now: Date },
): Promise<string> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    WITH fresh AS (
      INSERT INTO users (id, phone, full_name, refer_code, invited_with, created_at)
      SELECT ${v7()}::uuid, ${phone}, ${fullName}, ${newReferCode()},
        coalesce((SELECT refer_code FROM users WHERE refer_code = ${normaliseReferralCode(invitedWith)}), ''),
        ${now.toISOString()}::timestamptz
      WHERE NOT EXISTS (SELECT FROM users WHERE phone = ${phone})
      ON CONFLICT DO NOTHING RETURNING id
    ), wallet AS (
      INSERT INTO wallets (user_id) SELECT id FROM fresh
    )
    SELECT id FROM fresh UNION ALL SELECT id FROM users WHERE phone = ${phone}`)
  // Nobody at all: the code was taken, or the same phone signed up this very moment.
  return rows[0]?.id ?? findOrAddCustomer(tx, { phone, fullName, invitedWith, now })
}

export type Profile = {
  id: string
  fullName: string
  phone: string
  email: string
  gender: string
  country: string
  referCode: string
  fcmToken: string
  addresses: ({ id: string } & Address)[]
}

/** A customer's profile, as JSON, of `users u`. */
export const profile = sql`json_build_object('id', u.id, 'fullName', u.full_name, 'phone', u.phone, 'email', u.email,
  'gender', u.gender, 'country', u.country, 'referCode', u.refer_code, 'fcmToken', coalesce(u.fcm_token, ''),
  'addresses', (
    SELECT coalesce(json_agg(json_build_object('id', a.id, 'fullName', a.full_name, 'phone', a.phone,
      'houseNo', a.house_no, 'landmark', a.landmark, 'street', a.street, 'pincode', a.pincode, 'city', a.city,
      'state', a.state) ORDER BY a.id), '[]')
    FROM addresses a WHERE a.user_id = u.id))`

export async function readProfile(db: Db, id: string): Promise<Profile> {
  const { rows } = await db.execute<{ profile: Profile }>(
    sql`SELECT ${profile} AS profile FROM users u WHERE u.id = ${id}`,
  )
  return found(rows, 'Customer').profile
}

type Changes = { [K in 'fullName' | 'email' | 'gender' | 'country' | 'fcmToken']?: string | undefined }

/** Changes what is given. The customer's row stays locked, so that two changes of the addresses follow each other. */
export const changeProfile = (
  tx: Db,
  id: string,
  { fullName, email, gender, country, fcmToken }: Changes,
) => {
  const kept = (value: string | undefined) => value ?? null
  return tx.execute(sql`
    UPDATE users SET full_name = coalesce(${kept(fullName)}, full_name), email = coalesce(${kept(email)}, email),
      gender = coalesce(${kept(gender)}, gender), country = coalesce(${kept(country)}, country),
      fcm_token = nullif(coalesce(${kept(fcmToken)}, fcm_token), '')
    WHERE id = ${id}`)
}

/**
 * Makes `sent` the customer's addresses: one with an id is changed, one without is new, any other is gone.
 * @throws Refused 404 for an id that is not among the customer's own
 */
export async function replaceAddresses(
  tx: Db,
  userId: string,
  sent: readonly (Address & { id?: string | undefined })[],
) {
  const rows = sent.map((address) => ({
    ...address,
    id: address.id ?? v7(),
    is_new: address.id === undefined,
  }))
  const answer = await tx.execute<{ changed: number }>(sql`
    WITH sent AS (
      SELECT id, is_new, "fullName" AS full_name, phone, "houseNo" AS house_no, landmark, street, pincode, city, state
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS s(id text, is_new boolean, "fullName" text, phone text,
        "houseNo" text, landmark text, street text, pincode text, city text, state text)
    ), changed AS (
      UPDATE addresses a SET full_name = s.full_name, phone = s.phone, house_no = s.house_no, landmark = s.landmark,
        street = s.street, pincode = s.pincode, city = s.city, state = s.state
      FROM sent s WHERE NOT s.is_new AND a.id::text = s.id AND a.user_id = ${userId}
      RETURNING a.id
    ), gone AS (
      DELETE FROM addresses WHERE user_id = ${userId} AND id::text NOT IN (SELECT id FROM sent)
    ), added AS (
      INSERT INTO addresses (id, user_id, full_name, phone, house_no, landmark, street, pincode, city, state)
      SELECT id::uuid, ${userId}::uuid, full_name, phone, house_no, landmark, street, pincode, city, state
      FROM sent WHERE is_new
    )
    SELECT count(*)::int AS changed FROM changed`)
  if (answer.rows[0]?.changed !== rows.filter((row) => !row.is_new).length)
    throw new Refused(404, 'Address not found')
}
