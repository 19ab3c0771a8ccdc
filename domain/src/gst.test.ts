import { expect, test } from 'vitest'
import { canFileByQuarter, gstTables, returnMonths, type TaxGroup, unitCode } from './gst.ts'
import { units } from './vocabulary.ts'

test('every unit has a code of the portal, and services have none', () => {
  expect(units.map((unit) => unitCode(unit, '0401')).join(' ')).toBe(
    'GMS OTH KGS MLT LTR PCS BOX CTN BTL SET',
  )
  expect(unitCode('', '996813')).toBe('NA')
  expect(unitCode('', '0401')).toBe('OTH')
})

test.each([
  ['month', '2026-11', '2026-11'],
  ['quarter', '2026-11', '2026-10 2026-11 2026-12'],
  ['quarter', '2026-12', '2026-10 2026-11 2026-12'],
  ['quarter', '2027-01', '2027-01 2027-02 2027-03'],
  ['quarter', '2026-09', '2026-07 2026-08 2026-09'],
] as const)('the %s of %s is %s', (period, month, months) => {
  expect(returnMonths(period, month).join(' ')).toBe(months)
})

test.each([
  ['2026-11-25', [], true],
  ['2026-11-25', ['2026-10'], false],
  ['2026-11-25', ['2026-07', '2026-08', '2026-09'], true],
  // December is still to be filed in January.
  ['2027-01-10', ['2026-10', '2026-11'], false],
  ['2027-01-10', ['2026-10', '2026-11', '2026-12'], true],
  ['2027-01-10', ['2026-08'], true],
] as const)('on %s with %j filed, filing by quarter can begin: %s', (today, filed, can) => {
  expect(canFileByQuarter(today, (month) => filed.some((one) => one === month))).toBe(can)
})

const group = (more: Partial<TaxGroup>): TaxGroup => ({
  supply: 'intra',
  place: '27',
  rate: 500,
  zeroKind: null,
  hsn: '0405',
  unit: 'GM',
  quantity: 500_000,
  paid: 10_500,
  taxable: 10_000,
  cgst: 250,
  sgst: 250,
  igst: 0,
  ...more,
})
const untaxed = { rate: 0, cgst: 0, sgst: 0, taxable: 10_500 }
const negated = (row: TaxGroup): TaxGroup => ({
  ...row,
  quantity: -row.quantity,
  paid: -row.paid,
  taxable: -row.taxable,
  cgst: -row.cgst,
  sgst: -row.sgst,
  igst: -row.igst,
})

test('large invoices are not in table 7, and unknown rates in no table', () => {
  const across = { place: '29', cgst: 0, sgst: 0, igst: 500 }
  const { rates, b2cs, hsn } = gstTables([
    group({}),
    group({ hsn: '1006' }),
    group({ ...across, supply: 'inter' }),
    group({ ...across, supply: 'large' }),
    group({ rate: null, taxable: 0, cgst: 0, sgst: 0 }),
  ])
  expect(rates.map(({ place, taxable }) => [place, taxable])).toEqual([
    ['27', 20_000],
    ['29', 20_000],
  ])
  expect(b2cs.map(({ place, taxable, igst }) => [place, taxable, igst])).toEqual([
    ['27', 20_000, 0],
    ['29', 10_000, 500],
  ])
  expect(hsn.map((row) => [row.hsn, row.quantity])).toEqual([
    ['0405', 1_500_000],
    ['1006', 500_000],
  ])
})

test('table 8 separates kinds, within and between States, and table 12 adds up by HSN', () => {
  const { zero, hsn, b2cs } = gstTables([
    group({ ...untaxed, zeroKind: 'nil' }),
    group({ ...untaxed, zeroKind: 'exempt', hsn: '0701' }),
    group({ ...untaxed, zeroKind: 'nonGst', supply: 'large', place: '29' }),
    group({ ...untaxed, zeroKind: 'nil', supply: 'inter', place: '29' }),
  ])
  expect(zero).toEqual([
    { isInterState: true, nil: 10_500, exempt: 0, nonGst: 10_500 },
    { isInterState: false, nil: 10_500, exempt: 10_500, nonGst: 0 },
  ])
  expect(b2cs).toEqual([])
  expect(hsn.map((row) => [row.hsn, row.rate, row.taxable])).toEqual([
    ['0405', 0, 31_500],
    ['0701', 0, 10_500],
  ])
})

test('fully credited rows are in no table, and services have no quantity', () => {
  const sold = group({})
  const { b2cs, hsn } = gstTables([
    sold,
    negated(sold),
    group({ hsn: '9968', unit: '', quantity: 0, rate: 1_800 }),
  ])
  expect(b2cs.map(({ rate }) => rate)).toEqual([1_800])
  expect(hsn.map((row) => [row.hsn, row.unit, row.quantity])).toEqual([['9968', 'NA', 0]])
})

test('table 7 has separate rows within and between States for one place and rate', () => {
  const between = group({ supply: 'inter', cgst: 0, sgst: 0, igst: 500 })
  for (const groups of [
    [group({}), between],
    [between, group({})],
  ])
    expect(gstTables(groups).b2cs).toMatchObject([
      { supply: 'inter', taxable: 10_000, cgst: 0, sgst: 0, igst: 500 },
      { supply: 'intra', taxable: 10_000, cgst: 250, sgst: 250, igst: 0 },
    ])
})
