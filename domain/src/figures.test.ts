import { expect, test } from 'vitest'
import { averageBill, endsSoon, isCounted, isSale, medianMinutes } from './figures.ts'
import { deliveryStatuses, paymentMethods, paymentStatuses } from './vocabulary.ts'

test('counts every order except unpaid online ones and replacements; all but canceled ones are sales', () => {
  for (const status of deliveryStatuses)
    for (const paymentMethod of paymentMethods)
      for (const paymentStatus of paymentStatuses)
        for (const isReplacement of [false, true]) {
          const isOut = isReplacement || (paymentMethod === 'online' && paymentStatus !== 'paid')
          const order = { status, paymentMethod, paymentStatus, isReplacement }
          expect(isCounted(order)).toBe(!isOut)
          expect(isSale(order)).toBe(!isOut && status !== 'canceled')
        }
})

test.each([
  [0, 0, 0],
  [10_000, 3, 3_333],
  [20_000, 3, 6_667],
  [5, 2, 3],
  [1, 2, 1],
])('the average of %d paise in %d orders is %d', (sales, orders, average) => {
  expect(averageBill(sales, orders)).toBe(average)
})

test('the median is of the orders, not of the minutes', () => {
  expect(medianMinutes([])).toBeNull()
  expect(medianMinutes([{ minutes: 9, orders: 1 }])).toBe(9)
  const uneven = [
    { minutes: 60, orders: 1 },
    { minutes: 2, orders: 5 },
    { minutes: 3, orders: 4 },
  ]
  expect(medianMinutes(uneven)).toBe(2)
  expect(medianMinutes([...uneven, { minutes: 4, orders: 1 }])).toBe(3)
})

test.each([
  ['2026-11-21T13:00:00.001Z', true],
  ['2026-11-28T13:00:00Z', true],
  ['2026-11-28T13:00:00.001Z', false],
  ['2026-11-21T13:00:00Z', false],
])('an active coupon that expires at %s ends soon: %s', (expireAt, isSoon) => {
  const now = new Date('2026-11-21T13:00:00Z')
  expect(endsSoon({ isActive: true, expireAt: new Date(expireAt) }, now)).toBe(isSoon)
  expect(endsSoon({ isActive: false, expireAt: new Date(expireAt) }, now)).toBe(false)
})
