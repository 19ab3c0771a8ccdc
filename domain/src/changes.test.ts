import { expect, test } from 'vitest'
import { fieldChanges } from './changes.ts'

test('lists the sent fields whose value has changed', () => {
  const before = { id: 'x', title: 'Rain', amount: 1550, isActive: true, maximum: 0, note: null }
  const after = { title: 'Rain', amount: 2000, isActive: false, maximum: 0, note: '' }
  expect(fieldChanges(before, after)).toEqual([
    { field: 'Amount', before: '1550', after: '2000' },
    { field: 'Is active', before: 'Yes', after: 'No' },
    { field: 'Note', before: null, after: '' },
  ])
})

test('has no before for a created object, no after for a deleted one, and leaves out the id', () => {
  expect(fieldChanges(null, { id: 'x', name: '10% "Diwali"', tags: ['a', 'b'] })).toEqual([
    { field: 'Name', before: null, after: '10% "Diwali"' },
    { field: 'Tags', before: null, after: '["a","b"]' },
  ])
  expect(fieldChanges({ id: 'x', paymentStatus: 'due' }, undefined)).toEqual([
    { field: 'Payment status', before: 'due', after: null },
  ])
})

test('lists no changes for values that are not objects', () => {
  for (const nothing of [null, undefined, 'text', 7, ['a']])
    expect(fieldChanges(nothing, nothing)).toEqual([])
})
