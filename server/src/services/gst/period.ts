import { addDays } from '@kirana/domain/calendar'
import { gstPeriods, returnMonths } from '@kirana/domain/gst'
import { creditNoteNumber, invoiceNumber } from '@kirana/domain/invoice'
import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { requireRow } from '../../errors.ts'

const companyRow = z.strictObject({ period: z.enum(gstPeriods) })

/** The months that one return covers, in order: one, or the three of a quarter. */
export type Months = ReturnType<typeof returnMonths>

/**
 * The months of the company's return with this month ('2026-11'). One statement. `isLocked` prevents changes of the
 * company's period until the transaction ends.
 */
export async function monthsOf(db: Db, month: string, { isLocked = false } = {}): Promise<Months> {
  const lock = isLocked ? sql`FOR SHARE` : sql``
  const rows = await rowsOf(db, companyRow).execute(sql`SELECT gst_period AS period FROM company ${lock}`)
  return returnMonths(requireRow(rows, 'Company').period, month)
}

/** The last month of a return, which identifies it at the portal. */
export const lastOf = (months: Months) => months.at(-1) ?? months[0]

/** The documents of one GST number of a return, or all except those of the other numbers. */
export type Seller = { gstin: string; allBut: null } | { allBut: readonly string[] }

/**
 * The first moment and day of a return and of the next period, in Asia/Kolkata. `seller` restricts it to a part of its
 * documents.
 */
export function boundsOf(months: Months, seller: Seller | null = null) {
  const first = `${months[0]}-01`
  const next = `${addDays(`${lastOf(months)}-01`, 31).slice(0, 7)}-01`
  const start = (day: string) => sql`${`${day}T00:00:00+05:30`}::timestamptz`
  return {
    from: start(first),
    until: start(next),
    first: sql`${first}::date`,
    end: sql`${next}::date`,
    seller,
  }
}
export type Bounds = ReturnType<typeof boundsOf>

/** SQL for whether a document of `table` is dated in the return. */
export const issued = (table: SQL, { from, until }: Bounds) =>
  sql`${table}.created_at >= ${from} AND ${table}.created_at < ${until}`

/** SQL for whether the seller of `invoice` is that of the bounds. Notes have the seller of their invoice. */
export function bySeller(invoice: SQL, { seller }: Bounds): SQL {
  if (!seller) return sql`true`
  const gstin = sql`coalesce(${invoice}.seller ->> 'gstin', '')`
  if (seller.allBut === null) return sql`${gstin} = ${seller.gstin}`
  return sql`${gstin} NOT IN (SELECT jsonb_array_elements_text(${JSON.stringify(seller.allBut)}::jsonb))`
}

/** SQL for whether a row of `tax_rows` belongs to a document in the bounds. */
export function taxedIn(row: SQL, bounds: Bounds): SQL {
  const inDays = sql`${row}.day >= ${bounds.first} AND ${row}.day < ${bounds.end}`
  if (!bounds.seller) return inDays
  return sql`${inDays} AND ${row}.invoice_id IN (SELECT s.id FROM invoices s WHERE ${bySeller(sql`s`, bounds)})`
}

/** The columns that identify a document. */
export const Numbered = { isNote: z.boolean(), year: z.string(), number: z.int() }
type NumberedDocument = { isNote: boolean; year: string; number: number }

export const numberOf = ({ isNote, year, number }: NumberedDocument) =>
  isNote ? creditNoteNumber(year, number) : invoiceNumber(year, number)

/** The address of a document's PDF. */
export const linkOf = (base: string, { isNote, id }: { isNote: boolean; id: string }) =>
  `${base}/api/v1/${isNote ? 'credit-note' : 'invoice'}/${id}`
