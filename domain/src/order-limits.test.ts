import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderablePieces, reachedLimits, reservableUnpaid } from './order-limits.ts'
import { propertyRuns } from './testing.ts'
import { paymentMethods } from './vocabulary.ts'

const limits = {
  openOrders: 20,
  pieces: 50,
  value: 2_000_000,
  valueBeforeDelivery: 500_000,
  stockShare: 5_000,
}
const rice = { title: 'Rice', quantityText: '500 GM', quantity: 1, onHand: 10, unpaid: 0 }
const known = { orders: 0, value: 0, hasDelivery: true }
const order = { lines: [rice], total: 5_000, payment: 'online' as const, unpaid: known, limits }
type Order = Parameters<typeof reachedLimits>[0]
const reached = (more: Partial<Order>) => reachedLimits({ ...order, ...more })
const codes = (more: Partial<Order>) => reached(more).map(({ code }) => code)

test('names each limit and the amount that would exceed it', () => {
  expect(reached({})).toEqual([])
  expect(reached({ lines: [{ ...rice, quantity: 51, onHand: null }] })).toEqual([
    { code: 'pieces', message: 'An order can have 50 of Rice (500 GM) at most: 51 wanted' },
  ])
  expect(reached({ unpaid: { ...known, orders: 20 } })).toEqual([
    {
      code: 'open-orders',
      message:
        'You have 20 open orders to pay. Please wait for a delivery before placing another, or pay from the wallet',
    },
  ])
  expect(reached({ unpaid: { ...known, value: 1_995_001 } })).toEqual([
    {
      code: 'unpaid-value',
      message:
        'Your unpaid orders would come to ₹20,000.01; the limit is ₹20,000.00. Please order less, or pay from the wallet',
    },
  ])
  expect(reached({ unpaid: { ...known, value: 495_001, hasDelivery: false } })).toEqual([
    {
      code: 'unpaid-value',
      message:
        'Your unpaid orders would come to ₹5,000.01; the limit before your first delivery is ₹5,000.00. Please order less, or pay from the wallet',
    },
  ])
  expect(reached({ lines: [{ ...rice, quantity: 2, unpaid: 4 }] })).toEqual([
    {
      code: 'unpaid-stock',
      message:
        'At most 5 of Rice (500 GM) can wait for your online payment, and with this order 6 would. Please order less, or pay in another way',
    },
  ])
})

test('a limit itself can be reached', () => {
  expect(codes({ lines: [{ ...rice, quantity: 50, onHand: 100 }] })).toEqual([])
  expect(codes({ unpaid: { ...known, orders: 19, value: 1_995_000 } })).toEqual([])
  expect(codes({ unpaid: { ...known, value: 495_000, hasDelivery: false } })).toEqual([])
  expect(codes({ lines: [{ ...rice, quantity: 2, unpaid: 3 }] })).toEqual([])
})

test('the limit before a first delivery is never the higher one', () => {
  const generous = { ...limits, valueBeforeDelivery: 9_000_000 }
  expect(codes({ limits: generous, total: 2_000_001, unpaid: { ...known, hasDelivery: false } })).toEqual([
    'unpaid-value',
  ])
})

test('which limits apply depends on the payment and on whether the customer is known', () => {
  const all = {
    lines: [{ ...rice, quantity: 51 }],
    unpaid: { orders: 20, value: 2_000_000, hasDelivery: true },
  }
  expect(codes(all)).toEqual(['pieces', 'open-orders', 'unpaid-value', 'unpaid-stock'])
  expect(codes({ ...all, payment: null })).toEqual(codes(all))
  expect(codes({ ...all, payment: 'cod' })).toEqual(['pieces', 'open-orders', 'unpaid-value'])
  expect(codes({ ...all, payment: 'wallet' })).toEqual(['pieces'])
  expect(codes({ ...all, unpaid: null, payment: null })).toEqual(['pieces'])
})

test.each([
  [0, 5_000, 1],
  [1, 5_000, 1],
  [3, 5_000, 1],
  [7, 5_000, 3],
  [8, 5_000, 4],
  [3, 10_000, 3],
  [1_000_000, 9_999, 999_900],
])('of %i pieces and a share of %i basis points, %i can be reserved unpaid', (onHand, share, pieces) => {
  expect(reservableUnpaid(onHand, share)).toBe(pieces)
})

test('an order can have what is in stock, up to the limit', () => {
  expect([null, 0, 7, 50, 51].map((available) => orderablePieces(available, limits))).toEqual([
    50, 0, 7, 50, 50,
  ])
})

test('ordering less never reaches more limits', () => {
  const line = fc.record({
    quantity: fc.integer({ min: 2, max: 60 }),
    onHand: fc.option(fc.nat(60)),
    unpaid: fc.nat(30),
  })
  const unpaid = fc.record({ orders: fc.nat(25), value: fc.nat(2_100_000), hasDelivery: fc.boolean() })
  const payment = fc.option(fc.constantFrom(...paymentMethods))
  const property = fc.property(line, unpaid, payment, fc.nat(600_000), (numbers, unpaid, payment, total) => {
    const more = { lines: [{ ...rice, ...numbers }], unpaid, payment, total }
    const fewer = { ...more, lines: [{ ...rice, ...numbers, quantity: 1 }], total: Math.floor(total / 2) }
    expect(codes(more)).toEqual(expect.arrayContaining(codes(fewer)))
  })
  fc.assert(property, propertyRuns)
})
