import { expect, test } from 'vitest'
import { sameName } from './text.ts'

test('case, outer and repeated whitespace and composition make no other name', () => {
  expect(sameName('  Dairy \u00a0&\tEGGS ')).toBe(sameName('dairy & eggs'))
  expect(sameName('Cafe\u0301')).toBe(sameName('CAFÉ'))
})

test('other words are other names', () => {
  expect(sameName('Dairy')).not.toBe(sameName('Dairy 2'))
  expect(sameName('Ice cream')).not.toBe(sameName('Icecream'))
})
