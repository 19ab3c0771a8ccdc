import { addDays } from '@kirana/domain/calendar'
import { creditNoteNumber, invoiceNumber } from '@kirana/domain/invoice'
import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { requireRow } from '../../errors.ts'

/** Amounts are paise, net of credit notes. */
const RateRow = z.strictObject({
  rate: z.int(),
  place: z.string(),
  value: z.int(),
  taxable: z.int(),
  cgst: z.int(),
  sgst: z.int(),
  igst: z.int(),
})
const Numbered = { isNote: z.boolean(), year: z.string(), number: z.int() }

const monthRow = z.strictObject({
  month: z.strictObject({
    invoices: z.int(),
    creditNotes: z.int(),
    invoiceCount: z.int(),
    noteCount: z.int(),
    unknown: z.int(),
    rates: z.array(RateRow),
    warnings: z.array(
      z.strictObject({
        ...Numbered,
        orderId: z.string(),
        orderNumber: z.string(),
        title: z.string(),
        hsn: z.string(),
        rate: z.nullable(z.int()),
      }),
    ),
  }),
})
const brokenRow = z.strictObject({ id: z.string(), ...Numbered })

const MAX_WARNINGS = 100
const MAX_BROKEN = 100

/** The first moments of a month ('2026-11') and of the next, in Asia/Kolkata, and the first and last day. */
export function boundsOf(month: string) {
  const first = `${month}-01`
  const next = `${addDays(first, 31).slice(0, 7)}-01`
  const start = (day: string) => sql`${`${day}T00:00:00+05:30`}::timestamptz`
  return { from: start(first), until: start(next), first: sql`${first}::date`, end: sql`${next}::date` }
}

/** SQL for the total of credit note `n` of invoice `i`, paise: a closing one has what the others left. */
const noteTotal: SQL = sql`coalesce(n.amount, coalesce(i.total, o.total)
  - (SELECT coalesce(sum(e.amount), 0) FROM credit_notes e WHERE e.invoice_id = i.id AND e.amount IS NOT NULL))`

const issued = (table: SQL, { from, until }: ReturnType<typeof boundsOf>) =>
  sql`${table}.created_at >= ${from} AND ${table}.created_at < ${until}`

/** Reads sums of rows, and the totals of documents independently of them. One statement. */
async function readMonth(db: Db, month: string) {
  const bounds = boundsOf(month)
  const rows = await rowsOf(db, monthRow).execute(sql`
    WITH sold AS (
      SELECT count(*)::int AS count, coalesce(sum(coalesce(i.total, o.total)), 0) AS total
      FROM invoices i LEFT JOIN orders o ON i.total IS NULL AND o.id = i.order_id WHERE ${issued(sql`i`, bounds)}
    ), credited AS (
      SELECT count(*)::int AS count, coalesce(sum(${noteTotal}), 0) AS total
      FROM credit_notes n JOIN invoices i ON i.id = n.invoice_id LEFT JOIN orders o ON i.total IS NULL AND o.id = i.order_id
      WHERE ${issued(sql`n`, bounds)}
    ), sums AS (
      SELECT rate, place, sum(paid) AS paid, sum(taxable) AS taxable, sum(cgst) AS cgst, sum(sgst) AS sgst, sum(igst) AS igst
      FROM tax_rows WHERE day >= ${bounds.first} AND day < ${bounds.end} GROUP BY rate, place
    ), missing AS (
      SELECT t.document_id, t.position, t.invoice_id, t.title, t.hsn, t.rate FROM tax_rows t
      WHERE t.day >= ${bounds.first} AND t.day < ${bounds.end} AND NOT t.is_note AND t.paid > 0
        AND (t.rate IS NULL OR t.hsn = '')
      ORDER BY t.document_id DESC, t.position LIMIT ${MAX_WARNINGS}
    )
    SELECT json_build_object('invoices', sold.total, 'creditNotes', credited.total, 'invoiceCount', sold.count,
      'noteCount', credited.count, 'unknown', (SELECT coalesce(sum(paid), 0) FROM sums WHERE rate IS NULL),
      'rates', (SELECT coalesce(json_agg(json_build_object('rate', rate, 'place', place, 'value', paid, 'taxable', taxable,
        'cgst', cgst, 'sgst', sgst, 'igst', igst) ORDER BY rate, place), '[]') FROM sums WHERE rate IS NOT NULL),
      'warnings', (SELECT coalesce(json_agg(json_build_object('isNote', false, 'year', i.year, 'number', i.number,
        'orderId', o.id, 'orderNumber', o.order_id, 'title', m.title, 'hsn', m.hsn, 'rate', m.rate)
        ORDER BY m.document_id DESC, m.position), '[]')
        FROM missing m JOIN invoices i ON i.id = m.invoice_id JOIN orders o ON o.id = i.order_id)) AS month
    FROM sold, credited`)
  return requireRow(rows, 'Month').month
}

/** The documents of a month whose rows do not add up to them. One statement, which reads every document. */
async function brokenDocuments(db: Db, month: string) {
  const bounds = boundsOf(month)
  return rowsOf(db, brokenRow).execute(sql`
    SELECT id::text, is_note AS "isNote", year, number FROM (
      SELECT i.id, false AS is_note, i.year, i.number, coalesce(i.total, o.total) AS total
      FROM invoices i LEFT JOIN orders o ON i.total IS NULL AND o.id = i.order_id WHERE ${issued(sql`i`, bounds)}
      UNION ALL
      SELECT n.id, true, n.year, n.number, -${noteTotal}
      FROM credit_notes n JOIN invoices i ON i.id = n.invoice_id LEFT JOIN orders o ON i.total IS NULL AND o.id = i.order_id
      WHERE ${issued(sql`n`, bounds)}
    ) d
    WHERE d.total IS DISTINCT FROM (SELECT coalesce(sum(
      CASE WHEN t.rate IS NULL THEN t.paid ELSE t.taxable + t.cgst + t.sgst + t.igst END), 0)
      FROM tax_rows t WHERE t.document_id = d.id)
    ORDER BY is_note, year, number LIMIT ${MAX_BROKEN}`)
}

const numberOf = ({ isNote, year, number }: { isNote: boolean; year: string; number: number }) =>
  isNote ? creditNoteNumber(year, number) : invoiceNumber(year, number)

const missingOf = (rate: number | null, hsn: string) =>
  [...(rate === null ? ['GST rate'] : []), ...(hsn === '' ? ['HSN code'] : [])].join(' and ')

/**
 * The month of GST. The equation compares the totals of documents with the sums of their rows by tax, which are kept apart.
 * `base` is the origin of links. One statement, and another if the equation does not hold.
 */
export async function gstMonth(db: Db, month: string, base: string) {
  const { invoices, creditNotes, invoiceCount, noteCount, unknown, rates, warnings } = await readMonth(
    db,
    month,
  )
  const taxed = rates.filter(({ rate }) => rate > 0)
  const sum = (of: 'taxable' | 'cgst' | 'sgst' | 'igst') => taxed.reduce((total, row) => total + row[of], 0)
  const [taxable, tax] = [sum('taxable'), sum('cgst') + sum('sgst') + sum('igst')]
  const nil = rates.reduce((total, row) => (row.rate === 0 ? total + row.taxable : total), 0)
  const holds = invoices - creditNotes === taxable + tax + nil + unknown
  const broken = holds ? [] : await brokenDocuments(db, month)
  return {
    month,
    equation: { invoices, creditNotes, taxable, tax, nil, unknown, holds },
    broken: broken.map((document) => ({
      number: numberOf(document),
      link: `${base}/api/v1/${document.isNote ? 'credit-note' : 'invoice'}/${document.id}`,
    })),
    rates,
    counts: { invoices: invoiceCount, creditNotes: noteCount },
    warnings: warnings.map(({ title, hsn, rate, orderId, orderNumber, ...numbered }) => ({
      number: numberOf(numbered),
      orderId,
      orderNumber,
      product: title,
      missing: missingOf(rate, hsn),
    })),
  }
}
