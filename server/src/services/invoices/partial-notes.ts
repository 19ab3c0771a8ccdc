import {
  creditAmounts,
  creditedRoundOff,
  type CreditedRow,
  creditRows,
  uncredited,
} from '@kirana/domain/credit'
import type { Paise } from '@kirana/domain/money'
import { financialYear, firstYearCreditedWithTax } from '@kirana/domain/invoice'
import { rowsOf as taxedRows } from '@kirana/domain/tax'
import { type SQL, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import * as z from 'zod/mini'
import { whole } from '../../db/rows.ts'
import { creditNoteSeries } from '../../tables/invoices.ts'
import type { InvoiceDocument } from './data.ts'
import { nextNumber } from './series.ts'

/** An issued invoice with its credit notes so far, oldest first. */
export const storedInvoice = z.strictObject({
  id: z.string(),
  /** The name of its series. The names of one financial year sort by age. */
  year: z.string(),
  issuedAt: z.string(),
  document: whole<InvoiceDocument>(),
  notes: z.array(z.array(whole<CreditedRow>())),
  /** The rounding that the notes have credited, in paise. */
  roundedOff: z.int(),
})
export type StoredInvoice = z.output<typeof storedInvoice>

/** SQL for the company's current FSSAI licence number, which is stored with each new document. */
export const fssaiNow = sql`(SELECT fssai FROM company)`

/** SQL for the rows of the credit notes of invoice `i` as JSON, oldest first; `before` restricts them. */
export const notesOf = (before: SQL = sql`true`) => sql`(
  SELECT coalesce(json_agg(c.rows ORDER BY c.created_at, c.id), '[]') FROM credit_notes c
  WHERE c.invoice_id = i.id AND c.rows IS NOT NULL AND ${before})`

/** SQL for the current invoice of order `o` as JSON (`StoredInvoice`), or null. */
export const currentInvoice = sql`(
  SELECT json_build_object('id', i.id, 'year', i.year, 'issuedAt', i.created_at, 'document', i.document, 'notes', ${notesOf()},
    'roundedOff', (SELECT coalesce(sum(c.round_off), 0) FROM credit_notes c WHERE c.invoice_id = i.id))
  FROM invoices i WHERE i.order_id = o.id AND i.is_current AND i.document IS NOT NULL)`

const rowsIn = ({ lines, charges }: InvoiceDocument) =>
  taxedRows({ lines, charges: charges.map(({ parts }) => parts) })

const totalOf = (rows: readonly CreditedRow[]) => rows.reduce((sum, { paid }) => sum + paid, 0)

/** A row without its tax, for a note that is too late to lower the tax. */
const untaxed = <Row extends CreditedRow>(row: Row): Row => ({
  ...row,
  taxable: 0,
  cgst: 0,
  sgst: 0,
  igst: 0,
})

/** The content of a note that is too late to lower the tax: it has only the amounts paid. */
export const withoutTax = (document: InvoiceDocument): InvoiceDocument => ({
  ...document,
  taxNames: null,
  lines: document.lines.map((line) => ({ ...untaxed(line), rate: null })),
  charges: document.charges.map((charge) => ({
    ...charge,
    parts: charge.parts.map((part) => ({ ...untaxed(part), rate: null })),
  })),
})

/** The paise of each row of an invoice, in the order of a note's rows. */
export const amountsOf = (document: InvoiceDocument) => rowsIn(document).map(({ paid }) => paid)

/** The amount of an invoice that is credited so far, in paise. */
export const creditedOf = ({ notes, roundedOff }: StoredInvoice) =>
  notes.reduce((sum, rows) => sum + totalOf(rows), roundedOff)

type Credit = Paise | { rows: readonly Paise[]; roundOff: Paise }

/**
 * Splits `credit` into the paise of the rows (in total or of each) and the rounding, within the remaining amount of the
 * invoice.
 */
function creditWithin(
  left: { rows: Paise; roundOff: Paise },
  credit: Credit,
): Exclude<Credit, number> | { rows: Paise; roundOff: Paise } {
  if (typeof credit === 'number') {
    const roundOff = creditedRoundOff(left, credit)
    return { rows: credit - roundOff, roundOff }
  }
  const beyond = credit.rows.reduce((sum, amount) => sum + amount, 0) - left.rows
  return beyond > 0 ? { rows: left.rows, roundOff: credit.roundOff + beyond } : credit
}

/**
 * The common table expressions of a credit note over a part of an invoice, with the next number of the financial year.
 * The series' row stays locked until the commit. The note is not dated before its invoice.
 * @param credit paise, or paise per invoice row and of the rounding; an amount beyond the rest of the rows is added to
 * the rounding
 * @param from a row for the note, from an expression that takes its locks before the series'
 * @throws RangeError if the credit exceeds the rest of the invoice
 * @see CGST Act 2017, section 34(1), and 34(2) for a note that is too late to lower the tax
 */
export function partialNote(
  { id, year: invoiceYear, issuedAt, document, notes, roundedOff }: StoredInvoice,
  credit: Credit,
  { noteId = v7(), reason, now, from }: { noteId?: string; reason: string; now: Date; from: SQL },
): SQL {
  const at = new Date(Math.max(now.getTime(), Date.parse(issuedAt)))
  const isInterState = document.taxNames?.[0] === 'IGST'
  const invoice = { rows: rowsIn(document), isInterState }
  const withoutTax = invoiceYear < firstYearCreditedWithTax(at)
  const left = {
    rows: totalOf(uncredited(invoice.rows, notes)),
    roundOff: (document.roundOff ?? 0) - roundedOff,
  }
  const { rows: wanted, roundOff } = creditWithin(left, credit)
  const credited =
    typeof wanted === 'number' ? creditRows(invoice, notes, wanted) : creditAmounts(invoice, notes, wanted)
  const rows = withoutTax ? credited.map(untaxed) : credited
  return sql`note_series AS (
      ${nextNumber(creditNoteSeries, financialYear(at), sql`FROM ${from}`)}
    ), note AS (
      INSERT INTO credit_notes (id, invoice_id, year, number, reason, fssai, amount, round_off, without_tax, rows,
        created_at)
      SELECT ${noteId}::uuid, ${id}::uuid, year, last, ${reason}, ${fssaiNow}, ${totalOf(rows) + roundOff}::bigint,
        ${roundOff}::bigint, ${withoutTax}::boolean, ${JSON.stringify(rows)}::jsonb,
        ${at.toISOString()}::timestamptz FROM note_series
    )`
}

/**
 * The content of a credit note over a part of an invoice: each amount as one unit at that price, and the rounding.
 * `rows` is null for the note that closes the invoice.
 */
export function partOf(
  document: InvoiceDocument,
  notes: readonly (readonly CreditedRow[])[],
  { rows, roundOff }: { rows: readonly CreditedRow[] | null; roundOff: Paise },
): InvoiceDocument {
  const taxed = rowsIn(document)
  const credited = rows ?? uncredited(taxed, notes)
  let next = 0
  const creditedNext = () => ({ paid: 0, taxable: 0, cgst: 0, sgst: 0, igst: 0, ...credited[next++] })
  const lines = document.lines.map((line) => {
    const amounts = creditedNext()
    return { ...line, ...amounts, quantity: 1, price: amounts.paid, total: amounts.paid, discount: 0 }
  })
  const charges = document.charges.map((charge) => {
    const parts = charge.parts.map((part) => ({ ...part, ...creditedNext() }))
    return { ...charge, parts, amount: totalOf(parts) }
  })
  const shown = lines.filter(({ paid }) => paid > 0)
  return {
    ...document,
    lines: shown.length > 0 ? shown : lines.slice(0, 1),
    charges: charges.filter(({ amount }) => amount > 0),
    subtotal: totalOf(lines),
    discount: 0,
    referralDiscount: 0,
    couponName: '',
    roundOff,
    total: totalOf(credited) + roundOff,
  }
}
