import { expect, test } from 'vitest'
import {
  coverRefunds,
  creditable,
  creditOf,
  excessOf,
  type RefundFacts,
  refundWay,
  returnedOf,
} from './refunds.ts'

const refund = (id: string, amount: number, facts: Partial<RefundFacts> = {}): RefundFacts => ({
  id,
  amount,
  state: 'asked',
  settledAs: null,
  isAccepted: false,
  isFromDashboard: false,
  ...facts,
})

test('all refunds except failed ones count as returned', () => {
  const states = ['asked', 'done', 'failed', 'settled'] as const
  expect(returnedOf(states.map((state, i) => ({ amount: 10 ** i, state })))).toBe(1_011)
})

test('a refund from the dashboard is credited once it has arrived', () => {
  const isFromDashboard = true
  const all = [
    refund('ours', 1),
    refund('on its way', 2, { isFromDashboard }),
    refund('done', 3, { isFromDashboard, state: 'done' }),
  ]
  expect(creditable(all).map(({ id }) => id)).toEqual(['ours', 'done'])
})

test.each([
  ['nothing refunded', 10_000, 10_000, 0, 0],
  ['a part', 10_000, 10_000, 3_000, 3_000],
  ['missing items', 10_000, 5_000, 5_000, 0],
  ['less than the missing items', 10_000, 5_000, 3_000, 0],
  ['missing items and more', 10_000, 5_000, 8_000, 3_000],
  ['everything', 10_000, 5_000, 10_000, 5_000],
  ['more than was paid', 10_000, 5_000, 12_000, 5_000],
])('%s: of %i paise for a bill of %i, %i refunded credit %i', (_, paid, total, refunded, credit) => {
  expect(creditOf(paid, total, refunded)).toBe(credit)
})

test.each<[string, number, Partial<RefundFacts>, number]>([
  ['a claim beyond it', 5_000, { state: 'settled', settledAs: 'wallet' }, 5_000],
  ['₹1 beyond it', 100, { state: 'settled', settledAs: 'wallet' }, 100],
  ['a rest below ₹1 beyond it', 99, { state: 'settled', settledAs: 'wallet' }, 0],
  ['one paisa by hand', 1, { state: 'settled', settledAs: 'hand' }, 1],
  ['one that failed', 5_000, { state: 'failed' }, 0],
  ['one from the dashboard on its way', 5_000, { isFromDashboard: true }, 0],
])('with all of a payment refunded, %s is an excess: %i paise', (_, amount, facts, excess) => {
  const whole = refund('whole', 10_000, { state: 'done', isFromDashboard: true })
  expect(excessOf(10_000, [whole, refund('other', amount, facts)])).toBe(excess)
})

test.each([
  [-1, null],
  [0, null],
  [1, 'wallet'],
  [99, 'wallet'],
  [100, 'source'],
])('%i paise go to: %s', (amount, way) => {
  expect(refundWay(amount)).toBe(way)
})

test.each<[string, RefundFacts[], number, boolean, object[]]>([
  ['lowers one that waits', [refund('a', 10_000)], 3_000, true, [{ id: 'a', amount: 7_000, state: 'asked' }]],
  [
    'closes one that it includes',
    [refund('a', 3_000)],
    5_000,
    true,
    [{ id: 'a', amount: 0, state: 'settled', settledAs: 'covered' }],
  ],
  [
    'leaves less than ₹1 to the wallet',
    [refund('a', 5_000)],
    4_950,
    true,
    [{ id: 'a', amount: 50, state: 'settled', settledAs: 'wallet' }],
  ],
  [
    'does not refund less than ₹1 of unmatched money',
    [refund('a', 5_000)],
    4_950,
    false,
    [{ id: 'a', amount: 0, state: 'settled', settledAs: 'covered' }],
  ],
  [
    'changes none that the provider has accepted',
    [refund('a', 5_000, { isAccepted: true })],
    5_000,
    true,
    [],
  ],
  ['changes none that is done', [refund('a', 5_000, { state: 'done', isAccepted: true })], 5_000, true, []],
  [
    'changes no money in the wallet',
    [refund('a', 50, { state: 'settled', settledAs: 'wallet' })],
    50,
    true,
    [],
  ],
  [
    'lowers waiting refunds first, then failed ones, then those that staff settled',
    [
      refund('a', 2_000, { state: 'settled', settledAs: 'hand' }),
      refund('b', 2_000, { state: 'failed' }),
      refund('c', 2_000),
    ],
    5_000,
    true,
    [
      { id: 'c', amount: 0, settledAs: 'covered' },
      { id: 'b', amount: 0, settledAs: 'covered' },
      { id: 'a', amount: 1_000, state: 'settled', settledAs: 'hand' },
    ],
  ],
])('a refund in the dashboard %s', (_, refunds, taken, hasWallet, changes) => {
  expect(coverRefunds(refunds, taken, hasWallet)).toMatchObject(changes)
})
