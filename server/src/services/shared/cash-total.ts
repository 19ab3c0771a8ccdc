import { sql } from 'drizzle-orm'

/** SQL for the cash to collect for order `o`, in paise. The same rule as `cashTotal` of the domain. */
export const cashTotal = sql`CASE WHEN o.rounds_cash AND o.total >= 50 THEN (o.total + 50) / 100 * 100 ELSE o.total END`
