import type { Minutes } from './figures.ts'

const PART = /^\D*(\d{1,3})(?:\s*(?:-|–|to)\s*(\d{1,3}))?\s*(min|mins|minutes?|h|hrs?|hours?)\b/i

/**
 * The longest time that a delivery time promises, in minutes: '10–15 min' → 15, '1 hour + 10 minutes' → 70. The setting
 * is free text; null if it names no time.
 */
export function promisedMinutes(deliveryTime: string): number | null {
  let sum = 0
  for (const part of deliveryTime.split('+')) {
    const [, least, most, unit = ''] = PART.exec(part) ?? []
    if (least === undefined) return null
    sum += Number(most ?? least) * (/^h/i.test(unit) ? 60 : 1)
  }
  return sum
}

/** Delivered orders by the delivery time they were promised. */
export type Delivered = Minutes & { promise: string }

/** How many of the orders whose promise names a time were delivered within it. */
export function withinPromise(all: readonly Delivered[]): { promised: number; within: number } {
  let [promised, within] = [0, 0]
  for (const { promise, minutes, orders } of all) {
    const limit = promisedMinutes(promise)
    if (limit === null) continue
    promised += orders
    if (minutes <= limit) within += orders
  }
  return { promised, within }
}
