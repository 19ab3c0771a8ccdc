import { applyRules, type Bill, type BillRules, lineTotalsOf } from './bill.ts'
import { requireWhole, type Paise } from './money.ts'

/** The weight of one piece in milligrams, or null if it is not sold by weight. `amount`: thousandths of the unit. */
export const packWeight = (amount: number, unit: string): number | null => {
  const milligrams = { MG: 0.001, GM: 1, Kilo: 1000 }[unit]
  return milligrams === undefined ? null : Math.round(amount * milligrams) || null
}

/** Pieces of another variant in place of ordered ones; `price`, `mrp` and `coins` are for one piece. */
type Swap = {
  /** How many ordered pieces it replaces. */
  replaces: number
  quantity: number
  price: Paise
  /** 0 if not set. */
  mrp: Paise
  coins: number
  /** The customer agreed to pay its own price, although it is dearer. */
  hasConsent: boolean
}

/** An ordered line and what became of it. `price` and `coins` are for one piece, as they were when it was ordered. */
export type PickedLine = {
  price: Paise
  quantity: number
  coins: number
  /** Milligrams of one piece; null if it cannot be weighed. */
  weight: number | null
  found: number
  /** What the found pieces weigh together; null if they were not weighed. */
  grams: number | null
  swap: Swap | null
}

export type PickedBill = Bill & {
  /** Loyalty coins for the customer on delivery. */
  coins: number
  /** What the customer no longer pays; negative only for a dearer swap that the customer agreed to. */
  refund: Paise
  /** No piece was found: the order is canceled. */
  isEmpty: boolean
}

/** `part` of `amount`, rounded half up to the paisa, exact. */
const portion = (amount: Paise, part: number, whole: number): Paise =>
  Number((2n * BigInt(amount) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)))

function foundCost({ price, quantity, weight, found, grams }: PickedLine): Paise {
  const ordered = found * price
  if (grams === null || found === 0) return ordered
  if (weight === null) throw new RangeError('A line that is not sold by weight cannot be weighed')
  requireWhole(weight, 1, 'Weight')
  requireWhole(grams, 1, 'Weight')
  return Math.min(portion(price * quantity, grams * 1000, weight * quantity), ordered)
}

function swapCost({ price }: PickedLine, { replaces, quantity, price: own, mrp, hasConsent }: Swap): Paise {
  requireWhole(own, 0, 'Price')
  requireWhole(mrp, 0, 'MRP')
  requireWhole(quantity, 1, 'Quantity')
  requireWhole(replaces, 1, 'Quantity')
  const dearest = quantity * (mrp > 0 ? Math.min(own, mrp) : own)
  return hasConsent ? dearest : Math.min(replaces * price, dearest)
}

/** What the found pieces of a line and its swap cost. */
export const lineCosts = (line: PickedLine): { found: Paise; swap: Paise } => ({
  found: foundCost(line),
  swap: line.swap ? swapCost(line, line.swap) : 0,
})

function requirePossible({ quantity, found, swap, coins }: PickedLine) {
  requireWhole(found, 0, 'Quantity')
  requireWhole(coins, 0, 'Coins')
  if (swap) requireWhole(swap.coins, 0, 'Coins')
  if (found + (swap?.replaces ?? 0) > quantity) throw new RangeError('More was picked than ordered')
}

const nothing = { subtotal: 0, discount: 0, referralDiscount: 0, charges: [], chargesTotal: 0, total: 0 }

/**
 * Computes the bill of an order again for what was picked, by the rules that were kept when it was placed (shelf and
 * pick, Money): conditions are of the ordered subtotal, percentages of the picked one, rounded half up once. Where
 * nothing was found nothing is charged. The total is never above `placedTotal` but for swaps with consent: rounding two
 * percentages can add a paisa to a smaller subtotal, which the referral discount then takes.
 * All amounts are paise. Throws RangeError for amounts, weights or quantities that cannot be, and if `rules` is null: an
 * order of an earlier release keeps its bill as amounts.
 */
export function pickedBill(order: {
  rules: BillRules | null
  placedTotal: Paise
  lines: readonly PickedLine[]
}): PickedBill {
  const { rules, placedTotal, lines } = order
  if (rules === null)
    throw new RangeError(
      'This order was placed before its rules were kept. Its bill cannot be computed again',
    )
  const { subtotal: ordered } = lineTotalsOf(lines)
  for (const line of lines) requirePossible(line)
  const lineTotals = lines.map((line) => {
    const costs = lineCosts(line)
    return costs.found + costs.swap
  })
  const subtotal = lineTotals.reduce((sum, amount) => sum + amount, 0)
  const coins = lines.reduce(
    (sum, line) => sum + line.found * line.coins + (line.swap ? line.swap.quantity * line.swap.coins : 0),
    0,
  )
  const isEmpty = lines.every(({ found, swap }) => found === 0 && swap === null)
  const applied = isEmpty ? nothing : applyRules(rules, ordered, subtotal)
  const hasConsent = lines.some(({ swap }) => swap?.hasConsent)
  const excess = hasConsent ? 0 : Math.max(0, applied.total - placedTotal)
  const total = applied.total - excess
  return {
    ...applied,
    lineTotals,
    referralDiscount: applied.referralDiscount + excess,
    total,
    coins,
    refund: placedTotal - total,
    isEmpty,
  }
}
