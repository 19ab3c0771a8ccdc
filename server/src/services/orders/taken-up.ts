import { deliveryEffects, type OrderFacts } from '@kirana/domain/delivery'
import { formatRupees, type Paise } from '@kirana/domain/money'
import type { DeliveryStatus } from '@kirana/domain/vocabulary'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'
import { queuePush } from '../shared/queue-push.ts'
import { limitAlone } from '../shared/second-person.ts'

/** For so long a person may revert a cancelation of their own without the limit. */
const CORRECTION_MS = 10 * 60_000

/** Who canceled an order, and when. */
export const CanceledBy = z.strictObject({ by: z.string(), at: z.string() })

type CanceledBy = z.output<typeof CanceledBy>

/** SQL for `CanceledBy` of order `o`; null while it is not canceled. */
export const canceledBy = sql`CASE WHEN o.status = 'canceled' THEN (
  SELECT json_build_object('by', h.by, 'at', h.created_at) FROM order_history h
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
  isPushConfigured?: boolean
  now: Date
}

/**
 * Staff who set a canceled order back take what was refunded from the customer's wallet again: alone at most what they may
 * spend from wallets for orders that they place (decision 057). The customer gets a push message.
 * @returns paise that count for this limit; 0 where the store requires no second person
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
  const isCorrection = canceled.by === by && now.getTime() - Date.parse(canceled.at) < CORRECTION_MS
  if (isCorrection) return 0
  const { limit, isAbove } = await limitAlone(tx, { staffId, amount, now })
  if (isAbove) throw new HttpError(409, LIMIT, { code: 'limit' })
  return limit === null ? 0 : amount
}
