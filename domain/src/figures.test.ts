import { expect, test } from 'vitest'
import {
  averageBill,
  endsSoon,
  isCounted,
  isLate,
  isSale,
  medianMinutes,
  promisedMinutes,
  withinPromise,
} from './figures.ts'
import { deliveryStatuses, paymentMethods, paymentStatuses } from './vocabulary.ts'

test('counts every order but unpaid online ones, and as sales those that are not canceled', () => {
  for (const status of deliveryStatuses)
    for (const paymentMethod of paymentMethods)
      for (const paymentStatus of paymentStatuses) {
        const isUnpaid = paymentMethod === 'online' && paymentStatus !== 'paid'
        expect(isCounted({ status, paymentMethod, paymentStatus })).toBe(!isUnpaid)
        expect(isSale({ status, paymentMethod, paymentStatus })).toBe(!isUnpaid && status !== 'canceled')
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
  ['10 minutes', 10],
  ['1 minute', 1],
  ['10–15 min', 15],
  ['10 to 20 mins', 20],
  ['about 30 Minutes', 30],
  ['1 hour', 60],
  ['2 hrs', 120],
  ['1 hour + 10 minutes', 70],
  ['Same day', null],
  ['Same day + 10 minutes', null],
  ['', null],
])('%j promises %s minutes', (text, minutes) => {
  expect(promisedMinutes(text)).toBe(minutes)
})

test('an order is within its own promise; one without a time is not asked', () => {
  const delivered = [
    { promise: '10 minutes', minutes: 10, orders: 3 },
    { promise: '10 minutes', minutes: 11, orders: 2 },
    { promise: '20 minutes', minutes: 11, orders: 1 },
    { promise: 'Same day', minutes: 300, orders: 7 },
  ]
  expect(withinPromise(delivered)).toEqual({ promised: 6, within: 4 })
  expect(isLate('10 minutes', 10)).toBe(false)
  expect(isLate('10 minutes', 11)).toBe(true)
  expect(isLate('Same day', 1_440)).toBe(false)
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
