import type { OrderPick, PickedLine, SwapCandidate } from '@kirana/contract/pick'
import { billedAs, lineState, type PickLine, pickProblem } from '@kirana/domain/pick'
import { pickedBill } from '@kirana/domain/picked-bill'
import type { RoundLetter } from '@kirana/domain/round'
import type { LineSetting } from '#/lib/outbox/pick-action.ts'

/** From this many open pieces on, a button marks all of them as found. */
export const MANY = 4

const paise = (rupees: number) => Math.round(rupees * 100)
const rupeesOf = (amount: number) => amount / 100

/** The line in the format of the domain rules. */
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

/** Adds the totals in rupees to a pick, with the same function as the server. */
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

/** The line after this setting is stored. */
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

/** Why the server would reject this setting; null if it would accept it. */
export const problemOf = (line: PickedLine, setting: LineSetting) =>
  pickProblem(insideOf(lineAfter(line, setting)))

/** The pick after these settings are stored. The last setting of a line wins. */
export function pickAfter(pick: OrderPick, settings: readonly LineSetting[]): OrderPick {
  if (settings.length === 0) return pick
  const latest = new Map(settings.map((setting) => [setting.line, setting]))
  const lines = pick.lines.map((line) => {
    const setting = latest.get(line.line)
    return setting ? lineAfter(line, setting) : line
  })
  // A pending approval applies only to the pick before these settings.
  return withTotals({ ...pick, lines, approval: null })
}

/** The pieces of a line that are not found, missing or replaced yet. */
export const openPieces = (line: PickedLine) =>
  line.state === 'swapped' ? 0 : line.ordered - line.found - line.short
/** The number of pieces in the bag: found and swapped ones. */
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

/** The message for a scanned piece: 'Milk: 1 of 2'; in a round 'A +1, Milk: 1 of 2'. */
export const countedText = ({ letter, productTitle, found, ordered }: Scanned) =>
  `${letter ? `${letter} +1, ` : ''}${productTitle}: ${found + 1} of ${ordered}`

/** The setting with one more piece found. The weight is removed, because it was that of fewer pieces. */
export const withFound = (line: PickedLine): LineSetting => ({
  ...settingOf(line),
  found: line.found + 1,
  grams: null,
})

/** The setting with `found` pieces found and no weight. Missing and replaced pieces do not change. */
export const withPieces = (line: PickedLine, found: number): LineSetting => ({
  ...settingOf(line),
  found,
  grams: null,
})

export const withAllFound = (line: PickedLine): LineSetting => withPieces(line, line.found + openPieces(line))

/** The maximum number of found pieces that leaves missing and replaced ones unchanged. */
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

/** The quantity of a swap: one piece of the other variant for each piece not found, limited by its stock. */
function swapPieces(line: PickedLine, { available }: SwapCandidate) {
  const missing = line.ordered - line.found
  return Math.max(1, Math.min(missing, available ?? missing))
}

/** Rupees that a swap costs more than the pieces it replaces; 0 if it does not cost more. */
export const dearerBy = (line: PickedLine, candidate: SwapCandidate) =>
  rupeesOf(
    Math.max(
      0,
      swapPieces(line, candidate) * paise(candidate.price) - (line.ordered - line.found) * paise(line.price),
    ),
  )

/**
 * The setting with a swap. `isAgreed`: the customer agreed to pay the swap's own price. `reason`: why its value is much
 * higher than that of the replaced pieces.
 */
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

/** The setting with the weight of all found pieces. Open pieces count as found. */
export const withWeight = (line: PickedLine, grams: number): LineSetting => ({
  ...settingOf(line),
  found: line.found + openPieces(line),
  grams,
})
