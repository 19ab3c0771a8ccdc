import { applyRules, type Bill, type BillRules, lineTotalsOf } from './bill.ts'
import { requireWhole, type Paise } from './money.ts'

/** Pieces of another variant in place of ordered ones; `price`, `mrp` and `coins` are for one piece. */
type Swap = {
  /** How many ordered pieces it replaces. */
  replaces: number
  quantity: number
  price: Paise
  /** 0 if not set. */
  mrp: Paise
  coins: number
  /** What the customer agreed to pay for all its pieces, in paise; null: no more than for what it replaces. */
  agreed: Paise | null
}

/** An ordered line and what was picked of it. `price` and `coins` are for one piece, as they were when it was ordered. */
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
  /** What the swap of each line costs; 0 without one. */
  swapTotals: Paise[]
  /** Loyalty coins for the customer on delivery, at most those of the order as placed. */
  coins: number
  /** What the customer no longer pays; never negative. */
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

/** What a swap costs, and how much more the customer agreed to pay for it. */
function swapCost({ price }: PickedLine, { replaces, quantity, price: own, mrp, agreed }: Swap) {
  requireWhole(own, 0, 'Price')
  requireWhole(mrp, 0, 'MRP')
  requireWhole(quantity, 1, 'Quantity')
  requireWhole(replaces, 1, 'Quantity')
  if (agreed !== null) requireWhole(agreed, 0, 'Price')
  const dearest = quantity * (mrp > 0 ? Math.min(own, mrp) : own)
  const cost = Math.min(replaces * price, dearest)
  return { cost, more: agreed === null ? 0 : Math.max(0, Math.min(dearest, agreed) - cost) }
}

/**
 * The largest part of `more` that keeps the total within what the customer accepted: money for dearer swaps can only come
 * from what is missing elsewhere (shelf and pick, Money 2 and 6).
 */
function affordable(more: Paise, totalWith: (extra: Paise) => Paise, placedTotal: Paise): Paise {
  if (totalWith(more) <= placedTotal) return more
  let [enough, tooMuch] = [0, more]
  while (tooMuch - enough > 1) {
    const middle = Math.floor((enough + tooMuch) / 2)
    if (totalWith(middle) <= placedTotal) enough = middle
    else tooMuch = middle
  }
  return enough
}

/**
 * What the found pieces and the swap of each line cost. The money of missing items goes to dearer swaps in the order of
 * the lines.
 */
function costsOf(lines: readonly PickedLine[], placedTotal: Paise, totalOf: (subtotal: Paise) => Paise) {
  const costs = lines.map((line) => ({
    found: foundCost(line),
    ...(line.swap ? swapCost(line, line.swap) : { cost: 0, more: 0 }),
  }))
  const subtotal = costs.reduce((sum, { found, cost }) => sum + found + cost, 0)
  const more = costs.reduce((sum, line) => sum + line.more, 0)
  let left = more === 0 ? 0 : affordable(more, (extra) => totalOf(subtotal + extra), placedTotal)
  return costs.map(({ found, cost, more: agreed }) => {
    const extra = Math.min(agreed, left)
    left -= extra
    return { found, swap: cost + extra }
  })
}

function requirePossible({ quantity, found, swap, coins }: PickedLine) {
  requireWhole(found, 0, 'Quantity')
  requireWhole(coins, 0, 'Coins')
  if (swap) requireWhole(swap.coins, 0, 'Coins')
  if (found + (swap?.replaces ?? 0) > quantity) throw new RangeError('More was picked than ordered')
}

/** The coins of what was picked, never more than those of the order as placed: a swap must not create coins. */
function coinsOf(lines: readonly PickedLine[]) {
  const placed = lines.reduce((sum, { quantity, coins }) => sum + quantity * coins, 0)
  const picked = lines.reduce(
    (sum, { found, coins, swap }) => sum + found * coins + (swap ? swap.quantity * swap.coins : 0),
    0,
  )
  return Math.min(picked, placed)
}

const nothing = {
  subtotal: 0,
  discount: 0,
  referralDiscount: 0,
  charges: [],
  chargesTotal: 0,
  roundOff: 0,
  total: 0,
}

/**
 * Computes the bill of an order again for what was picked, by the rules that were kept when it was placed (shelf and
 * pick, Money): minimums and bounds apply to the ordered subtotal; percentages are of the picked one, rounded half up
 * once. Nothing is charged if nothing was found. A swap that the customer agreed to may cost more than what it
 * replaces, but the total is never above `placedTotal`. Rounding two percentages can make the total of a smaller
 * subtotal a paisa higher, or a rupee if it is rounded to whole rupees. This excess is added to the referral discount,
 * or taken from the rounding to whole rupees. All amounts are paise. Throws RangeError for impossible amounts, weights
 * or quantities, and if `rules` is null: an order of an earlier release keeps its bill as amounts.
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
  const costs = costsOf(lines, placedTotal, (subtotal) => applyRules(rules, ordered, subtotal).total)
  const lineTotals = costs.map(({ found, swap }) => found + swap)
  const subtotal = lineTotals.reduce((sum, amount) => sum + amount, 0)
  const coins = coinsOf(lines)
  const isEmpty = lines.every(({ found, swap }) => found === 0 && swap === null)
  const applied = isEmpty ? nothing : applyRules(rules, ordered, subtotal)
  const excess = Math.max(0, applied.total - placedTotal)
  const total = applied.total - excess
  return {
    ...applied,
    lineTotals,
    swapTotals: costs.map(({ swap }) => swap),
    referralDiscount: applied.referralDiscount + (rules.roundsOff ? 0 : excess),
    roundOff: applied.roundOff - (rules.roundsOff ? excess : 0),
    total,
    coins,
    refund: placedTotal - total,
    isEmpty,
  }
}
