import { addDays, dayInKolkata } from '@kirana/domain/calendar'
import { EXPIRING_DAYS } from '@kirana/domain/stock'
import { type SQL, sql } from 'drizzle-orm'

/** The pieces of the stock level `s` that have expired at `now`. */
export const expiredPieces = (now: Date): SQL => sql`(
  SELECT coalesce(sum(b.remaining), 0)::int FROM stock_batches b
  WHERE b.variant_id = s.variant_id AND b.remaining > 0 AND b.expiry < ${dayInKolkata(now)}::date)`

/**
 * The pieces of the stock level `s` that are neither reserved nor expired; may be below 0. Statements that lock the
 * level must use `freePiecesOfLocked`.
 */
export const freePieces = (now: Date): SQL => sql`s.on_hand - s.reserved - ${expiredPieces(now)}`

/**
 * `freePieces` of `locked`, the rows of a materialized expression that has locked their levels. After waiting for a
 * lock, a statement sees the current locked row, but the state before the wait of all other rows. A function therefore
 * reads the batches.
 */
export const freePiecesOfLocked = (now: Date): SQL =>
  sql`locked.on_hand - locked.reserved - expired_pieces(locked.variant_id, ${dayInKolkata(now)}::date)`

/** The pieces of the stock level `s` that can be sold (`availableOf`); null if its stock is not tracked. */
export const availablePieces = (now: Date): SQL =>
  sql`CASE WHEN s.on_hand IS NULL THEN NULL ELSE greatest(0, ${freePieces(now)}) END`

/**
 * Selects the pieces of each variant that the customer's unpaid online orders reserve. The status is an expression,
 * which prevents the use of its index. Confirmed orders are so rare in a large store that the planner would expect
 * almost none, and would read those of all customers.
 */
export const unpaidPieces = (customer: string | null): SQL => sql`
  SELECT r.variant_id, sum(r.quantity)::int AS quantity
  FROM orders o JOIN stock_reservations r ON r.order_id = o.id AND r.holding = 'reserved'
  WHERE o.user_id = ${customer}::uuid AND (o.status || '') = 'confirmed'
    AND o.payment_method = 'online' AND o.payment_status <> 'paid'
  GROUP BY r.variant_id`

/** The variants `v` of products `r` that are not archived, with their level `s`. */
export const withStock: SQL = sql`variants v JOIN products r ON r.id = v.product_id AND r.archived_at IS NULL
  LEFT JOIN stock_levels s ON s.variant_id = v.id`

/** The ids of variants with batches that have expired by `day`. */
export const expiredBy = (day: string): SQL =>
  sql`SELECT variant_id FROM stock_batches WHERE remaining > 0 AND expiry <= ${day}::date`

/**
 * Whether variant `v` is low or out of stock. The index of low levels ignores expired pieces, so variants that have any
 * are added as candidates. The last condition is exact.
 */
export const isLow = (now: Date): SQL => sql`v.id IN (
    SELECT variant_id FROM stock_levels WHERE on_hand - reserved <= low_at
    UNION ${expiredBy(addDays(dayInKolkata(now), -1))})
  AND ${availablePieces(now)} <= s.low_at`

/** The condition for variants `v` that are low, out of stock, expiring or untracked; null for any other filter. */
export function stockIs(filter: string, now: Date): SQL | null {
  if (filter === 'low') return isLow(now)
  if (filter === 'out') return sql`${isLow(now)} AND ${availablePieces(now)} = 0`
  if (filter === 'expiring') return sql`v.id IN (${expiredBy(addDays(dayInKolkata(now), EXPIRING_DAYS))})`
  return filter === 'untracked' ? sql`s.on_hand IS NULL` : null
}
