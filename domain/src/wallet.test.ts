import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Account, accounts } from './accounts.ts'
import { propertyRuns, longTimeout } from './testing.ts'
import {
  entriesOf,
  ledgerKinds,
  splitGrant,
  splitReversal,
  tillKinds,
  transfer,
  type LedgerKind,
} from './wallet.ts'

test('moves the amount from one account to the other', () => {
  expect(transfer('store:coins', 'customer:coins', 5)).toEqual([
    { account: 'store:coins', amount: -5 },
    { account: 'customer:coins', amount: 5 },
  ])
})

test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER + 1])(
  'rejects a transfer of %d',
  (amount) => {
    expect(() => transfer('store:coins', 'customer:coins', amount)).toThrow(RangeError)
  },
)

test('rejects a transfer from coins to money, and to the same account', () => {
  expect(() => transfer('customer:coins', 'customer:money', 5)).toThrow(RangeError)
  expect(() => transfer('customer:money', 'customer:money', 5)).toThrow(RangeError)
})

test.each(Object.keys(ledgerKinds) as LedgerKind[])(
  '%s has valid moves, and one of a customer, the provider, a rider, the till, UPI at the door or rounding',
  (kind) => {
    const entries = entriesOf(kind, [7, 7])
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
    expect(
      entries.some(({ account }) =>
        /^(customer|provider|rider|store:cash|store:upi|store:rounding)/.test(account),
      ),
    ).toBe(true)
  },
)

test('the day of the till counts every kind that moves its cash', () => {
  const kinds = Object.keys(ledgerKinds) as LedgerKind[]
  const moving = kinds.filter((kind) =>
    entriesOf(kind, [7, 7]).some(({ account }) => account === 'store:cash'),
  )
  expect(moving.toSorted()).toEqual(tillKinds.toSorted())
})

test('allows some shares to be 0, but not all, and no other amounts', () => {
  const lines = (...shares: [number, number]) => entriesOf('loyalty-reversal', shares)
  expect(lines(5, 0)).toEqual(transfer('customer:coins', 'store:coins', 5))
  expect(lines(0, 5)).toEqual(transfer('store:rewards:coins', 'store:coins', 5))
  expect(lines(2, 3)).toEqual([
    ...transfer('customer:coins', 'store:coins', 2),
    ...transfer('store:rewards:coins', 'store:coins', 3),
  ])
  expect(() => lines(0, 0)).toThrow(RangeError)
  expect(() => lines(-1, 1)).toThrow(RangeError)
  expect(() => entriesOf('coins-to-money', [5, 0])).toThrow(RangeError)
  expect(() => entriesOf('staff-coins', [])).toThrow(RangeError)
})

test.each([
  ['none of it is spent', 50, 80, [50, 0]],
  ['the balance is the same amount', 50, 50, [50, 0]],
  ['some is spent', 50, 20, [20, 30]],
  ['all is spent', 50, 0, [0, 50]],
] as const)('coins taken back: %s', (_, coins, balance, shares) => {
  expect(splitReversal(coins, balance)).toEqual(shares)
})

test.each([
  ['for the first time', 50, 0, [50, 0]],
  ['the store bore part of it', 50, 30, [20, 30]],
  ['the store bore all of it', 50, 50, [0, 50]],
  ['the store bore more', 30, 50, [0, 30]],
] as const)('coins granted: %s', (_, coins, borne, shares) => {
  expect(splitGrant(coins, borne)).toEqual(shares)
})

test('grants a reward once in total, however often it is reversed and granted again', longTimeout, () => {
  const step = fc.record({ earns: fc.nat(100), spends: fc.nat(200) })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), fc.array(step, { maxLength: 20 }), (coins, steps) => {
      let [balance, received, borne] = [0, 0, 0]
      for (const [i, { earns, spends }] of steps.entries()) {
        const isDelivered = i % 2 === 0
        const [wallet, store] = isDelivered ? splitGrant(coins, borne) : splitReversal(coins, balance)
        expect([wallet, store].every((share) => share >= 0) && wallet + store === coins).toBe(true)
        received += isDelivered ? wallet : -wallet
        balance += isDelivered ? wallet : -wallet
        borne += isDelivered ? -store : store
        expect(balance).toBeGreaterThanOrEqual(0)
        expect([received, borne]).toEqual(isDelivered ? [coins, 0] : [borne, borne])
        balance = Math.max(0, balance + earns - spends)
      }
    }),
    propertyRuns,
  )
})

test.each([
  ['order-refund', 'order-refund-reversal'],
  ['loyalty', 'loyalty-reversal'],
  ['referral', 'referral-reversal'],
] as const)('%s is undone by %s', (kind, reversal) => {
  const reversed = ledgerKinds[kind].moves.map(({ from, to }) => ({ from: to, to: from }))
  expect(ledgerKinds[reversal].moves).toEqual(reversed)
})

test('uses every account in some kind of transaction', () => {
  const used = Object.values(ledgerKinds).flatMap(({ moves }) => moves.flatMap(({ from, to }) => [from, to]))
  expect([...new Set<Account>(used)].toSorted()).toEqual(Object.keys(accounts).toSorted())
})
