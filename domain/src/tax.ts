import { requireWhole, WHOLE, type BasisPoints, type Paise } from './money.ts'
import { shareOut } from './shares.ts'

/** What the store charges for a line or charge: a rate; null: nobody has said. 0 is a known rate: nil. */
export type Rate = BasisPoints | null

/** The rate of a charge: its own, null, or that of the goods, over which it is shared out by value. */
export type ChargeRate = Rate | 'goods'

/** What is paid for something, and the tax inside. Without a known rate nothing is taken out: all but `paid` is 0. */
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
  /** Its share of all discounts. */
  discount: Paise
}

export type TaxTable = {
  lines: TaxedLine[]
  /** Each charge in parts of one rate; a charge with a rate of its own is one part. */
  charges: Taxed[][]
}

/**
 * The tax inside an amount that was paid: the taxable value is paid ÷ (1 + rate), half up to the paisa, and the tax is the
 * rest. Within the State half of it is CGST and half SGST, an odd paisa goes to SGST; IGST across States.
 * @see CGST Rules 2017, rule 35
 */
export function taxInside(paid: Paise, rate: Rate, isInterState: boolean): Taxed {
  requireWhole(paid, 0, 'Amount')
  if (rate === null) return { rate, paid, taxable: 0, cgst: 0, sgst: 0, igst: 0 }
  requireWhole(rate, 0, 'Tax rate')
  const divisor = BigInt(WHOLE + rate)
  const taxable = Number((2n * BigInt(paid) * BigInt(WHOLE) + divisor) / (2n * divisor))
  const tax = paid - taxable
  if (isInterState) return { rate, paid, taxable, cgst: 0, sgst: 0, igst: tax }
  const cgst = Math.floor(tax / 2)
  return { rate, paid, taxable, cgst, sgst: tax - cgst, igst: 0 }
}

type Supply = {
  /** In the order of the invoice; `total` is the price before discounts. */
  lines: readonly { total: Paise; rate: Rate }[]
  charges: readonly { amount: Paise; rate: ChargeRate }[]
  /** Coupon and referral together: at most the total of the lines. */
  discount: Paise
  isInterState: boolean
}

/** The values over which a charge that follows the goods is shared out, one for each rate, in the order of the lines. */
function valuesByRate(lines: readonly TaxedLine[]): Map<Rate, Paise> {
  const isFree = lines.every(({ paid }) => paid === 0)
  const values = new Map<Rate, Paise>()
  for (const { rate, paid, discount } of lines)
    values.set(rate, (values.get(rate) ?? 0) + (isFree ? paid + discount : paid))
  return values
}

/**
 * Takes the tax out of what is paid for each line, after its share of all discounts, and for each charge. Discounts are
 * shared out by the prices of the lines, a charge that follows the goods by what is paid for the goods of each rate, or
 * by their prices if nothing is.
 * @throws RangeError for what is no whole number of paise or basis points, and for a discount above the lines
 * @see CGST Act 2017, section 15(3); decision 018
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

/** All the rows of a table, lines first. */
export const rowsOf = ({
  lines,
  charges,
}: {
  lines: readonly Taxed[]
  charges: readonly (readonly Taxed[])[]
}) => [...lines, ...charges.flat()]

export type TaxTotals = Record<'paid' | 'taxable' | 'cgst' | 'sgst' | 'igst' | 'unknown', Paise>

/** The sums of the columns; `unknown` is what was paid for all without a known rate. */
export function taxTotals(rows: readonly Taxed[]): TaxTotals {
  const totals: TaxTotals = { paid: 0, taxable: 0, cgst: 0, sgst: 0, igst: 0, unknown: 0 }
  for (const row of rows) {
    for (const column of ['paid', 'taxable', 'cgst', 'sgst', 'igst'] as const) totals[column] += row[column]
    if (row.rate === null) totals.unknown += row.paid
  }
  return totals
}

/**
 * Whether the table adds up in both directions to `total`: every row to what was paid for it, the columns to the total.
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
