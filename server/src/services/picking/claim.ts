import { PICK_LEASE_MS, RECORDED_PICK_LEASE_MS } from '@kirana/domain/pick'
import { pickProgress, progressText } from '@kirana/domain/touched-pick'
import { type SQL, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'
import { lastChange, StaleStatus } from '../orders/status.ts'
import { orderNotFound, readStoredPick, type StoredPick, toPick } from './rows.ts'
import { type Picker } from '../shared/pick-lines.ts'

/** SQL for the end of a claim after an action of its picker; the lease is longer once something is recorded. */
export const leaseEnd = (now: Date, isRecorded: SQL): SQL => sql`(${now.toISOString()}::timestamptz
  + CASE WHEN ${isRecorded} THEN ${RECORDED_PICK_LEASE_MS}::int ELSE ${PICK_LEASE_MS}::int END * interval '1 millisecond')`

export const canceled = () => new HttpError(409, 'Canceled: put everything back', { code: 'canceled' })

export const taken = (by: string) => new HttpError(409, `${by} is picking this order`, { code: 'taken' })

/** The 409 for a pick in which another picker has recorded something; null for any other pick. */
function touchedByAnother({ state, by, recordedBy, lines }: StoredPick, picker: Picker) {
  const progress = pickProgress(lines)
  if (!progress || recordedBy === null || recordedBy.id === picker.id) return null
  const data = { by: state === 'claimed' ? by : recordedBy.name, ...progress }
  return new HttpError(409, `${data.by} has started: ${progressText(progress)}`, { code: 'touched', data })
}

/**
 * Claims an order for picking, or renews the lease. Another picker's order needs `takeOver`, unless their lease has
 * ended and they have recorded nothing.
 * @throws HttpError 404; 409 when another picker has the order or has recorded something, or when the order was picked,
 * canceled or set to another status; 422 when it is not paid yet, or is from an earlier release and its bill cannot be
 * computed again
 */
export async function claimPick(
  tx: Db,
  { orderId, takeOver }: { orderId: string; takeOver: boolean },
  picker: Picker,
  now: Date,
) {
  if (!validate(orderId)) throw orderNotFound()
  const at = now.toISOString()
  const { rows } = await tx.execute(sql`
    WITH claimed AS (
      INSERT INTO order_picks AS p (order_id, state, staff_id, by, until, created_at)
      SELECT o.id, 'claimed', ${picker.id}::uuid, ${picker.name}, ${leaseEnd(now, sql`false`)}, ${at}::timestamptz FROM orders o
      WHERE o.id = ${orderId} AND o.status = 'confirmed' AND o.rules IS NOT NULL
        AND (o.payment_method <> 'online' OR o.payment_status = 'paid')
      ON CONFLICT (order_id) DO UPDATE SET state = 'claimed', staff_id = excluded.staff_id, by = excluded.by,
        until = ${leaseEnd(now, sql`p.recorded_by IS NOT NULL`)}, step = p.step + 1
      WHERE p.state <> 'done' AND (${takeOver}::boolean OR p.staff_id = excluded.staff_id
        OR (p.state = 'none' OR p.until <= ${at}::timestamptz)
          AND (p.recorded_by IS NULL OR p.recorded_by = excluded.staff_id))
      RETURNING order_id, step
    ), action AS (
      INSERT INTO pick_actions (order_id, action_id, kind, by, created_at)
      SELECT order_id, 'claim ' || step, 'claim', ${picker.name}, ${at}::timestamptz FROM claimed
      WHERE NOT EXISTS (SELECT 1 FROM order_picks b WHERE b.order_id = ${orderId} AND b.staff_id = ${picker.id}::uuid)
      ON CONFLICT DO NOTHING
    )
    INSERT INTO live_events (type, subject) SELECT 'pick.changed', order_id FROM claimed RETURNING 1`)
  const stored = await readStoredPick(tx, orderId, now)
  if (!stored) throw orderNotFound()
  if (rows.length > 0) return toPick(stored, picker)
  if (stored.deliveryStatus === 'canceled') throw canceled()
  if (stored.payment === 'online' && !stored.isPaid)
    throw new HttpError(422, 'This order is not paid yet', { code: 'payment' })
  if (stored.state === 'done') throw new HttpError(409, 'This order is already picked', { code: 'done' })
  if (stored.deliveryStatus !== 'confirmed') throw new StaleStatus(await lastChange(tx, orderId))
  if (stored.rules === null)
    throw new HttpError(
      422,
      'This order was placed before its rules were kept. Its bill cannot be computed again, so set it to Prepeared on its page',
      { code: 'no-rules' },
    )
  throw touchedByAnother(stored, picker) ?? taken(stored.by)
}

const numberRow = z.strictObject({ id: z.string(), number: z.string() })

type FailedClaim = { orderId: string; error: unknown }

const isHeldByOthers = (failed: FailedClaim): failed is { orderId: string; error: HttpError } =>
  failed.error instanceof HttpError && ['taken', 'touched'].includes(failed.error.code)

/** The error of a round; its data has the ids of all orders that other pickers have claimed or started. */
async function roundError(tx: Db, failed: readonly FailedClaim[]): Promise<unknown> {
  const others = failed.filter(isHeldByOthers)
  // Errors that cannot be resolved by taking over an order come first.
  const final = failed.find((one) => !isHeldByOthers(one))
  const error = final ? final.error : others[0]?.error
  if (!(error instanceof HttpError) || error.status === 404) return error
  const named = final ? [{ orderId: final.orderId, error }] : others
  const rows = await rowsOf(tx, numberRow).execute(
    sql`SELECT id, order_id AS number FROM orders WHERE id IN (${sql.join(
      named.map((one) => sql`${one.orderId}`),
      sql`, `,
    )})`,
  )
  const messages = named.map(
    ({ orderId: of, error: { message } }) => `${rows.find(({ id }) => id === of)?.number}: ${message}`,
  )
  return new HttpError(error.status, messages.join('. '), {
    code: error.code,
    data: { ...(error.data as object), orderIds: others.map((one) => one.orderId) },
  })
}

/**
 * Claims all orders of a round or none. The statements are sent together, in the order of the ids, so that two rounds
 * with the same orders cannot deadlock. Only the orders in `takeOver` are taken from other pickers.
 * @throws HttpError as `claimPick` for the rejected orders; its message begins with the order's number
 */
export async function claimRound(
  tx: Db,
  { orderIds, takeOver }: { orderIds: readonly string[]; takeOver: readonly string[] },
  picker: Picker,
  now: Date,
) {
  const ids = orderIds.toSorted()
  const claims = await Promise.allSettled(
    ids.map((orderId) => claimPick(tx, { orderId, takeOver: takeOver.includes(orderId) }, picker, now)),
  )
  const failed = claims.flatMap((claim, i) =>
    claim.status === 'rejected' ? [{ orderId: ids[i] ?? '', error: claim.reason as unknown }] : [],
  )
  if (failed.length > 0) throw await roundError(tx, failed)
  return claims.flatMap((claim) => (claim.status === 'fulfilled' ? [claim.value] : []))
}

/**
 * Releases the claim of an order; does nothing if another picker has claimed it.
 * @throws HttpError 404
 */
export async function releasePick(tx: Db, orderId: string, picker: Picker, now: Date) {
  if (!validate(orderId)) throw orderNotFound()
  await tx.execute(sql`
    WITH released AS (
      UPDATE order_picks SET state = 'none', staff_id = NULL, by = '', until = NULL, step = step + 1
      WHERE order_id = ${orderId} AND state = 'claimed' AND staff_id = ${picker.id}
      RETURNING order_id
    )
    INSERT INTO live_events (type, subject) SELECT 'pick.changed', order_id FROM released`)
  const stored = await readStoredPick(tx, orderId, now)
  if (!stored) throw orderNotFound()
  return toPick(stored, picker)
}

const signRow = z.strictObject({ until: z.nullable(z.union([z.string(), z.date()])) })

/**
 * Extends the claim of an order while its picking screen is open. With `isClosing`, shortens it to the lease of a claim
 * without recorded lines, because the screen was closed.
 * @returns the end of the claim; null when the caller does not have the order
 */
export async function signPick(
  tx: Db,
  { orderId, isClosing }: { orderId: string; isClosing: boolean },
  picker: Picker,
  now: Date,
): Promise<Date | null> {
  if (!validate(orderId)) throw orderNotFound()
  const [row] = await rowsOf(tx, signRow).execute(sql`
    WITH signed AS (
      UPDATE order_picks p SET until = ${leaseEnd(now, sql`p.recorded_by IS NOT NULL AND NOT ${isClosing}::boolean`)}
      WHERE p.order_id = ${orderId} AND p.state = 'claimed' AND p.staff_id = ${picker.id} RETURNING p.order_id, p.until
    ), event AS (
      INSERT INTO live_events (type, subject) SELECT 'pick.changed', order_id FROM signed
    )
    SELECT until FROM signed`)
  return row?.until ? new Date(row.until) : null
}
