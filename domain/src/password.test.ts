import { expect, test } from 'vitest'
import { strongPasswordPattern } from './password.ts'

test.each(['Sample@123', 'aA1@aA1@', 'Aa1$!%*?&', `Aa1@${'x'.repeat(196)}`])('accepts %s', (password) => {
  expect(strongPasswordPattern.test(password)).toBe(true)
})

test.each([
  ['seven characters', 'Aa1@aaa'],
  ['no capital letter', 'sample@123'],
  ['no small letter', 'SAMPLE@123'],
  ['no digit', 'Sample@abc'],
  ['no special character', 'Sample1234'],
  ['nothing', ''],
  ['a space', 'Sample@ 123'],
  ['a line break at the end', 'Sample@123\n'],
  ['a letter with an accent', 'Sámple@123'],
  ['a digit of another script', 'Sample@१२३'],
])('rejects a password with %s', (_, password) => {
  expect(strongPasswordPattern.test(password)).toBe(false)
})

test.each([...'#^()-_=+[]{}|\\:;"\'<>,./~`€'])('rejects the symbol %s next to an allowed one', (symbol) => {
  expect(strongPasswordPattern.test(`Sample@123${symbol}`)).toBe(false)
})

test.each([...'@$!%*?&'])('accepts %s as the only symbol', (symbol) => {
  expect(strongPasswordPattern.test(`Sample${symbol}123`)).toBe(true)
})
