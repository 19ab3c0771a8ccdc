import { expect, test } from 'vitest'
import { labelOf, loggedCalls, personOf, type StoredEntry, wantedNames } from './sentences.ts'
import { says } from './testing.ts'

test('an entry without values breaks no sentence and leaves no code value in it', () => {
  const nothing = [null, undefined, {}, [], 'text', { a: { b: 1 } }]
  for (const call of loggedCalls)
    for (const before of nothing)
      for (const after of nothing) {
        const text = says(call, 'x', before, after) ?? ''
        expect({ call, text }).not.toMatchObject({
          text: expect.stringMatching(/undefined|NaN|null|[{}[\]]/),
        })
      }
})

test('requests each name once', () => {
  const entries: StoredEntry[] = [
    { call: 'products.edit', object: 'p1', before: { categoryId: 'k1' }, after: { categoryId: 'k2' } },
    { call: 'variants.remove', object: 'p1', before: { quantity: 1_000 }, after: null },
  ]
  expect(wantedNames(entries)).toEqual([
    { kind: 'category', id: 'k1' },
    { kind: 'category', id: 'k2' },
    { kind: 'product', id: 'p1' },
  ])
})

test('labels are actions in plain words, and no two are equal', () => {
  const labels = loggedCalls.map(labelOf)
  expect(new Set(labels).size).toBe(labels.length)
  expect(labels).toEqual(
    expect.arrayContaining(['Signed in', 'Placed an order', 'Sent an offer', 'Added images']),
  )
  expect(labelOf('coupons.edit')).toBe('Changed a coupon')
  expect(labelOf('gone.away')).toBe('gone.away')
})

test('names the person who acted', () => {
  expect(personOf({ person: 'Asha', role: 'staff', call: 'coupons.edit' })).toBe('Asha')
  expect(personOf({ person: '+919810000006', role: 'customer', call: 'storeOrders.place' })).toBe(
    '+91 98100 00006',
  )
  expect(personOf({ person: '', role: 'public', call: 'storeContact.add' })).toBe('Someone not signed in')
  expect(personOf({ person: '', role: 'public', call: 'payments.unmatched' })).toBe('The payment provider')
  expect(personOf({ person: '', role: 'public', call: 'superadmin.afterRestore' })).toBe(
    'Whoever runs the server',
  )
})
