import { dayInKolkata } from './calendar.ts'
import { requireWhole } from './money.ts'

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

/** Maximum length of an invoice number (CGST Rules 2017, rule 46(b)). */
const MAX_CHARACTERS = 16

/**
 * Formats an invoice number, '26-27/0000123'; `n` is consecutive within the financial year. Throws RangeError unless
 * `year` has the form '26-27', `n` is a whole number above 0, and the result has at most 16 characters.
 */
export function invoiceNumber(year: string, n: number): string {
  if (!/^\d{2}-\d{2}$/.test(year)) throw new RangeError(`Financial year is not valid: ${year}`)
  requireWhole(n, 1, 'Invoice number')
  const number = `${year}/${String(n).padStart(7, '0')}`
  if (number.length > MAX_CHARACTERS) throw new RangeError(`Invoice number is too long: ${number}`)
  return number
}

/** Formats a credit note number, 'CN26-27/0000001', which has a separate series (CGST Rules 2017, rule 53(1A)(d)). */
export function creditNoteNumber(year: string, n: number): string {
  const number = `CN${invoiceNumber(year, n)}`
  if (number.length > MAX_CHARACTERS) throw new RangeError(`Credit note number is too long: ${number}`)
  return number
}

/** Formats the number of a delivery challan, 'DC26-27/0000001', which has a separate series (CGST Rules 2017, rule 55(1)). */
export function challanNumber(year: string, n: number): string {
  const number = `DC${invoiceNumber(year, n)}`
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
