import { describe, expect, test } from 'vitest'
import { dropAfter, dueByUpi, fitsLimit, toCollect } from './drops.ts'
import { deliveryStatuses } from './vocabulary.ts'

describe('the drop follows the status of its order', () => {
  test.each([
    ['assigned', 'outForDelivery', 'on the road'],
    ['on the road', 'dispatched', 'assigned'],
    ['assigned', 'delivered', 'delivered'],
    ['failed', 'prepared', 'returned'],
    ['failed', 'delivered', 'delivered'],
    ['on the road', 'confirmed', 'returned'],
    ['on the road', 'canceled', 'canceled'],
    ['delivered', 'outForDelivery', 'on the road'],
    ['delivered', 'dispatched', 'assigned'],
    ['delivered', 'confirmed', 'returned'],
    ['delivered', 'canceled', 'delivered'],
  ] as const)('%s, then %s: %s', (state, to, expected) => {
    expect(dropAfter(state, to)).toBe(expected)
  })

  test.each(['returned', 'canceled'] as const)('a drop that is %s stays so', (state) => {
    for (const to of deliveryStatuses) expect(dropAfter(state, to)).toBe(state)
  })
})

test('only unpaid cash orders have something to collect', () => {
  const order = { paymentMethod: 'cod', paidBy: 'none', total: 16_000, roundsCash: false } as const
  expect(toCollect(order)).toBe(16_000)
  expect(toCollect({ ...order, paidBy: 'cash' })).toBe(0)
  expect(toCollect({ ...order, paidBy: 'wallet' })).toBe(0)
  expect(toCollect({ ...order, paymentMethod: 'wallet', paidBy: 'wallet' })).toBe(0)
})

test('cash is collected in whole rupees where the order rounds it, UPI to the paisa', () => {
  const order = { paymentMethod: 'cod', paidBy: 'none', total: 16_050, roundsCash: true } as const
  expect([toCollect(order), dueByUpi(order)]).toEqual([16_100, 16_050])
  expect(dueByUpi({ ...order, paidBy: 'upi' })).toBe(0)
})

test('cash in hand, open drops and the bag together stay within the limit; 0 means no cash', () => {
  const rider = { inHand: 300_000, toCollect: 100_000, limit: 500_000 }
  expect(fitsLimit(rider, 100_000)).toBe(true)
  expect(fitsLimit(rider, 100_001)).toBe(false)
  expect(fitsLimit({ ...rider, limit: 0 }, 0)).toBe(true)
  expect(fitsLimit({ inHand: 0, toCollect: 0, limit: 0 }, 1)).toBe(false)
})
