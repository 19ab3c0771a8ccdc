import { dayInKolkata } from '@kirana/domain/calendar'
import { PAGE_SIZE } from '@kirana/domain/paging'
import { type Credit, matchStatement, utrsIn } from '@kirana/domain/upi'
import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import { send } from '../../db/send.ts'
import type { Db } from '../../db/types.ts'
import { HttpError, requireRow } from '../../errors.ts'
import { listRow, pageOf } from '../shared/pages.ts'
import { post, type Posting } from '../wallet/ledger.ts'
import { publishCash } from '../wallet/till.ts'

type Actor = { by: string; now: Date }

const shape = {
  row: z.strictObject({
    id: z.string(),
    orderId: z.string(),
    orderNumber: z.string(),
    amount: z.int(),
    utr: z.string(),
    rider: z.string(),
    at: z.string(),
    state: z.enum(['unverified', 'verified', 'void']),
    verifiedBy: z.string(),
    creditedOn: z.string(),
  }),
}
const row = sql`json_build_object('id', u.id, 'orderId', u.order_id, 'orderNumber', o.order_id, 'amount', u.amount, 'utr', u.utr,
  'rider', r.name, 'at', u.created_at, 'state', u.state, 'verifiedBy', u.verified_by,
  'creditedOn', coalesce(u.credited_on::text, '')) AS row`

/** A page of payments by UPI at the door, newest first; amounts are paise. */
export async function upiPage(db: Db, { unverified, page }: { unverified: boolean; page: number }) {
  const selection = {
    from: sql`upi_payments u JOIN orders o ON o.id = u.order_id JOIN riders r ON r.id = u.rider_id`,
    id: sql`u.id`,
    condition: unverified ? sql`u.state = 'unverified'` : sql`true`,
    name: JSON.stringify(['upi', unverified]),
    size: PAGE_SIZE.orders,
  }
  const { data, totalPages } = await pageOf(db, selection, page, { select: row, row: listRow(shape) })
  return {
    data: data.map(({ row: { at, ...payment } }) => ({ ...payment, at: new Date(at) })),
    totalPages,
  }
}

const verifying = (
  { id, orderId, amount }: { id: string; orderId: string; amount: number },
  kind: 'upi-verified' | 'upi-verified-reversal',
  by: string,
): Posting => ({ key: `upi:${id}:${v7()}`, kind, userId: null, orderId, by, amounts: [amount] })

const paymentRow = z.strictObject({
  id: z.string(),
  amount: z.int(),
  isVerified: z.boolean(),
  isCanceled: z.boolean(),
  /** Whether a part was refunded to the wallet: for a claim, or for items missing at a pick, which lowers the bill. */
  isRefunded: z.boolean(),
})

/**
 * Records that the UPI payment of an order has arrived at the bank, or reverts this.
 * @returns false when it was already in that state
 * @throws HttpError 404 without such a payment, 409 when it was refunded in whole or in part
 */
export async function verifyUpi(
  tx: Db,
  { orderId, verified }: { orderId: string; verified: boolean },
  { by, now }: Actor,
): Promise<boolean> {
  await send(tx, sql`SELECT 1 FROM orders WHERE id = ${orderId} FOR UPDATE`)
  const rows = await rowsOf(tx, z.strictObject({ payment: paymentRow })).execute(sql`
    SELECT json_build_object('id', u.id, 'amount', u.amount, 'isVerified', u.state = 'verified',
      'isCanceled', o.status = 'canceled', 'isRefunded', u.amount > o.total - o.claimed) AS payment
    FROM upi_payments u JOIN orders o ON o.id = u.order_id WHERE u.order_id = ${orderId} AND u.state <> 'void'`)
  const { payment } = requireRow(rows, 'UPI payment')
  if (payment.isVerified === verified) return false
  if (payment.isCanceled)
    throw new HttpError(409, 'This order is canceled: its payment went back to the wallet', {
      code: 'canceled',
    })
  if (payment.isRefunded && !verified)
    throw new HttpError(409, 'A part of this payment went back to the wallet, so it stays verified', {
      code: 'refunded',
    })
  await send(
    tx,
    verified
      ? sql`UPDATE upi_payments SET state = 'verified', verified_by = ${by}, verified_at = ${now.toISOString()}
          WHERE id = ${payment.id}`
      : sql`UPDATE upi_payments SET state = 'unverified', verified_by = '', verified_at = NULL, credited_on = NULL
          WHERE id = ${payment.id}`,
  )
  await post(
    tx,
    [verifying({ ...payment, orderId }, verified ? 'upi-verified' : 'upi-verified-reversal', by)],
    now,
  )
  await publishCash(tx, orderId)
  return true
}

const namedRow = z.strictObject({
  id: z.string(),
  isUnverified: z.boolean(),
  orderId: z.string(),
  orderNumber: z.string(),
  utr: z.string(),
  amount: z.int(),
  at: z.string(),
})
const namedIn = z.strictObject({ payments: z.array(namedRow), payouts: z.array(z.string()) })

/** The payments at the door, and the UTRs of the store's payouts, that credits of a statement name. One statement. */
async function namedBy(tx: Db, credits: readonly Credit[]) {
  const utrs = JSON.stringify(credits.flatMap(({ text }) => utrsIn(text)))
  const these = sql`(SELECT jsonb_array_elements_text(${utrs}::jsonb))`
  const rows = await rowsOf(tx, z.strictObject({ named: namedIn })).execute(sql`
    SELECT json_build_object(
      'payments', (
        SELECT coalesce(json_agg(json_build_object('id', u.id, 'isUnverified', u.state = 'unverified',
          'orderId', u.order_id, 'orderNumber', o.order_id, 'utr', u.utr, 'amount', u.amount, 'at', u.created_at)
          ORDER BY u.id), '[]')
        FROM upi_payments u JOIN orders o ON o.id = u.order_id WHERE u.utr IN ${these}),
      'payouts', (
        SELECT coalesce(json_agg(t.utr), '[]') FROM transactions t WHERE t.utr <> '' AND t.utr IN ${these})) AS named`)
  return requireRow(rows, 'Statement').named
}

/**
 * Verifies the payments that match credits of a bank statement. Each credit verifies at most one payment in all
 * imports, because `matchStatement` also gets the verified and void payments with the same references. Concurrent
 * imports verify each payment once. Amounts are paise.
 */
export async function verifyStatement(tx: Db, credits: readonly Credit[], { by, now }: Actor) {
  const named = await namedBy(tx, credits)
  const byId = new Map(named.payments.map((payment) => [payment.id, payment]))
  const payments = named.payments.map(({ at, ...payment }) => ({
    ...payment,
    day: dayInKolkata(new Date(at)),
  }))
  const { matched, other } = matchStatement(credits, payments, new Set(named.payouts))
  const proven = JSON.stringify(
    matched.map(({ credit, payment }) => ({
      id: payment.id,
      order_id: byId.get(payment.id)?.orderId,
      day: credit.day,
    })),
  )
  const these = sql`jsonb_to_recordset(${proven}::jsonb) AS p(id uuid, order_id uuid, day date)`
  await send(tx, sql`SELECT 1 FROM orders WHERE id IN (SELECT order_id FROM ${these}) ORDER BY id FOR UPDATE`)
  const done = await rowsOf(tx, z.strictObject({ id: z.string() })).execute(sql`
    UPDATE upi_payments u SET state = 'verified', verified_by = ${by}, verified_at = ${now.toISOString()}, credited_on = p.day
    FROM ${these} WHERE u.id = p.id AND u.state = 'unverified' RETURNING u.id`)
  const verified = new Set(done.map(({ id }) => id))
  const matches = matched.flatMap(({ credit, payment }) => {
    const found = verified.has(payment.id) ? byId.get(payment.id) : undefined
    return found ? [{ ...found, row: credit.row }] : []
  })
  await post(
    tx,
    matches.map((payment) => verifying(payment, 'upi-verified', by)),
    now,
  )
  const [first] = matches
  if (first) await publishCash(tx, first.orderId)
  return {
    matches,
    other: other.map(({ credit, payment, isPayout }) => ({
      orderNumber: byId.get(payment.id)?.orderNumber ?? '',
      utr: payment.utr,
      row: credit.row,
      expected: payment.amount,
      amount: credit.amount,
      day: credit.day,
      isPayout,
    })),
  }
}
