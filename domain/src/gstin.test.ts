import { expect, test } from 'vitest'
import { isDoubtfulGstin, isGstin, printableGstin, tidyGstin } from './gstin.ts'

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

test('asks for confirmation of a new doubtful number only, and prints only a valid one', () => {
  expect(isDoubtfulGstin('27AAPFU0939F1ZX', '')).toBe(true)
  expect(isDoubtfulGstin('27AAPFU0939F1ZX', '27AAPFU0939F1ZX')).toBe(false)
  expect(isDoubtfulGstin('27AAPFU0939F1ZV', '')).toBe(false)
  expect(isDoubtfulGstin('', '27AAPFU0939F1ZX')).toBe(false)
  expect(printableGstin(' 27AAPFU0939F1ZV ')).toBe('27AAPFU0939F1ZV')
  expect(printableGstin('27AAPFU0939F1ZX')).toBe('')
})

test('writes a valid number in capitals without spaces, and leaves everything else as typed', () => {
  expect(tidyGstin(' 27aapfu0939f1zv ')).toBe('27AAPFU0939F1ZV')
  expect(tidyGstin('27 AAPFU 0939F 1ZV')).toBe('27AAPFU0939F1ZV')
  expect(tidyGstin(' 27aapfu 0939f1zx ')).toBe('27aapfu 0939f1zx')
  expect(tidyGstin(' ')).toBe('')
})
