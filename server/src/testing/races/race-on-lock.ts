import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/types.ts'
import type { TestApp } from '../app.ts'
import { lockWaiters } from './interleave.ts'

/** How many calls must wait before the lock is released: not all, as the pool has fewer connections. */
const enoughWaiting = 5

/** Resolves when at least `count` sessions wait for a lock. */
async function waiting(tx: Db, count: number) {
  // A transaction sees one snapshot of pg_stat_activity until it is cleared.
  const waiters = async () => {
    await tx.execute(sql`SELECT pg_stat_clear_snapshot()`)
    return (await tx.execute(lockWaiters)).rows.length
  }
  while ((await waiters()) < count) await new Promise((next) => setTimeout(next, 5))
}

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
    await waiting(tx, Math.min(calls.length, enoughWaiting))
  })
  return all ?? start()
}

/**
 * Makes at most five calls that get the row locked by `lock` one after the other, as listed. On a server all of them
 * wait for it before the first continues. On the embedded engine each starts after the one before.
 */
export async function queueOnLock<Answer>(
  { database }: TestApp,
  lock: SQL,
  calls: readonly (() => Promise<Answer>)[],
): Promise<Answer[]> {
  const started: Promise<Answer>[] = []
  const queue = async (next: (answer: Promise<Answer>) => Promise<unknown>) => {
    for (const call of calls) {
      const answer = call()
      started.push(answer)
      await next(answer)
    }
  }
  if (database.engine !== 'server') await queue((answer) => answer)
  else
    await database.transaction(async (tx) => {
      await tx.execute(lock)
      await queue(() => waiting(tx, started.length))
    })
  return Promise.all(started)
}

/** Repeats a call until it gets an answer other than 503, which it gets after waiting for a lock too long. */
export async function untilServed<Answer extends { status: number }>(
  call: () => Promise<Answer>,
): Promise<Answer> {
  for (;;) {
    const answer = await call()
    if (answer.status !== 503) return answer
  }
}
