import { requireWhole, WHOLE, type BasisPoints, type Paise } from './money.ts'
import { shareOut } from './shares.ts'

/** A GST rate; null if unknown. 0 is a known rate (nil-rated or exempt). */
export type Rate = BasisPoints | null

/**
 * The rates of goods since 22 September 2025, when 12 and 28 % ended for almost all; 0.25 and 3 % are those of stones
 * and precious metals. Other rates are accepted after a confirmation.
 */
export const USUAL_RATES: readonly BasisPoints[] = [0, 25, 300, 500, 1_800, 4_000]

/** The rate of a charge; 'goods' splits the charge between the rates of the goods, in proportion to their value. */
export type ChargeRate = Rate | 'goods'

/** An amount paid, and the tax included in it. If the rate is unknown, all amounts except `paid` are 0. */
export type Taxed = {
  rate: Rate
  paid: Paise
  /** 0 if the rate is unknown. */
  taxable: Paise
  cgst: Paise
  sgst: Paise
  igst: Paise
}

export type TaxedLine = Taxed & {
  /** The line's share of all discounts. */
  discount: Paise
}

export type TaxTable = {
  lines: TaxedLine[]
  /** Each charge, split by rate; a charge with its own rate has one part. */
  charges: Taxed[][]
}

/**
 * Computes the tax included in an amount paid; the taxable value is the rest. Within a State, CGST and SGST are half of it
 * each, rounded half up to the paisa: the GST portal refuses halves that differ. Between States, the taxable value is
 * rounded half up and the rest is IGST.
 * @see CGST Rules 2017, rule 35
 */
export function taxInside(paid: Paise, rate: Rate, isInterState: boolean): Taxed {
  requireWhole(paid, 0, 'Amount')
  if (rate === null) return { rate, paid, taxable: 0, cgst: 0, sgst: 0, igst: 0 }
  requireWhole(rate, 0, 'Tax rate')
  const gross = BigInt(WHOLE + rate)
  if (isInterState) {
    const taxable = halfUp(BigInt(paid) * BigInt(WHOLE), gross)
    return { rate, paid, taxable, cgst: 0, sgst: 0, igst: paid - taxable }
  }
  const half = halfUp(BigInt(paid) * BigInt(rate), 2n * gross)
  return { rate, paid, taxable: paid - 2 * half, cgst: half, sgst: half, igst: 0 }
}

const halfUp = (numerator: bigint, denominator: bigint) =>
  Number((2n * numerator + denominator) / (2n * denominator))

type Supply = {
  /** In the order of the invoice; `total` is the price before discounts. */
  lines: readonly { total: Paise; rate: Rate }[]
  charges: readonly { amount: Paise; rate: ChargeRate }[]
  /** Coupon and referral discount together, at most the total of the lines. */
  discount: Paise
  isInterState: boolean
}

/** The value of the goods by rate, in the order of the lines, for splitting a charge with the rate 'goods'. */
function valuesByRate(lines: readonly TaxedLine[]): Map<Rate, Paise> {
  const isFree = lines.every(({ paid }) => paid === 0)
  const values = new Map<Rate, Paise>()
  for (const { rate, paid, discount } of lines)
    values.set(rate, (values.get(rate) ?? 0) + (isFree ? paid + discount : paid))
  return values
}

/**
 * Computes the tax included in each line, after its share of the discounts, and in each charge. Discounts are split by
 * the prices of the lines; a charge with the rate 'goods' is split by the amounts paid for the goods of each rate, or by
 * their prices if nothing is paid.
 * @throws RangeError if an amount or rate is not a whole number, or if the discount exceeds the lines
 * @see CGST Act 2017, section 15(3); decision 019
 */
export function taxTable({ lines, charges, discount, isInterState }: Supply): TaxTable {
  const subtotal = lines.reduce((sum, { total }) => sum + total, 0)
  if (discount > subtotal) throw new RangeError('The discounts are more than the lines')
  const discounts = shareOut(
    discount,
    lines.map(({ total }) => total),
  )
  const taxedLines = lines.map(({ total, rate }, index) => {
    const share = discounts[index] ?? 0
    return { ...taxInside(total - share, rate, isInterState), discount: share }
  })
  const byRate = valuesByRate(taxedLines)
  const taxedCharges = charges.map(({ amount, rate }) => {
    if (rate !== 'goods') return [taxInside(amount, rate, isInterState)]
    const shares = shareOut(amount, [...byRate.values()])
    return [...byRate.keys()]
      .map((goodsRate, index) => taxInside(shares[index] ?? 0, goodsRate, isInterState))
      .filter(({ paid }, index) => paid > 0 || (amount === 0 && index === 0))
  })
  return { lines: taxedLines, charges: taxedCharges }
}

/** All rows of a table, lines first. */
export const rowsOf = ({
  lines,
  charges,
}: {
  lines: readonly Taxed[]
  charges: readonly (readonly Taxed[])[]
}) => [...lines, ...charges.flat()]

export type TaxTotals = Record<'paid' | 'taxable' | 'cgst' | 'sgst' | 'igst' | 'unknown', Paise>

/** The sums of the columns; `unknown` is the amount paid at unknown rates. */
export function taxTotals(rows: readonly Taxed[]): TaxTotals {
  const totals: TaxTotals = { paid: 0, taxable: 0, cgst: 0, sgst: 0, igst: 0, unknown: 0 }
  for (const row of rows) {
    for (const column of ['paid', 'taxable', 'cgst', 'sgst', 'igst'] as const) totals[column] += row[column]
    if (row.rate === null) totals.unknown += row.paid
  }
  return totals
}

/**
 * Whether the table is consistent: every row adds up to the amount paid for it, and the columns add up to `total`.
 */
export function addsUp(rows: readonly Taxed[], total: Paise): boolean {
  const isWhole = (amount: number) => Number.isSafeInteger(amount) && amount >= 0
  const { paid, taxable, cgst, sgst, igst, unknown } = taxTotals(rows)
  return (
    paid === total &&
    taxable + cgst + sgst + igst + unknown === total &&
    rows.every(
      (row) =>
        [row.paid, row.taxable, row.cgst, row.sgst, row.igst].every(isWhole) &&
        row.taxable + row.cgst + row.sgst + row.igst === (row.rate === null ? 0 : row.paid),
    )
  )
}
