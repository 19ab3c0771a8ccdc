import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shareOut } from './shares.ts'
import { propertyRuns, longTimeout } from './testing.ts'

test.each<[string, number, number[], number[]]>([
  ['even parts', 90, [1, 1, 1], [30, 30, 30]],
  ['the largest remainder first', 100, [1, 1, 4], [17, 17, 66]],
  ['of equal remainders the earlier', 100, [1, 1, 1], [34, 33, 33]],
  ['a value of 0', 10, [0, 5], [0, 10]],
  ['only values of 0', 10, [0, 0], [10, 0]],
  ['nothing to share out', 0, [], []],
])('%s', (_, amount, values, shares) => {
  expect(shareOut(amount, values)).toEqual(shares)
})

test.each<[number, number[]]>([
  [1, []],
  [-1, [1]],
  [1.5, [1]],
  [1, [-1]],
  [1, [0.5]],
])('rejects %d split by %j', (amount, values) => {
  expect(() => shareOut(amount, values)).toThrow(RangeError)
})

test(
  'the shares add up, each is less than a paisa off its exact part, and of equal values the first never gets less',
  () => {
    const amount = fc.oneof(fc.nat(1000), fc.nat(Number.MAX_SAFE_INTEGER))
    fc.assert(
      fc.property(amount, fc.array(fc.nat(100_000_000), { minLength: 1, maxLength: 12 }), (whole, values) => {
        const shares = shareOut(whole, values)
        expect(shares.reduce((sum, share) => sum + BigInt(share), 0n)).toBe(BigInt(whole))
        const all = values.reduce((sum, value) => sum + BigInt(value), 0n)
        if (all === 0n) return
        for (const [index, share] of shares.entries()) {
          const off = BigInt(share) * all - BigInt(whole) * BigInt(values[index] ?? 0)
          expect(off < all && off > -all).toBe(true)
          const equal = values.indexOf(values[index] ?? 0)
          expect(shares[equal]).toBeGreaterThanOrEqual(share)
        }
      }),
      propertyRuns,
    )
  },
  longTimeout.timeout,
)
