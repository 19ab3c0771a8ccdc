import { expect, test } from 'vitest'
import { ticketText } from './ticket.ts'

test.each([
  [1, 'KM-000001'],
  [123, 'KM-000123'],
  [999_999, 'KM-999999'],
  [1_000_000, 'KM-1000000'],
])('the message with the number %i has the ticket %s', (n, text) => {
  expect(ticketText(n)).toBe(text)
})

test.each([0, -1, 1.5, Number.NaN])('rejects %d', (n) => {
  expect(() => ticketText(n)).toThrow(RangeError)
})
