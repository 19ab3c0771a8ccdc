import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/types.ts'
import { liveEpoch } from '../../tables/journal.ts'

/**
 * Starts a new epoch of the live events: within two seconds every process tells its streams to begin again. Call it after a
 * restore, also beside running processes. Returns a row if it has started one.
 * @param instead only while this is the present epoch, so that of several processes that notice a loss one starts an epoch
 */
export const startEpoch = (db: Db, instead?: string) =>
  db
    .update(liveEpoch)
    .set({ epoch: sql`gen_random_uuid()` })
    .where(instead === undefined ? undefined : eq(liveEpoch.epoch, instead))
    .returning({ epoch: liveEpoch.epoch })
