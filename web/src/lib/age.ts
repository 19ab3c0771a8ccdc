const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** '3:56'; '2 h 05 min' from one hour; '3 days' from one day. A negative age (clock behind) counts as 0. */
export function ageText(ageMs: number) {
  const ms = Math.max(0, ageMs)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)}:${two((ms % MINUTE) / 1000)}`
  if (ms < DAY) return `${Math.floor(ms / HOUR)} h ${two((ms % HOUR) / MINUTE)} min`
  const days = Math.floor(ms / DAY)
  return days === 1 ? '1 day' : `${days} days`
}
