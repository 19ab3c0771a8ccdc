import { expect, test } from 'vitest'
import { aisleDistance, byAge, stopsOf, withLetters } from './round.ts'

const at = (shelf: string, line = 1, variantId = shelf) => ({ shelf, line, variantId })

test('the oldest order is first, also beyond four digits and midnight', () => {
  const orders = ['OD261122-10000', 'OD261123-0001', 'OD261122-9999'].map((order_id) => ({ order_id }))
  expect(byAge(orders).map(({ order_id }) => order_id)).toEqual([
    'OD261122-9999',
    'OD261122-10000',
    'OD261123-0001',
  ])
})

test('the letter of an order is its position, also if other orders are unknown', () => {
  const [first, third] = [{ order_id: 'OD261122-1' }, { order_id: 'OD261122-3' }]
  expect(withLetters([first, undefined, third])).toEqual([
    { ...first, letter: 'A' },
    { ...third, letter: 'C' },
  ])
})

test('lines of one variant are one stop, in the order of the shelves, without a shelf last', () => {
  const stops = stopsOf([at('B1', 1), at('', 2, 'x'), at('A10', 3), at('A3', 4), at('A10', 5)])
  expect(stops.map((stop) => stop.map(({ line }) => line))).toEqual([[4], [3, 5], [1], [2]])
})

test.each([
  [[], 0],
  [['A1', 'A9'], 2],
  [['C1', 'A1', 'B2'], 6],
  [['AA1'], 54],
  [['12-3'], 24],
  [['', 'B1'], 4],
] as const)('%j is %d aisles there and back', (shelves, distance) => {
  expect(aisleDistance(shelves.map((shelf, n) => at(shelf, n)))).toBe(distance)
})
