import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedPrice, type PriceChange, withPricePaid } from './price-change.ts'

test.each<[PriceChange['by'], number, number, number, number]>([
  ['raisePercent', 5_000, 500, 1, 5_250],
  ['raisePercent', 4_999, 330, 1, 5_164],
  ['lowerPercent', 5_000, 1_000, 100, 4_500],
  ['raiseValue', 4_950, 125, 100, 5_100],
  ['raiseValue', 4_950, 100, 500, 5_000],
  ['lowerValue', 4_950, 5_000, 1, -50],
  ['set', 4_950, 3_333, 1_000, 3_000],
])('%s of %d paise by %d in steps of %d is %d', (by, price, amount, roundTo, expected) => {
  expect(changedPrice(price, { by, amount, roundTo })).toBe(expected)
})

const prices = { mrp: 10_000, sellingPrice: 9_000, specialPrice: 8_000, discount: 0 }

test('the price that customers pay changes, up to the MRP', () => {
  expect(withPricePaid(prices, 10_000)).toEqual({ prices: { ...prices, sellingPrice: 10_000 }, error: null })
  const special = { ...prices, sellingPrice: 0 }
  expect(withPricePaid(special, 7_000)).toEqual({ prices: { ...special, specialPrice: 7_000 }, error: null })
  expect(withPricePaid(prices, 10_001).error?.message).toBe('Selling price cannot be more than MRP')
  expect(withPricePaid(special, 10_001).error?.message).toBe('Special price cannot be more than MRP')
  expect(withPricePaid({ ...prices, mrp: 0 }, 10_001).error).toBeNull()
  expect(withPricePaid(prices, 0).error?.message).toBe('A price must be above 0')
  expect(withPricePaid({ ...special, discount: 2_000 }, 7_000).error?.message).toContain('discount')
})

test('a new price is a multiple of the rounding, at most half of it away', () => {
  const step = fc.constantFrom(1, 100, 500, 1_000)
  const price = fc.integer({ min: 0, max: 100_000_000 })
  fc.assert(
    fc.property(price, price, step, (old, amount, roundTo) => {
      const changed = changedPrice(old, { by: 'raiseValue', amount, roundTo })
      expect(changed % roundTo).toBe(0)
      expect(Math.abs(changed - old - amount)).toBeLessThanOrEqual(roundTo / 2)
    }),
  )
})
