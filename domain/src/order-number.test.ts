import { expect, test } from 'vitest'
import { orderNumberText } from './order-number.ts'

test.each([
  ['2026-11-21T13:16:00+05:30', 1, 'OD261121-0001'],
  ['2026-11-21T18:30:00Z', 42, 'OD261122-0042'],
  ['2026-01-02T00:00:00+05:30', 9999, 'OD260102-9999'],
  ['2026-01-02T00:00:00+05:30', 10_000, 'OD260102-10000'],
])('the order of %s with the number %i is %s', (at, n, text) => {
  expect(orderNumberText(new Date(at), n)).toBe(text)
})

test.each([0, -1, 1.5, Number.NaN])('rejects %d', (n) => {
  expect(() => orderNumberText(new Date('2026-11-21'), n)).toThrow(RangeError)
})
