/**
 * How many minutes after it was placed an order is getting late, and how many after which it is late (company
 * settings).
 */
export type LateTimes = { gettingLateMinutes: number; lateMinutes: number }

/** The times of a store that has set none: the delivery target is about 10 minutes (specification, section 9). */
export const defaultLateTimes: LateTimes = { gettingLateMinutes: 4, lateMinutes: 8 }

/** The longest time that can be set: a day. */
export const MAX_LATE_MINUTES = 1_440

export const LATE_ORDER = 'An order cannot be late before it is getting late'

/** Whether the times are in order, as far as both are given. */
export const areInOrder = ({ gettingLateMinutes = 0, lateMinutes = MAX_LATE_MINUTES }: Partial<LateTimes>) =>
  gettingLateMinutes <= lateMinutes

export type Urgency = 'fresh' | 'soon' | 'late'

const MINUTE = 60_000

/** Urgency of an open order. `ageMs`: milliseconds since it was placed. */
export const urgencyOf = (ageMs: number, { gettingLateMinutes, lateMinutes }: LateTimes): Urgency => {
  if (ageMs >= lateMinutes * MINUTE) return 'late'
  return ageMs >= gettingLateMinutes * MINUTE ? 'soon' : 'fresh'
}
