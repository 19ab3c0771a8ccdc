import { sql } from 'drizzle-orm'
import { callsThrough, type TestApp } from './app.ts'

/** Finds somebody who waits for a lock in this database; tests in other ones of the server wait as well. */
export const waiting = sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`

/**
 * Makes the second call while the first has done its work and not committed it yet: the first goes on when the second
 * waits for it, or is through. On a server only, the embedded database has one transaction at a time.
 */
export async function meanwhile<A, B>(t: TestApp, first: () => Promise<A>, second: () => Promise<B>) {
  let other: Promise<B> | undefined
  const restore = callsThrough(t.kit, (work) =>
    t.database.transaction(async (tx) => {
      const answer = await work(tx)
      if (other !== undefined) return answer
      let isThrough = false
      other = second().finally(() => (isThrough = true))
      while (!isThrough && (await t.db.execute(waiting)).rows.length === 0)
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
