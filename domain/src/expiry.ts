import { isDay } from './calendar.ts'

/** How many years a last good day may lie ahead; later ones are typing errors. */
export const MAX_EXPIRY_YEARS = 10

/** What is odd about a last good day ('YYYY-MM-DD'): pieces that have expired, or a year too far ahead. */
export type ExpiryDoubt = 'past' | 'far'

export function expiryDoubt(day: string, today: string): ExpiryDoubt | null {
  if (day < today) return 'past'
  const latest = `${Number(today.slice(0, 4)) + MAX_EXPIRY_YEARS}${today.slice(4)}`
  return day > latest ? 'far' : null
}

const two = (part: string | number) => String(part).padStart(2, '0')
const wholeYear = (year: string) => (year.length === 2 ? `20${year}` : year)

/** 'YYYY-MM-DD' if the day exists. */
const dayOf = (year: string, month: string, day: string): string | null =>
  Number(month) >= 1 && Number(month) <= 12 && isDay(Number(year), Number(month), Number(day))
    ? `${year}-${two(month)}-${two(day)}`
    : null

/** The last day of a month, because packs often name only the month. */
const endOfMonth = (year: string, month: string): string | null =>
  dayOf(year, month, String(new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()))

/**
 * Reads a last good day as it is printed on packs and typed with digits alone: '311226', '31122026', '31/12/26', '31.12.2026',
 * and '12/26' or '1226' for the end of the month. Returns '' for '', and null if it is none of these.
 */
export function readExpiry(text: string): string | null {
  const trimmed = text.trim()
  if (trimmed === '') return ''
  const [, iso] = /^(\d{4}-\d{2}-\d{2})$/.exec(trimmed) ?? []
  if (iso) return dayOf(iso.slice(0, 4), iso.slice(5, 7), iso.slice(8))
  const digits = trimmed.replace(/[/. -]/g, '')
  const parts = trimmed.split(/[/. -]/)
  if (parts.length === 3) {
    const [day = '', month = '', year = ''] = parts
    return /^\d{1,2}$/.test(day) && /^\d{1,2}$/.test(month) && /^(\d{2}|\d{4})$/.test(year)
      ? dayOf(wholeYear(year), month, day)
      : null
  }
  if (parts.length === 2) {
    const [month = '', year = ''] = parts
    return /^\d{1,2}$/.test(month) && /^(\d{2}|\d{4})$/.test(year) ? endOfMonth(wholeYear(year), month) : null
  }
  if (/^\d{4}$/.test(digits)) return endOfMonth(wholeYear(digits.slice(2)), digits.slice(0, 2))
  return /^(\d{6}|\d{8})$/.test(digits)
    ? dayOf(wholeYear(digits.slice(4)), digits.slice(2, 4), digits.slice(0, 2))
    : null
}
