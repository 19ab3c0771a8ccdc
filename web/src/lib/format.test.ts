import { expect, test } from 'vitest'
import { clockTime, count, rupees } from './format.ts'

test('formats rupees with Indian grouping and paise', () => {
  expect(rupees(123456.5)).toBe('₹1,23,456.50')
  expect(rupees(0)).toBe('₹0.00')
  // 1.15 * 100 is 114.99999999999999 in binary.
  expect(rupees(1.15)).toBe('₹1.15')
})

test('formats counts with Indian grouping', () => {
  expect(count(1234567)).toBe('12,34,567')
})

test('formats the time in Asia/Kolkata', () => {
  expect(clockTime(Date.UTC(2026, 10, 21, 5, 12))).toBe('10:42 am')
})
