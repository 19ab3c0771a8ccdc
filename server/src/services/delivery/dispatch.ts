import { fitsLimit } from '@kirana/domain/drops'
import { formatRupees } from '@kirana/domain/money'
import { deliveryStatuses } from '@kirana/domain/vocabulary'
import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import { send } from '../../db/send.ts'
import type { Db } from '../../db/types.ts'
import { HttpError, requireRow } from '../../errors.ts'
import { changeOrderStatus } from '../orders/status.ts'
import { publishDrop } from '../orders/status-drop.ts'
import { eachBag } from './each-bag.ts'
import { collectable, openCollectable, unverifiedUpi } from './rows.ts'

type Actor = { by: string; now: Date }

const riderRow = z.strictObject({ isActive: z.boolean(), name: z.string() })
const bagRow = z.strictObject({
  status: z.enum(deliveryStatuses),
  amount: z.int(),
  attempts: z.int(),
  holder: z.nullable(z.strictObject({ id: z.string(), name: z.string() })),
  rider: z.strictObject({ inHand: z.int(), toCollect: z.int(), limit: z.int() }),
  upi: z.strictObject({ unverified: z.int(), limit: z.int() }),
})

/** Reads a locked bag, and what its future rider already has: bags, cash and unverified UPI payments. */
async function readBag(tx: Db, orderId: string, riderId: string) {
  const rows = await rowsOf(tx, z.strictObject({ bag: bagRow })).execute(sql`
    SELECT json_build_object('status', o.status, 'amount', ${collectable},
      'attempts', (SELECT count(*) FROM drops d WHERE d.order_id = o.id),
      'holder', (SELECT json_build_object('id', h.id, 'name', h.name) FROM drops d JOIN riders h ON h.id = d.rider_id
        WHERE d.order_id = o.id AND d.state IN ('assigned', 'on the road', 'failed')),
      'rider', json_build_object('inHand', r.in_hand, 'limit', r.cash_limit, 'toCollect', ${openCollectable}),
      'upi', json_build_object('unverified', ${unverifiedUpi}, 'limit', (SELECT upi_per_rider FROM company))) AS bag
    FROM orders o JOIN riders r ON r.id = ${riderId} WHERE o.id = ${orderId}`)
  return requireRow(rows, 'Order').bag
}

const bagStatuses = ['prepared', 'dispatched', 'outForDelivery']

/**
 * Gives bags to a rider: each gets a drop, and its order is Dispatched. Each bag has its own result; a bag that the
 * rider already has is a success.
 * @throws HttpError 404 for an unknown rider, 409 for a disabled one
 */
export async function assignBags(
  tx: Db,
  { riderId, orders }: { riderId: string; orders: readonly string[] },
  { by, now }: Actor,
) {
  const rows = await rowsOf(tx, riderRow).execute(sql`
    SELECT is_active AS "isActive", name FROM riders WHERE id = ${riderId} FOR KEY SHARE`)
  const rider = requireRow(rows, 'Rider')
  if (!rider.isActive) throw new HttpError(409, `${rider.name} is disabled`, { code: 'disabled' })
  return eachBag(tx, { orders, riderId }, async (nested, orderId) => {
    const bag = await readBag(nested, orderId, riderId)
    if (bag.holder?.id === riderId) return null
    if (bag.holder) throw new HttpError(409, `${bag.holder.name} has this bag`, { code: 'taken' })
    if (!bagStatuses.includes(bag.status))
      throw new HttpError(409, 'This order is not packed, or no longer on its way', { code: 'not-packed' })
    if (!fitsLimit(bag.rider, bag.amount)) throw overLimit(rider.name, bag)
    if (owesVerification(bag)) throw overUpiLimit(rider.name, bag.upi)
    if (bag.status === 'prepared')
      await changeOrderStatus(nested, { id: orderId, to: 'dispatched', from: 'prepared', by, now })
    const state = bag.status === 'outForDelivery' ? 'on the road' : 'assigned'
    const at = now.toISOString()
    await send(
      nested,
      sql`INSERT INTO drops (id, order_id, attempt, rider_id, state, assigned_by, assigned_at, started_at,
          needs_code)
        SELECT ${v7()}, ${orderId}, ${bag.attempts + 1}::int, ${riderId}, ${state}, ${by}, ${at}::timestamptz,
          ${state === 'on the road' ? at : null}::timestamptz, door_code_required FROM company`,
    )
    await publishDrop(nested, orderId)
    return riderId
  })
}

function overLimit(name: string, { amount, rider }: z.output<typeof bagRow>) {
  const { inHand, toCollect, limit } = rider
  const why =
    limit === 0
      ? `${name} takes no cash`
      : `${name} has ${formatRupees(inHand)} in hand and ${formatRupees(toCollect)} to collect: with ${formatRupees(amount)} it is more than the limit of ${formatRupees(limit)}`
  return new HttpError(409, why, { code: 'cash-limit' })
}

/**
 * Whether the rider's unverified UPI payments have reached the store's limit: a rider who keeps the cash and enters invented
 * UTRs would otherwise get bags without a limit, because a UPI payment is not cash in hand (decision 083).
 */
const owesVerification = ({ amount, upi }: z.output<typeof bagRow>) =>
  amount > 0 && upi.unverified >= upi.limit

const overUpiLimit = (name: string, { unverified, limit }: z.output<typeof bagRow>['upi']) =>
  new HttpError(
    409,
    `${name} has ${formatRupees(unverified)} of UPI payments that are not verified, and the limit is ${formatRupees(limit)}. Verify them in Cash first`,
    { code: 'upi-limit' },
  )

const overRow = z.strictObject({ name: z.string(), unverified: z.int(), limit: z.int() })

/** The active riders who get no bag with a bill because of their unverified UPI payments; amounts in paise. */
export const ridersOverUpiLimit = (db: Db) =>
  rowsOf(db, overRow).execute(sql`
    SELECT name, unverified::float8, "limit"::float8 FROM (
      SELECT r.name, ${unverifiedUpi} AS unverified, c.upi_per_rider AS "limit"
      FROM riders r CROSS JOIN company c WHERE r.is_active) AS owing
    WHERE unverified >= "limit" ORDER BY unverified DESC, name`)

/**
 * Takes a bag back into the store: its drop ends as returned, and the order is Prepeared again.
 * @throws HttpError 404 for an unknown order, 409 when no rider has it
 */
export async function takeBack(tx: Db, orderId: string, { by, now }: Actor) {
  // Two statements, because a single one that waited for the lock would read the drop in its state before the wait.
  await send(tx, sql`SELECT 1 FROM orders WHERE id = ${orderId} FOR UPDATE`)
  const rows = await rowsOf(tx, z.strictObject({ isOut: z.boolean() })).execute(sql`
    SELECT EXISTS (SELECT 1 FROM drops d
      WHERE d.order_id = o.id AND d.state IN ('assigned', 'on the road', 'failed')) AS "isOut"
    FROM orders o WHERE o.id = ${orderId}`)
  if (!requireRow(rows, 'Order').isOut) throw new HttpError(409, 'No rider has this bag', { code: 'not-out' })
  const change = await changeOrderStatus(tx, { id: orderId, to: 'prepared', by, now })
  if (!change) throw new HttpError(409, 'This bag is in the store', { code: 'not-out' })
  return change
}
