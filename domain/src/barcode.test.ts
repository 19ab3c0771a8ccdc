import { expect, test } from 'vitest'
import { barcodeModules, gtinCheckDigit, isEan13 } from './barcode.ts'

test.each([
  ['400638133393', 1],
  ['590123412345', 7],
  ['000000000000', 0],
  ['9638507', 4],
])('the check digit of %s is %i', (digits, check) => expect(gtinCheckDigit(digits)).toBe(check))

test('only 13 digits with the right check digit are an EAN-13', () => {
  expect(['4006381333931', '4006381333932', '400638133393', 'A006381333931'].map(isEan13)).toEqual([
    true,
    false,
    false,
    false,
  ])
})

test('an EAN-13 has 95 modules; Code 128 packs two digits in one symbol', () => {
  expect(barcodeModules('4006381333931')).toHaveLength(95)
  expect(barcodeModules('1234')).toHaveLength(11 * 4 + 13)
  expect(barcodeModules('AB12')).toHaveLength(11 * 6 + 13)
})
