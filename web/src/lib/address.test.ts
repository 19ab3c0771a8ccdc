import { expect, test } from 'vitest'
import { asOneOf, asPage, asText, parseSearch, stringifySearch } from './address.ts'

test('keeps a phone number as text in the query string', () => {
  const address = stringifySearch({ page: 2, search: '+919876543210' })
  expect(address).toBe('?page=2&search=%2B919876543210')
  expect(parseSearch(address)).toEqual({ page: '2', search: '+919876543210' })
  expect(parseSearch('?search=9876543210')).toEqual({ search: '9876543210' })
})

test('omits empty values from the query string', () => {
  expect(stringifySearch({ search: '', view: undefined, status: null })).toBe('')
})

test('omits default values', () => {
  expect(stringifySearch({ page: 1, view: 'table', search: 'milk' })).toBe('?search=milk')
  expect(stringifySearch({ page: 2, view: 'board' })).toBe('?page=2&view=board')
})

test('takes the last of repeated parameters', () => {
  expect(parseSearch('?page=1&page=3')).toEqual({ page: '3' })
})

test.each([
  ['3', 3],
  [3, 3],
  ['0', 1],
  ['-2', 1],
  ['1.5', 1],
  ['two', 1],
  ['', 1],
  [undefined, 1],
  ['9'.repeat(30), 1],
])('page %s is page %i', (value, page) => {
  expect(asPage(value)).toBe(page)
})

test('replaces an unknown word by the first allowed one', () => {
  expect(asOneOf(['table', 'board'], 'board')).toBe('board')
  expect(asOneOf(['table', 'board'], 'wall')).toBe('table')
  expect(asOneOf(['table', 'board'], undefined)).toBe('table')
})

test('reads a missing text as empty', () => {
  expect(asText(undefined)).toBe('')
  expect(asText(42)).toBe('42')
})
