import { expect, test } from 'vitest'
import {
  creditNoteNumber,
  documentTitle,
  type GstRegistration,
  financialYear,
  firstYearCreditedWithTax,
  invoiceNumber,
  seriesAfterRestore,
} from './invoice.ts'

test.each([
  ['2026-03-31T23:59:59+05:30', '25-26'],
  ['2026-04-01T00:00:00+05:30', '26-27'],
  ['2026-03-31T18:30:00Z', '26-27'],
  ['2026-12-31T12:00:00+05:30', '26-27'],
  ['2027-01-01T00:00:00+05:30', '26-27'],
  ['2099-05-01T00:00:00+05:30', '99-00'],
  ['2009-05-01T00:00:00+05:30', '09-10'],
])('%s is in the financial year %s', (at, year) => {
  expect(financialYear(new Date(at))).toBe(year)
})

test('pads an invoice number with zeros and allows 16 characters', () => {
  expect(invoiceNumber('26-27', 123)).toBe('26-27/0000123')
  expect(invoiceNumber('26-27', 12_345_678)).toBe('26-27/12345678')
  expect(invoiceNumber('26-27', 9_999_999_999)).toHaveLength(16)
})

test.each([
  ['26-27', 10_000_000_000],
  ['26-27', 0],
  ['26-27', -1],
  ['26-27', 1.5],
  ['2026-27', 1],
  ['26h8lo', 1],
  ['267000', 1],
  ['', 1],
])('rejects the series %j with the number %d', (year, n) => {
  expect(() => invoiceNumber(year, n)).toThrow(RangeError)
})

test('numbers credit notes in a separate series of at most 16 characters', () => {
  expect(creditNoteNumber('26-27', 1)).toBe('CN26-27/0000001')
  expect(creditNoteNumber('26-27', 99_999_999)).toHaveLength(16)
  expect(() => creditNoteNumber('26-27', 100_000_000)).toThrow(RangeError)
})

test('a restore starts a series of the same year that sorts after all earlier ones and fits 16 characters', () => {
  const at = (time: string, ...used: string[]) => seriesAfterRestore(new Date(time), used)
  expect(at('2026-04-01T00:00:59+05:30')).toBe('26A000')
  expect(at('2026-11-21T13:00:00+05:30', '26-27')).toBe('26H8LO')
  expect(at('2028-03-31T23:59:59+05:30')).toBe('27LANZ')
  // In the same minute, and after the clock was set back.
  expect(at('2026-11-21T13:00:30+05:30', '26H8LO', '26-27')).toBe('26H8LP')
  expect(at('2026-11-20T13:00:00+05:30', '26H8QZ')).toBe('26H8R0')
  const sorted = ['26-27', '26A000', '26H8LO', '26LANZ', '27-28', '27A000']
  expect(sorted.toSorted()).toEqual(sorted)
  expect(invoiceNumber('26H8LO', 1)).toBe('26H8LO/0000001')
  expect(creditNoteNumber('26H8LO', 9_999_999)).toBe('CN26H8LO/9999999')
  expect(() => creditNoteNumber('26H8LO', 10_000_000)).toThrow(RangeError)
})

test.each<[string, GstRegistration, boolean, (number | null)[]]>([
  ['Tax Invoice', 'regular', true, [500, 1800]],
  ['Invoice-cum-Bill of Supply', 'regular', true, [0, 500]],
  ['Bill of Supply', 'regular', true, [0, 0]],
  ['Tax Invoice', 'regular', true, [null]],
  ['Invoice-cum-Bill of Supply', 'regular', true, [0, null]],
  ['Bill of Supply', 'composition', true, [500]],
  ['Bill', 'composition', false, [500]],
  ['Bill', 'regular', false, [500]],
  ['Bill', 'unregistered', true, [500]],
])('%s: %s, valid GSTIN %s, rates %j', (title, registration, hasValidGstin, rates) => {
  expect(documentTitle(registration, hasValidGstin, rates)).toBe(title)
})

test.each([
  ['2027-03-31T23:59:59.999+05:30', '26-27'],
  ['2027-04-01T00:00:00+05:30', '26-27'],
  ['2027-11-30T23:59:59.999+05:30', '26-27'],
  ['2027-12-01T00:00:00+05:30', '27-28'],
  ['2028-01-15T12:00:00+05:30', '27-28'],
  ['2028-11-30T12:00:00+05:30', '27-28'],
])('on %s invoices from %s on are credited with tax', (at, year) => {
  expect(firstYearCreditedWithTax(new Date(at))).toBe(year)
})
