import { expect, test } from 'vitest'
import { greatestOf, hasReached, isPosition } from './position.ts'

test('a position is a timeline and a place in its log', () => {
  for (const text of ['1/0/30001B0', 'A/FFFFFFFF/0']) expect([text, isPosition(text)]).toEqual([text, true])
  for (const text of ['', '0/30001B0', '1/0/30001b0', '1/0/30001B0 ', '1/0/123456789', '1/0/0/0', undefined])
    expect([text, isPosition(text)]).toEqual([text, false])
})

test('positions are compared as numbers, and only on one timeline', () => {
  expect(hasReached('1/0/30001B0', '1/0/30001B0')).toBe(true)
  expect(hasReached('1/1/0', '1/0/FFFFFFFF')).toBe(true)
  expect(hasReached('1/A/0', '1/9/0')).toBe(true)
  expect(hasReached('1/0/1', '1/0/2')).toBe(false)
  expect(hasReached('2/0/2', '1/0/1')).toBe(false)
  expect(hasReached('1/0/2', '2/0/1')).toBe(false)
})

test('positions on different timelines have no greatest one', () => {
  expect(greatestOf(['1/0/9', '1/1/0', '1/0/A'])).toBe('1/1/0')
  expect(greatestOf(['1/0/9', '2/0/1'])).toBeNull()
  expect(greatestOf([])).toBeNull()
})
