import { expect, test } from 'vitest'
import { customerNumberText } from './customer-number.ts'

test('pads a customer number to 6 digits', () => {
  expect([1, 123, 999_999, 1_000_000].map(customerNumberText)).toEqual([
    'CU000001',
    'CU000123',
    'CU999999',
    'CU1000000',
  ])
  expect(() => customerNumberText(0)).toThrow(RangeError)
})
