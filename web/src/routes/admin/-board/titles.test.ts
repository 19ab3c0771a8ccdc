import { expect, test } from 'vitest'
import { cardTitle, linesIn } from './titles.ts'

test('a title of up to 60 characters is whole; a longer one is cut in the middle', () => {
  const whole = 'x'.repeat(60)
  expect(cardTitle(whole)).toBe(whole)
  const long = 'Stoneground wheat flour of the fields of Sehore, milled slowly, family pack'
  expect(cardTitle(long)).toBe('Stoneground wheat flour of the fields o…slowly, family pack')
  expect(cardTitle(long).length).toBeLessThanOrEqual(60)
})

test('a slot shows as many lines as have room, a long title on two rows, and leaves a row for the number of the others', () => {
  const line = (length: number) => ({ productTitle: 'x'.repeat(length), productQuantity: '1 L' })
  const short = Array.from({ length: 5 }, () => line(10))
  expect(linesIn(short, 5)).toBe(5)
  expect(linesIn([...short, line(10)], 5)).toBe(4)
  expect(linesIn([line(40), line(40), line(10)], 5)).toBe(3)
  expect(linesIn([line(40), line(40), line(40)], 5)).toBe(2)
  expect(linesIn([line(60), line(60)], 2)).toBe(1)
  // Capitals are wide: 29 characters of them take two rows.
  const capitals = { productTitle: 'AMUL GOLD FULL CREAM MILK', productQuantity: '1 L' }
  expect(linesIn([capitals, capitals], 4)).toBe(2)
  expect(linesIn([capitals, capitals, capitals], 5)).toBe(2)
})
