import { dayInKolkata } from '@kirana/domain/calendar'
import { type SQL, sql } from 'drizzle-orm'

/** The pieces of the stock level `s` that have expired at `now`. */
export const expiredPieces = (now: Date): SQL => sql`(
  SELECT coalesce(sum(b.remaining), 0)::int FROM stock_batches b
  WHERE b.variant_id = s.variant_id AND b.remaining > 0 AND b.expiry < ${dayInKolkata(now)}::date)`

/** The pieces of the stock level `s` that nobody has reserved and that have not expired; may be below 0. */
export const freePieces = (now: Date): SQL => sql`s.on_hand - s.reserved - ${expiredPieces(now)}`

/** The pieces of the stock level `s` that can be sold (`availableOf`); null if its stock is not tracked. */
export const availablePieces = (now: Date): SQL =>
  sql`CASE WHEN s.on_hand IS NULL THEN NULL ELSE greatest(0, ${freePieces(now)}) END`
