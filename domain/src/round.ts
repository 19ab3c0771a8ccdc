import { byShelf } from './stock.ts'

/** How many orders are picked in one walk. */
export const MIN_ROUND = 2
export const MAX_ROUND = 4

/** The bags of a round, in the order of the ids in its address. */
export const roundLetters = ['A', 'B', 'C', 'D'] as const
export type RoundLetter = (typeof roundLetters)[number]

/**
 * The oldest order first: the day and the number within it are in the order's number. The letters of the bags follow
 * this order.
 */
export const byAge = <T extends { order_id: string }>(orders: readonly T[]) =>
  orders.toSorted((a, b) => a.order_id.localeCompare(b.order_id, 'en', { numeric: true }))

/** The known orders with the letters of their positions; the letter of an unknown order stays unused. */
export const withLetters = <T extends object>(orders: readonly (T | undefined)[]) =>
  orders.flatMap((order, place) => {
    const letter = roundLetters[place]
    return order && letter ? [{ ...order, letter }] : []
  })

type Shelved = { shelf: string; line: number; variantId: string }

/** The stops of a walk: lines of the same variant together, in the order of the shelves, those without a shelf last. */
export function stopsOf<T extends Shelved>(lines: readonly T[]): [T, ...T[]][] {
  const stops = new Map<string, [T, ...T[]]>()
  for (const line of lines.toSorted(byShelf)) {
    const stop = stops.get(line.variantId)
    if (stop) stop.push(line)
    else stops.set(line.variantId, [line])
  }
  return [...stops.values()]
}

/** The aisle of a shelf: 'A3' is in the first, 'B1' in the second, 'AA1' in the twenty-seventh; 12 in the twelfth. */
function aisleOf(shelf: string): number {
  const [, letters = '', number = ''] = /^([a-z]*)(\d*)/i.exec(shelf.trim()) ?? []
  if (letters === '') return Number(number)
  return [...letters.toUpperCase()].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0)
}

/**
 * How far a walk is, in aisles: from the packing table (aisle 0) to the stops in the order of their shelves, and back.
 * A stop without a shelf adds nothing.
 */
export function aisleDistance(lines: readonly Shelved[]): number {
  const aisles = stopsOf(lines).flatMap(([{ shelf }]) => (shelf === '' ? [] : aisleOf(shelf)))
  const [total, last] = aisles.reduce(([sum, at], next) => [sum + Math.abs(next - at), next], [0, 0])
  return total + last
}
