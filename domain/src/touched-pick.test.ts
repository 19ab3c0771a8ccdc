import { expect, test } from 'vitest'
import { pickingText, pickProgress } from './touched-pick.ts'

const line = { ordered: 3, found: 0, short: 0, swap: null, grams: null }
const swap = {
  variantId: 'v',
  productId: 'p',
  title: 'Curd',
  quantityText: '400 GM',
  quantity: 4,
  price: 100,
  mrp: 100,
  coins: 0,
  agreed: null,
  reason: '',
}

test('a pick has progress from the first thing that is recorded, not from the claim', () => {
  expect(pickProgress([line, line])).toBeNull()
  for (const recorded of [{ found: 1 }, { short: 1 }, { swap }, { grams: 5 }])
    expect(pickProgress([line, { ...line, ...recorded }])).toMatchObject({ ordered: 6 })
})

test('counts pieces of what was ordered: swapped ones as found, whatever replaces them', () => {
  expect(pickProgress([{ ...line, found: 1, swap, short: 1 }, line])).toEqual({
    found: 2,
    missing: 1,
    ordered: 6,
  })
})

test.each([
  [{ by: 'Asha', found: 3, missing: 1, ordered: 5 }, 'Asha is picking: 3 of 5 pieces found, 1 missing'],
  [{ by: 'Asha', found: 1, missing: 0, ordered: 1 }, 'Asha is picking: 1 of 1 piece found'],
  [{ by: '', found: 0, missing: 2, ordered: 5 }, 'A picker is picking: 0 of 5 pieces found, 2 missing'],
])('%o is described as %s', (progress, text) => {
  expect(pickingText(progress)).toBe(text)
})
