import { type EventType, eventTypes } from '@kirana/domain/vocabulary'
import { lt, max, min, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Database, Db } from '../../db/types.ts'
import { liveEvents } from '../../tables/journal.ts'
import { coalesce } from '../../jobs/coalesce.ts'
import type { Batch } from '../../live-event.ts'

const channel = 'kirana_live'
/** A process may die between its commit and the numbering; the next poll of any process numbers its events. */
const pollIntervalMs = 2_000
const batchSize = 500
/** Numbering is a commit of its own: events within this interval share one. */
const numberingDebounceMs = 50

/** Publishes an event within the transaction of the change itself (a transactional outbox). */
export const publishEvent = (tx: Db, type: EventType, subject: string) =>
  tx.insert(liveEvents).values({ type, subject })

/**
 * Numbers committed events. The lock serializes the numbering processes until their commit, so that no larger number
 * becomes visible first; a sequence in the writers' own transactions would not guarantee that.
 */
const numberCommitted = (database: Database) =>
  database.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${channel}, 0))`)
    const { rows } = await tx.execute(sql`
      UPDATE live_events e SET seq = n.seq
      FROM (
        SELECT id, nextval('live_event_seq') AS seq
        FROM (SELECT id FROM live_events WHERE seq IS NULL ORDER BY id LIMIT ${batchSize}) fresh
      ) n
      WHERE e.id = n.id
      RETURNING e.id`)
    return rows.length
  })

/** Most changes publish nothing, and this check is cheaper than the lock and its transaction. */
const hasUnnumbered = async ({ db }: Database) =>
  (await db.execute(sql`SELECT 1 FROM live_events WHERE seq IS NULL LIMIT 1`)).rows.length > 0

const eventsRow = z.strictObject({
  events: z.nullable(
    z.array(
      z.strictObject({ seq: z.number(), type: z.enum(eventTypes), subject: z.string(), at: z.number() }),
    ),
  ),
})

/** The oldest and the newest number; null before the first event. */
const readBounds = async (db: Db) => {
  const [bounds] = await db.select({ least: min(liveEvents.seq), most: max(liveEvents.seq) }).from(liveEvents)
  return { least: bounds?.least ?? null, most: bounds?.most ?? null }
}

const readAfter = async (db: Db, seq: number): Promise<Batch> => {
  const rows = await rowsOf(db, eventsRow).execute(sql`
    SELECT json_agg(json_build_object('seq', seq, 'type', type, 'subject', subject,
      'at', round(extract(epoch FROM at) * 1000)) ORDER BY seq) AS events
    FROM (SELECT * FROM live_events WHERE seq > ${seq} ORDER BY seq LIMIT ${batchSize}) e`)
  return rows[0]?.events ?? []
}

export type Live = Awaited<ReturnType<typeof openLive>>

/** Delivers the committed events of all processes to this process's subscribers. */
export async function openLive(database: Database, failed: (error: unknown) => void) {
  const subscribers = new Set<(batch: Batch) => void>()
  let last = (await readBounds(database.db)).most ?? 0

  const deliver = coalesce(async () => {
    for (
      let batch = await readAfter(database.db, last);
      batch.length > 0;
      batch = await readAfter(database.db, last)
    ) {
      last = batch.at(-1)?.seq ?? last
      for (const subscriber of subscribers) subscriber(batch)
    }
  }, failed)
  const numbering = coalesce(
    async () => {
      if (!(await hasUnnumbered(database))) return
      let numbered = 0
      for (
        let n = await numberCommitted(database);
        n > 0;
        n = n < batchSize ? 0 : await numberCommitted(database)
      )
        numbered += n
      if (numbered === 0) return
      deliver.start()
      await database.notify(channel)
    },
    failed,
    numberingDebounceMs,
  )
  const stopListening = await database.listen(channel, () => deliver.start())
  const timer = setInterval(() => {
    numbering.start()
    deliver.start()
  }, pollIntervalMs)
  timer.unref()
  numbering.start()

  return {
    /** Call it after the commit of a change that may have published events. */
    wake: () => numbering.start(),
    /** The `seq` of the newest delivered event. */
    position: () => last,
    subscribe(subscriber: (batch: Batch) => void) {
      subscribers.add(subscriber)
      return () => void subscribers.delete(subscriber)
    },
    /** The events after `seq`; null when there are too many, or `seq` is too old or from another database. */
    async missed(seq: number): Promise<Batch | null> {
      const { least, most } = await readBounds(database.db)
      if (seq > (most ?? 0)) return seq === last ? [] : null
      if (least !== null && seq < least - 1) return null
      const batch = await readAfter(database.db, seq)
      return batch.length < batchSize ? batch : null
    },
    async close() {
      clearInterval(timer)
      await Promise.all([stopListening(), numbering.end(), deliver.end()])
    },
  }
}

/** Removes events older than two days; clients that were away longer reload. */
export const purgeExpiredEvents = (db: Db, now: Date) =>
  db.delete(liveEvents).where(lt(liveEvents.at, new Date(now.getTime() - 48 * 3_600_000)))
