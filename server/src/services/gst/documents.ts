import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { noteTotal } from '../shared/note-total.ts'
import { type Bounds, bySeller, issued, linkOf, Numbered, numberOf, taxedIn } from './period.ts'

const largeRow = z.strictObject({
  ...Numbered,
  day: z.string(),
  invoiceYear: z.string(),
  invoiceNumber: z.int(),
  place: z.string(),
  value: z.int(),
  rate: z.int(),
  taxable: z.int(),
  igst: z.int(),
})

/**
 * The rows of tables 5 (B2CL) and 9B (CDNUR): one row for each taxable rate of an invoice between States above the
 * limit, or of a credit note for such an invoice. All amounts are positive. One statement, which uses an index of these
 * rare documents.
 */
export async function largeDocuments(db: Db, bounds: Bounds) {
  const rows = await rowsOf(db, largeRow).execute(sql`
    SELECT t.is_note AS "isNote", coalesce(n.year, i.year) AS year, coalesce(n.number, i.number) AS number,
      t.day::text AS day, i.year AS "invoiceYear", i.number AS "invoiceNumber", t.place,
      CASE WHEN t.is_note THEN ${noteTotal} ELSE i.total END::float8 AS value, t.rate,
      abs(t.taxable) AS taxable, abs(t.igst) AS igst
    FROM (
      SELECT document_id, invoice_id, is_note, day, place, rate, sum(taxable)::float8 AS taxable, sum(igst)::float8 AS igst
      FROM tax_rows r WHERE ${taxedIn(sql`r`, bounds)} AND supply = 'large' AND rate > 0
      GROUP BY document_id, invoice_id, is_note, day, place, rate
    ) t JOIN invoices i ON i.id = t.invoice_id JOIN orders o ON o.id = i.order_id
    LEFT JOIN credit_notes n ON n.id = t.document_id ORDER BY t.is_note, 2, 3, t.rate`)
  return rows.map((row) => ({
    isNote: row.isNote,
    number: numberOf(row),
    day: row.day,
    invoice: numberOf({ isNote: false, year: row.invoiceYear, number: row.invoiceNumber }),
    place: row.place,
    value: row.value,
    rate: row.rate,
    taxable: row.taxable,
    igst: row.igst,
  }))
}

/**
 * The documents of a month in one series; paise. `late` is the value of notes without tax, which is not part of
 * `value`.
 */
export const seriesRow = z.strictObject({
  year: z.string(),
  first: z.int(),
  last: z.int(),
  total: z.int(),
  value: z.int(),
  rounding: z.int(),
  late: z.int(),
})
type Series = Omit<z.output<typeof seriesRow>, 'value' | 'rounding' | 'late'> & { isNote: boolean }
const rangeRow = z.strictObject({ year: z.string(), first: z.int(), last: z.int(), total: z.int() })

/** The ranges of a series whose numbers have gaps. One statement, which sorts its numbers. */
const rangesOf = (db: Db, bounds: Bounds, { isNote, year }: Series) =>
  rowsOf(db, rangeRow).execute(sql`
    SELECT ${year} AS year, min(number) AS first, max(number) AS last, count(*)::int AS total FROM (
      SELECT d.number, d.number - row_number() OVER (ORDER BY d.number) AS range
      FROM ${isNote ? sql`credit_notes d JOIN invoices i ON i.id = d.invoice_id` : sql`invoices d`}
      WHERE ${issued(sql`d`, bounds)} AND d.year = ${year} AND ${bySeller(isNote ? sql`i` : sql`d`, bounds)}
    ) ranged GROUP BY range ORDER BY 2`)

/**
 * The documents of a month by series, as ranges without gaps: around midnight, the last document of a month may have a
 * higher number than the first of the next month. No document counts as canceled, because the invoice of a canceled
 * order is credited.
 */
export async function documentRanges(db: Db, bounds: Bounds, series: readonly Series[]) {
  const ranges = await Promise.all(
    series.map(async (one) => {
      const hasGaps = one.last - one.first + 1 !== one.total
      const rows = hasGaps ? await rangesOf(db, bounds, one) : [one]
      return rows.map((row) => ({ ...row, isNote: one.isNote }))
    }),
  )
  return ranges.flat().map(({ isNote, year, first, last, total }) => ({
    kind: isNote ? ('credit-note' as const) : ('invoice' as const),
    from: numberOf({ isNote, year, number: first }),
    to: numberOf({ isNote, year, number: last }),
    total,
    canceled: 0,
  }))
}

const noteRow = z.strictObject({
  id: z.string(),
  ...Numbered,
  day: z.string(),
  invoiceYear: z.string(),
  invoiceNumber: z.int(),
  invoiceDay: z.string(),
  reason: z.string(),
  withoutTax: z.boolean(),
  value: z.int(),
})

/** The credit notes of a month, newest first, at most `limit`. `base` is the origin of links. One statement. */
export async function creditNotes(db: Db, bounds: Bounds, { base, limit }: { base: string; limit: number }) {
  const rows = await rowsOf(db, noteRow).execute(sql`
    SELECT n.id::text AS id, true AS "isNote", n.year, n.number, kolkata_day(n.created_at)::text AS day,
      i.year AS "invoiceYear", i.number AS "invoiceNumber", kolkata_day(i.created_at)::text AS "invoiceDay", n.reason,
      n.without_tax AS "withoutTax", ${noteTotal}::float8 AS value
    FROM credit_notes n JOIN invoices i ON i.id = n.invoice_id JOIN orders o ON o.id = i.order_id
    WHERE ${issued(sql`n`, bounds)} AND ${bySeller(sql`i`, bounds)} ORDER BY n.created_at DESC, n.id DESC LIMIT ${limit}`)
  return rows.map((row) => ({
    number: numberOf(row),
    link: linkOf(base, row),
    day: row.day,
    invoice: numberOf({ isNote: false, year: row.invoiceYear, number: row.invoiceNumber }),
    invoiceDay: row.invoiceDay,
    reason: row.reason,
    withoutTax: row.withoutTax,
    value: row.value,
  }))
}
