/** Urgency of a waiting order: 'soon' from 4 minutes, 'late' from 8. The promise is about 10 minutes (section 9). */
export type Urgency = 'fresh' | 'soon' | 'late'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The age from which a waiting order is late, in ms. */
export const LATE_MS = 8 * MINUTE

/** `ageMs`: milliseconds since the order was placed. */
export const urgencyOf = (ageMs: number): Urgency =>
  ageMs >= LATE_MS ? 'late' : ageMs >= 4 * MINUTE ? 'soon' : 'fresh'

/** '3:56'; '2 h 05 min' from one hour; '3 days' from one day. A negative age (clock behind) counts as 0. */
export function ageText(ageMs: number) {
  const ms = Math.max(0, ageMs)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)}:${two((ms % MINUTE) / 1000)}`
  if (ms < DAY) return `${Math.floor(ms / HOUR)} h ${two((ms % HOUR) / MINUTE)} min`
  const days = Math.floor(ms / DAY)
  return days === 1 ? '1 day' : `${days} days`
}
