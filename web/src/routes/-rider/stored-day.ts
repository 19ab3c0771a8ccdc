import type { RiderDay } from '@kirana/contract/rider'

const KEY = 'kirana-rider-day'

/** The day as the server last answered it, for a reload without a network. */
export function storedDay(): RiderDay | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as RiderDay | null
  } catch {
    return null
  }
}

export function storeDay(day: RiderDay | null) {
  try {
    if (day) localStorage.setItem(KEY, JSON.stringify(day))
    else localStorage.removeItem(KEY)
  } catch {
    // Storage is blocked: a reload needs the network.
  }
}
