import { requireWhole, type Paise } from './money.ts'

/**
 * Splits `amount` (paise) in proportion to `values`, so that the shares add up to it exactly (largest remainder method):
 * each share is rounded down, and the remaining paise go to the largest remainders, earlier ones first. If all values are
 * 0, the first gets everything.
 * @throws RangeError if a number is negative or not whole, or if there are no values for an amount above 0
 */
export function shareOut(amount: Paise, values: readonly Paise[]): Paise[] {
  requireWhole(amount, 0, 'Amount')
  for (const value of values) requireWhole(value, 0, 'Value')
  if (values.length === 0) {
    if (amount > 0) throw new RangeError('There is nothing to share the amount out to')
    return []
  }
  const all = values.reduce((sum, value) => sum + BigInt(value), 0n)
  if (all === 0n) return values.map((_, index) => (index === 0 ? amount : 0))

  const parts = values.map((value, index) => {
    const product = BigInt(amount) * BigInt(value)
    return { index, share: product / all, remainder: product % all }
  })
  const given = parts.reduce((sum, { share }) => sum + share, 0n)
  const left = Number(BigInt(amount) - given)
  // The sort is stable, so equal remainders keep their order.
  const byRemainder = parts.toSorted(
    (a, b) => Number(b.remainder > a.remainder) - Number(b.remainder < a.remainder),
  )
  const favored = new Set(byRemainder.slice(0, left).map(({ index }) => index))
  return parts.map(({ index, share }) => Number(share) + Number(favored.has(index)))
}
