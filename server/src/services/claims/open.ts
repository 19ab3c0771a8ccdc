import { claimDueBy, type ClaimedLine, type ClaimReason, isClaimInTime } from '@kirana/domain/claims'
import { deliveryStatuses } from '@kirana/domain/vocabulary'
import { sql } from 'drizzle-orm'
import { v7, validate } from 'uuid'
import * as z from 'zod/mini'
import { constraintOf } from '../../db/errors.ts'
import { rowsOf } from '../../db/rows.ts'
import { run, send } from '../../db/send.ts'
import type { Db } from '../../db/types.ts'
import { HttpError, requireRow } from '../../errors.ts'

/** A claim by the customer, or by staff for a customer who calls. `photos` are keys of stored files. */
export type NewClaim = {
  orderId: string
  /** The customer who must own the order. */
  userId: string
  lines: readonly ClaimedLine[]
  reason: ClaimReason
  note: string
  photos: readonly string[]
  /** The staff member who opens it; absent if the customer does. Staff may also open a claim late, with a reason. */
  opened?: { by: string; lateReason: string }
  now: Date
}

const orderRow = z.strictObject({
  status: z.enum(deliveryStatuses),
  deliveredAt: z.nullable(z.union([z.string(), z.date()])),
  isErased: z.boolean(),
  number: z.int(),
})

const CLAIM_LATE = 'Claims are possible until the end of the day of delivery'

/** Rethrows a violated check as the error for pieces that were not delivered or are already claimed. */
const tooManyPieces = (error: unknown): never => {
  if (constraintOf(error) === 'claimed_pieces_were_delivered')
    throw new HttpError(422, 'More pieces are claimed than were delivered and not claimed before', {
      code: 'pieces',
    })
  throw error
}

/**
 * Opens a claim. Locks the customer, who may be being erased, and then the order, whose status could change: an erasure
 * locks them in the same order. The database checks the number of pieces.
 * @throws HttpError 404 for an order that is not the customer's; 422 for an erased customer, for an order that is not
 * delivered, after the day of delivery, and for more pieces than are left to claim
 */
export async function openClaim(tx: Db, claim: NewClaim) {
  const { orderId, userId, lines, reason, note, photos, opened, now } = claim
  if (!validate(orderId)) throw new HttpError(404, 'Order not found')
  const theirs = sql`o.id = ${orderId} AND o.user_id = ${userId}`
  const [, , rows] = await Promise.all([
    run(tx, sql`SELECT 1 FROM users WHERE id = ${userId} FOR KEY SHARE`),
    run(tx, sql`SELECT 1 FROM orders o WHERE ${theirs} FOR NO KEY UPDATE`),
    rowsOf(tx, orderRow).execute(sql`
      SELECT o.status, nextval('claim_numbers')::int AS number, (SELECT max(h.created_at) FROM order_history h
        WHERE h.order_id = o.id AND h.to_status = 'delivered') AS "deliveredAt", u.erased_at IS NOT NULL AS "isErased"
      FROM orders o JOIN users u ON u.id = o.user_id WHERE ${theirs}`),
  ])
  const { status, deliveredAt, isErased, number } = requireRow(rows, 'Order')
  // A customer is erased only once, so the note and the photos would stay. Nothing could be refunded or replaced.
  if (isErased)
    throw new HttpError(422, 'This customer is erased: nothing can be claimed for them', { code: 'erased' })
  if (status !== 'delivered' || deliveredAt === null)
    throw new HttpError(422, 'Only a delivered order can be claimed', { code: 'not-delivered' })
  const isLate = !isClaimInTime(new Date(deliveredAt), now)
  if (isLate && !opened) throw new HttpError(422, CLAIM_LATE, { code: 'late' })
  if (isLate && opened?.lateReason === '')
    throw new HttpError(422, 'The day of delivery is over. Say why it is claimed late', { code: 'late' })
  const [id, at, dueBy] = [v7(), now.toISOString(), claimDueBy(now)]
  await send(
    tx,
    sql`INSERT INTO claims (id, number, order_id, user_id, reason, note, photos, due_by, opened_by, late_reason,
        created_at)
      SELECT ${id}::uuid, ${number}::bigint, ${orderId}::uuid, ${userId}::uuid, ${reason}, ${note},
        ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(photos)}::jsonb)), ${dueBy.toISOString()}::timestamptz,
        ${opened?.by ?? ''}, ${isLate ? (opened?.lateReason ?? '') : ''}, ${at}::timestamptz`,
  )
  await send(
    tx,
    sql`INSERT INTO claim_lines (claim_id, order_id, line, pieces)
      SELECT ${id}::uuid, ${orderId}::uuid, l.line, l.pieces
      FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS l(line smallint, pieces int)`,
    tooManyPieces,
  )
  await send(tx, sql`INSERT INTO live_events (type, subject) VALUES ('claim.created', ${id})`)
  return { id, state: 'open' as const, dueBy }
}
