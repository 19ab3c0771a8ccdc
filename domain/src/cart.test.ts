import { expect, test } from 'vitest'
import { mergeLines } from './cart.ts'

const line = (productId: string, variantId: string, quantity: number) => ({ productId, variantId, quantity })

test('merges lines of the same variant at its first position', () => {
  const merged = mergeLines([line('p', 'v', 2), line('p', 'w', 1), line('P', 'V', 3)])
  expect(merged).toEqual([line('p', 'v', 5), line('p', 'w', 1)])
})

test('does not merge a variant under different products', () => {
  const items = [line('p', 'v', 2), line('q', 'v', 2)]
  expect(mergeLines(items)).toEqual(items)
})
