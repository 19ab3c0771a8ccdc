import { setTimeout as rest } from 'node:timers/promises'

/**
 * Runs `work` once at a time: starts meanwhile lead to one more run, `restMs` after the one before. What fails is told,
 * and ends nothing.
 */
export function inTurn(work: () => Promise<void>, failed: (error: unknown) => void, restMs = 0) {
  let running: Promise<void> | null = null
  let again = false
  let isOver = false
  const run = async () => {
    do {
      again = false
      await work().catch(failed)
      if (restMs > 0) await rest(restMs)
    } while (again && !isOver)
    running = null
  }
  return {
    start: () => {
      if (isOver) return
      if (running) again = true
      else running = run()
    },
    /** Starts nothing more; what runs has ended when it resolves. */
    end: () => {
      isOver = true
      return running ?? Promise.resolve()
    },
  }
}
