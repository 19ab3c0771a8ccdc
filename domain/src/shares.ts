import { requireWhole, type Paise } from './money.ts'

/**
 * Shares `amount` (paise) out by `values`, so that the shares add up to it exactly: each gets the whole paise of its part,
 * and the paise that are left go to the largest remainders, of equal ones to the earlier. Where all values are 0, all of
 * it goes to the first.
 * @throws RangeError for what is no whole number of at least 0, and for an amount without anything to share it out to
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
  // Sorting is stable: of equal remainders the earlier stays in front.
  const byRemainder = parts.toSorted(
    (a, b) => Number(b.remainder > a.remainder) - Number(b.remainder < a.remainder),
  )
  const favored = new Set(byRemainder.slice(0, left).map(({ index }) => index))
  return parts.map(({ index, share }) => Number(share) + Number(favored.has(index)))
}
