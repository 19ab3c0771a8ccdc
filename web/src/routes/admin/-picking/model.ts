import type { OrderPick, PickedLine, SwapCandidate } from '@kirana/contract/pick'
import { billedAs, lineState, type PickLine, pickProblem } from '@kirana/domain/pick'
import { pickedBill } from '@kirana/domain/picked-bill'
import type { RoundLetter } from '@kirana/domain/round'
import type { LineSetting } from '#/lib/outbox/pick-action.ts'

/** From this many open pieces on, one press finds all of them. */
export const MANY = 4

const paise = (rupees: number) => Math.round(rupees * 100)
const rupeesOf = (amount: number) => amount / 100

/** The line as the rules count it. */
const insideOf = ({ productTitle, productQuantity, swap, price, ...line }: PickedLine): PickLine => ({
  ...line,
  title: productTitle,
  quantityText: productQuantity,
  price: paise(price),
  swap: swap && {
    ...swap,
    title: swap.productTitle,
    quantityText: swap.productQuantity,
    price: paise(swap.price),
    mrp: paise(swap.mrp),
    agreed: swap.agreed === null ? null : paise(swap.agreed),
  },
})

/** The pick with its totals in rupees, by the function that the server uses. */
function withTotals(pick: OrderPick): OrderPick {
  const { rules, before, lines } = pick
  if (rules === null) return { ...pick, after: before, refund: 0 }
  const bill = pickedBill({
    rules,
    placedTotal: paise(before),
    lines: lines.map((line) => billedAs(insideOf(line))),
  })
  return {
    ...pick,
    lines: lines.map((line, i) =>
      line.swap ? { ...line, swap: { ...line.swap, totalPrice: rupeesOf(bill.swapTotals[i] ?? 0) } } : line,
    ),
    after: rupeesOf(bill.total),
    refund: rupeesOf(bill.refund),
  }
}

/** The line once this is stored. */
export function lineAfter(line: PickedLine, { found, short, swap, grams }: LineSetting): PickedLine {
  const next: PickedLine = {
    ...line,
    found,
    short: short?.quantity ?? 0,
    reason: short?.reason ?? '',
    grams,
    swap,
  }
  return { ...next, state: lineState(insideOf(next)) }
}

/** Why the server would refuse this setting; null if it would not. */
export const problemOf = (line: PickedLine, setting: LineSetting) =>
  pickProblem(insideOf(lineAfter(line, setting)))

/** The pick as it will be once these settings are stored; the later of two settings of a line counts. */
export function pickAfter(pick: OrderPick, settings: readonly LineSetting[]): OrderPick {
  if (settings.length === 0) return pick
  const latest = new Map(settings.map((setting) => [setting.line, setting]))
  const lines = pick.lines.map((line) => {
    const setting = latest.get(line.line)
    return setting ? lineAfter(line, setting) : line
  })
  // The pending approval is for the pick before this setting.
  return withTotals({ ...pick, lines, approval: null })
}

/** The pieces of a line that nobody has dealt with yet. */
export const openPieces = (line: PickedLine) =>
  line.state === 'swapped' ? 0 : line.ordered - line.found - line.short
/** The pieces in the bag: found and swapped ones. */
export const inBag = ({ lines }: OrderPick) =>
  lines.reduce((sum, { found, swap }) => sum + found + (swap?.quantity ?? 0), 0)
export const openLines = ({ lines }: OrderPick) => lines.filter(({ state }) => state === 'open').length
export const isTouched = ({ found, short, swap }: PickedLine) => found > 0 || short > 0 || swap !== null

export const settingOf = ({ line, found, short, reason, swap, grams }: PickedLine): LineSetting => ({
  line,
  found,
  short: reason === '' ? null : { quantity: short, reason },
  swap,
  grams,
})

type Scanned = Pick<PickedLine, 'productTitle' | 'found' | 'ordered'> & { letter?: RoundLetter }

/** 'Milk: 1 of 2' of the piece that a scan counts; in a round 'A +1, Milk: 1 of 2'. */
export const countedText = ({ letter, productTitle, found, ordered }: Scanned) =>
  `${letter ? `${letter} +1, ` : ''}${productTitle}: ${found + 1} of ${ordered}`

/** One more piece was found. A weight was that of fewer pieces, so it has to be taken again. */
export const withFound = (line: PickedLine): LineSetting => ({
  ...settingOf(line),
  found: line.found + 1,
  grams: null,
})

/** So many pieces were found; those are neither missing nor replaced. */
export const withPieces = (line: PickedLine, found: number): LineSetting => ({
  ...settingOf(line),
  found,
  grams: null,
})

export const withAllFound = (line: PickedLine): LineSetting => withPieces(line, line.found + openPieces(line))

/** The most pieces that can be found without taking back what is missing or replaced. */
export const foundAtMost = (line: PickedLine) => line.found + openPieces(line)

export const withoutAnything = ({ line }: PickedLine): LineSetting => ({
  line,
  found: 0,
  short: null,
  swap: null,
  grams: null,
})

export const withShort = (
  line: PickedLine,
  quantity: number,
  reason: NonNullable<LineSetting['short']>['reason'],
): LineSetting => ({
  ...settingOf(line),
  short: { quantity: line.short + quantity, reason },
})

/** One piece of another variant for each piece that was not found, as far as there are. */
function swapPieces(line: PickedLine, { available }: SwapCandidate) {
  const missing = line.ordered - line.found
  return Math.max(1, Math.min(missing, available ?? missing))
}

/** How much more a swap costs than what it replaces; 0 if it does not. */
export const dearerBy = (line: PickedLine, candidate: SwapCandidate) =>
  rupeesOf(
    Math.max(
      0,
      swapPieces(line, candidate) * paise(candidate.price) - (line.ordered - line.found) * paise(line.price),
    ),
  )

/** `isAgreed`: the customer agreed to pay its own price. `reason`: why it is worth far more than what it replaces. */
export function withSwap(
  line: PickedLine,
  candidate: SwapCandidate,
  isAgreed: boolean,
  reason = '',
): LineSetting {
  const quantity = swapPieces(line, candidate)
  const { variantId, productId, productTitle, productQuantity, price } = candidate
  return {
    ...settingOf(line),
    short: line.reason === '' ? null : { quantity: 0, reason: line.reason },
    swap: {
      variantId,
      productId,
      productTitle,
      productQuantity,
      quantity,
      price,
      mrp: 0,
      coins: 0,
      agreed: isAgreed && dearerBy(line, candidate) > 0 ? rupeesOf(quantity * paise(price)) : null,
      reason,
      totalPrice: 0,
    },
  }
}

/** The found pieces together weigh so many grams; pieces that are open count as found. */
export const withWeight = (line: PickedLine, grams: number): LineSetting => ({
  ...settingOf(line),
  found: line.found + openPieces(line),
  grams,
})
