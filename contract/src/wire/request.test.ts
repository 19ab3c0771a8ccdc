import { expect, test } from 'vitest'
import { categories } from '../categories.ts'
import { orders } from '../orders.ts'
import { productImages } from '../product-images.ts'
import { freshKey, requestOf, urlOf } from './request.ts'
import { sections } from '../sections.ts'
import { storeOrders } from '../store/orders.ts'
import { wallet } from '../wallet.ts'

test('parameters are put into the path, encoded', () => {
  const name = 'Fruits & Vegetables/Fresh'
  expect(requestOf(sections.add, { params: { name } })).toEqual({
    method: sections.add.method,
    url: '/api/v1/product/section/add/Fruits%20%26%20Vegetables%2FFresh',
    headers: {},
  })
  const params = { orderId: 'a1', status: 'Out for Delivary' } as const
  expect(requestOf(orders.changeStatus, { params, query: {} }).url).toBe(
    '/api/v1/payment/change/delivary/status/a1/Out%20for%20Delivary',
  )
})

test('empty query fields are left out, a plus sign is preserved', () => {
  expect(urlOf('/orders', { query: { keywords: '', search: '+91 98', from: undefined, page: 0 } })).toBe(
    '/api/v1/orders?search=%2B91+98&page=0',
  )
  expect(urlOf('/orders')).toBe('/api/v1/orders')
})

test('a body is JSON', () => {
  const body = { userId: 'u1', point: 5 }
  expect(requestOf(wallet.addCoins, { body }, { key: null })).toEqual({
    method: 'POST',
    url: '/api/v1/wallet/coin/add',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
})

test('a call that requires an idempotency key has a fresh one, or the one that is given', () => {
  const quote = requestOf(storeOrders.quote, { body: { items: [], pincode: '400001' } })
  expect(quote.headers).toEqual({ 'content-type': 'application/json' })
  const sent = { body: { userId: 'u1', point: 5 } }
  const keyOf = (key?: string | null) => requestOf(wallet.addCoins, sent, { key }).headers['idempotency-key']
  expect(keyOf()).toMatch(/^[0-9a-f]{32}$/)
  expect(keyOf()).not.toBe(keyOf())
  expect(keyOf('k1')).toBe('k1')
  expect(keyOf(null)).toBeUndefined()
})

test('a call names the person who made it, if it is given', () => {
  const sent = { body: { userId: 'u1', point: 5 } }
  const { headers } = requestOf(wallet.addCoins, sent, { key: null, person: 'p1' })
  expect(headers).toEqual({ 'content-type': 'application/json', 'x-kirana-person': 'p1' })
})

test('a call with files is a form: its fields, then the files under one name', () => {
  const files = [new File(['a'], 'a.png'), new File(['b'], 'b.png')]
  const { body, headers } = requestOf(productImages.add, { body: { productId: 'p1' }, files })
  // The boundary is part of the type, and is known only where the form is sent.
  expect(headers).toEqual({})
  if (!(body instanceof FormData)) throw new Error('The body is not a form')
  const { field } = productImages.add.files
  expect([...body.keys()]).toEqual(['productId', field, field])
  expect(body.getAll(field).map((file) => file instanceof File && file.name)).toEqual(['a.png', 'b.png'])
})

test('form fields without a value are left out', () => {
  const body = { name: 'Rice', sectionId: 's1', isActive: undefined }
  const form = requestOf(categories.add, { body }).body
  expect(form instanceof FormData && [...form.keys()]).toEqual(['name', 'sectionId'])
})

test('no two keys are equal', () => {
  expect(new Set(Array.from({ length: 100 }, freshKey)).size).toBe(100)
})
