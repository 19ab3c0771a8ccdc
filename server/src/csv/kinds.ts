import { MAX_NUMBER, tidyText } from '@kirana/contract/wire/bounded'
import { zeroKindNames } from '@kirana/contract/wire/tax'
import { units } from '@kirana/domain/vocabulary'
import type { DecimalMark } from './read.ts'

export const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** Names of units in suppliers' lists, in lower case. */
const unitNames = new Map([
  ['kg', 'Kilo'],
  ['g', 'GM'],
])

const currency = /^(?:₹|rs\.?|inr)\s*|\s*(?:₹|inr|\/-)$/gi
/** 1,499.00 and 1,00,000 */
const grouped = /^[+-]?\d{1,3}(?:(?:,\d{2})*|(?:,\d{3})*),\d{3}(?:\.\d*)?$/
/** 1.499,00 */
const groupedByDots = /^[+-]?(?:\d{1,3}(?:\.\d{3})+|\d+),\d+$/

/**
 * Converts a number from a spreadsheet's format to plain digits: '₹1,499.00' to '1499.00'. A comma that is neither a
 * group separator nor the file's decimal mark is kept. The schema then rejects the cell, because prices must not be
 * guessed.
 */
function cleanNumber(text: string, mark: DecimalMark): string {
  // The patterns take quadratic time for a long run of blanks.
  if (text.length > MAX_NUMBER) return text
  const amount = text.replace(currency, '').replace(/(?<=\d)[\s\u00a0\u202f](?=\d)/g, '')
  if (mark === ',' && groupedByDots.test(amount)) return amount.replaceAll('.', '').replace(',', '.')
  return grouped.test(amount) ? amount.replaceAll(',', '') : amount || text
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const inDigits = /^(\d{1,2})[-./](\d{1,2})[-./](\d{4}|\d{2})$/
const inWords = /^(\d{1,2})[- ]([a-z]{3})[a-z]*[- ,]+(\d{4}|\d{2})$/i

/** Converts the formats of spreadsheets in India (02-01-2026, 02-01-26, 02-Jan-26) to 2/1/2026. */
function cleanDate(text: string): string {
  const [, day, month, year] = inDigits.exec(text) ?? inWords.exec(text) ?? []
  if (!day || !month || !year) return text
  const number = /\d/.test(month) ? Number(month) : months.indexOf(month.toLowerCase()) + 1
  return number === 0 ? text : `${Number(day)}/${number}/${year.length === 2 ? `20${year}` : year}`
}

/** Spreadsheets drop leading zeros. HSN codes have 4, 6 or 8 digits, so an odd number of them has lost one. */
const cleanHsn = (text: string) => (/^\d{3}(\d\d){0,2}$/.test(text) ? `0${text}` : text)

const cleanPercent = (text: string, mark: DecimalMark) =>
  cleanNumber(text.endsWith('%') ? text.slice(0, -1).trimEnd() : text, mark)

const words = new Map([
  ['yes', 'Yes'],
  ['true', 'Yes'],
  ['no', 'No'],
  ['false', 'No'],
])
/** Kinds of a rate of 0, by their names in exports and in other programs. */
const zeroKinds = new Map<string, string>([
  ...Object.entries(zeroKindNames).flatMap(([kind, name]) => [
    [kind.toLowerCase(), name] as const,
    [name.toLowerCase(), name] as const,
  ]),
  ['nil rated', zeroKindNames.nil],
  ['exempted', zeroKindNames.exempt],
  ['non gst', zeroKindNames.nonGst],
])
const sameNumber = (a: string, b: string) => a !== '' && b !== '' && Number(a) === Number(b)
/** An empty cell means 0. */
const sameAmount = (a: string, b: string) => Number(a) === Number(b)

const keywordsIn = (cell: string) =>
  (cell.toLowerCase().match(/(?:\\.|[^;])+/gs) ?? [])
    .map((name) => name.trim())
    .filter(Boolean)
    .toSorted()
    .join(';')

type KindRules = {
  /**
   * Restores the format of exports in a cell that a spreadsheet has reformatted. An unreadable cell stays unchanged.
   */
  clean?: (text: string, mark: DecimalMark) => string
  /** Whether two different cells have the same value. */
  same?: (a: string, b: string) => boolean
}

const rules = {
  /** Free text, which spreadsheets may damage. */
  text: {},
  /** A name such as that of a section, compared without regard to case. */
  name: { same: isSame },
  keywords: { same: (a, b) => keywordsIn(a) === keywordsIn(b) },
  number: { clean: cleanNumber, same: sameNumber },
  amount: { clean: cleanNumber, same: sameAmount },
  rate: { clean: cleanPercent, same: sameNumber },
  discount: { clean: cleanPercent, same: sameAmount },
  date: { clean: cleanDate },
  hsn: { clean: cleanHsn },
  yesNo: { clean: (text) => words.get(text.toLowerCase()) ?? text },
  zeroKind: { clean: (text) => zeroKinds.get(text.toLowerCase()) ?? text },
  unit: {
    clean: (text) => units.find((unit) => isSame(unit, unitNames.get(text.toLowerCase()) ?? text)) ?? text,
  },
  id: { clean: (text) => text.toLowerCase() },
} satisfies Record<string, KindRules>
export type Kind = keyof typeof rules
const rulesOf = (kind: Kind): KindRules => rules[kind]

export function cleanCell(kind: Kind, cell: string, mark: DecimalMark): string {
  const text = tidyText(cell).replace(/\r\n?/g, '\n')
  return rulesOf(kind).clean?.(text, mark) ?? text
}

/** Whether two clean cells have the same value. */
export const saysSame = (kind: Kind, a: string, b: string) => a === b || rulesOf(kind).same?.(a, b) === true

const scientific = /^[+-]?\d+([.,]\d+)?e[+-]?\d+$/i
export const isScientific = (text: string) => scientific.test(text)

/** How a spreadsheet has damaged a stored text; null if the text has no such damage. */
export function damageOf(cell: string, stored: string): string | null {
  if (isScientific(cell) && /^\d+$/.test(stored)) return 'The spreadsheet has turned this into a number'
  const lost = (unit: string, at: number) =>
    unit === stored[at] || (unit === '?' && stored.charCodeAt(at) > 127)
  if (cell.length === stored.length && cell !== stored && cell.split('').every(lost))
    return 'The spreadsheet has lost letters of this text. Save it as “CSV UTF-8”'
  return null
}
