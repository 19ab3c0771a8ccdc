import { expect, test } from 'vitest'
import { packWeight } from './weight.ts'

test.each([
  [500_000, 'GM', 500_000],
  [1000, 'Kilo', 1_000_000],
  [250, 'Kilo', 250_000],
  [500_000, 'MG', 500],
  [1, 'MG', null],
  [1000, 'L', null],
  [6000, 'PCS', null],
])('%i thousandths of a %s weigh %j mg', (amount, unit, weight) => {
  expect(packWeight(amount, unit)).toBe(weight)
})
