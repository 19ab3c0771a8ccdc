import { fairTurns, type Lane } from '../../fair-turns.ts'

/**
 * Runs at most `concurrency` tasks at a time, in fair turns of the callers, so that one caller with many tasks does not
 * delay others. Every lane takes its turn, too, and has `reserved` of the concurrent tasks for itself.
 */
export function fairQueue<const L extends string>({
  concurrency,
  reserved,
}: {
  concurrency: number
  reserved: Record<L, number>
}) {
  const unlimited = Number.POSITIVE_INFINITY
  const lanes = Object.fromEntries(
    Object.entries<number>(reserved).map(([lane, reserved]) => [
      lane,
      { reserved, runningPerCaller: concurrency, waitingPerCaller: unlimited, waiting: unlimited },
    ]),
  ) as Record<L, Lane>
  const turns = fairTurns({ turns: concurrency, lanes, freshFirst: false, defer: (work) => work() })

  return {
    waiting: () => turns.load().waiting,
    waitingOf: (lane: L, caller: string) => turns.waitingOf(lane, caller),
    /** Runs `work` when it is the caller's turn. */
    async run<T>(lane: L, caller: string, work: () => Promise<T>): Promise<T> {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const turn = turns.take(lane, caller, { start: resolve, drop: reject })
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
