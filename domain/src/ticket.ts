import { requireWhole } from './money.ts'

/**
 * Formats the ticket number of a contact message, 'KM-000123' (E-Commerce Rules 2020).
 * Throws RangeError unless `n` is a whole number above 0.
 */
export function ticketText(n: number): string {
  requireWhole(n, 1, 'Ticket number')
  return `KM-${String(n).padStart(6, '0')}`
}
