import { formatRupees, type Paise } from '@kirana/domain/money'
import { type FaultKind, faultKinds } from '@kirana/domain/payment'
import { and, lt, isNotNull, ne, type SQL, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'
import { paymentFaults } from '../../tables/payments.ts'
import { paymentsChanged } from '../shared/payments-changed.ts'
import type { ProviderPayment, ProviderRefund, ReportedIds, Unreadable } from './provider.ts'

export type Fault = ReportedIds & {
  kind: FaultKind
  /** The id of the event, payment or refund. */
  subject: string
  type: string
  reason: string
  about: Record<string, unknown>
}
type Noticed = { provider: string; now: Date }

/** The fault of a payment in the provider's list that the store cannot read. */
export const unreadablePayment = ({ digest, ...rest }: Unreadable): Fault => ({
  ...rest,
  kind: 'payment',
  subject: rest.paymentId ?? digest,
  type: '',
})

/** The fault of a payment that could be read. `reason` is a sentence for staff. */
export const paymentFault = (
  { paymentId, checkoutId, amount, currency }: ProviderPayment,
  reason: string,
): Fault => ({
  kind: 'payment',
  subject: paymentId,
  type: '',
  reason,
  paymentId,
  checkoutId,
  refundId: null,
  about: { payment: { amount, currency } },
})

/**
 * The fault of a recorded refund after which all refunds exceed the payment by `excess` paise. The provider is not
 * queried again.
 */
export const excessFault = (
  { refundId, paymentId, amount }: ProviderRefund,
  { excess, paid }: { excess: Paise; paid: Paise },
): Fault => ({
  kind: 'excess',
  subject: refundId,
  type: '',
  reason: `${formatRupees(paid + excess)} of ${formatRupees(paid)} went back, the wallet included (payment ${paymentId})`,
  paymentId,
  checkoutId: null,
  refundId,
  about: { refund: { amount }, excess },
})

/** The fault of a refund in the provider's list that the store cannot read. */
export const unreadableRefund = ({ digest, ...rest }: Unreadable): Fault => ({
  ...rest,
  kind: 'refund',
  subject: rest.refundId ?? digest,
  type: '',
})

/**
 * SQL that stores a fault, once, if `condition` is true. The provider is queried again about a fault with an id, except
 * `excess`, which is already recorded. If a fault occurs again, it is reopened if the provider's answer had closed it,
 * but not if staff have handled it.
 */
export function insertFault(fault: Fault, { provider, now }: Noticed, condition: SQL = sql`true`): SQL {
  const { kind, subject, type, reason, paymentId, checkoutId, refundId, about } = fault
  const at = sql`${now.toISOString()}::timestamptz`
  const isRecorded = kind === 'excess'
  const nextAt = isRecorded || (paymentId ?? checkoutId ?? refundId) === null ? sql`NULL::timestamptz` : at
  return sql`
    INSERT INTO payment_faults AS f (id, provider, kind, subject, type, reason, payment_id, checkout_id, refund_id, about,
      next_at, created_at)
    SELECT ${v7()}::uuid, ${provider}, ${kind}, ${subject}, ${type}, ${reason}, ${paymentId}, ${checkoutId}, ${refundId},
      ${JSON.stringify(about)}::jsonb, ${nextAt}, ${at}
    WHERE ${condition}
    ON CONFLICT (provider, kind, subject) DO UPDATE
    SET settled_at = NULL, attempts = 0, next_at = excluded.next_at, reason = excluded.reason
    WHERE f.settled_at IS NOT NULL AND f.settled_by = ''`
}

export const recordFault = (db: Db, fault: Fault, noticed: Noticed) => db.execute(insertFault(fault, noticed))

/** Maximum number of faults in a list; `total` counts all. */
const MAX_LISTED = 50

const openRow = z.strictObject({
  total: z.int(),
  newest: z.array(
    z.strictObject({
      _id: z.string(),
      kind: z.enum(faultKinds),
      subject: z.string(),
      type: z.string(),
      reason: z.string(),
      isRetried: z.boolean(),
      at: z.string(),
    }),
  ),
})

/** The open faults, newest first, in one statement. */
export async function openFaults(db: Db) {
  const rows = await rowsOf(db, openRow).execute(sql`
    SELECT (SELECT count(*)::int FROM payment_faults WHERE settled_at IS NULL) AS total,
      (SELECT coalesce(json_agg(json_build_object('_id', f.id, 'kind', f.kind, 'subject', f.subject, 'type', f.type,
        'reason', f.reason, 'isRetried', f.next_at IS NOT NULL, 'at', f.created_at) ORDER BY f.created_at DESC, f.id DESC), '[]')
      FROM (SELECT * FROM payment_faults WHERE settled_at IS NULL ORDER BY created_at DESC, id DESC LIMIT ${MAX_LISTED}) f) AS newest`)
  const { total, newest } = rows[0] ?? { total: 0, newest: [] }
  return { total, newest: newest.map(({ at, ...fault }) => ({ ...fault, at: new Date(at) })) }
}

const settledRow = z.strictObject({
  id: z.string(),
  kind: z.string(),
  subject: z.string(),
  reason: z.string(),
})

/**
 * Marks a fault as handled by staff. Returns the change for the audit log.
 * @throws HttpError 404; 409 when it is not open any more; 422 for an excess without a reason
 */
export async function settleFault(
  db: Db,
  id: string,
  { reason, by, now }: { reason: string; by: string; now: Date },
) {
  const [settled] = await rowsOf(db, settledRow).execute(sql`
    WITH settled AS (
      UPDATE payment_faults SET settled_at = ${now.toISOString()}::timestamptz, settled_by = ${by}, next_at = NULL,
        settled_reason = ${reason}
      WHERE id = ${id} AND settled_at IS NULL RETURNING *
    ), ${paymentsChanged(sql`SELECT p.id FROM settled s JOIN payments p ON p.provider = s.provider AND p.payment_id = s.payment_id
      WHERE s.kind = 'excess'`)}
    SELECT id, kind, subject, reason FROM settled`)
  if (settled?.kind === 'excess' && reason === '') throw new HttpError(422, 'Say how it was dealt with')
  if (!settled) {
    const { rows } = await db.execute(sql`SELECT 1 FROM payment_faults WHERE id = ${id}`)
    throw rows.length > 0
      ? new HttpError(409, 'This report needs no attention any more')
      : new HttpError(404, 'Report not found')
  }
  const { id: object, ...after } = settled
  return { object, after: reason === '' ? after : { ...after, reason } }
}

/** Purges settled faults that were reported more than a year ago, except `excess`, because data:verify reads these. */
export const purgeSettledFaults = (db: Db, now: Date) =>
  db
    .delete(paymentFaults)
    .where(
      and(
        isNotNull(paymentFaults.settledAt),
        ne(paymentFaults.kind, 'excess'),
        lt(paymentFaults.createdAt, new Date(now.getTime() - 365 * 86_400_000)),
      ),
    )
