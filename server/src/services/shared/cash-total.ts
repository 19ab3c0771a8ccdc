import { sql } from 'drizzle-orm'

/** What order `o` brings in cash, in paise: `cashTotal` in SQL. */
export const cashTotal = sql`CASE WHEN o.rounds_cash AND o.total >= 50 THEN (o.total + 50) / 100 * 100 ELSE o.total END`
