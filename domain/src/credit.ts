import type { Paise } from './money.ts'
import { shareOut } from './shares.ts'
import { type Taxed, taxInside } from './tax.ts'

/** The amounts of a row of an invoice or credit note, in paise. */
export type CreditedRow = Pick<Taxed, 'paid' | 'taxable' | 'cgst' | 'sgst' | 'igst'>

const columns = ['paid', 'taxable', 'cgst', 'sgst', 'igst'] as const
const nothing: CreditedRow = { paid: 0, taxable: 0, cgst: 0, sgst: 0, igst: 0 }

const combined = (a: CreditedRow, b: CreditedRow, sign: 1 | -1): CreditedRow => {
  const result = { ...nothing }
  for (const column of columns) result[column] = a[column] + sign * b[column]
  return result
}

/** The sums of the earlier notes, by row. */
const creditedSoFar = (rows: readonly Taxed[], notes: readonly (readonly CreditedRow[])[]) =>
  rows.map((_, i) => notes.reduce((so, note) => combined(so, note[i] ?? nothing, 1), nothing))

/** What is left of an invoice's `rows` after its earlier credit notes: the content of a note that closes it. */
export function uncredited(
  rows: readonly Taxed[],
  notes: readonly (readonly CreditedRow[])[],
): CreditedRow[] {
  const so = creditedSoFar(rows, notes)
  return rows.map((row, i) => combined(row, so[i] ?? nothing, -1))
}

/**
 * The columns of a row of which `paid` paise are credited in all: the tax included in that amount, at least that of the
 * earlier notes and at most that of the invoice. CGST and SGST stay equal, except where nothing but tax is left of the
 * row and an odd paisa of it is credited.
 */
function creditedUpTo(paid: Paise, row: Taxed, earlier: CreditedRow, isInterState: boolean): CreditedRow {
  const exact = taxInside(paid, row.rate, isInterState)
  // These columns never fall as the amount grows.
  if (isInterState || row.rate === null) return exact
  const least = Math.max(earlier.cgst, earlier.sgst, Math.ceil((paid - row.taxable) / 2))
  const most = Math.min(row.cgst, Math.floor((paid - earlier.taxable) / 2))
  const cgst = Math.min(Math.max(exact.cgst, least), most)
  const sgst = Math.max(cgst, Math.min(least, row.sgst))
  return { paid, taxable: paid - cgst - sgst, cgst, sgst, igst: 0 }
}

/**
 * The part of a credit note for `amount` paise that credits the rounding of the bill, signed: none for a part of the
 * invoice, all of it once the note completes the invoice. A partial note takes from it only what the rows no longer
 * have. `rows` and `roundOff` are what is left of the invoice.
 * @throws RangeError if the amount is more than is left
 */
export function creditedRoundOff({ rows, roundOff }: { rows: Paise; roundOff: Paise }, amount: Paise): Paise {
  if (amount > rows + roundOff) throw new RangeError('The credit note is more than is left of the invoice')
  return amount === rows + roundOff ? roundOff : Math.max(0, amount - rows)
}

/** An invoice's rows, and whether its tax is IGST. */
type Credited = { rows: readonly Taxed[]; isInterState: boolean }

const sumOf = (amounts: readonly Paise[]) => amounts.reduce((sum, amount) => sum + amount, 0)

/**
 * The rows of a credit note for `amount` paise, which is split in proportion to what is left of the invoice's rows.
 * Each column is computed for everything credited so far, less the earlier notes, so notes never add up to more than
 * the invoice.
 * @throws RangeError if the amount is more than is left
 * @see CGST Act 2017, section 34(1); decision 035
 */
export const creditRows = (
  invoice: Credited,
  notes: readonly (readonly CreditedRow[])[],
  amount: Paise,
): CreditedRow[] => creditWanted(invoice, notes, { wanted: [], amount })

/**
 * The rows of a credit note for `wanted` paise of each row of the invoice. The amount that a row no longer has, because
 * a refund in the provider's dashboard credited a part of every row, is split over what is left of the others.
 * @throws RangeError if all together are more than is left
 * @see CGST Act 2017, section 34(1); decision 049
 */
export const creditAmounts = (
  invoice: Credited,
  notes: readonly (readonly CreditedRow[])[],
  wanted: readonly Paise[],
): CreditedRow[] => creditWanted(invoice, notes, { wanted, amount: sumOf(wanted) })

function creditWanted(
  { rows, isInterState }: Credited,
  notes: readonly (readonly CreditedRow[])[],
  { wanted, amount }: { wanted: readonly Paise[]; amount: Paise },
): CreditedRow[] {
  const left = uncredited(rows, notes)
  const all = sumOf(left.map(({ paid }) => paid))
  if (amount > all) throw new RangeError('The credit note is more than is left of the invoice')
  if (amount === all) return left
  const given = left.map(({ paid }, i) => Math.min(wanted[i] ?? 0, paid))
  const shares = shareOut(
    amount - sumOf(given),
    left.map(({ paid }, i) => paid - (given[i] ?? 0)),
  )
  const so = creditedSoFar(rows, notes)
  return rows.map((row, i) => {
    const earlier = so[i] ?? nothing
    const paid = earlier.paid + (given[i] ?? 0) + (shares[i] ?? 0)
    return combined(creditedUpTo(paid, row, earlier, isInterState), earlier, -1)
  })
}
