import fc from 'fast-check'
import { expect, test } from 'vitest'
import { creditAmounts, creditedRoundOff, type CreditedRow, creditRows, uncredited } from './credit.ts'
import { taxInside } from './tax.ts'
import { fewPropertyRuns, longTimeout } from './testing.ts'

const rows = [taxInside(10_000, 500, false), taxInside(5_000, null, false), taxInside(0, 1_800, false)]
const invoice = { rows, isInterState: false }
const none: CreditedRow = { paid: 0, taxable: 0, cgst: 0, sgst: 0, igst: 0 }

test('a note for a part of the invoice has the share and the tax of every row', () => {
  expect(creditRows(invoice, [], 3_000)).toEqual([
    { paid: 2_000, taxable: 1_904, cgst: 48, sgst: 48, igst: 0 },
    { ...none, paid: 1_000 },
    none,
  ])
})

test('the notes of an invoice add up to it, to the paisa', () => {
  const first = creditRows(invoice, [], 3_001)
  const second = creditRows(invoice, [first], 11_998)
  const last = creditRows(invoice, [first, second], 1)
  expect(last).toEqual(uncredited(rows, [first, second]))
  expect(uncredited(rows, [first, second, last])).toEqual([none, none, none])
})

test('halves stay equal until a row has nothing but an odd paisa of tax left', () => {
  // ₹1,418.59 at 40 %: all but the last paisa would have a paisa more of taxable value than the invoice.
  const row = taxInside(141_859, 4_000, false)
  expect(row).toMatchObject({ taxable: 101_327, cgst: 20_266, sgst: 20_266 })
  const dear = { rows: [row], isInterState: false }
  const first = creditRows(dear, [], 141_857)
  expect(first).toEqual([{ paid: 141_857, taxable: 101_327, cgst: 20_265, sgst: 20_265, igst: 0 }])
  const second = creditRows(dear, [first], 1)
  expect(second).toEqual([{ paid: 1, taxable: 0, cgst: 0, sgst: 1, igst: 0 }])
  expect(uncredited(dear.rows, [first, second])).toEqual([{ paid: 1, taxable: 0, cgst: 1, sgst: 0, igst: 0 }])
})

test('the notes of an invoice with an odd paisa in SGST, as earlier releases issued it, are within it', () => {
  const row = { rate: 500, paid: 2_000, taxable: 1_905, cgst: 47, sgst: 48, igst: 0 }
  const first = creditRows({ rows: [row], isInterState: false }, [], 1_999)
  expect(first).toEqual([{ paid: 1_999, taxable: 1_905, cgst: 47, sgst: 47, igst: 0 }])
})

test('a note for given amounts of rows credits only these rows', () => {
  expect(creditAmounts(invoice, [], [5_000, 0])).toEqual([
    { paid: 5_000, taxable: 4_762, cgst: 119, sgst: 119, igst: 0 },
    none,
    none,
  ])
})

test('an amount that a row no longer has is credited on the other rows', () => {
  const first = creditRows(invoice, [], 3_000)
  const second = creditAmounts(invoice, [first], [10_000, 0])
  expect(second.map(({ paid }) => paid)).toEqual([8_000, 2_000, 0])
  expect(() => creditAmounts(invoice, [first, second], [2_001, 0])).toThrow(RangeError)
})

test('no note exceeds what is left of the invoice', () => {
  expect(() => creditRows(invoice, [creditRows(invoice, [], 15_000)], 1)).toThrow(RangeError)
})

test(
  'no row of any note is negative, rows never add up to more than the invoice, and each note has its amount',
  longTimeout,
  () => {
    const row = fc.record({
      paid: fc.oneof(fc.nat(300), fc.nat(1_000_000)),
      rate: fc.constantFrom(null, 0, 500, 1_800, 4_000),
    })
    const property = fc.property(
      fc.array(row, { minLength: 1, maxLength: 8 }),
      fc.boolean(),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
      (lines, isInterState, parts) => {
        const taxed = lines.map(({ paid, rate }) => taxInside(paid, rate, isInterState))
        const notes: CreditedRow[][] = []
        for (const part of parts) {
          const left = uncredited(taxed, notes).reduce((sum, { paid }) => sum + paid, 0)
          const amount = Math.floor(left * part)
          const note = creditRows({ rows: taxed, isInterState }, notes, amount)
          expect(note.reduce((sum, { paid }) => sum + paid, 0)).toBe(amount)
          for (const [i, { paid, ...shares }] of note.entries()) {
            for (const value of [paid, ...Object.values(shares)]) expect(value).toBeGreaterThanOrEqual(0)
            const { taxable, cgst, sgst, igst } = shares
            expect(taxable + cgst + sgst + igst).toBe(taxed[i]?.rate === null ? 0 : paid)
          }
          notes.push(note)
          for (const rest of uncredited(taxed, notes))
            for (const value of Object.values(rest)) expect(value).toBeGreaterThanOrEqual(0)
        }
      },
    )
    fc.assert(property, fewPropertyRuns)
  },
)

test.each([
  // A note for a part credits no rounding; the one that completes the invoice credits all of it.
  [{ rows: 1_000, roundOff: -20 }, 500, 0],
  [{ rows: 1_000, roundOff: -20 }, 980, -20],
  [{ rows: 1_000, roundOff: 30 }, 1_000, 0],
  [{ rows: 1_000, roundOff: 30 }, 1_030, 30],
  // The amount is more than the rows have, so the rounding supplies the rest.
  [{ rows: 1_000, roundOff: 30 }, 1_010, 10],
])('with %j left of an invoice, a note for %i paise credits %i of rounding', (left, amount, roundOff) => {
  expect(creditedRoundOff(left, amount)).toBe(roundOff)
})

test('no note credits more than the rounded bill', () => {
  expect(() => creditedRoundOff({ rows: 1_000, roundOff: -20 }, 981)).toThrow(RangeError)
})
