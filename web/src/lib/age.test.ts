import { expect, test } from 'vitest'
import { ageText } from './age.ts'

const MINUTE = 60_000

test.each([
  [-5000, '0:00'],
  [0, '0:00'],
  [59_999, '0:59'],
  [4 * MINUTE, '4:00'],
  [59 * MINUTE + 59_000, '59:59'],
  [60 * MINUTE, '1 h 00 min'],
  [125 * MINUTE, '2 h 05 min'],
  [24 * 60 * MINUTE, '1 day'],
  [60 * 60 * MINUTE, '2 days'],
])('formats %d ms as %s', (ms, text) => expect(ageText(ms)).toBe(text))
