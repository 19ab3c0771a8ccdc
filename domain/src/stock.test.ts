import fc from 'fast-check'
import { expect, test } from 'vitest'
import { availableOf, byShelf, holdingIn, shortageMessage, stockEffects, stockShown } from './stock.ts'
import { propertyRuns } from './testing.ts'
import { deliveryStatuses } from './vocabulary.ts'

test.each([
  ['confirmed', 'prepared', { onHand: -1, reserved: -1, movement: 'sold', needsAvailable: false }],
  ['confirmed', 'delivered', { onHand: -1, reserved: -1, movement: 'sold', needsAvailable: false }],
  ['confirmed', 'canceled', { onHand: 0, reserved: -1, movement: null, needsAvailable: false }],
  ['prepared', 'confirmed', { onHand: 1, reserved: 1, movement: 'sold', needsAvailable: false }],
  ['dispatched', 'canceled', { onHand: 1, reserved: 0, movement: 'returned', needsAvailable: false }],
  ['delivered', 'canceled', { onHand: 1, reserved: 0, movement: 'returned', needsAvailable: false }],
  ['canceled', 'confirmed', { onHand: 0, reserved: 1, movement: null, needsAvailable: true }],
  ['canceled', 'prepared', { onHand: -1, reserved: 0, movement: 'sold', needsAvailable: true }],
] as const)('a piece of an order from %s to %s', (from, to, effects) => {
  expect(stockEffects(from, to)).toEqual({ ...effects, from: holdingIn(from), to: holdingIn(to) })
})

test.each([
  ['prepared', 'dispatched'],
  ['delivered', 'outForDelivery'],
  ['confirmed', 'confirmed'],
  ['canceled', 'canceled'],
] as const)('nothing moves from %s to %s', (from, to) => {
  expect(stockEffects(from, to)).toBeNull()
})

test('the effects depend only on the last status, not on the path to it', () => {
  const status = fc.constantFrom(...deliveryStatuses)
  fc.assert(
    fc.property(fc.array(status, { minLength: 1, maxLength: 12 }), (walk) => {
      const level = { onHand: 10, reserved: 1 }
      let at: (typeof walk)[number] = 'confirmed'
      for (const to of walk) {
        const effects = stockEffects(at, to)
        level.onHand += effects?.onHand ?? 0
        level.reserved += effects?.reserved ?? 0
        at = to
      }
      const holding = holdingIn(at)
      expect(level).toEqual({
        onHand: holding === 'taken' ? 9 : 10,
        reserved: holding === 'reserved' ? 1 : 0,
      })
    }),
    propertyRuns,
  )
})

test('expired and reserved pieces cannot be sold', () => {
  expect(availableOf({ onHand: 10, reserved: 3, expired: 2 })).toBe(5)
  expect(availableOf({ onHand: 2, reserved: 3, expired: 0 })).toBe(0)
})

test.each([
  [null, { inStock: true }],
  [0, { inStock: false, left: 0 }],
  [1, { inStock: true, left: 1 }],
  [5, { inStock: true, left: 5 }],
  [6, { inStock: true }],
])('with %j available customers see %j', (available, shown) => {
  expect(stockShown(available, 50)).toEqual(shown)
})

test('a shortage names the product, the pieces wanted and those left', () => {
  const rice = { title: 'Rice', quantityText: '500 GM', quantity: 5 }
  expect(shortageMessage({ ...rice, available: 3 })).toBe('Not enough of Rice (500 GM): 5 wanted, 3 left')
  expect(shortageMessage({ ...rice, available: 0 })).toBe('Rice (500 GM) is out of stock: 5 wanted, 0 left')
})

test('A3 comes before A10, and lines without a shelf come last', () => {
  const shelves = ['', 'B1', 'A10', 'a3'].map((shelf, i) => ({ shelf, line: i }))
  expect(shelves.toSorted(byShelf).map(({ shelf }) => shelf)).toEqual(['a3', 'A10', 'B1', ''])
})
