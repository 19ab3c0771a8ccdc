import { randomInt } from 'node:crypto'
import { normaliseReferralCode } from '@kirana/domain/referral'
import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { requireRow, HttpError } from '../../errors.ts'
import type { Address } from '../../tables/orders.ts'
import { addressColumns, addressFields } from '../shared/address.ts'
import { privacyAcceptances } from '../../tables/users.ts'

/** No vowels, so that no code spells a word; no letters that are easily confused. */
const codeLetters = 'BCDFGHJKMNPQRSTVWXYZ'
export const newReferCode = () =>
  Array.from({ length: 8 }, () => codeLetters.charAt(randomInt(codeLetters.length))).join('')

const idRow = z.strictObject({ id: z.string() })

/**
 * Returns the id of the customer with this phone. Creates the account with its wallet and referral code if there is
 * none, and then stores the referral code of the invitation, if that code exists.
 */
export async function findOrAddCustomer(
  tx: Db,
  { phone, fullName, invitedWith, now }: { phone: string; fullName: string; invitedWith: string; now: Date },
): Promise<string> {
  const rows = await rowsOf(tx, idRow).execute(sql`
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
  // No row was inserted, because the referral code was taken or the same phone signed up concurrently.
  return rows[0]?.id ?? findOrAddCustomer(tx, { phone, fullName, invitedWith, now })
}

export const Profile = z.strictObject({
  id: z.string(),
  fullName: z.string(),
  phone: z.string(),
  email: z.string(),
  gender: z.string(),
  country: z.string(),
  referCode: z.string(),
  fcmToken: z.string(),
  addresses: z.array(z.strictObject({ id: z.string(), ...addressFields })),
})
export type Profile = z.output<typeof Profile>
const profileRow = z.strictObject({ profile: Profile })

/** SQL for the profile of `users u` as JSON. */
export const profile = sql`json_build_object('id', u.id, 'fullName', u.full_name, 'phone', u.phone, 'email', u.email,
  'gender', u.gender, 'country', u.country, 'referCode', u.refer_code, 'fcmToken', coalesce(u.fcm_token, ''),
  'addresses', (
    SELECT coalesce(json_agg(json_build_object('id', a.id, ${addressColumns}) ORDER BY a.id), '[]')
    FROM addresses a WHERE a.user_id = u.id))`

export async function readProfile(db: Db, id: string): Promise<Profile> {
  const rows = await rowsOf(db, profileRow).execute(
    sql`SELECT ${profile} AS profile FROM users u WHERE u.id = ${id}`,
  )
  return requireRow(rows, 'Customer').profile
}

/** Stores the version of the privacy notice that a customer accepted, and when it was accepted first. */
export const acceptNotice = (tx: Db, userId: string, version: string, now: Date) =>
  tx.insert(privacyAcceptances).values({ userId, version, acceptedAt: now }).onConflictDoNothing()

type Changes = { [K in 'fullName' | 'email' | 'gender' | 'country' | 'fcmToken']?: string | undefined }

/**
 * Updates the given fields. A push token belongs to the customer who set it last: other customers of the same phone
 * lose it. The customer's row stays locked, which serializes changes of the addresses.
 * @returns the profile before
 * @throws HttpError 404 when the customer was erased concurrently
 */
export async function changeProfile(
  tx: Db,
  id: string,
  { fullName, email, gender, country, fcmToken }: Changes,
) {
  const orNull = (value: string | undefined) => value ?? null
  const rows = await rowsOf(tx, profileRow).execute(sql`
    WITH others AS (
      UPDATE users SET fcm_token = NULL WHERE fcm_token = nullif(${orNull(fcmToken)}, '') AND id <> ${id}
    )
    UPDATE users n SET full_name = coalesce(${orNull(fullName)}, n.full_name), email = coalesce(${orNull(email)}, n.email),
      gender = coalesce(${orNull(gender)}, n.gender), country = coalesce(${orNull(country)}, n.country),
      fcm_token = nullif(coalesce(${orNull(fcmToken)}, n.fcm_token), '')
    FROM (SELECT u.id, ${profile} AS profile FROM users u WHERE u.id = ${id} AND u.erased_at IS NULL FOR UPDATE) before
    WHERE n.id = before.id RETURNING before.profile`)
  return requireRow(rows, 'Customer').profile
}

/** Stops push messages to the phone of a customer who signs out. The app sets the token again at its next start. */
export const clearPushToken = (tx: Db, id: string) =>
  tx.execute(sql`UPDATE users SET fcm_token = NULL WHERE id = ${id} AND fcm_token IS NOT NULL`)

const changedRow = z.strictObject({ changed: z.int() })

/**
 * Replaces the customer's addresses with `sent`: updates those with an id, adds those without, deletes all others.
 * @throws HttpError 404 for an id that is not one of the customer's addresses
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
  const changed = await rowsOf(tx, changedRow).execute(sql`
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
  if (changed[0]?.changed !== rows.filter((row) => !row.is_new).length)
    throw new HttpError(404, 'Address not found')
}
