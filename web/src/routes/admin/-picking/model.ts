import type { OrderPick, PickedLine, SwapCandidate } from '@kirana/contract/pick'
import { billedAs, lineState, pickProblem, replacedPieces, type PickLine } from '@kirana/domain/pick'
import { lineCosts, pickedBill } from '@kirana/domain/picked-bill'
import type { LineSetting } from '#/lib/outbox/picks.ts'

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
  },
})

/** The totals in rupees, by the function that the server uses. */
function totalsOf(pick: OrderPick) {
  const { rules, before } = pick
  if (rules === null) return { before, after: before, refund: 0 }
  const bill = pickedBill({
    rules,
    placedTotal: paise(before),
    lines: pick.lines.map((line) => billedAs(insideOf(line))),
  })
  return { before, after: rupeesOf(bill.total), refund: rupeesOf(bill.refund) }
}

function lineAfter(line: PickedLine, { found, short, swap, grams }: LineSetting): PickedLine {
  const next: PickedLine = {
    ...line,
    found,
    short: short?.quantity ?? 0,
    reason: short?.reason ?? '',
    grams,
    swap,
  }
  const inside = insideOf(next)
  const totalPrice = rupeesOf(lineCosts(billedAs(inside)).swap)
  return { ...next, swap: swap && { ...swap, totalPrice }, state: lineState(inside) }
}

/** The pick as it will be once these settings are stored; the later of two settings of a line counts. */
export function pickAfter(pick: OrderPick, settings: readonly LineSetting[]): OrderPick {
  if (settings.length === 0) return pick
  const latest = new Map(settings.map((setting) => [setting.line, setting]))
  const lines = pick.lines.map((line) => {
    const setting = latest.get(line.line)
    return setting ? lineAfter(line, setting) : line
  })
  return { ...pick, lines, ...totalsOf({ ...pick, lines }) }
}

/** The pieces of a line that nobody has dealt with yet. */
export const openPieces = (line: PickedLine) =>
  line.state === 'swapped' ? 0 : line.ordered - line.found - line.short
export const openLines = ({ lines }: OrderPick) => lines.filter(({ state }) => state === 'open').length
export const isTouched = ({ found, short, swap }: PickedLine) => found > 0 || short > 0 || swap !== null
/** What the swap of a line replaces. */
export const replacedOf = (line: PickedLine) => replacedPieces(insideOf(line))
export const problemOf = (line: PickedLine, setting: LineSetting) =>
  pickProblem(insideOf({ ...line, ...lineAfter(line, setting) }))

export const settingOf = ({ line, found, short, reason, swap, grams }: PickedLine): LineSetting => ({
  line,
  found,
  short: reason === '' ? null : { quantity: short, reason },
  swap,
  grams,
})

/** One more piece was found. A weight was that of fewer pieces, so it has to be taken again. */
export const withFound = (line: PickedLine): LineSetting => ({
  ...settingOf(line),
  found: line.found + 1,
  grams: null,
})

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

/** All pieces that were not found are replaced by one piece each of another variant, as far as there are. */
export function withSwap(line: PickedLine, candidate: SwapCandidate): LineSetting {
  const missing = line.ordered - line.found
  const quantity = Math.max(1, Math.min(missing, candidate.available ?? missing))
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
