import { sql } from 'drizzle-orm'
import { wrapTransactions, type TestApp } from '../app.ts'

/** Finds sessions that wait for a lock, only in this database, because tests share the server. */
export const lockWaiters = sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`

/**
 * Makes the second call after the first has done its work but before it commits; the first commits when the second waits
 * for a lock or has finished. The embedded engine runs one transaction at a time: there, one call follows the other.
 */
export async function interleave<A, B>(t: TestApp, first: () => Promise<A>, second: () => Promise<B>) {
  if (t.database.engine === 'embedded') return [await first(), await second()] as const
  let other: Promise<B> | undefined
  const restore = wrapTransactions(t.context, (work) =>
    t.database.transaction(async (tx) => {
      const answer = await work(tx)
      if (other !== undefined) return answer
      // Statements that were sent without waiting have been executed once this one is answered.
      await tx.execute(sql`SELECT 1`)
      let isDone = false
      other = second().finally(() => (isDone = true))
      while (!isDone && (await t.db.execute(lockWaiters)).rows.length === 0)
        await new Promise((next) => setTimeout(next, 5))
      return answer
    }),
  )
  const one = await first()
  const two = await other
  restore()
  if (two === undefined) throw new Error('The first call changed nothing')
  return [one, two] as const
}
