import { Refused } from '../http/refuse.ts'

/**
 * Runs at most `most` pieces of work at a time; the others wait their turn.
 * @throws Refused 503 when `mostWaiting` stand in line already
 */
export function limiter(most: number, mostWaiting = Number.POSITIVE_INFINITY) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= most) {
      if (waiting.length >= mostWaiting) {
        throw new Refused(503, 'Too much at once. Try again in a moment', { retryAfter: 5 })
      }
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
