import { type FaultKind, faultKinds } from '@kirana/domain/payment'
import { and, lt, isNotNull, type SQL, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'
import { paymentFaults } from '../../tables/payments.ts'
import type { ProviderPayment, ReportedIds, Unreadable } from './provider.ts'

export type Fault = ReportedIds & {
  kind: FaultKind
  /** The id of the event, payment or refund. */
  subject: string
  type: string
  reason: string
  about: Record<string, unknown>
}
type Noticed = { provider: string; now: Date }

/** The fault of a payment that the provider lists and the store cannot read. */
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

/** The fault of a refund that the provider lists and the store cannot read. */
export const unreadableRefund = ({ digest, ...rest }: Unreadable): Fault => ({
  ...rest,
  kind: 'refund',
  subject: rest.refundId ?? digest,
  type: '',
})

/**
 * SQL that stores a fault, once, if `condition` is true. If it has an id, the provider is asked again. One that was recorded
 * later and occurs again is open again; one that staff have dealt with is not.
 */
export function insertFault(fault: Fault, { provider, now }: Noticed, condition: SQL = sql`true`): SQL {
  const { kind, subject, type, reason, paymentId, checkoutId, refundId, about } = fault
  const at = sql`${now.toISOString()}::timestamptz`
  const nextAt = (paymentId ?? checkoutId ?? refundId) === null ? sql`NULL::timestamptz` : at
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

/** How many faults a list shows; `total` counts all. */
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
        'reason', f.reason, 'isRetried', f.next_at IS NOT NULL, 'at', f.created_at) ORDER BY f.id DESC), '[]')
      FROM (SELECT * FROM payment_faults WHERE settled_at IS NULL ORDER BY id DESC LIMIT ${MAX_LISTED}) f) AS newest`)
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
 * Marks a fault as dealt with by staff. Returns the change for the audit log.
 * @throws HttpError 404; 409 when it is not open any more
 */
export async function settleFault(db: Db, id: string, by: string, now: Date) {
  const [settled] = await rowsOf(db, settledRow).execute(sql`
    UPDATE payment_faults SET settled_at = ${now.toISOString()}::timestamptz, settled_by = ${by}, next_at = NULL
    WHERE id = ${id} AND settled_at IS NULL RETURNING id, kind, subject, reason`)
  if (!settled) {
    const { rows } = await db.execute(sql`SELECT 1 FROM payment_faults WHERE id = ${id}`)
    throw rows.length > 0
      ? new HttpError(409, 'This report needs no attention any more')
      : new HttpError(404, 'Report not found')
  }
  const { id: object, ...after } = settled
  return { object, after }
}

/** Purges faults that were settled and reported more than a year ago. */
export const purgeSettledFaults = (db: Db, now: Date) =>
  db
    .delete(paymentFaults)
    .where(
      and(
        isNotNull(paymentFaults.settledAt),
        lt(paymentFaults.createdAt, new Date(now.getTime() - 365 * 86_400_000)),
      ),
    )
