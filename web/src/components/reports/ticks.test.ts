import { expect, test } from 'vitest'
import { ticksUpTo } from './ticks.ts'

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [4, [0, 1, 2, 3, 4]],
  [7, [0, 2, 4, 6, 8]],
  [23, [0, 5, 10, 15, 20, 25]],
  [100, [0, 20, 40, 60, 80, 100]],
  [4321.5, [0, 1000, 2000, 3000, 4000, 5000]],
  [1_00_00_001, [0, 50_00_000, 1_00_00_000, 1_50_00_000]],
])('the axis up to %d', (highest, expected) => {
  expect(ticksUpTo(highest)).toEqual(expected)
})

test('ends above every value, with few steps', () => {
  for (let highest = 0; highest < 30_000; highest += 7.3) {
    const ticks = ticksUpTo(highest)
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest)
    expect(ticks.length).toBeLessThanOrEqual(6)
  }
})
