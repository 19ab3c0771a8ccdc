import { expect, test } from 'vitest'
import { totalPages } from './paging.ts'

test.each([
  [0, 0],
  [1, 1],
  [20, 1],
  [21, 2],
  [41, 3],
])('%i rows make %i pages of 20', (rows, pages) => {
  expect(totalPages(rows, 20)).toBe(pages)
})
