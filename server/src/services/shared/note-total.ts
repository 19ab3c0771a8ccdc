import { type SQL, sql } from 'drizzle-orm'

/**
 * SQL for the total of credit note `n` of invoice `i` of order `o`, paise. The total of a note that closes the invoice
 * is the rest after the other notes.
 */
export const noteTotal: SQL = sql`coalesce(n.amount, coalesce(i.total, o.total)
  - (SELECT coalesce(sum(e.amount), 0) FROM credit_notes e WHERE e.invoice_id = i.id AND e.amount IS NOT NULL))`
