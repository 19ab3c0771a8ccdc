import type { RiderDay } from '@kirana/contract/rider'

const KEY = 'kirana-rider-day'
/** How long a rider's session lasts. */
const SESSION_MS = 12 * 60 * 60_000

/** `at`: time when the first day after signing in was stored, in ms since 1970. */
type Stored = { at: number; day: RiderDay }

/** The stored day, if its session may still be valid. */
function stored(): Stored | null {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Stored | null
    // Earlier releases stored the day without `at`.
    return found && Math.abs(Date.now() - found.at) < SESSION_MS ? found : null
  } catch {
    return null
  }
}

/** The day as the server last returned it, for a reload without a network. Deleted 12 hours after signing in. */
export function storedDay(): RiderDay | null {
  const found = stored()
  if (!found) storeDay(null)
  return found?.day ?? null
}

export function storeDay(day: RiderDay | null) {
  try {
    if (day) localStorage.setItem(KEY, JSON.stringify({ at: stored()?.at ?? Date.now(), day }))
    else localStorage.removeItem(KEY)
  } catch {
    // Storage is blocked: a reload needs the network.
  }
}

/** Whether a day is stored whose session has expired. */
export function isStoredDayExpired() {
  try {
    return localStorage.getItem(KEY) !== null && !stored()
  } catch {
    return false
  }
}
