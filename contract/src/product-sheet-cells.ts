import { MAX_NUMBER } from './wire/bounded.ts'

/** The decimal mark of a file: spreadsheets that write decimal commas separate cells by semicolons. */
export type DecimalMark = '.' | ','

const currency = /^(?:₹|rs\.?|inr)\s*|\s*(?:₹|inr|\/-)$/gi
/** 1,499.00 and 1,00,000 */
const grouped = /^[+-]?\d{1,3}(?:(?:,\d{2})*|(?:,\d{3})*),\d{3}(?:\.\d*)?$/
/** 1.499,00 */
const groupedByDots = /^[+-]?(?:\d{1,3}(?:\.\d{3})+|\d+),\d+$/

/**
 * A number as spreadsheets format it, in plain digits: '₹1,499.00' is '1499.00'. Commas that are neither groups nor, in a
 * file with decimal commas, the decimal mark stay, and are refused: prices are not guessed.
 */
export function cleanNumber(text: string, mark: DecimalMark): string {
  // The patterns take quadratic time for a long run of blanks.
  if (text.length > MAX_NUMBER) return text
  const amount = text.replace(currency, '').replace(/(?<=\d)[\s\u00a0\u202f](?=\d)/g, '')
  if (mark === ',' && groupedByDots.test(amount)) return amount.replaceAll('.', '').replace(',', '.')
  return grouped.test(amount) ? amount.replaceAll(',', '') : amount
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const inDigits = /^(\d{1,2})[-./](\d{1,2})[-./](\d{4}|\d{2})$/
const inWords = /^(\d{1,2})[- ]([a-z]{3})[a-z]*[- ,]+(\d{4}|\d{2})$/i

/** 2/1/2026 as spreadsheets in India write it: 02-01-2026, 02-01-26, 02-Jan-26. */
export function cleanDate(text: string): string {
  const [, day, month, year] = inDigits.exec(text) ?? inWords.exec(text) ?? []
  if (!day || !month || !year) return text
  const number = /\d/.test(month) ? Number(month) : months.indexOf(month.toLowerCase()) + 1
  return number === 0 ? text : `${Number(day)}/${number}/${year.length === 2 ? `20${year}` : year}`
}

/** Spreadsheets drop leading zeros. HSN codes have 4, 6 or 8 digits, so an odd number of them has lost one. */
export const cleanHsn = (text: string) => (/^\d{3}(\d\d){0,2}$/.test(text) ? `0${text}` : text)

const scientific = /^[+-]?\d+([.,]\d+)?e[+-]?\d+$/i
export const isScientific = (text: string) => scientific.test(text)

/** Why a text differs from the stored one through no wish of the person, or null. */
export function damageOf(cell: string, stored: string): string | null {
  if (isScientific(cell) && /^\d+$/.test(stored)) return 'The spreadsheet has turned this into a number'
  const lost = (unit: string, at: number) =>
    unit === stored[at] || (unit === '?' && stored.charCodeAt(at) > 127)
  if (cell.length === stored.length && cell !== stored && cell.split('').every(lost))
    return 'The spreadsheet has lost letters of this text. Save it as “CSV UTF-8”'
  return null
}
