import { type SQL, sql } from 'drizzle-orm'

/** SQL for the coins of an order that were taken back when its claims were refunded. */
export const claimedCoins = (orderId: SQL | string): SQL => sql`(
  SELECT coalesce(sum(a.coins), 0) FROM claims k JOIN claim_actions a ON a.claim_id = k.id WHERE k.order_id = ${orderId})`
