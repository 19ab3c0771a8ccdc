import { sql } from 'drizzle-orm'
import type { Db } from '../db/types.ts'

/**
 * Plays a restore, or a failover that lost events: those after the number `seq` are gone, and the numbers start again
 * behind it, those of the rows included. `taken` other events then get theirs.
 */
export async function loseEvents(tx: Db, seq: number, taken = 0) {
  await tx.execute(sql`DELETE FROM live_events WHERE seq > ${seq} OR seq IS NULL`)
  await tx.execute(sql`SELECT setval('live_event_seq', ${seq + 1}, false)`)
  await tx.execute(sql`
    SELECT setval(pg_get_serial_sequence('live_events', 'id'), coalesce(max(id), 0) + 1, false) FROM live_events`)
  await tx.execute(sql`
    INSERT INTO live_events (type, subject, seq)
    SELECT 'cash.changed', gen_random_uuid(), nextval('live_event_seq') FROM generate_series(1, ${taken}::int)`)
}
