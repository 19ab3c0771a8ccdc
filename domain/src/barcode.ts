/** The check digit of a GTIN (EAN-13, EAN-8, UPC-A): weights 3 and 1 in turn from the right (GS1 General Specifications, 7.9). */
export function gtinCheckDigit(digits: string): number {
  const sum = [...digits]
    .toReversed()
    .reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10
}

/** Whether a code is an EAN-13 with the right check digit. */
export const isEan13 = (code: string): boolean =>
  /^\d{13}$/.test(code) && gtinCheckDigit(code.slice(0, 12)) === Number(code[12])

const left = '0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011'.split(' ')
/** Which of the first six digits are written mirrored, by the digit before them, which has no bars of its own. */
const parities = 'LLLLLL LLGLGG LLGGLG LLGGGL LGLLGG LGGLLG LGGGLL LGLGLG LGLGGL LGGLGL'.split(' ')

const inverted = (bits: string) => [...bits].map((bit) => (bit === '1' ? '0' : '1')).join('')
const mirrored = (bits: string) => [...bits].toReversed().join('')

/** The modules of an EAN-13, dark ones as 1 (GS1 General Specifications, 5.2). */
function ean13(code: string): string {
  const parity = parities[Number(code[0])] ?? ''
  const digits = Array.from(code.slice(1), (digit) => left[Number(digit)] ?? '')
  const first = digits.slice(0, 6).map((bits, i) => (parity[i] === 'L' ? bits : mirrored(inverted(bits))))
  return ['101', ...first, '01010', ...digits.slice(6).map(inverted), '101'].join('')
}

/** Widths of bars and spaces of each value of a Code 128 (ISO/IEC 15417); 104 and 105 start, 106 stops. */
const widths =
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'.split(
    ' ',
  )
const START_TEXT = 104
const START_DIGITS = 105
const STOP = 106

function code128(text: string): string {
  const isDigits = /^(\d\d)+$/.test(text)
  const values = isDigits
    ? [START_DIGITS, ...(text.match(/\d\d/g) ?? []).map(Number)]
    : [START_TEXT, ...[...text].map((letter) => letter.charCodeAt(0) - 32)]
  const check = values.reduce((sum, value, i) => sum + value * Math.max(1, i), 0) % 103
  return [...values, check, STOP]
    .flatMap((value) => [...(widths[value] ?? '')])
    .map((width, i) => (i % 2 === 0 ? '1' : '0').repeat(Number(width)))
    .join('')
}

/** A barcode as modules of equal width, dark ones as 1: an EAN-13 where it is one, otherwise Code 128. ASCII only. */
export const barcodeModules = (code: string): string => (isEan13(code) ? ean13(code) : code128(code))
