import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chatDigits, formatPhone, maskPhone, normalisePhone, searchDigits } from './phone.ts'
import { propertyRuns, longTimeout } from './testing.ts'

test.each([
  '9876543210',
  '09876543210',
  '919876543210',
  '+919876543210',
  '00919876543210',
  '+91 98765-43210',
  ' (+91) 98765 43210 ',
  '098765 43210',
  '\u202a+91\u00a098765\u201143210\u202c',
])('%j is +919876543210', (text) => {
  expect(normalisePhone(text)).toBe('+919876543210')
})

test('accepts a mobile number that starts with 91', () => {
  expect(normalisePhone('9198765432')).toBe('+919198765432')
})

test.each([
  '',
  '987654321',
  '98765432101',
  '5876543210',
  '+15876543210',
  '+9109876543210',
  '98765x43210',
  '++919876543210',
  '9876543210+',
])('%j is not an Indian mobile number', (text) => {
  expect(normalisePhone(text)).toBeNull()
})

test('formats a stored number in two groups and leaves other text unchanged', () => {
  expect(formatPhone('+919876543210')).toBe('+91 98765 43210')
  for (const other of ['', '9876543210', '+1 415 555 0100', 'NIL', '+9198765432101']) {
    expect(formatPhone(other)).toBe(other)
  }
})

test.each([
  ['+91 98765-43210', '9876543210'],
  ['09876543210', '9876543210'],
  ['0091 98765 43210', '9876543210'],
  ['098', '98'],
  ['0091 98', '9198'],
  ['+91 98', '9198'],
  ['+', null],
  ['76543', '76543'],
  ['3210', '3210'],
  ['0432', '0432'],
  ['0000', '0000'],
  ['', null],
  ['  ', null],
  ['OD261121-0001', null],
  ['Asha', null],
  ['98%', null],
  ['98_5', null],
  ['98765432109876', null],
])('%j searches for %j', (text, digits) => {
  expect(searchDigits(text)).toBe(digits)
})

const mobile = fc
  .tuple(fc.integer({ min: 6, max: 9 }), fc.nat(999_999_999))
  .map(([first, rest]) => `${first}${String(rest).padStart(9, '0')}`)

test('finds a number by any part of it, with any prefix and separators', longTimeout, () => {
  const prefix = fc.constantFrom('', '0', '91', '+91', '0091')
  fc.assert(
    fc.property(mobile, prefix, fc.nat(10), fc.nat(10), (number, before, one, other) => {
      const stored = `+91${number}`
      expect(normalisePhone(before + number)).toBe(stored)
      expect(stored).toContain(searchDigits(formatPhone(stored)))
      const [start, end] = [Math.min(one, other), Math.max(one, other)]
      if (start < end) expect(stored).toContain(searchDigits(number.slice(start, end)))
      if (end > 0) expect(stored).toContain(searchDigits(`${before}${number.slice(0, end)}`))
    }),
    propertyRuns,
  )
})

test('masks all but the last four digits', () => {
  expect(maskPhone('+919876543210')).toBe('•••••••••3210')
})

test('a contact without a country code gets 91 for a chat', () => {
  for (const contact of ['98000 00000', '098000-00000', '+91 98000 00000', '0091 98000 00000'])
    expect([contact, chatDigits(contact)]).toEqual([contact, '919800000000'])
  expect(chatDigits('+1 202 555 0100')).toBe('12025550100')
  expect(chatDigits('')).toBe('')
})
