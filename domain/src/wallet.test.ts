import fc from 'fast-check'
import { expect, test } from 'vitest'
import { manyCases, patience } from './testing.ts'
import {
  accounts,
  coinsNeeded,
  coinsToTurn,
  coinsWorth,
  ledgerKinds,
  transfer,
  type Account,
} from './wallet.ts'

test('a transfer takes from one account what it gives to the other', () => {
  expect(transfer('store:coins', 'customer:coins', 5)).toEqual([
    { account: 'store:coins', amount: -5 },
    { account: 'customer:coins', amount: 5 },
  ])
})

test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER + 1])(
  'an amount of %d cannot move',
  (amount) => {
    expect(() => transfer('store:coins', 'customer:coins', amount)).toThrow(RangeError)
  },
)

test('coins never become money in one transfer, and nothing moves to where it is', () => {
  expect(() => transfer('customer:coins', 'customer:money', 5)).toThrow(RangeError)
  expect(() => transfer('customer:money', 'customer:money', 5)).toThrow(RangeError)
})

test.each(Object.entries(ledgerKinds))('%s can be written, and touches a customer', (_, { moves }) => {
  for (const { from, to } of moves) {
    const entries = transfer(from, to, 7)
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
    expect(entries.some(({ account }) => account.startsWith('customer:'))).toBe(true)
  }
})

test.each([
  ['order-refund', 'order-refund-reversal'],
  ['loyalty', 'loyalty-reversal'],
  ['referral', 'referral-reversal'],
] as const)('%s is undone by %s', (kind, reversal) => {
  const turned = ledgerKinds[kind].moves.map(({ from, to }) => ({ from: to, to: from }))
  expect(ledgerKinds[reversal].moves).toEqual(turned)
})

test('every account is used by some kind', () => {
  const used = Object.values(ledgerKinds).flatMap(({ moves }) => moves.flatMap(({ from, to }) => [from, to]))
  expect([...new Set<Account>(used)].toSorted()).toEqual(Object.keys(accounts).toSorted())
})

test('the coins turned into money cover what is short, and one coin less would not', patience, () => {
  const given = [fc.maxSafeNat(), fc.oneof(fc.integer({ min: 1, max: 10_000 }), fc.maxSafeNat())] as const
  fc.assert(
    fc.property(...given, (shortfall, pointValue) => {
      fc.pre(pointValue > 0)
      const coins = BigInt(coinsNeeded(shortfall, pointValue))
      expect(coins * BigInt(pointValue) >= BigInt(shortfall)).toBe(true)
      expect(coins === 0n || (coins - 1n) * BigInt(pointValue) < BigInt(shortfall)).toBe(true)
    }),
    manyCases,
  )
})

test.each([
  [0, 25, 0],
  [-100, 25, 0],
  [100, 25, 4],
  [101, 25, 5],
  [1, 100, 1],
])('%i paise short at %i paise a coin need %i coins', (shortfall, pointValue, coins) => {
  expect(coinsNeeded(shortfall, pointValue)).toBe(coins)
})

test('coins are worth their number times the value of one', () => {
  expect(coinsWorth(5, 25)).toBe(125)
  expect(() => coinsWorth(1.5, 25)).toThrow(RangeError)
  expect(() => coinsWorth(Number.MAX_SAFE_INTEGER, 2)).toThrow(RangeError)
})

test('worthless coins cannot cover anything', () => {
  expect(() => coinsNeeded(100, 0)).toThrow(RangeError)
  expect(() => coinsNeeded(0.5, 25)).toThrow(RangeError)
})

test.each([
  ['the money is enough', { coins: 9, money: 500 }, 500, 25, 0],
  ['a paisa short takes a whole coin', { coins: 9, money: 500 }, 501, 25, 1],
  ['the last coin', { coins: 9, money: 500 }, 725, 25, 9],
  ['a paisa beyond the last coin', { coins: 9, money: 500 }, 726, 25, null],
  ['worthless coins, enough money', { coins: 9, money: 500 }, 500, 0, 0],
  ['worthless coins', { coins: 9, money: 500 }, 501, 0, null],
  ['an empty wallet', { coins: 0, money: 0 }, 1, 25, null],
] as const)('coins to turn for a withdrawal: %s', (_, wallet, amount, pointValue, coins) => {
  expect(coinsToTurn(wallet, amount, pointValue)).toBe(coins)
})

test(
  'a withdrawal that is covered leaves less than one coin’s worth of what was turned, and never a debt',
  patience,
  () => {
    const whole = (max: number) => fc.integer({ min: 0, max })
    fc.assert(
      fc.property(
        whole(1e6),
        whole(1e8),
        fc.integer({ min: 1, max: 1e8 }),
        whole(1e5),
        (coins, money, amount, value) => {
          const turned = coinsToTurn({ coins, money }, amount, value)
          const isCovered = amount <= money + coins * value
          expect(turned !== null).toBe(isCovered)
          if (turned === null) return
          const rest = money + coinsWorth(turned, value) - amount
          expect(rest).toBeGreaterThanOrEqual(0)
          if (turned > 0) expect(rest).toBeLessThan(value)
        },
      ),
      manyCases,
    )
  },
)
