import { dayInKolkata } from './calendar.ts'
import { requireWhole } from './money.ts'

const MINUTE_MS = 60_000
const APRIL = 4
const NOVEMBER = 11

const twoDigits = (year: number) => String(year % 100).padStart(2, '0')

/** The financial year, '26-27': 1 April to 31 March in Asia/Kolkata (Income-tax Act, 'previous year'). */
export function financialYear(at: Date): string {
  const day = dayInKolkata(at)
  const year = Number(day.slice(0, 4))
  const first = Number(day.slice(5, 7)) >= APRIL ? year : year - 1
  return `${twoDigits(first)}-${twoDigits(first + 1)}`
}

/**
 * The first financial year whose invoices can still be credited with tax: until 30 November after its end, in
 * Asia/Kolkata. Financial years compare as texts.
 * @see CGST Act 2017, section 34(2)
 */
export function firstYearCreditedWithTax(at: Date): string {
  const day = dayInKolkata(at)
  const month = Number(day.slice(5, 7))
  const isOver = month < APRIL || month > NOVEMBER
  const year = Number(day.slice(0, 4)) - (month < APRIL ? 1 : 0)
  const first = isOver ? year : year - 1
  return `${twoDigits(first)}-${twoDigits(first + 1)}`
}

/** The first code of a series that a restore starts: each has four characters, the first of them a letter. */
const FIRST_CODE = Number.parseInt('A000', 36)

/**
 * The series that is started after a restore, '26KX3F': the year in which the financial year begins, and the minutes since
 * then as four characters of base 36. The restored database may not know a series that an earlier restore has started, so
 * the time names it. Sorts behind the financial year itself ('26-27') and every earlier series, before the next year.
 * @param used the series that the database knows of this financial year; the result sorts behind them
 * @see CGST Rules 2017, rule 46(b): one or several series, each number unique within a financial year
 */
export function seriesAfterRestore(at: Date, used: readonly string[]): string {
  const century = dayInKolkata(at).slice(0, 2)
  const first = financialYear(at).slice(0, 2)
  const minutes = (at.getTime() - Date.parse(`${century}${first}-04-01T00:00:00+05:30`)) / MINUTE_MS
  const known = used.map((series) => (series.includes('-') ? 0 : Number.parseInt(series.slice(2), 36) + 1))
  const code = Math.max(FIRST_CODE + Math.floor(minutes), ...known)
  return `${first}${code.toString(36).toUpperCase()}`
}

/** Maximum length of an invoice number (CGST Rules 2017, rule 46(b)). */
const MAX_CHARACTERS = 16

/**
 * Formats an invoice number, '26-27/0000123'; `n` is consecutive within its series: the financial year, or what
 * `seriesAfterRestore` names. Throws RangeError unless `series` has one of these forms, `n` is a whole number above 0, and
 * the result has at most 16 characters.
 */
export function invoiceNumber(series: string, n: number): string {
  if (!/^\d{2}(-\d{2}|[A-Z][\dA-Z]{3})$/.test(series)) throw new RangeError(`Series is not valid: ${series}`)
  requireWhole(n, 1, 'Invoice number')
  const number = `${series}/${String(n).padStart(7, '0')}`
  if (number.length > MAX_CHARACTERS) throw new RangeError(`Invoice number is too long: ${number}`)
  return number
}

/** Formats a credit note number, 'CN26-27/0000001', which has a separate series (CGST Rules 2017, rule 53(1A)(d)). */
export function creditNoteNumber(series: string, n: number): string {
  const number = `CN${invoiceNumber(series, n)}`
  if (number.length > MAX_CHARACTERS) throw new RangeError(`Credit note number is too long: ${number}`)
  return number
}

/** Formats the number of a delivery challan, 'DC26-27/0000001', which has a separate series (CGST Rules 2017, rule 55(1)). */
export function challanNumber(series: string, n: number): string {
  const number = `DC${invoiceNumber(series, n)}`
  if (number.length > MAX_CHARACTERS) throw new RangeError(`Challan number is too long: ${number}`)
  return number
}

/** How the company is registered for GST. */
export const gstRegistrations = ['regular', 'composition', 'unregistered'] as const
export type GstRegistration = (typeof gstRegistrations)[number]

export type DocumentTitle = 'Tax Invoice' | 'Invoice-cum-Bill of Supply' | 'Bill of Supply' | 'Bill'

/** The statement required on every bill of a composition dealer (CGST Rules 2017, rule 5(1)(f)). */
export const COMPOSITION_SENTENCE = 'composition taxable person, not eligible to collect tax on supplies'

/**
 * The title of the document for a customer without a GSTIN. An unknown rate counts as taxable, because a Bill of Supply
 * would state that the price includes no tax.
 * @see CGST Rules 2017, rules 46, 46A and 49
 */
export function documentTitle(
  registration: GstRegistration,
  hasValidGstin: boolean,
  rates: readonly (number | null)[],
): DocumentTitle {
  if (registration === 'unregistered' || !hasValidGstin) return 'Bill'
  if (registration === 'composition') return 'Bill of Supply'
  const exempt = rates.filter((rate) => rate === 0).length
  if (exempt === 0) return 'Tax Invoice'
  return exempt === rates.length ? 'Bill of Supply' : 'Invoice-cum-Bill of Supply'
}
