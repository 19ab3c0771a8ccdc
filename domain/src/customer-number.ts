import { requireWhole } from './money.ts'

/** 'CU000123': the number of a customer. Throws RangeError when `n` is no whole number above 0. */
export function customerNumberText(n: number): string {
  requireWhole(n, 1, 'Customer number')
  return `CU${String(n).padStart(6, '0')}`
}
