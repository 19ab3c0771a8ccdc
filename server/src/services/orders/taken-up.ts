import { deliveryEffects, type OrderFacts } from '@kirana/domain/delivery'
import { formatRupees, type Paise } from '@kirana/domain/money'
import type { DeliveryStatus } from '@kirana/domain/vocabulary'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { send } from '../../db/send.ts'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'
import { queuePush } from '../shared/queue-push.ts'
import { limitAlone } from '../shared/second-person.ts'

/** Time in which staff may revert their own cancelation without the limit. */
const CORRECTION_MS = 10 * 60_000

/** The time of a cancelation, and the id of the staff member who canceled; null if another person did. */
export const CanceledBy = z.strictObject({ staffId: z.nullable(z.string()), at: z.string() })

type CanceledBy = z.output<typeof CanceledBy>

/** SQL for `CanceledBy` of order `o`; null while it is not canceled. */
export const canceledBy = sql`CASE WHEN o.status = 'canceled' THEN (
  SELECT json_build_object('at', h.created_at, 'staffId', (SELECT a.person_id FROM audit_rows a
    WHERE a.object = o.id::text AND a.call = 'orders.changeStatus' AND a.created_at >= h.created_at
    ORDER BY a.id DESC LIMIT 1)) FROM order_history h
  WHERE h.order_id = o.id ORDER BY h.step DESC LIMIT 1) END`

const LIMIT =
  'This takes more from the customer’s wallet than one person may spend alone. Place a new order for the customer: a second ' +
  'person approves it'

type Order = OrderFacts & {
  userId: string
  orderId: string
  status: DeliveryStatus
  canceled: CanceledBy | null
}
type Change = {
  to: DeliveryStatus
  by: string
  staffId?: string | undefined
  isPushConfigured?: boolean | undefined
  now: Date
}

/**
 * Reopening a canceled order takes its refund out of the customer's wallet. A staff member may do that alone up to the
 * limit for orders placed from wallets (decision 057). The customer gets a push message.
 * @returns paise that count for this limit; 0 if the store requires no second person
 * @throws HttpError 409 `limit`
 */
export async function takeFromWallet(
  tx: Db,
  { to, by, staffId, isPushConfigured = false, now }: Change,
  order: Order,
): Promise<Paise> {
  const { canceled, status, userId, orderId } = order
  if (canceled === null || staffId === undefined) return 0
  const amount = -deliveryEffects(order, status, to).customerMoney
  if (amount <= 0) return 0
  const title = `Order ${orderId} is not canceled any more`
  const body = `${formatRupees(amount)} is paid from your wallet`
  await queuePush(tx, { userId, title, body, by, now, isConfigured: isPushConfigured })
  const isCorrection = canceled.staffId === staffId && now.getTime() - Date.parse(canceled.at) < CORRECTION_MS
  if (isCorrection) return 0
  // The customer is locked before the staff member, in the same order as for orders that staff place.
  await send(tx, sql`SELECT 1 FROM users WHERE id = ${userId} FOR NO KEY UPDATE`)
  const { limit, isAbove } = await limitAlone(tx, { staffId, amount, now })
  if (isAbove) throw new HttpError(409, LIMIT, { code: 'limit' })
  return limit === null ? 0 : amount
}
