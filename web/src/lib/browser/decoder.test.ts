import { barcodeModules } from '@kirana/domain/barcode'
import { expect, test } from 'vitest'
import { decodePixels } from './decoder.ts'

/** Draws the bars as a camera sees them, three pixels per module with a light margin, and decodes the picture. */
function drawn(code: string) {
  const quiet = '0'.repeat(12)
  const row = [...`${quiet}${barcodeModules(code)}${quiet}`].flatMap((bit) => {
    const grey = bit === '1' ? 30 : 220
    return [grey, grey, grey]
  })
  const height = 60
  const pixels = Array.from({ length: height }, () => row).flat()
  return decodePixels(new Uint8ClampedArray(pixels), row.length, height)
}

test.each([
  ['2000001000003', 'an EAN-13'],
  ['8901234567894', 'another one'],
  ['5901234123457', 'one of another parity'],
  ['890000006000', 'digits'],
  ['12345', 'an odd number of digits'],
  ['RICE-5/KG+2.5', 'letters and signs'],
  ['8901234567890', 'digits whose check digit is wrong'],
])('decodes the printed barcode of %s (%s)', (code) => {
  expect(drawn(code)).toBe(code)
})

test('finds no code in an empty picture', () => {
  expect(decodePixels(new Uint8ClampedArray(600 * 20).fill(200), 600, 20)).toBeNull()
})
