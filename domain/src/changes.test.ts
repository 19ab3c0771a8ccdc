import { expect, test } from 'vitest'
import { fieldChanges } from './changes.ts'

test('an edit is what was sent and is different now', () => {
  const before = { id: 'x', title: 'Rain', amount: 1550, isActive: true, maximum: 0, note: null }
  const after = { title: 'Rain', amount: 2000, isActive: false, maximum: 0, note: '' }
  expect(fieldChanges(before, after)).toEqual([
    { field: 'Amount', before: '1550', after: '2000' },
    { field: 'Is active', before: 'Yes', after: 'No' },
    { field: 'Note', before: null, after: '' },
  ])
})

test('a new one has no before, a deleted one no after, and neither repeats its id', () => {
  expect(fieldChanges(null, { id: 'x', name: '10% "Diwali"', tags: ['a', 'b'] })).toEqual([
    { field: 'Name', before: null, after: '10% "Diwali"' },
    { field: 'Tags', before: null, after: '["a","b"]' },
  ])
  expect(fieldChanges({ id: 'x', paymentStatus: 'due' }, undefined)).toEqual([
    { field: 'Payment status', before: 'due', after: null },
  ])
})

test('what is no object says nothing', () => {
  for (const nothing of [null, undefined, 'text', 7, ['a']])
    expect(fieldChanges(nothing, nothing)).toEqual([])
})
