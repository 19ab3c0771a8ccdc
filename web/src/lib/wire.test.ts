import { expect, test } from 'vitest'
import { formOf, freshKey, urlOf } from './wire.ts'

test('parameters are put into the path, encoded', () => {
  expect(urlOf('/product/section/add/:name', { params: { name: 'Fruits & Vegetables/Fresh' } })).toBe(
    '/api/v1/product/section/add/Fruits%20%26%20Vegetables%2FFresh',
  )
  expect(
    urlOf('/payment/change/delivary/status/:orderId/:status', {
      params: { orderId: 'a1', status: 'Out for Delivary' },
    }),
  ).toBe('/api/v1/payment/change/delivary/status/a1/Out%20for%20Delivary')
})

test('empty query fields are left out, a plus sign survives', () => {
  expect(urlOf('/orders', { query: { keywords: '', search: '+91 98', from: undefined, page: 0 } })).toBe(
    '/api/v1/orders?search=%2B91+98&page=0',
  )
  expect(urlOf('/orders', {})).toBe('/api/v1/orders')
})

test('fields stand before the files, which share one name', () => {
  const files = [new File(['a'], 'a.png'), new File(['b'], 'b.png')]
  const form = formOf('productImg', { productId: 'p1', left: undefined }, files)
  expect([...form.keys()]).toEqual(['productId', 'productImg', 'productImg'])
  expect(form.getAll('productImg').map((file) => file instanceof File && file.name)).toEqual([
    'a.png',
    'b.png',
  ])
})

test('no two keys are equal', () => {
  expect(new Set(Array.from({ length: 100 }, freshKey)).size).toBe(100)
})
