import { requireWhole } from './money.ts'

/**
 * 'KM-000123': the number that somebody who wrote to the store is told and quotes later (E-Commerce Rules 2020).
 * Throws RangeError when `n` is no whole number above 0.
 */
export function ticketText(n: number): string {
  requireWhole(n, 1, 'Ticket number')
  return `KM-${String(n).padStart(6, '0')}`
}
