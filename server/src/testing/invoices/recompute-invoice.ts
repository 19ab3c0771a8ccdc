/**
 * Recomputes an invoice's tax from decimal text, with fractions in BigInt, sharing no code with the product: for tests of
 * what the product computed.
 */

type Fraction = { over: bigint; under: bigint }

/** '12.5' → 25/2, as a fraction of 10 to the number of decimals. */
function fraction(text: string): Fraction {
  const [whole = '0', decimals = ''] = text.split('.')
  return { over: BigInt(whole + decimals), under: 10n ** BigInt(decimals.length) }
}

/** Paise as decimal rupees: 12345 → '123.45'. */
const rupees = (paise: bigint) => `${paise / 100n}.${String(paise % 100n).padStart(2, '0')}`
const paise = (text: string) => {
  const { over, under } = fraction(text)
  return (over * 100n) / under
}

/** Splits `amount` by `weights`: the floor of each part first, then one paisa each to the largest remainders. */
function giveOut(amount: bigint, weights: bigint[]): bigint[] {
  let sum = 0n
  for (const weight of weights) sum += weight
  if (sum === 0n) return weights.map((_, n) => (n === 0 ? amount : 0n))
  const shares = weights.map((weight) => (amount * weight) / sum)
  let left = amount
  for (const share of shares) left -= share
  const cutOff = weights.map((weight, n) => amount * weight - (shares[n] ?? 0n) * sum)
  while (left > 0n) {
    let largest = 0
    for (let n = 1; n < cutOff.length; n++) if ((cutOff[n] ?? 0n) > (cutOff[largest] ?? 0n)) largest = n
    shares[largest] = (shares[largest] ?? 0n) + 1n
    cutOff[largest] = -1n
    left -= 1n
  }
  return shares
}

export type RecomputedRow = {
  rate: string | null
  paid: string
  taxable: string
  first: string
  second: string
}

function rounded(numerator: bigint, denominator: bigint): bigint {
  const floor = numerator / denominator
  return (numerator - floor * denominator) * 2n >= denominator ? floor + 1n : floor
}

/** `first` and `second` are CGST and SGST, or IGST and nothing. */
function taxOut(paid: bigint, rate: string | null, across: boolean): RecomputedRow {
  if (rate === null) return { rate, paid: rupees(paid), taxable: '0.00', first: '0.00', second: '0.00' }
  const { over, under } = fraction(rate)
  // Between States the taxable value is rounded, within a State half of the tax; both half up to the paisa.
  const gross = 100n * under + over
  const taxable = across ? rounded(paid * 100n * under, gross) : paid - 2n * rounded(paid * over, 2n * gross)
  const first = across ? paid - taxable : (paid - taxable) / 2n
  return {
    rate,
    paid: rupees(paid),
    taxable: rupees(taxable),
    first: rupees(first),
    second: rupees(paid - taxable - first),
  }
}

type Sold = {
  /** Price of one in rupees, how many, and the rate in percent; null if unknown. */
  lines: { price: string; quantity: number; rate: string | null }[]
  /** Rupees; a rate of 'goods' is that of the goods. */
  charges: { amount: string; rate: string | null }[]
  /** All discounts together, in rupees. */
  discount: string
  across: boolean
}

/** The rows of the invoice, the lines' first, each charge's in the order of the rates of the lines. */
export function recompute({ lines, charges, discount, across }: Sold) {
  const totals = lines.map(({ price, quantity }) => paise(price) * BigInt(quantity))
  const off = giveOut(paise(discount), totals)
  const paidFor = totals.map((total, n) => total - (off[n] ?? 0n))
  const lineRows = lines.map(({ rate }, n) => taxOut(paidFor[n] ?? 0n, rate, across))
  const nothingPaid = paidFor.every((amount) => amount === 0n)
  const rates: (string | null)[] = []
  const values: bigint[] = []
  for (const [n, { rate }] of lines.entries()) {
    const value = (nothingPaid ? totals[n] : paidFor[n]) ?? 0n
    const at = rates.indexOf(rate)
    if (at === -1) {
      rates.push(rate)
      values.push(value)
    } else values[at] = (values[at] ?? 0n) + value
  }
  const chargeRows = charges.map(({ amount, rate }) => {
    if (rate !== 'goods') return [taxOut(paise(amount), rate, across)]
    const shares = giveOut(paise(amount), values)
    return rates.flatMap((of, n) => {
      const share = shares[n] ?? 0n
      return share > 0n ? [taxOut(share, of, across)] : []
    })
  })
  return { lines: lineRows, charges: chargeRows }
}
