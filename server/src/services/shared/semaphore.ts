import { HttpError } from '../../errors.ts'

/**
 * Runs at most `concurrency` tasks at a time; further ones wait in order.
 * @throws HttpError 503 when `maxWaiting` tasks are waiting
 */
export function semaphore(concurrency: number, maxWaiting = Number.POSITIVE_INFINITY) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= concurrency) {
      if (waiting.length >= maxWaiting) {
        throw new HttpError(503, 'The server is busy. Please try again in a moment', { retryAfter: 5 })
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
