import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/types.ts'
import { liveEpoch } from '../../tables/journal.ts'

/**
 * Starts a new epoch of the live events: within two seconds every process resets its streams. Call it after a restore,
 * even while processes run. Returns a row if an epoch was started.
 * @param instead start a new epoch only if this is the current one, so that only one of several processes that detect a
 * loss does so
 */
export const startEpoch = (db: Db, instead?: string) =>
  db
    .update(liveEpoch)
    .set({ epoch: sql`gen_random_uuid()` })
    .where(instead === undefined ? undefined : eq(liveEpoch.epoch, instead))
    .returning({ epoch: liveEpoch.epoch })
