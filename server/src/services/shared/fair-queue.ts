import { HttpError } from '../../errors.ts'
import { fairTurns } from '../../fair-turns.ts'

/**
 * Runs at most `concurrency` tasks at a time, in fair turns of the callers, so that one caller with many tasks does not
 * delay others. Each caller may have `perCaller` tasks at once, waiting ones included.
 */
export function fairQueue({
  concurrency,
  perCaller = Number.POSITIVE_INFINITY,
}: {
  concurrency: number
  perCaller?: number
}) {
  const tasksByCaller = new Map<string, number>()
  const unlimited = Number.POSITIVE_INFINITY
  const turns = fairTurns({
    turns: concurrency,
    lanes: {
      all: { reserved: 0, runningPerCaller: concurrency, waitingPerCaller: unlimited, waiting: unlimited },
    },
    freshFirst: false,
    defer: (work) => work(),
  })

  return {
    /**
     * Reserves one of the caller's places; returns the function that releases it.
     * @throws HttpError 429 when the caller has no place left
     */
    enter(caller: string): () => void {
      const taken = tasksByCaller.get(caller) ?? 0
      if (taken >= perCaller)
        throw new HttpError(429, 'Too many attempts at once. Please try again in a moment', { retryAfter: 1 })
      tasksByCaller.set(caller, taken + 1)
      return () => {
        const left = (tasksByCaller.get(caller) ?? 1) - 1
        if (left > 0) tasksByCaller.set(caller, left)
        else tasksByCaller.delete(caller)
      }
    },
    waiting: () => turns.load().waiting,
    waitingOf: (caller: string) => turns.waitingOf('all', caller),
    /** Runs `work` when it is the caller's turn. */
    async run<T>(caller: string, work: () => Promise<T>): Promise<T> {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const turn = turns.take('all', caller, { start: resolve, drop: reject })
      if (typeof turn === 'string') throw new Error('A queue without limits has refused a caller')
      try {
        if (!turn.isRunning()) await promise
        return await work()
      } finally {
        turn.end()
      }
    },
  }
}
