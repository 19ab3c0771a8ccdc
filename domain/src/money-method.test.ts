import { expect, test } from 'vitest'
import { moneyMethodOf } from './money-method.ts'

test.each([
  ['cod', '', 'cash'],
  ['wallet', '', 'wallet'],
  ['online', 'upi', 'upi'],
  ['online', 'card', 'card'],
  ['online', 'netbanking', 'netbanking'],
  ['online', 'wallet', 'other'],
  ['online', 'emi', 'other'],
  ['online', '', 'other'],
  ['online', 'constructor', 'other'],
] as const)('%s %s is %s', (method, instrument, expected) => {
  expect(moneyMethodOf(method, instrument)).toBe(expected)
})
