import { HttpError } from '../../errors.ts'

/**
 * Runs at most `concurrency` tasks at a time, round-robin over the callers, so that one caller with many tasks does not
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
  /** Waiting tasks by caller. A caller just served moves to the end: a Map keeps insertion order. */
  const waiting = new Map<string, (() => void)[]>()
  let running = 0

  function startNext() {
    const [first] = waiting
    if (!first) return void running--
    const [caller, [start, ...others]] = first
    waiting.delete(caller)
    if (others.length > 0) waiting.set(caller, others)
    start?.()
  }

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
    waiting: () => [...waiting.values()].flat().length,
    waitingOf: (caller: string) => waiting.get(caller)?.length ?? 0,
    /** Runs `work` when it is the caller's turn. */
    async run<T>(caller: string, work: () => Promise<T>): Promise<T> {
      if (running < concurrency) running++
      else await new Promise<void>((start) => waiting.set(caller, [...(waiting.get(caller) ?? []), start]))
      try {
        return await work()
      } finally {
        startNext()
      }
    },
  }
}
