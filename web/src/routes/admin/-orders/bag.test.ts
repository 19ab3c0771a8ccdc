import type { OrderRow } from '@kirana/contract/orders'
import { expect, test } from 'vitest'
import { bagItems, keyOf } from './bag.ts'
import { piecesOf } from './words.ts'

type Line = OrderRow['products'][number]

const line = (productTitle: string, quantity: number, picked?: Line['picked']): Line => ({
  productId: productTitle,
  variantId: productTitle,
  productImage: 'picture',
  productCatagory: 'Dairy',
  productTitle,
  productQuantity: '500 GM',
  quantity,
  price: 30,
  totalPrice: 30 * quantity,
  ...(picked && { picked }),
})
const found = (quantity: number) => ({ quantity, swap: null, grams: null, totalPrice: 30 * quantity })
const swap = (quantity: number) => ({
  productTitle: 'Other ghee',
  productQuantity: '1 Kilo',
  quantity,
  totalPrice: 60 * quantity,
})
const shown = (...products: Line[]) =>
  bagItems({ products }).map(({ quantity, productTitle, insteadOf }) => [quantity, productTitle, insteadOf])

test('the bag of an order that is not picked has the ordered lines', () => {
  expect(shown(line('Milk', 3), line('Ghee', 2))).toEqual([
    [3, 'Milk', undefined],
    [2, 'Ghee', undefined],
  ])
})

test('the bag of a picked order has the found pieces and the swaps, but no missing item', () => {
  const products = [
    line('Milk', 3, found(1)),
    line('Ghee', 2, { ...found(0), swap: swap(2) }),
    line('Rice', 3, { ...found(1), swap: swap(1) }),
    line('Salt', 1, found(0)),
  ]
  expect(shown(...products)).toEqual([
    [1, 'Milk', undefined],
    [2, 'Other ghee', 'Ghee'],
    [1, 'Rice', undefined],
    [1, 'Other ghee', 'Rice'],
  ])
  const items = bagItems({ products })
  expect(piecesOf({ products: items })).toBe('5 pieces')
  expect(new Set(items.map(keyOf)).size).toBe(4)
  expect(items.map(({ productImage }) => productImage)).toEqual(['picture', '', 'picture', ''])
})
