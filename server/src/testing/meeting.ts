import { type SQL, sql } from 'drizzle-orm'
import type { TestApp } from './app.ts'
import { waiting } from './meanwhile.ts'

/** How many of them have to wait before the lock is let go: not all, since the pool has fewer connections. */
const mostWaiting = 5

/**
 * Makes calls at once that need the row which `lock` takes. On a server they really meet: the row is held until
 * they stand before it. The embedded database lets one transaction in after the other by itself.
 */
export async function meeting<Answer>(
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
    // Within a transaction the server's activity stands still until it is asked to look again.
    const waiters = async () => {
      await tx.execute(sql`SELECT pg_stat_clear_snapshot()`)
      return (await tx.execute(waiting)).rows.length
    }
    while ((await waiters()) < Math.min(calls.length, mostWaiting))
      await new Promise((next) => setTimeout(next, 5))
  })
  return all ?? start()
}
