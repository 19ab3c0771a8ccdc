import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatRupees, fromPercent, fromRupees, percentOf, roundOffOf, toPercent, toRupees } from './money.ts'
import { propertyRuns, longTimeout } from './testing.ts'

const amounts = fc.oneof(
  fc.maxSafeNat(),
  fc.nat(1_000_000),
  fc.integer({ min: Number.MAX_SAFE_INTEGER - 20_000, max: Number.MAX_SAFE_INTEGER }),
)

test('computes a percentage exactly, rounded half up to the paisa', longTimeout, () => {
  fc.assert(
    fc.property(amounts, fc.nat(10_000), (amount, percent) => {
      // Half up: 2 × share × 10,000 is in (2 × product − 10,000, 2 × product + 10,000].
      const twice = 2n * BigInt(amount) * BigInt(percent)
      const share = 20_000n * BigInt(percentOf(amount, percent))
      expect(share > twice - 10_000n && share <= twice + 10_000n).toBe(true)
    }),
    propertyRuns,
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
])('rejects the amount %d with the percentage %d', (amount, percent) => {
  expect(() => percentOf(amount, percent)).toThrow(RangeError)
})

test('converts rupees and percentages with 2 decimals both ways without loss', longTimeout, () => {
  fc.assert(
    fc.property(fc.nat(1_000_000_000_000), (whole) => {
      expect(fromRupees(toRupees(whole))).toBe(whole)
      expect(fromRupees(JSON.parse(JSON.stringify(toRupees(whole))))).toBe(whole)
      expect(fromPercent(toPercent(whole))).toBe(whole)
    }),
    propertyRuns,
  )
})

test.each([1.005, 0.001, 1e300, Number.NaN, Number.POSITIVE_INFINITY])('rejects %d rupees', (rupees) => {
  expect(fromRupees(rupees)).toBeNull()
  expect(fromPercent(rupees)).toBeNull()
})

test.each([
  [0, 0],
  [49, -49],
  [50, 50],
  [16_049, -49],
  [16_050, 50],
  [16_100, 0],
])('rounding %i paise to the rupee adds %i', (amount, added) => {
  expect(roundOffOf(amount)).toBe(added)
})

test('turns -0 into 0', () => {
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
])('formats %i paise as %s', (paise, text) => {
  expect(formatRupees(paise)).toBe(text)
})
