import { coalesce } from './coalesce.ts'

/**
 * Runs `work` one at a time: once it is started, every `intervalMs`, and whenever it is woken. It does not keep the
 * process alive. Failures go to `failed` and do not stop further runs.
 */
export function poll(intervalMs: number, failed: (error: unknown) => void, work: () => Promise<void>) {
  const { start: wake, end } = coalesce(work, failed)
  let timer: NodeJS.Timeout | undefined
  return {
    start: () => {
      timer = setInterval(wake, intervalMs).unref()
      wake()
    },
    /** Requests a run, also before `start`. */
    wake,
    /** Prevents further runs; resolves when the current one has ended. */
    end: () => {
      clearInterval(timer)
      return end()
    },
  }
}
