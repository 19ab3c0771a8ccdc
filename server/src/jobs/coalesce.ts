import { setTimeout as wait } from 'node:timers/promises'

/**
 * Runs `work` one at a time. Any number of starts during a run lead to one more run, `debounceMs` after it. Failures go
 * to `failed` and do not stop further runs.
 */
export function coalesce(work: () => Promise<void>, failed: (error: unknown) => void, debounceMs = 0) {
  let running: Promise<void> | null = null
  let isStartedAgain = false
  let isEnded = false
  const run = async () => {
    do {
      isStartedAgain = false
      await work().catch(failed)
      if (debounceMs > 0) await wait(debounceMs)
    } while (isStartedAgain && !isEnded)
    running = null
  }
  const start = () => {
    if (isEnded) return
    if (running) isStartedAgain = true
    else running = run()
  }
  return {
    start,
    /** Requests a run; resolves when a run that began after this request has ended. */
    run: () => {
      start()
      return running ?? Promise.resolve()
    },
    /** Prevents further runs; resolves when the current one has ended. */
    end: () => {
      isEnded = true
      return running ?? Promise.resolve()
    },
  }
}
