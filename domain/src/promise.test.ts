import { expect, test } from 'vitest'
import { promisedMinutes, withinPromise } from './promise.ts'

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

test('an order is compared with its own promise; a promise without a time does not count', () => {
  const delivered = [
    { promise: '10 minutes', minutes: 10, orders: 3 },
    { promise: '10 minutes', minutes: 11, orders: 2 },
    { promise: '20 minutes', minutes: 11, orders: 1 },
    { promise: 'Same day', minutes: 300, orders: 7 },
  ]
  expect(withinPromise(delivered)).toEqual({ promised: 6, within: 4 })
})
