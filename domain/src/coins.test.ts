import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coinsNeeded, coinsToConvert, coinsWorth } from './coins.ts'
import { propertyRuns, longTimeout } from './testing.ts'

test('converts the fewest coins that cover the shortfall', longTimeout, () => {
  const given = [fc.maxSafeNat(), fc.oneof(fc.integer({ min: 1, max: 10_000 }), fc.maxSafeNat())] as const
  fc.assert(
    fc.property(...given, (shortfall, pointValue) => {
      fc.pre(pointValue > 0)
      const coins = BigInt(coinsNeeded(shortfall, pointValue))
      expect(coins * BigInt(pointValue) >= BigInt(shortfall)).toBe(true)
      expect(coins === 0n || (coins - 1n) * BigInt(pointValue) < BigInt(shortfall)).toBe(true)
    }),
    propertyRuns,
  )
})

test.each([
  [0, 25, 0],
  [-100, 25, 0],
  [100, 25, 4],
  [101, 25, 5],
  [1, 100, 1],
])('a shortfall of %i paise at %i paise per coin needs %i coins', (shortfall, pointValue, coins) => {
  expect(coinsNeeded(shortfall, pointValue)).toBe(coins)
})

test('multiplies coins by their value', () => {
  expect(coinsWorth(5, 25)).toBe(125)
  expect(() => coinsWorth(1.5, 25)).toThrow(RangeError)
  expect(() => coinsWorth(Number.MAX_SAFE_INTEGER, 2)).toThrow(RangeError)
})

test('throws if a coin is worth nothing', () => {
  expect(() => coinsNeeded(100, 0)).toThrow(RangeError)
  expect(() => coinsNeeded(0.5, 25)).toThrow(RangeError)
})

test.each([
  ['enough money', { coins: 9, money: 500 }, 500, 25, 0],
  ['a shortfall of one paisa', { coins: 9, money: 500 }, 501, 25, 1],
  ['a shortfall of exactly all coins', { coins: 9, money: 500 }, 725, 25, 9],
  ['one paisa more than all coins', { coins: 9, money: 500 }, 726, 25, null],
  ['worthless coins, enough money', { coins: 9, money: 500 }, 500, 0, 0],
  ['worthless coins', { coins: 9, money: 500 }, 501, 0, null],
  ['an empty wallet', { coins: 0, money: 0 }, 1, 25, null],
] as const)('coins to convert for a withdrawal: %s', (_, wallet, amount, pointValue, coins) => {
  expect(coinsToConvert(wallet, amount, pointValue)).toBe(coins)
})

test(
  'converts less than one coin too much for a covered withdrawal, and never too little',
  longTimeout,
  () => {
    const whole = (max: number) => fc.integer({ min: 0, max })
    fc.assert(
      fc.property(
        whole(1e6),
        whole(1e8),
        fc.integer({ min: 1, max: 1e8 }),
        whole(1e5),
        (coins, money, amount, value) => {
          const converted = coinsToConvert({ coins, money }, amount, value)
          const isCovered = amount <= money + coins * value
          expect(converted !== null).toBe(isCovered)
          if (converted === null) return
          const rest = money + coinsWorth(converted, value) - amount
          expect(rest).toBeGreaterThanOrEqual(0)
          if (converted > 0) expect(rest).toBeLessThan(value)
        },
      ),
      propertyRuns,
    )
  },
)
