import { dayInKolkata } from './calendar.ts'
import { requireWhole } from './money.ts'

/**
 * Formats an order number, 'OD261121-0001': the day in Kolkata and at least 4 digits of `n` (domain rules, Words and
 * shapes). Throws RangeError unless `n` is a whole number above 0.
 */
export function orderNumberText(at: Date, n: number): string {
  requireWhole(n, 1, 'Order number')
  return `OD${dayInKolkata(at).slice(2).replaceAll('-', '')}-${String(n).padStart(4, '0')}`
}
