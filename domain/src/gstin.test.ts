import { expect, test } from 'vitest'
import { isGstin } from './gstin.ts'

test('accepts a registered GSTIN', () => {
  expect(isGstin('27AAPFU0939F1ZV')).toBe(true)
})

test('detects one changed character by the check character', () => {
  const right = '27AAPFU0939F1ZV'
  for (const [index, character] of [...right].entries()) {
    const others = /\d/.test(character) ? '0123456789' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
    for (const other of others.replace(character, '')) {
      expect(isGstin(right.slice(0, index) + other + right.slice(index + 1))).toBe(false)
    }
  }
})

test.each([
  '27ABCDE1234F1Z5',
  '',
  '27AAPFU0939F1Z',
  '27aapfu0939f1zv',
  '27AAPFU0939F1ZVV',
  '27AAPFU0939F1XV',
])('rejects %j', (text) => {
  expect(isGstin(text)).toBe(false)
})
