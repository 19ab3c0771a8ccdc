/** An amount of money in whole paise, exact up to 2^53. */
export type Paise = number

/** A percentage in hundredths of a percent: 8.8 % = 880, 100 % = 10 000. */
export type BasisPoints = number

/** 100 %. */
export const WHOLE: BasisPoints = 10_000

/** Maximum of a price, minimum or charge: 10,00,000 rupees (domain rules, Catalogue). */
export const MAX_AMOUNT: Paise = 100_000_000

const hundredths = (value: number): number | null => {
  const whole = Math.round(value * 100)
  // Adding 0 turns -0, which JSON can carry, into 0.
  return Number.isSafeInteger(whole) && whole / 100 === value ? whole + 0 : null
}

/** Rupees on the wire → paise; null if not finite or with more than 2 decimals. */
export const fromRupees = (rupees: number): Paise | null => hundredths(rupees)

/** Paise → rupees on the wire, at most 2 decimals. */
export const toRupees = (paise: Paise): number => paise / 100

/** Percent (8.8) → basis points (880); null if not finite or with more than 2 decimals. */
export const fromPercent = (percent: number): BasisPoints | null => hundredths(percent)

/** Basis points → percent on the wire, at most 2 decimals. */
export const toPercent = (percent: BasisPoints): number => percent / 100

/** Throws RangeError unless `value` is a safe integer of at least `least`. */
export function requireWhole(value: number, least: number, what: string): void {
  if (!Number.isSafeInteger(value) || value < least) throw new RangeError(`${what} is not valid: ${value}`)
}

/**
 * `percent` of `amount`, rounded half up to the paisa, without intermediate rounding. Throws RangeError if an input is
 * negative or not a safe integer, or if the result is above 2^53 paise.
 */
export function percentOf(amount: Paise, percent: BasisPoints): Paise {
  requireWhole(amount, 0, 'Amount')
  requireWhole(percent, 0, 'Percentage')
  const product = amount * percent + WHOLE / 2
  if (Number.isSafeInteger(product)) return (product - (product % WHOLE)) / WHOLE
  const exact = Number((BigInt(amount) * BigInt(percent) + 5_000n) / 10_000n)
  requireWhole(exact, 0, 'Share')
  return exact
}

/**
 * What rounding a bill of `amount` paise to the nearest rupee, half up, adds to it: from -49 to 50.
 * @throws RangeError unless the amount is a whole number of at least 0
 */
export function roundOffOf(amount: Paise): Paise {
  requireWhole(amount, 0, 'Amount')
  const rest = amount % 100
  return rest < 50 ? 0 - rest : 100 - rest
}

const grouped = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 })

/** '₹1,23,456.50': Indian grouping, always 2 decimals; '-₹1.50' below zero. */
export function formatRupees(paise: Paise): string {
  const size = Math.abs(paise)
  const rest = size % 100
  // Intl formats only the whole rupees: a fraction would go through floating point.
  return `${paise < 0 ? '-' : ''}₹${grouped.format((size - rest) / 100)}.${String(rest).padStart(2, '0')}`
}
