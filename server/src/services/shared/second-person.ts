import type { ApprovalKind } from '@kirana/domain/approval'
import type { Paise } from '@kirana/domain/money'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import { send } from '../../db/send.ts'
import type { Db } from '../../db/types.ts'
import { requireRow } from '../../errors.ts'
import type { AskedClaim, AskedOrder } from '../../tables/approvals.ts'

/** An action that needs a second person. `amount` is coins for the kind `coins`, otherwise paise. */
export type ApprovalRequest = {
  kind: ApprovalKind
  /** The customer whose wallet is affected; null if the action is about a rider's cash. */
  userId: string | null
  /** The id of the withdrawal, the customer, the order or the rider. */
  subject: string
  amount: number
  /** For a pick, and for a cancelation that discards one: the number of recorded line settings. */
  seen?: number
  /** The bank's reference of a payout. */
  utr?: string
  cancelReason?: string
  /** For the refund or the replacement of a claim. */
  claim?: { id: string; asked: AskedClaim }
  /** For an order that the wallet pays. */
  order?: AskedOrder
  /** The server's reason, which is used if the person who makes the request gives none. */
  reason?: string
}

/** Thrown before any write if the action needs a second person and has not been approved. */
export class NeedsApproval extends Error {
  readonly request: ApprovalRequest
  constructor(request: ApprovalRequest) {
    super('Needs the approval of a second person')
    this.request = request
  }
}

const sumRow = z.strictObject({ sum: z.int() })

/**
 * Paise that this staff member refunded alone in the last 24 hours by picks, canceled orders and claims, including the
 * value of replacements. Serializes their refunds, so that concurrent ones cannot exceed the limit together. Two
 * statements.
 */
export async function refundedAlone(tx: Db, staffId: string, now: Date): Promise<Paise> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`refunds by ${staffId}`}, 0))`)
  const since = sql`${now.toISOString()}::timestamptz - interval '1 day'`
  const rows = await rowsOf(tx, sumRow).execute(sql`
    SELECT ((SELECT coalesce(sum(refunded_alone), 0) FROM order_picks
        WHERE staff_id = ${staffId} AND refunded_alone > 0 AND done_at > ${since})
      + (SELECT coalesce(sum((after ->> 'refundedAlone')::bigint), 0) FROM audit_rows
        WHERE person_id = ${staffId} AND call = 'orders.changeStatus' AND created_at > ${since})
      + (SELECT coalesce(sum(refunded_alone), 0) FROM claim_actions
        WHERE staff_id = ${staffId} AND refunded_alone > 0 AND created_at > ${since}))::float8 AS sum`)
  return requireRow(rows, 'Sum').sum
}

const limitRow = z.strictObject({ limit: z.nullable(z.int()), before: z.int() })

/**
 * Whether a payment of `amount` paise from a customer's wallet, for a new or a reopened order, reaches the limit of
 * payouts together with the staff member's payments of the last 24 hours (`before`). From this limit on, a second
 * person is needed. Serializes the payments of one staff member. `limit` is null if the store requires no second
 * person. Two statements, which are sent together.
 */
export async function limitAlone(
  tx: Db,
  { staffId, amount, now }: { staffId: string; amount: Paise; now: Date },
): Promise<{ limit: Paise | null; before: Paise; isAbove: boolean }> {
  const [, rows] = await Promise.all([
    send(tx, sql`SELECT pg_advisory_xact_lock(hashtextextended(${`wallet orders by ${staffId}`}, 0))`),
    rowsOf(tx, limitRow).execute(sql`
      SELECT (SELECT payout_approval_from::float8 FROM company WHERE second_person) AS limit,
        (SELECT coalesce(sum((after ->> 'spentAlone')::bigint), 0)::float8 FROM audit_rows
          WHERE person_id = ${staffId} AND call IN ('staffOrders.place', 'staffOrders.placeList', 'orders.changeStatus')
            AND created_at > ${now.toISOString()}::timestamptz - interval '1 day') AS before`),
  ])
  const { limit, before } = requireRow(rows, 'Limit')
  return { limit, before, isAbove: limit !== null && before + amount >= limit }
}

/**
 * Whether a write-off of `amount` paise reaches the limit of payouts together with the superadmin's write-offs of the
 * last 24 hours. From this limit on, a second person is needed. Serializes the write-offs of the superadmin. Two
 * statements, which are sent together.
 */
export async function passesWriteOffLimit(
  tx: Db,
  { by, amount, now }: { by: string; amount: Paise; now: Date },
): Promise<boolean> {
  const [, rows] = await Promise.all([
    send(tx, sql`SELECT pg_advisory_xact_lock(hashtextextended(${`write-offs by ${by}`}, 0))`),
    rowsOf(tx, limitRow).execute(sql`
      SELECT (SELECT payout_approval_from::float8 FROM company WHERE second_person) AS limit,
        (SELECT coalesce(sum(amount), 0)::float8 FROM cash_records
          WHERE kind = 'write-off' AND by = ${by} AND created_at > ${now.toISOString()}::timestamptz - interval '1 day') AS before`),
  ])
  const { limit, before } = requireRow(rows, 'Limit')
  return limit !== null && before + amount >= limit
}
