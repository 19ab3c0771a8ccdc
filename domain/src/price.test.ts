import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withSpecialPrice, pricePaid, validatePrices, specialPrice } from './price.ts'
import { propertyRuns, longTimeout } from './testing.ts'

test.each([
  [37_500, 880, 34_200],
  [10_000, 1000, 9000],
  [9950, 1000, 8950],
  [9950, 10_000, 0],
  [1_000_001, 1, 999_801],
  [50, 1, 0],
  [37_500, 0, 37_500],
  [0, 5000, 0],
])('MRP %i at %i basis points leaves %i', (mrp, discount, price) => {
  expect(specialPrice(mrp, discount)).toBe(price)
})

test('rounds the discount up to whole rupees', longTimeout, () => {
  fc.assert(
    fc.property(fc.oneof(fc.maxSafeNat(), fc.nat(100_000_000)), fc.nat(10_000), (mrp, discount) => {
      const price = BigInt(specialPrice(mrp, discount))
      const off = BigInt(mrp) - price
      const wanted = BigInt(mrp) * BigInt(discount)
      expect(price >= 0n && off * 10_000n >= (price === 0n ? 0n : wanted)).toBe(true)
      expect(off === 0n || (off - 100n) * 10_000n < wanted).toBe(true)
      if (price > 0n) expect(off % 100n).toBe(0n)
      else expect(wanted > (BigInt(mrp) - 100n) * 10_000n).toBe(true)
    }),
    propertyRuns,
  )
})

test('uses the selling price if set, otherwise the special price', () => {
  expect(pricePaid({ sellingPrice: 4000, specialPrice: 3500 })).toBe(4000)
  expect(pricePaid({ sellingPrice: 0, specialPrice: 3500 })).toBe(3500)
})

const good = { mrp: 5000, sellingPrice: 4500, specialPrice: 4000, discount: 2000 }
const missing = (field: string) => ({ field, message: 'All fields is required' })

test('computes the special price from MRP and discount, and keeps the sent one without them', () => {
  expect(withSpecialPrice({ ...good, specialPrice: 1 })).toEqual(good)
  for (const none of [{ discount: 0 }, { mrp: 0 }]) {
    const sent = { ...good, ...none, specialPrice: 1 }
    expect(withSpecialPrice(sent)).toEqual(sent)
  }
})

test.each(['add', 'edit'] as const)('accepts valid prices on %s', (on) => {
  expect(validatePrices(good, on)).toBeNull()
  expect(validatePrices({ ...good, sellingPrice: good.mrp, specialPrice: 0, discount: 0 }, on)).toBeNull()
})

test('requires a selling price on add, but no MRP', () => {
  expect(validatePrices({ ...good, sellingPrice: 0 }, 'add')).toEqual(missing('sellingPrice'))
  expect(validatePrices({ mrp: 0, sellingPrice: 4500, specialPrice: 0, discount: 0 }, 'add')).toBeNull()
})

test('requires the MRP and one of the two prices on edit', () => {
  expect(validatePrices({ ...good, mrp: 0 }, 'edit')).toEqual(missing('mrp'))
  expect(validatePrices({ ...good, sellingPrice: 0 }, 'edit')).toBeNull()
  expect(validatePrices({ ...good, sellingPrice: 0, specialPrice: 0 }, 'edit')).toEqual(
    missing('sellingPrice'),
  )
})

test.each([
  [{ sellingPrice: 5001 }, 'Selling price cannot be more than MRP'],
  [{ specialPrice: 5001 }, 'Special price cannot be more than MRP'],
  [{ discount: 10_001 }, 'Discount is a percentage from 0 to 100'],
  [{ discount: -1 }, 'Discount is a percentage from 0 to 100'],
  [{ specialPrice: -1 }, 'Amount is not valid'],
  [{ mrp: 5000.5 }, 'Amount is not valid'],
  [{ mrp: 100_000_001 }, 'A price is at most ₹10,00,000'],
])('rejects %j: %s', (change, message) => {
  const [field] = Object.keys(change)
  for (const on of ['add', 'edit'] as const)
    expect(validatePrices({ ...good, ...change }, on)).toEqual({ field, message })
})

test('accepts a price of 10,00,000 rupees', () => {
  expect(validatePrices({ ...good, mrp: 100_000_000, sellingPrice: 100_000_000 }, 'add')).toBeNull()
})
