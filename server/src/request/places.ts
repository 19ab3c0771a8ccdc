import { HttpError } from '../errors.ts'

export const busy = () => new HttpError(503, 'The server is busy. Please try again', { retryAfter: 1 })
export const tooMany = () => new HttpError(429, 'Too many calls at once. Please try again', { retryAfter: 1 })

/**
 * Limits concurrent calls or streams to `total` places, of which `kept` are reserved for staff or other known callers.
 */
export function places({ total, kept = 0 }: { total: number; kept?: number }) {
  const byKey = new Map<string, number>()
  let [all, ofOthers] = [0, 0]
  return {
    /**
     * Takes a place that counts for each key: a person, an address, a network. Returns an idempotent function that
     * releases it.
     * @throws HttpError 429 when a key has reached its maximum, 503 when no place is free
     */
    take(most: Readonly<Record<string, number>>, isKnown: boolean): () => void {
      const keys = Object.keys(most)
      if (keys.some((key) => (byKey.get(key) ?? 0) >= (most[key] ?? 0))) throw tooMany()
      if (all >= total || (!isKnown && ofOthers >= total - kept)) throw busy()
      const count = (by: 1 | -1) => {
        all += by
        if (!isKnown) ofOthers += by
        for (const key of keys) {
          const now = (byKey.get(key) ?? 0) + by
          if (now === 0) byKey.delete(key)
          else byKey.set(key, now)
        }
      }
      count(1)
      let isHeld = true
      return () => {
        if (isHeld) count(-1)
        isHeld = false
      }
    },
  }
}

export type Places = ReturnType<typeof places>
