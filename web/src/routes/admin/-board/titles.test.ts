import { expect, test } from 'vitest'
import { cardTitle } from './titles.ts'

test('keeps a title of up to 60 characters, and shortens a longer one in the middle', () => {
  const whole = 'x'.repeat(60)
  expect(cardTitle(whole)).toBe(whole)
  const long = 'Stoneground wheat flour of the fields of Sehore, milled slowly, family pack'
  expect(cardTitle(long)).toBe('Stoneground wheat flour of the fields o…slowly, family pack')
  expect(cardTitle(long).length).toBeLessThanOrEqual(60)
})
