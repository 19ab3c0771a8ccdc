import { addDays } from '@kirana/domain/calendar'
import { creditNoteNumber, invoiceNumber } from '@kirana/domain/invoice'
import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'

/** The first moments of a month ('2026-11') and of the next, in Asia/Kolkata, and the first days. */
export function boundsOf(month: string) {
  const first = `${month}-01`
  const next = `${addDays(first, 31).slice(0, 7)}-01`
  const start = (day: string) => sql`${`${day}T00:00:00+05:30`}::timestamptz`
  return { from: start(first), until: start(next), first: sql`${first}::date`, end: sql`${next}::date` }
}
export type Bounds = ReturnType<typeof boundsOf>

/** SQL for whether a document of `table` is dated in the month. */
export const issued = (table: SQL, { from, until }: Bounds) =>
  sql`${table}.created_at >= ${from} AND ${table}.created_at < ${until}`

/** SQL for the total of credit note `n` of invoice `i` of order `o`, paise: a closing one has what the others left. */
export const noteTotal: SQL = sql`coalesce(n.amount, coalesce(i.total, o.total)
  - (SELECT coalesce(sum(e.amount), 0) FROM credit_notes e WHERE e.invoice_id = i.id AND e.amount IS NOT NULL))`

/** Columns that number a document. */
export const Numbered = { isNote: z.boolean(), year: z.string(), number: z.int() }
type NumberedDocument = { isNote: boolean; year: string; number: number }

export const numberOf = ({ isNote, year, number }: NumberedDocument) =>
  isNote ? creditNoteNumber(year, number) : invoiceNumber(year, number)

/** The address of a document's PDF. */
export const linkOf = (base: string, { isNote, id }: { isNote: boolean; id: string }) =>
  `${base}/api/v1/${isNote ? 'credit-note' : 'invoice'}/${id}`
