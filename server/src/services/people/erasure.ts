import { ERASED_CUSTOMER, erasedPhone, erasureRefusal, type Unfinished } from '@kirana/domain/erasure'
import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import { send } from '../../db/send.ts'
import type { Db } from '../../db/types.ts'
import { HttpError, requireRow } from '../../errors.ts'
import { newReferCode } from './customers.ts'
import { textErasures } from './erased-texts.ts'

const personRow = z.strictObject({
  person: z.strictObject({ phone: z.string(), number: z.int(), token: z.string(), isErased: z.boolean() }),
})
type Person = z.output<typeof personRow>['person']

const unfinishedRow = z.strictObject({
  unfinished: z.strictObject({
    openOrders: z.int(),
    waitingLists: z.int(),
    openClaims: z.int(),
    pendingWithdrawals: z.int(),
    pendingRefunds: z.int(),
    pendingApprovals: z.int(),
    money: z.int(),
  }),
})

/**
 * Locks the customer and the wallet, so that no order or withdrawal begins concurrently, because each locks one of the
 * two. Unfinished ones are read by a later statement, because a statement that waited for a lock does not see the
 * changes of the transaction that held it.
 */
async function lockPerson(tx: Db, id: string): Promise<Person> {
  const rows = await rowsOf(tx, personRow).execute(sql`
    SELECT json_build_object('phone', u.phone, 'number', u.customer_number, 'token', coalesce(u.fcm_token, ''),
      'isErased', u.erased_at IS NOT NULL) AS person
    FROM users u JOIN wallets w ON w.user_id = u.id WHERE u.id = ${id} FOR UPDATE OF u, w`)
  return requireRow(rows, 'Customer').person
}

async function unfinishedOf(tx: Db, id: string, now: Date): Promise<Unfinished> {
  const rows = await rowsOf(tx, unfinishedRow).execute(sql`
    SELECT json_build_object(
      'openOrders', (SELECT count(*) FROM orders WHERE user_id = w.user_id AND status NOT IN ('delivered', 'canceled')),
      'waitingLists', (SELECT count(*) FROM manual_orders WHERE user_id = w.user_id AND status = 'waiting'),
      'pendingWithdrawals', (SELECT count(*) FROM withdrawals WHERE user_id = w.user_id AND done_at IS NULL
        AND refused_at IS NULL),
      'openClaims', (SELECT count(*) FROM claims WHERE user_id = w.user_id AND state = 'open'),
      'pendingRefunds', (
        SELECT count(*) FROM orders o JOIN payments p ON p.order_id = o.id JOIN refunds r ON r.payment = p.id
        WHERE o.user_id = w.user_id AND r.state IN ('asked', 'failed')),
      'pendingApprovals', (SELECT count(*) FROM approvals WHERE user_id = w.user_id AND withdrawal_id IS NULL
        AND state = 'waiting' AND expires_at > ${now.toISOString()}::timestamptz),
      'money', w.money) AS unfinished
    FROM wallets w WHERE w.user_id = ${id}`)
  return requireRow(rows, 'Customer').unfinished
}

type Erasure = {
  id: string
  /** The last digits of the phone number, which the caller has typed to confirm. */
  lastDigits: string
  /** The scopes of the customer's idempotency keys, whose stored answers contain orders and addresses. */
  scopes: readonly string[]
  now: Date
}

/** The removed fields of an address. Pincode, city and state are kept, because they are the place of supply. */
const BLANK_ADDRESS = JSON.stringify({ fullName: '', phone: '', houseNo: '', landmark: '', street: '' })

/** The buyer of a document after the erasure. */
const nameless = sql`jsonb_build_object('address', document->'address' || ${BLANK_ADDRESS}::jsonb,
  'buyer', json_build_object('fullName', ${ERASED_CUSTOMER}::text, 'phone', ''))`

/** Removes name, phone, address and accounts from records that must be kept. */
function anonymisations(id: string, { phone, number }: Person): SQL[] {
  const theirs = sql`(SELECT id FROM orders WHERE user_id = ${id})`
  const wrote = sql`by LIKE '% (customer)'`
  return [
    sql`UPDATE orders SET customer_name = ${ERASED_CUSTOMER}, customer_phone = ${erasedPhone(number)},
      address = address || ${BLANK_ADDRESS}::jsonb WHERE user_id = ${id}`,
    sql`UPDATE invoices SET document = document || ${nameless} WHERE order_id IN ${theirs} AND document IS NOT NULL`,
    sql`UPDATE challans SET document = document || ${nameless} WHERE order_id IN ${theirs}`,
    sql`UPDATE order_history SET by = 'customer' WHERE order_id IN ${theirs} AND ${wrote}`,
    sql`UPDATE ledger_transactions SET by = 'customer' WHERE order_id IN ${theirs} AND ${wrote}`,
    sql`UPDATE put_backs SET by = 'customer' WHERE order_id IN ${theirs} AND ${wrote}`,
    sql`UPDATE refunds SET by = 'customer'
      WHERE payment IN (SELECT id FROM payments WHERE order_id IN ${theirs}) AND ${wrote}`,
    sql`UPDATE withdrawals SET upi_id = '', bank_account = '', ifsc = '' WHERE user_id = ${id}`,
    sql`UPDATE audit_rows SET person = ${ERASED_CUSTOMER} WHERE person_id = ${id} AND role = 'customer'`,
    // The object of requests for a sign-in code is the phone number.
    sql`UPDATE audit_rows SET object = ${id} WHERE object = ${phone}`,
  ]
}

/** Deletes records that the store need not keep. Prescriptions are kept for their legal period. */
const removals = (id: string, { phone, token }: Person, scopes: readonly string[]): SQL[] => [
  sql`DELETE FROM addresses WHERE user_id = ${id}`,
  sql`DELETE FROM customer_notes WHERE user_id = ${id}`,
  sql`DELETE FROM contact_messages WHERE phone = ${phone}`,
  sql`DELETE FROM push_messages WHERE audience = 'one' AND (user_id = ${id} OR user_id IS NULL AND token = ${token})`,
  sql`DELETE FROM sign_in_codes WHERE phone = ${phone}`,
  sql`DELETE FROM idempotency_keys
    WHERE scope IN (SELECT jsonb_array_elements_text(${JSON.stringify(scopes)}::jsonb))`,
  // Stored answers to staff that name the customer, such as an order that staff placed.
  sql`DELETE FROM idempotency_keys WHERE strpos(answer::text, ${id}) > 0 OR strpos(answer::text, ${phone}) > 0`,
]

const picturesRow = z.strictObject({ pictures: z.array(z.string()) })

/** Removes the pictures from lists, claims and failed drops. Returns their keys. */
async function removePictures(tx: Db, id: string): Promise<string[]> {
  const rows = await rowsOf(tx, picturesRow).execute(sql`
    WITH lists AS (
      DELETE FROM manual_orders WHERE user_id = ${id} AND NOT is_prescription RETURNING photos || documents AS pictures
    ), claimed AS (
      SELECT c.id, c.photos FROM claims c WHERE c.user_id = ${id}
    ), complaints AS (
      UPDATE claims SET photos = '{}', note = '' WHERE id IN (SELECT id FROM claimed)
    ), attempts AS (
      SELECT d.id, d.photo FROM drops d JOIN orders o ON o.id = d.order_id WHERE o.user_id = ${id} AND d.photo <> ''
    ), doors AS (
      UPDATE drops SET photo = '' WHERE id IN (SELECT id FROM attempts)
    )
    SELECT coalesce(json_agg(picture), '[]') AS pictures FROM (
      SELECT unnest(pictures) AS picture FROM lists UNION ALL SELECT unnest(photos) FROM claimed
      UNION ALL SELECT photo FROM attempts) theirs`)
  return requireRow(rows, 'Customer').pictures
}

/**
 * Erases a person's data but keeps the books: orders, invoices, ledger and payouts remain under 'Erased customer', with
 * pincode, city and state of the delivery, which determine the place of supply. Prescriptions remain for their legal
 * period, claims without note and photos, failed drops without photo. Texts of staff and riders about the person are
 * replaced. The phone can register again. The caller ends the sessions.
 * @returns the keys of the pictures of the removed lists, of claims and of failed drops, for `release`
 * @throws HttpError 404, 409 when already erased, 422 for wrong digits or while something is unfinished
 * @see DPDP Act 2023, section 12; Privacy Policy
 */
export async function eraseCustomer(tx: Db, { id, lastDigits, scopes, now }: Erasure): Promise<string[]> {
  const person = await lockPerson(tx, id)
  const { phone, number, isErased } = person
  if (isErased) throw new HttpError(409, 'This customer is already erased')
  if (!phone.endsWith(lastDigits))
    throw new HttpError(422, 'These are not the last four digits of the phone number', { code: 'digits' })
  const refusal = erasureRefusal(await unfinishedOf(tx, id, now))
  if (refusal !== null) throw new HttpError(422, refusal, { code: 'unfinished' })
  for (const statement of [
    ...anonymisations(id, person),
    ...textErasures(id),
    ...removals(id, person, scopes),
  ])
    await send(tx, statement)
  await send(
    tx,
    sql`UPDATE users SET full_name = ${ERASED_CUSTOMER}, phone = ${erasedPhone(number)}, email = '', gender = '',
      country = '', fcm_token = NULL, refer_code = ${newReferCode()}, invited_with = '', erased_at = ${now.toISOString()}
      WHERE id = ${id}`,
  )
  return removePictures(tx, id)
}
