import { expect, test } from 'vitest'
import { expiryDoubt, readExpiry } from './expiry.ts'

test.each([
  ['', ''],
  ['311226', '2026-12-31'],
  ['31122026', '2026-12-31'],
  ['31/12/26', '2026-12-31'],
  ['1.2.2027', '2027-02-01'],
  ['2026-12-31', '2026-12-31'],
  ['12/26', '2026-12-31'],
  ['0228', '2028-02-29'],
  ['2/2027', '2027-02-28'],
  ['310226', null],
  ['1326', null],
  ['0026', null],
  ['2026-02-30', null],
  ['31/12', null],
  ['31/12/026', null],
  ['12345', null],
  ['tomorrow', null],
])('reads %j as the last good day %j', (text, day) => {
  expect(readExpiry(text)).toBe(day)
})

test('doubts a day before today and a day more than ten years ahead', () => {
  expect(expiryDoubt('2026-11-20', '2026-11-21')).toBe('past')
  expect(expiryDoubt('2026-11-21', '2026-11-21')).toBeNull()
  expect(expiryDoubt('2036-11-21', '2026-11-21')).toBeNull()
  expect(expiryDoubt('2036-11-22', '2026-11-21')).toBe('far')
})
