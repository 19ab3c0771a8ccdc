import { ApiError, isFinal } from '#/lib/api-error.ts'
import { createStore } from '#/lib/store.ts'

/** A call without an answer counts as lost after this, so that the queue goes on. */
export const ANSWER_MS = 15_000
/** How often a tab looks for what another one has left behind. */
export const ORPHANED_MS = 30_000
const FIRST_RETRY_MS = 1000
const LAST_RETRY_MS = 15_000

/** A 401 keeps what was asked for until the same person signs in again; a 429 is for later. */
export const isRefusal = (error: unknown): error is ApiError =>
  isFinal(error) && error instanceof ApiError && error.status !== 401 && error.status !== 429

/**
 * Sends what waits in a queue, one after the other. `next` is what is to be sent now; `attempt` resolves with false when it
 * must be sent again.
 */
export function createSender<T>(next: () => T | undefined, attempt: (one: T) => Promise<boolean>) {
  /** Whether the queue waits for the network, or for a server that answers. */
  const isStuck = createStore(false)
  let isSending = false
  let failures = 0
  let retry: ReturnType<typeof setTimeout> | undefined

  async function send() {
    if (isSending) return
    isSending = true
    clearTimeout(retry)
    try {
      for (let one = next(); one !== undefined; one = next()) {
        const isAnswered = navigator.onLine && (await attempt(one))
        if (!isAnswered) return waitToRetry()
        failures = 0
        isStuck.set(false)
      }
      isStuck.set(false)
    } finally {
      isSending = false
    }
  }

  function waitToRetry() {
    isStuck.set(true)
    failures += 1
    const wait = Math.min(FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 10), LAST_RETRY_MS)
    retry = setTimeout(() => void send(), wait)
  }

  /** Sends what earlier visits left, and goes on when the network is back; returns a cleanup function. */
  function start() {
    const wake = () => {
      failures = 0
      void send()
    }
    const orphans = setInterval(wake, ORPHANED_MS)
    addEventListener('online', wake)
    wake()
    return () => {
      clearInterval(orphans)
      clearTimeout(retry)
      removeEventListener('online', wake)
    }
  }

  return { isStuck, send: () => void send(), start }
}
