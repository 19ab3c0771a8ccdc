import { gstTables, supplyKinds, zeroKinds } from '@kirana/domain/gst'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { HttpError, requireRow } from '../../errors.ts'
import { noteTotal } from '../shared/note-total.ts'
import { creditNotes, documentRanges, largeDocuments, seriesRow } from './documents.ts'
import { filedState } from './filed.ts'
import { returnNumbers } from './sellers.ts'
import { GSTR1_CHECKED, GSTR1_VERSION, gstr1Schema } from './version.ts'
import {
  type Bounds,
  boundsOf,
  bySeller,
  issued,
  lastOf,
  linkOf,
  type Months,
  monthsOf,
  Numbered,
  numberOf,
  type Seller,
  taxedIn,
} from './period.ts'
import { gstWarnings } from './warnings.ts'

const groupRow = z.strictObject({
  supply: z.enum(supplyKinds),
  place: z.string(),
  rate: z.nullable(z.int()),
  zeroKind: z.nullable(z.enum(zeroKinds)),
  hsn: z.string(),
  unit: z.string(),
  quantity: z.int(),
  paid: z.int(),
  taxable: z.int(),
  cgst: z.int(),
  sgst: z.int(),
  igst: z.int(),
})
const sumsRow = z.strictObject({
  sums: z.strictObject({ sold: z.array(seriesRow), credited: z.array(seriesRow), groups: z.array(groupRow) }),
})
const brokenRow = z.strictObject({ id: z.string(), ...Numbered })

const MAX_BROKEN = 100
const MAX_NOTES = 200

/**
 * The totals of the month's documents in paise; independently of them, the sums of their tax rows by the columns that
 * the tables distinguish; and the first and last number of each series. One statement, so that all values are of one
 * moment. It reads each row once.
 */
async function readSums(db: Db, bounds: Bounds) {
  const rows = await rowsOf(db, sumsRow).execute(sql`
    WITH sold AS (
      SELECT i.year, min(i.number) AS first, max(i.number) AS last, count(*) AS total, sum(coalesce(i.total, o.total)) AS value,
        coalesce(sum((i.document->>'roundOff')::bigint), 0) AS rounding, 0 AS late
      FROM invoices i LEFT JOIN orders o ON i.total IS NULL AND o.id = i.order_id WHERE ${issued(sql`i`, bounds)}
        AND ${bySeller(sql`i`, bounds)}
      GROUP BY i.year
    ), credited AS (
      SELECT n.year, min(n.number) AS first, max(n.number) AS last, count(*) AS total,
        coalesce(sum(${noteTotal}) FILTER (WHERE NOT n.without_tax), 0) AS value,
        coalesce(sum(n.round_off) FILTER (WHERE NOT n.without_tax), 0) AS rounding,
        coalesce(sum(${noteTotal}) FILTER (WHERE n.without_tax), 0) AS late
      FROM credit_notes n JOIN invoices i ON i.id = n.invoice_id LEFT JOIN orders o ON i.total IS NULL AND o.id = i.order_id
      WHERE ${issued(sql`n`, bounds)} AND ${bySeller(sql`i`, bounds)} GROUP BY n.year
    ), groups AS (
      SELECT supply, place, rate, zero_kind AS "zeroKind", hsn, unit, sum(quantity) AS quantity, sum(paid) AS paid,
        sum(taxable) AS taxable, sum(cgst) AS cgst, sum(sgst) AS sgst, sum(igst) AS igst
      FROM tax_rows r WHERE ${taxedIn(sql`r`, bounds)}
      GROUP BY supply, place, rate, zero_kind, hsn, unit
    )
    SELECT json_build_object('sold', (SELECT coalesce(json_agg(s ORDER BY year), '[]') FROM sold s),
      'credited', (SELECT coalesce(json_agg(c ORDER BY year), '[]') FROM credited c),
      'groups', (SELECT coalesce(json_agg(g), '[]') FROM groups g)) AS sums`)
  return requireRow(rows, 'Month').sums
}

/** The documents of a month whose tax rows do not add up to their totals. One statement, which reads every document. */
async function brokenDocuments(db: Db, bounds: Bounds, base: string) {
  const rows = await rowsOf(db, brokenRow).execute(sql`
    SELECT id::text, is_note AS "isNote", year, number FROM (
      SELECT i.id, false AS is_note, i.year, i.number, coalesce(i.total, o.total)
        - coalesce((i.document->>'roundOff')::bigint, 0) AS total
      FROM invoices i LEFT JOIN orders o ON i.total IS NULL AND o.id = i.order_id WHERE ${issued(sql`i`, bounds)}
        AND ${bySeller(sql`i`, bounds)}
      UNION ALL
      SELECT n.id, true, n.year, n.number, n.round_off - ${noteTotal}
      FROM credit_notes n JOIN invoices i ON i.id = n.invoice_id LEFT JOIN orders o ON i.total IS NULL AND o.id = i.order_id
      WHERE ${issued(sql`n`, bounds)} AND NOT n.without_tax AND ${bySeller(sql`i`, bounds)}
    ) d
    WHERE d.total IS DISTINCT FROM (SELECT coalesce(sum(
      CASE WHEN t.rate IS NULL THEN t.paid ELSE t.taxable + t.cgst + t.sgst + t.igst END), 0)
      FROM tax_rows t WHERE t.document_id = d.id)
    ORDER BY is_note, year, number LIMIT ${MAX_BROKEN}`)
  return rows.map((row) => ({ number: numberOf(row), link: linkOf(base, row) }))
}

const sumOf = <Key extends string>(series: readonly Record<Key, number>[], key: Key) =>
  series.reduce((total, one) => total + one[key], 0)

/**
 * The equation of a return and its tables that are sums. The equation compares the totals of documents with the sums of
 * their tax rows, which are stored separately. `base` is the origin of links. One statement, and another if it does not
 * hold.
 */
export async function gstSums(db: Db, bounds: Bounds, base: string) {
  const { sold, credited, groups } = await readSums(db, bounds)
  const tables = gstTables(groups)
  const sum = (of: 'taxable' | 'cgst' | 'sgst' | 'igst') =>
    tables.rates.reduce((total, row) => (row.rate === 0 ? total : total + row[of]), 0)
  const [taxable, tax] = [sum('taxable'), sum('cgst') + sum('sgst') + sum('igst')]
  const zero = (kind: 'nil' | 'exempt' | 'nonGst') => tables.zero.reduce((total, row) => total + row[kind], 0)
  const [nil, exempt, nonGst] = [zero('nil'), zero('exempt'), zero('nonGst')]
  const unknown = groups.reduce((total, { rate, paid }) => (rate === null ? total + paid : total), 0)
  const [invoices, credits] = [sumOf(sold, 'value'), sumOf(credited, 'value')]
  const rounding = sumOf(sold, 'rounding') - sumOf(credited, 'rounding')
  const holds = invoices - credits === taxable + tax + nil + exempt + nonGst + rounding + unknown
  return {
    equation: { invoices, creditNotes: credits, taxable, tax, nil, exempt, nonGst, rounding, unknown, holds },
    broken: holds ? [] : await brokenDocuments(db, bounds, base),
    series: [
      ...sold.map((series) => ({ ...series, isNote: false })),
      ...credited.map((series) => ({ ...series, isNote: true })),
    ],
    lateNotes: sumOf(credited, 'late'),
    tables,
  }
}

/**
 * Checks that the equation holds.
 * @returns the number of its documents
 * @throws HttpError 409 `equation`, which names the documents that break it
 */
export async function requireEquation(db: Db, bounds: Bounds): Promise<number> {
  const { equation, broken, series } = await gstSums(db, bounds, '')
  if (!equation.holds)
    throw new HttpError(409, `The invoices do not add up: ${broken.map(({ number }) => number).join(', ')}`, {
      code: 'equation',
    })
  return sumOf(series, 'total')
}

/** The number of documents that `requireEquation` adds up, of all sellers. One statement. */
export async function countDocuments(db: Db, bounds: Bounds): Promise<number> {
  const rows = await rowsOf(db, z.strictObject({ documents: z.int() })).execute(sql`
    SELECT (SELECT count(*) FROM invoices i WHERE ${issued(sql`i`, bounds)})::int
      + (SELECT count(*) FROM credit_notes n WHERE ${issued(sql`n`, bounds)})::int AS documents`)
  return requireRow(rows, 'Month').documents
}

type Wanted = { base: string; notes: number; seller?: Seller | null }

/**
 * The equation of a return and all its tables, amounts in paise. `base` is the origin of links, `notes` how many credit
 * notes are listed, `seller` whose documents count, otherwise all. The statements are sent together.
 */
export async function gstReturn(db: Db, months: Months, { base, notes, seller = null }: Wanted) {
  const bounds = boundsOf(months, seller)
  const [sums, large, listed] = await Promise.all([
    gstSums(db, bounds, base),
    largeDocuments(db, bounds),
    creditNotes(db, bounds, { base, limit: notes }),
  ])
  const { equation, broken, series, lateNotes, tables } = sums
  const counted = (isNotes: boolean) =>
    series.reduce((count, { isNote, total }) => (isNote === isNotes ? count + total : count), 0)
  return {
    from: months[0],
    month: lastOf(months),
    equation,
    broken,
    lateNotes,
    counts: { invoices: counted(false), creditNotes: counted(true) },
    rates: tables.rates.map(({ paid, ...row }) => ({ ...row, value: paid })),
    b2cs: tables.b2cs,
    b2cl: large.filter(({ isNote }) => !isNote),
    cdnur: large.filter(({ isNote }) => isNote),
    nil: tables.zero,
    hsn: tables.hsn.map(({ paid, quantity, ...row }) => ({
      ...row,
      value: paid,
      quantity: quantity / 1_000,
    })),
    documents: await documentRanges(db, bounds, series),
    creditNotes: listed,
  }
}
export type GstTables = Awaited<ReturnType<typeof gstReturn>>

/** The data of the screen about the return with this month. */
export async function gstMonth(db: Db, month: string, { base, now }: { base: string; now: Date }) {
  const months = await monthsOf(db, month)
  const [tables, filed, { gstins, company }, warnings] = await Promise.all([
    gstReturn(db, months, { base, notes: MAX_NOTES }),
    filedState(db, months),
    returnNumbers(db, months),
    gstWarnings(db, months, now),
  ])
  const tool = {
    version: GSTR1_VERSION,
    versionChecked: GSTR1_CHECKED,
    schema: gstr1Schema(lastOf(months)),
  }
  return { ...tables, ...filed, ...tool, registration: company.registration, gstins, warnings }
}
