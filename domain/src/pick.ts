import type { PickedLine } from './picked-bill.ts'
import { count } from './count.ts'
import { formatRupees, type Paise } from './money.ts'
import type { ShortReason } from './vocabulary.ts'

export const lineStates = ['open', 'found', 'short', 'swapped', 'weighed'] as const
export type LineState = (typeof lineStates)[number]

/** How long a claim lasts after the last sign of the picker's screen: at first, and once something is recorded. */
export const PICK_LEASE_MS = 3 * 60_000
export const RECORDED_PICK_LEASE_MS = 10 * 60_000
/** How often the picking screen sends this sign. */
export const PICK_SIGN_MS = 60_000

/** The heaviest that one line can weigh: 1,000 pieces of 100 kg. */
export const MAX_GRAMS = 100_000_000

/** The most pieces of a swap for one missing piece: a dozen single ones for a pack of twelve. */
export const MAX_SWAP_PIECES = 12

/** A variant in place of missing pieces; `price`, `mrp` and `coins` are for one piece, as they were when it was chosen. */
export type ChosenSwap = {
  variantId: string
  productId: string
  title: string
  quantityText: string
  quantity: number
  price: Paise
  mrp: Paise
  coins: number
  /** What the customer agreed to pay for all pieces, in paise; null: no more than for what it replaces. */
  agreed: Paise | null
  /** The reason for a swap worth far more than what it replaces; '' if none is given. */
  reason: string
}

/** An ordered line and what was picked of it so far. */
export type PickLine = {
  line: number
  productId: string
  variantId: string
  title: string
  quantityText: string
  ordered: number
  price: Paise
  coins: number
  /** Milligrams of one piece; null if it is not sold by weight. */
  weight: number | null
  found: number
  /** Missing pieces that nothing replaces. */
  short: number
  /** Why pieces are missing, including replaced ones; '' without a reason. */
  reason: ShortReason | ''
  swap: ChosenSwap | null
  grams: number | null
}

type Counted = Pick<PickLine, 'ordered' | 'found' | 'short' | 'swap' | 'grams'>

/** The pieces that the swap replaces: all that are neither found nor short. */
export const swappedPieces = ({ ordered, found, short, swap }: Counted) =>
  swap === null ? 0 : ordered - found - short

export function lineState(line: Counted): LineState {
  if (line.swap !== null) return 'swapped'
  if (line.found + line.short < line.ordered) return 'open'
  if (line.short > 0) return 'short'
  return line.grams === null ? 'found' : 'weighed'
}

/** What the replaced pieces cost, and what the swap is worth at its own price, in paise; 0 without a swap. */
export const swapValues = (line: Counted & { price: Paise }) => ({
  replaced: swappedPieces(line) * line.price,
  worth: line.swap === null ? 0 : line.swap.quantity * line.swap.price,
})

/**
 * Whether a swap is worth more than one and a half times what it replaces: it needs a reason and, if the store asks for
 * one, a second person.
 */
export function isSwapAboveBound(line: Counted & { price: Paise }): boolean {
  const { replaced, worth } = swapValues(line)
  return 2 * worth > 3 * replaced
}

/** Why a line cannot have a setting. `swap-reason`: the setting is possible with a reason for the swap. */
export type PickProblem = { code: 'pick' | 'weight' | 'swap' | 'swap-reason'; message: string }

type Checked = Counted & Pick<PickLine, 'title' | 'variantId' | 'price' | 'weight'>

/** A swap is of another variant, of a plausible number of pieces, and has a reason if it is far dearer. */
function swapProblem(line: Checked): PickProblem | null {
  const { swap, title, variantId } = line
  if (swap === null) return null
  const replaces = swappedPieces(line)
  if (replaces < 1) return { code: 'pick', message: `No piece of ${title} is left to swap` }
  if (swap.variantId === variantId)
    return { code: 'swap', message: `${title} cannot be swapped for the same product and size` }
  const most = replaces * MAX_SWAP_PIECES
  if (swap.quantity > most)
    return {
      code: 'swap',
      message: `At most ${count(most)} pieces can replace ${count(replaces)} × ${title}`,
    }
  if (swap.reason !== '' || !isSwapAboveBound(line)) return null
  const { replaced, worth } = swapValues(line)
  return {
    code: 'swap-reason',
    message: `${swap.title} for ${formatRupees(worth)} replaces ${title} for ${formatRupees(replaced)}. Give a reason`,
  }
}

/** A weight is plausible from half to double of what the found pieces weigh as ordered. */
function weightProblem({ grams, weight, found, title }: Checked): PickProblem | null {
  if (grams === null) return null
  if (weight === null) return { code: 'pick', message: `${title} is not sold by weight` }
  if (found === 0) return { code: 'pick', message: 'Only pieces that were found can be weighed' }
  const ordered = found * weight
  if (2000 * grams >= ordered && 1000 * grams <= 2 * ordered) return null
  const [least, most] = [Math.ceil(ordered / 2000), Math.floor(ordered / 500)]
  return { code: 'weight', message: `${title} must weigh from ${count(least)} to ${count(most)} g` }
}

/**
 * Whether a weight is close enough to the ordered one, 90 to 110 %, to be accepted without a question. `ordered` in
 * milligrams.
 */
export const isNearWeight = (grams: number, ordered: number) =>
  10_000 * grams >= 9 * ordered && 10_000 * grams <= 11 * ordered

/**
 * Why a line cannot have this setting; null if it can. The screen calls it before it sends a setting, the server for
 * each setting and again at the end of a pick.
 */
export function pickProblem(line: Checked): PickProblem | null {
  const { ordered, found, short, title } = line
  if (found + short > ordered) return { code: 'pick', message: `Only ${ordered} of ${title} ordered` }
  return swapProblem(line) ?? weightProblem(line)
}

/** The line as the bill counts it. While it is open, its other pieces count as found. */
export function billedAs(line: PickLine): PickedLine {
  const { ordered: quantity, price, coins, weight, grams, swap } = line
  const found = lineState(line) === 'open' ? quantity - line.short : line.found
  return {
    price,
    quantity,
    coins,
    weight,
    found,
    // A weight is that of all found pieces, so it counts only once all pieces are found.
    grams: found === line.found ? grams : null,
    swap: swap && { ...swap, replaces: swappedPieces(line) },
  }
}

/** A line of the bill and the invoice after picking: its total is always price × quantity. */
export type BilledLine = {
  /** The ordered line that it comes from. */
  line: number
  productId: string
  variantId: string
  title: string
  quantityText: string
  quantity: number
  price: Paise
  total: Paise
  /** The pieces in the bag. */
  pieces: number
  isSwap: boolean
  grams: number | null
}

/** A weighed line, or one whose amount its pieces do not divide, is billed as one piece; the text names its content. */
function asBilled(pieces: number, total: Paise, quantityText: string, grams: number | null) {
  if (grams !== null) return { quantity: 1, price: total, total, quantityText: `${grams} GM` }
  if (total % pieces === 0) return { quantity: pieces, price: total / pieces, total, quantityText }
  return { quantity: 1, price: total, total, quantityText: `${pieces} × ${quantityText}` }
}

/**
 * The lines of the bill after picking, in the order of the ordered ones; none for a line of which nothing was found.
 * @param bill the bill of the same lines
 */
export function billedLines(
  lines: readonly PickLine[],
  bill: { lineTotals: readonly Paise[]; swapTotals: readonly Paise[] },
): BilledLine[] {
  return lines.flatMap((line, i) => {
    const swapTotal = bill.swapTotals[i] ?? 0
    const foundTotal = (bill.lineTotals[i] ?? 0) - swapTotal
    const { line: number, productId, variantId, title, found, grams, swap } = line
    const rows: BilledLine[] = []
    if (found > 0)
      rows.push({
        line: number,
        productId,
        variantId,
        title,
        ...asBilled(found, foundTotal, line.quantityText, grams),
        pieces: found,
        isSwap: false,
        grams,
      })
    if (swap)
      rows.push({
        line: number,
        productId: swap.productId,
        variantId: swap.variantId,
        title: swap.title,
        ...asBilled(swap.quantity, swapTotal, swap.quantityText, null),
        pieces: swap.quantity,
        isSwap: true,
        grams: null,
      })
    return rows
  })
}

/** What a finished pick means for the stock of one variant. */
export type PickedStock = {
  variantId: string
  /** Found pieces of the ordered variant. */
  found: number
  /** Pieces of it that replace others. */
  swapped: number
  /** Pieces that can no longer be sold. */
  damaged: number
  reason: ShortReason | ''
  /** The shelf is empty, whatever stock is recorded. */
  isGone: boolean
}

/** The effects of a finished pick on stock, a row for each variant (shelf and pick, Pick). */
export function pickedStock(lines: readonly PickLine[]): PickedStock[] {
  const rows = new Map<string, PickedStock>()
  const rowOf = (variantId: string) => {
    const row = rows.get(variantId) ?? {
      variantId,
      found: 0,
      swapped: 0,
      damaged: 0,
      reason: '' as const,
      isGone: false,
    }
    rows.set(variantId, row)
    return row
  }
  for (const line of lines) {
    const row = rowOf(line.variantId)
    const { reason } = line
    const missing = line.short + swappedPieces(line)
    row.found += line.found
    if (missing > 0) row.reason = reason
    if (missing > 0 && (reason === 'damaged' || reason === 'expired')) row.damaged += missing
    if (missing > 0 && reason === 'not there') row.isGone = true
    if (line.swap) rowOf(line.swap.variantId).swapped += line.swap.quantity
  }
  return [...rows.values()]
}
