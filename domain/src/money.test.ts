import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatRupees, fromPercent, fromRupees, percentOf, toPercent, toRupees } from './money.ts'
import { manyCases, patience } from './testing.ts'

const amounts = fc.oneof(
  fc.maxSafeNat(),
  fc.nat(1_000_000),
  fc.integer({ min: Number.MAX_SAFE_INTEGER - 20_000, max: Number.MAX_SAFE_INTEGER }),
)

test('a share is the exact one, rounded half up to the paisa', patience, () => {
  fc.assert(
    fc.property(amounts, fc.nat(10_000), (amount, percent) => {
      // 2 × share × 10,000 lies in (2 × product − 10,000, 2 × product + 10,000]: nearest, a half goes up.
      const twice = 2n * BigInt(amount) * BigInt(percent)
      const share = 20_000n * BigInt(percentOf(amount, percent))
      expect(share > twice - 10_000n && share <= twice + 10_000n).toBe(true)
    }),
    manyCases,
  )
})

test.each([
  [12_345, 880, 1086],
  [50, 100, 1],
  [49, 100, 0],
  [150, 100, 2],
  [Number.MAX_SAFE_INTEGER, 10_000, Number.MAX_SAFE_INTEGER],
  [9999, Number.MAX_SAFE_INTEGER, 9_006_298_534_815_517],
  [0, 0, 0],
])('%i paise at %i basis points are %i paise', (amount, percent, share) => {
  expect(percentOf(amount, percent)).toBe(share)
})

test.each([
  [1.5, 100],
  [-1, 100],
  [100, -1],
  [100, 0.5],
  [Number.NaN, 1],
  [Number.MAX_SAFE_INTEGER, 10_001],
])('a share of %d at %d is refused', (amount, percent) => {
  expect(() => percentOf(amount, percent)).toThrow(RangeError)
})

test('rupees and percentages with 2 decimals come through the wire unchanged', patience, () => {
  fc.assert(
    fc.property(fc.nat(1_000_000_000_000), (whole) => {
      expect(fromRupees(toRupees(whole))).toBe(whole)
      expect(fromRupees(JSON.parse(JSON.stringify(toRupees(whole))))).toBe(whole)
      expect(fromPercent(toPercent(whole))).toBe(whole)
    }),
    manyCases,
  )
})

test.each([1.005, 0.001, 1e300, Number.NaN, Number.POSITIVE_INFINITY])('%d rupees are refused', (rupees) => {
  expect(fromRupees(rupees)).toBeNull()
  expect(fromPercent(rupees)).toBeNull()
})

test('zero has no sign', () => {
  expect(fromRupees(-0)).toBe(0)
})

test.each([
  [0, '₹0.00'],
  [5, '₹0.05'],
  [99_999, '₹999.99'],
  [12_345_650, '₹1,23,456.50'],
  [1_234_567_890, '₹1,23,45,678.90'],
  [-150, '-₹1.50'],
  [Number.MAX_SAFE_INTEGER, '₹9,00,71,99,25,47,409.91'],
])('%i paise read %s', (paise, text) => {
  expect(formatRupees(paise)).toBe(text)
})
