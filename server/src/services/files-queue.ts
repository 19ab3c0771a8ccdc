import { Refused } from '../http/refuse.ts'

/**
 * Lets `most` pieces of work run at a time; the others wait in order.
 * @throws Refused 503 when `waiting` already stand in line
 */
export function queue(most: number, waiting: number) {
  const line: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running === most) {
      if (line.length === waiting) {
        throw new Refused(503, 'Too many uploads at once. Try again in a moment', { retryAfter: 5 })
      }
      // The place is handed over, so `running` stays as it is.
      await new Promise<void>((go) => line.push(go))
    } else running++
    try {
      return await work()
    } finally {
      const next = line.shift()
      if (next) next()
      else running--
    }
  }
}
