import { expect, test } from 'vitest'
import { areInOrder, defaultLateTimes, urgencyOf } from './lateness.ts'

const MINUTE = 60_000

test.each([
  [-1, 'fresh'],
  [4 * MINUTE - 1, 'fresh'],
  [4 * MINUTE, 'soon'],
  [8 * MINUTE - 1, 'soon'],
  [8 * MINUTE, 'late'],
])('with the times of a new store an order of %d ms is %s', (ms, urgency) =>
  expect(urgencyOf(ms, defaultLateTimes)).toBe(urgency),
)

test('a store has its own times, which may be the same', () => {
  const slow = { gettingLateMinutes: 20, lateMinutes: 45 }
  expect([20, 44, 45].map((minutes) => urgencyOf(minutes * MINUTE, slow))).toEqual(['soon', 'soon', 'late'])
  const strict = { gettingLateMinutes: 6, lateMinutes: 6 }
  expect([5, 6].map((minutes) => urgencyOf(minutes * MINUTE, strict))).toEqual(['fresh', 'late'])
})

test('an order is not late before it is getting late', () => {
  expect(areInOrder({ gettingLateMinutes: 9, lateMinutes: 8 })).toBe(false)
  expect(areInOrder({ gettingLateMinutes: 8, lateMinutes: 8 })).toBe(true)
  expect(areInOrder({ gettingLateMinutes: 9 })).toBe(true)
  expect(areInOrder({ lateMinutes: 1 })).toBe(true)
})
