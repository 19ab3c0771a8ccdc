import type { SQL } from 'drizzle-orm'
import { wrapTransactions, type TestApp } from '../app.ts'
import { lockWaiters } from './interleave.ts'

/**
 * Stops the first call at the row locked by `lock`, starts the second, and lets the first continue once the second
 * waits for a lock or has finished. On the embedded engine, which runs one transaction at a time, one call follows the
 * other.
 * @returns the answers, and how often a transaction ran again after a deadlock
 */
export async function collide<Answer>(
  t: TestApp,
  lock: SQL,
  [first, second]: readonly [() => Promise<Answer>, () => Promise<Answer>],
) {
  if (t.database.engine === 'embedded') return { answers: [await first(), await second()], retries: 0 }
  const tries = new Map<object, number>()
  const restore = wrapTransactions(t.context, (work) =>
    t.database.transaction((tx) => {
      tries.set(work, (tries.get(work) ?? 0) + 1)
      return work(tx)
    }),
  )
  const until = async (isReached: (waiters: number) => boolean) => {
    while (!isReached((await t.db.execute(lockWaiters)).rows.length))
      await new Promise((next) => setTimeout(next, 5))
  }
  const answers = await t.database.transaction(async (tx) => {
    await tx.execute(lock)
    const one = first()
    await until((waiters) => waiters === 1)
    let isDone = false
    const two = second().finally(() => (isDone = true))
    await until((waiters) => isDone || waiters === 2)
    return [one, two] as const
  })
  const both = await Promise.all(answers)
  restore()
  const retries = [...tries.values()].reduce((sum, times) => sum + times - 1, 0)
  return { answers: both, retries }
}
