import { requireWhole } from './money.ts'

/** Formats a customer number: 'CU000123'. Throws RangeError unless `n` is a whole number above 0. */
export function customerNumberText(n: number): string {
  requireWhole(n, 1, 'Customer number')
  return `CU${String(n).padStart(6, '0')}`
}
