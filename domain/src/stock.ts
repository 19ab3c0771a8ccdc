import type { DeliveryStatus } from './vocabulary.ts'

/** Why the pieces on hand of a variant changed. */
export const movementKinds = ['received', 'counted', 'sold', 'short', 'damaged', 'returned'] as const
export type MovementKind = (typeof movementKinds)[number]

/** What an order has of a variant: nothing, pieces that wait for it on the shelf, or pieces that left the shelf. */
export const holdings = ['none', 'reserved', 'taken'] as const
export type Holding = (typeof holdings)[number]

/** The most pieces that one variant can have. */
export const MAX_STOCK = 1_000_000

/** With this many pieces or fewer, customers see how many are left. */
export const LEFT_SHOWN = 5

/** Pieces that expire within this many days are listed; an expiry date is the last good day. */
export const EXPIRING_DAYS = 3

/** Where each piece of an order of this status is. */
export const holdingIn = (status: DeliveryStatus): Holding =>
  status === 'canceled' ? 'none' : status === 'confirmed' ? 'reserved' : 'taken'

/** The effects of a status change on the stock of an order's pieces; the numbers are for one piece. */
export type StockEffects = {
  from: Holding
  to: Holding
  onHand: -1 | 0 | 1
  reserved: -1 | 0 | 1
  /** The recorded movement of the pieces on hand; null if they do not change. */
  movement: 'sold' | 'returned' | null
  /** The change requires pieces that are not reserved. */
  needsAvailable: boolean
}

const onHandIn = (holding: Holding) => (holding === 'taken' ? -1 : 0)
const reservedIn = (holding: Holding) => (holding === 'reserved' ? 1 : 0)
const step = (change: number) => Math.sign(change) as -1 | 0 | 1

/**
 * The effects of a status change on stock (shelf and pick, Stock): what the order has afterwards minus what it had, so
 * that the result does not depend on the path. Null if nothing changes.
 */
export function stockEffects(from: DeliveryStatus, to: DeliveryStatus): StockEffects | null {
  const had = holdingIn(from)
  const has = holdingIn(to)
  if (had === has) return null
  const onHand = step(onHandIn(has) - onHandIn(had))
  return {
    from: had,
    to: has,
    onHand,
    reserved: step(reservedIn(has) - reservedIn(had)),
    movement: onHand === 0 ? null : has === 'none' ? 'returned' : 'sold',
    needsAvailable: had === 'none',
  }
}

/** The pieces that can be sold: expired and reserved ones cannot. Never below 0. */
export const availableOf = (level: { onHand: number; reserved: number; expired: number }) =>
  Math.max(0, level.onHand - level.reserved - level.expired)

/**
 * What customers see of a variant: `left` is what one order can have of the last pieces. `available` is null if its stock
 * is not tracked, `pieces` the limit of an order.
 */
export const stockShown = (
  available: number | null,
  pieces: number,
): { inStock: boolean; left?: number } => ({
  inStock: available === null || available > 0,
  ...(available !== null && available <= LEFT_SHOWN && { left: Math.min(available, pieces) }),
})

/** Names the product, the pieces wanted and those that are left. */
export const shortageMessage = (line: {
  title: string
  quantityText: string
  quantity: number
  available: number
}) => {
  const name = `${line.title} (${line.quantityText})`
  return line.available === 0
    ? `${name} is out of stock: ${line.quantity} wanted, 0 left`
    : `Not enough of ${name}: ${line.quantity} wanted, ${line.available} left`
}

/** The error of an imported row whose barcode has been given to another variant. */
export const barcodeMoved = (title: string) => `This barcode now belongs to ${title}`

/** 'A3' before 'A10'; lines without a shelf come last, in the order of the bill. */
export const byShelf = (a: { shelf: string; line: number }, b: { shelf: string; line: number }) =>
  Number(a.shelf === '') - Number(b.shelf === '') ||
  a.shelf.localeCompare(b.shelf, 'en', { numeric: true, sensitivity: 'base' }) ||
  a.line - b.line
