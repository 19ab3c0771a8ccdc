import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addsUp, type ChargeRate, type Rate, rowsOf, taxInside, taxTable, taxTotals } from './tax.ts'
import { propertyRuns, longTimeout } from './testing.ts'

test.each<[paid: number, rate: Rate, isInterState: boolean, parts: number[]]>([
  [11_800, 1800, false, [10_000, 900, 900, 0]],
  [11_800, 1800, true, [10_000, 0, 0, 1800]],
  [10_000, 0, false, [10_000, 0, 0, 0]],
  [10_000, null, false, [0, 0, 0, 0]],
  [0, 1800, false, [0, 0, 0, 0]],
  // A tax of one paisa: both halves are rounded up to it.
  [21, 500, false, [19, 1, 1, 0]],
  // 0.09 ÷ 1.2 = 0.075: half up.
  [9, 2000, true, [8, 0, 0, 1]],
  // A tax of 0.80 paise: both halves are rounded down.
  [17, 494, false, [17, 0, 0, 0]],
  [Number.MAX_SAFE_INTEGER, 4000, true, [6_433_713_753_386_422, 0, 0, 2_573_485_501_354_569]],
])(
  'computes the tax in %d paise at %s, between states: %s',
  (paid, rate, isInterState, [taxable, cgst, sgst, igst]) => {
    expect(taxInside(paid, rate, isInterState)).toEqual({ rate, paid, taxable, cgst, sgst, igst })
  },
)

const lines = [
  { total: 10_500, rate: 500 },
  { total: 4_000, rate: 0 },
]

test('splits discounts before computing the tax', () => {
  const table = taxTable({ lines, charges: [], discount: 1_450, isInterState: false })
  expect(table.lines).toEqual([
    { rate: 500, paid: 9_450, discount: 1_050, taxable: 9_000, cgst: 225, sgst: 225, igst: 0 },
    { rate: 0, paid: 3_600, discount: 400, taxable: 3_600, cgst: 0, sgst: 0, igst: 0 },
  ])
})

test('taxes a charge at its own rate, at none, or at the rates of the goods by the amounts paid', () => {
  const charges = [
    { amount: 1_180, rate: 1800 },
    { amount: 500, rate: null },
    { amount: 145, rate: 'goods' as const },
  ]
  const table = taxTable({ lines, charges, discount: 0, isInterState: true })
  expect(table.charges).toEqual([
    [{ rate: 1800, paid: 1_180, taxable: 1_000, cgst: 0, sgst: 0, igst: 180 }],
    [{ rate: null, paid: 500, taxable: 0, cgst: 0, sgst: 0, igst: 0 }],
    [
      { rate: 500, paid: 105, taxable: 100, cgst: 0, sgst: 0, igst: 5 },
      { rate: 0, paid: 40, taxable: 40, cgst: 0, sgst: 0, igst: 0 },
    ],
  ])
  expect(taxTotals(rowsOf(table))).toEqual({
    paid: 16_325,
    taxable: 15_140,
    cgst: 0,
    sgst: 0,
    igst: 685,
    unknown: 500,
  })
})

test('splits a charge by the prices of goods that a coupon covers completely', () => {
  const { charges } = taxTable({
    lines,
    charges: [{ amount: 145, rate: 'goods' }],
    discount: 14_500,
    isInterState: false,
  })
  expect(charges[0]?.map(({ paid }) => paid)).toEqual([105, 40])
})

test('rejects a discount above the lines', () => {
  expect(() => taxTable({ lines, charges: [], discount: 14_501, isInterState: false })).toThrow(RangeError)
})

test.each(['paid', 'taxable', 'cgst', 'sgst', 'igst'] as const)(
  'a table with a paisa more of %s does not add up',
  (column) => {
    const rows = taxTable({ lines, charges: [], discount: 0, isInterState: false }).lines
    expect(addsUp(rows, 14_500)).toBe(true)
    expect(addsUp(rows, 14_501)).toBe(false)
    const [first, ...others] = rows
    if (first) expect(addsUp([{ ...first, [column]: first[column] + 1 }, ...others], 14_500)).toBe(false)
  },
)

const rate = fc.constantFrom<Rate>(null, 0, 25, 300, 500, 1200, 1800, 2800, 4000)
const chargeRate = fc.oneof(rate, fc.constant<ChargeRate>('goods'))
const amount = fc.oneof(fc.nat(300), fc.nat(100_000_000))

/** Rounding down and half up with BigInt, for the independent computation. */
const halfUp = (numerator: bigint, denominator: bigint) => {
  const floor = numerator / denominator
  return 2n * (numerator - floor * denominator) >= denominator ? floor + 1n : floor
}

test(
  'every table equals that of an oracle in BigInt, and adds up in both directions',
  () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ total: amount, rate }), { minLength: 1, maxLength: 15 }),
        fc.array(fc.record({ amount, rate: chargeRate }), { maxLength: 4 }),
        fc.nat(1000),
        fc.boolean(),
        (goods, charges, part, isInterState) => {
          const subtotal = goods.reduce((sum, { total }) => sum + total, 0)
          const discount = Math.floor((subtotal / 1000) * part)
          const table = taxTable({ lines: goods, charges, discount, isInterState })
          const rows = rowsOf(table)
          const total = subtotal - discount + charges.reduce((sum, charge) => sum + charge.amount, 0)
          expect(addsUp(rows, total)).toBe(true)

          for (const row of rows) {
            if (row.rate === null) continue
            const [paid, rate] = [BigInt(row.paid), BigInt(row.rate)]
            const taxable = halfUp(paid * 10_000n, 10_000n + rate)
            const half = halfUp(paid * rate, 2n * (10_000n + rate))
            expect([row.taxable, row.cgst, row.sgst, row.igst].map(BigInt)).toEqual(
              isInterState ? [taxable, 0n, 0n, paid - taxable] : [paid - 2n * half, half, half, 0n],
            )
          }
          for (const [index, line] of table.lines.entries()) {
            expect(line.paid + line.discount).toBe(goods[index]?.total)
            expect(line.rate).toBe(goods[index]?.rate)
            const off =
              BigInt(line.discount) * BigInt(subtotal) - BigInt(discount) * BigInt(goods[index]?.total ?? 0)
            expect(subtotal === 0 || (off < BigInt(subtotal) && off > -BigInt(subtotal))).toBe(true)
          }
          for (const [index, parts] of table.charges.entries()) {
            expect(parts.reduce((sum, { paid }) => sum + paid, 0)).toBe(charges[index]?.amount)
            expect(new Set(parts.map((one) => one.rate)).size).toBe(parts.length)
          }
        },
      ),
      propertyRuns,
    )
  },
  longTimeout.timeout,
)
