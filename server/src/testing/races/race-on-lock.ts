import { type SQL, sql } from 'drizzle-orm'
import type { TestApp } from '../app.ts'
import { lockWaiters } from './interleave.ts'

/** How many calls must wait before the lock is released: not all, as the pool has fewer connections. */
const enoughWaiting = 5

/**
 * Makes calls that need the row locked by `lock` at the same time. On a server the lock is held until they wait for it,
 * so that they really race. The embedded engine serializes transactions anyway.
 */
export async function raceOnLock<Answer>(
  { database }: TestApp,
  lock: SQL,
  calls: readonly (() => Promise<Answer>)[],
): Promise<Answer[]> {
  const start = () => Promise.all(calls.map((call) => call()))
  if (database.engine !== 'server') return start()
  let all: Promise<Answer[]> | undefined
  await database.transaction(async (tx) => {
    await tx.execute(lock)
    all = start()
    // A transaction sees one snapshot of pg_stat_activity until it is cleared.
    const waiters = async () => {
      await tx.execute(sql`SELECT pg_stat_clear_snapshot()`)
      return (await tx.execute(lockWaiters)).rows.length
    }
    while ((await waiters()) < Math.min(calls.length, enoughWaiting))
      await new Promise((next) => setTimeout(next, 5))
  })
  return all ?? start()
}
