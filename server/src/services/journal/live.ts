import { type EventType, eventTypes } from '@kirana/domain/vocabulary'
import { and, lt, max, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Database, Db } from '../../db/types.ts'
import { liveEvents } from '../../tables/journal.ts'
import { coalesce } from '../../jobs/coalesce.ts'
import type { Batch, Place } from '../../live-event.ts'
import { startEpoch } from '../shared/live-epoch.ts'

const channel = 'kirana_live'
/** A process may die between its commit and the numbering; the next poll of any process numbers its events. */
const pollIntervalMs = 2_000
const batchSize = 500
/**
 * A stream that has missed as many events is reset instead. After half a minute without a database, the orders of that time
 * are all placed within seconds, before a screen reconnects.
 */
const mostMissed = 2_000
/** Numbering events needs a separate commit. Events within this interval share it. */
const numberingDebounceMs = 50

/**
 * Interval at which all events are searched for those without a number. The other searches read only newer events,
 * because while a transaction with an old snapshot is open, the index keeps an entry for every event that has been
 * numbered since.
 */
const searchAllMs = 60_000

/** Publishes an event within the transaction of the change itself (a transactional outbox). */
export const publishEvent = (tx: Db, type: EventType, subject: string) =>
  tx.insert(liveEvents).values({ type, subject })

/**
 * Numbers committed events. The lock serializes the numbering processes until their commit, so that no larger number
 * becomes visible first; a sequence in the writers' own transactions would not guarantee that.
 */
const numberCommitted = (database: Database, above: number) =>
  database.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${channel}, 0))`)
    const { rows } = await tx.execute(sql`
      UPDATE live_events e SET seq = n.seq
      FROM (
        SELECT id, nextval('live_event_seq') AS seq
        FROM (SELECT id FROM live_events WHERE seq IS NULL AND id > ${above} ORDER BY id LIMIT ${batchSize}) fresh
      ) n
      WHERE e.id = n.id
      RETURNING e.id`)
    return rows.length
  })

/** Most changes publish nothing, and this check is cheaper than the lock and its transaction. */
const hasUnnumbered = async ({ db }: Database, above: number) =>
  (await db.execute(sql`SELECT 1 FROM live_events WHERE seq IS NULL AND id > ${above} ORDER BY id LIMIT 1`))
    .rows.length > 0

const newestIdRow = z.strictObject({ id: z.number() })

async function newestId({ db }: Database) {
  const [newest] = await rowsOf(db, newestIdRow).execute(
    sql`SELECT coalesce(max(id), 0)::float8 AS id FROM live_events`,
  )
  return newest?.id ?? 0
}

/** Determines the ids among which events without a number are searched. */
function searchedIds(database: Database, clock: () => number) {
  let [above, newest, allAt] = [0, 0, Number.NEGATIVE_INFINITY]
  return {
    /**
     * Returns the id above which to search; 0 for all. It was the newest id at least `searchAllMs` ago. Calls end
     * within 40 s, so every call that wrote an event up to it has ended; an event of a longer transaction waits for the
     * next search of all.
     */
    above: async () => {
      if (clock() - allAt < searchAllMs) return above
      above = newest
      newest = await newestId(database)
      allAt = clock()
      return 0
    },
    /** After a loss of events, their ids are assigned again. */
    restart: () => {
      ;[above, newest, allAt] = [0, 0, Number.NEGATIVE_INFINITY]
    },
  }
}

/** SQL for the insert time of an event in ms, as in `Place`. */
const writtenAt = sql`round(extract(epoch FROM at) * 1000)::bigint`

/** SQL: a position after everything that the statement sees; NULL without a replica. */
const positionOf = ({ replica }: Database) => sql.raw(replica?.currentPosition ?? 'NULL')

const placeRow = z.strictObject({
  epoch: z.string(),
  seq: z.number(),
  at: z.number(),
  position: z.nullable(z.string()),
})

const withoutNull = <T extends object>({ position, ...place }: T & { position: string | null }) =>
  position === null ? place : { ...place, position }

/** The place after the newest event. */
async function newestPlace(database: Database): Promise<Place> {
  const [place] = await rowsOf(database.db, placeRow).execute(sql`
    SELECT epoch, coalesce(e.seq, 0)::float8 AS seq, coalesce(e.at, 0)::float8 AS at,
      ${positionOf(database)} AS position
    FROM live_epoch LEFT JOIN (
      SELECT seq, ${writtenAt} AS at FROM live_events WHERE seq IS NOT NULL ORDER BY seq DESC LIMIT 1
    ) e ON true`)
  if (!place) throw new Error('The live events have no epoch')
  return withoutNull(place)
}

const nextRow = z.strictObject({
  epoch: z.string(),
  isThere: z.boolean(),
  position: z.nullable(z.string()),
  events: z.nullable(
    z.array(
      z.strictObject({ seq: z.number(), type: z.enum(eventTypes), subject: z.string(), at: z.number() }),
    ),
  ),
})

/**
 * The next events after a place, at most `batchSize`, with the current epoch; `isThere`: the event of the place still
 * exists. One statement, so that all values are from one snapshot. Comparing the newest number would not detect a loss,
 * because sequences run ahead, and other events may have got the lost numbers. With a replica, each event has a
 * position after its commit.
 */
async function readBehind(database: Database, { seq, at }: Place) {
  // For the place before the first event: nothing is lost as long as no event was purged.
  const isThere =
    seq === 0
      ? sql`NOT EXISTS (SELECT 1 FROM live_events WHERE at < now() - interval '48 hours')`
      : sql`EXISTS (SELECT 1 FROM live_events WHERE seq = ${seq} AND ${writtenAt} = ${at})`
  const [next] = await rowsOf(database.db, nextRow).execute(sql`
    SELECT epoch, ${isThere} AS "isThere", ${positionOf(database)} AS position, (
      SELECT json_agg(json_build_object('seq', seq, 'type', type, 'subject', subject, 'at', ${writtenAt}) ORDER BY seq)
      FROM (SELECT * FROM live_events WHERE seq > ${seq} ORDER BY seq LIMIT ${batchSize}) e
    ) AS events
    FROM live_epoch`)
  if (!next) throw new Error('The live events have no epoch')
  const { epoch, isThere: is, position, events } = next
  return {
    epoch,
    isThere: is,
    events: (events ?? []).map((event) => withoutNull({ ...event, epoch, position })),
  }
}

type Subscriber = {
  onBatch: (batch: Batch) => void
  /** Events that may have been delivered are lost: the subscriber reloads its data and continues from `place`. */
  onReset: (place: Place) => void
}

export type Live = Awaited<ReturnType<typeof openLive>>

/**
 * Delivers the committed events of all processes to this process's subscribers. `clock`: milliseconds that only
 * increase.
 */
export async function openLive(
  database: Database,
  failed: (error: unknown) => void,
  clock: () => number = () => performance.now(),
) {
  const subscribers = new Set<Subscriber>()
  const searched = searchedIds(database, clock)
  let last = await newestPlace(database)

  /** Starts again after the last event was lost, or after another process or a restore has started an epoch. */
  async function beginAgain(epoch: string) {
    if (epoch === last.epoch && (await startEpoch(database.db, epoch)).length > 0)
      await database.notify(channel)
    searched.restart()
    last = await newestPlace(database)
    for (const { onReset } of subscribers) onReset(last)
  }
  const deliver = coalesce(async () => {
    for (;;) {
      const { epoch, isThere, events } = await readBehind(database, last)
      if (epoch !== last.epoch || !isThere) await beginAgain(epoch)
      else if (events.length === 0) return
      else {
        last = events.at(-1) ?? last
        for (const { onBatch } of subscribers) onBatch(events)
      }
    }
  }, failed)
  const numbering = coalesce(
    async () => {
      const above = await searched.above()
      if (!(await hasUnnumbered(database, above))) return
      let numbered = 0
      for (
        let n = await numberCommitted(database, above);
        n > 0;
        n = n < batchSize ? 0 : await numberCommitted(database, above)
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
    /** The place after the newest delivered event. */
    position: () => last,
    /** Resolves when the events that were committed before this call are delivered. Does not reject on failure. */
    poll: () => deliver.run(),
    subscribe(onBatch: Subscriber['onBatch'], onReset: Subscriber['onReset'] = () => {}) {
      const subscriber = { onBatch, onReset }
      subscribers.add(subscriber)
      return () => void subscribers.delete(subscriber)
    },
    /**
     * The events after a place; null when there are too many, or when the place does not belong to the current stream.
     */
    async missed(place: Place): Promise<Batch | null> {
      const missed: Batch[number][] = []
      for (let from = place; missed.length < mostMissed; from = missed.at(-1) ?? from) {
        const { epoch, isThere, events } = await readBehind(database, from)
        if (epoch !== place.epoch || !isThere) return null
        missed.push(...events)
        if (events.length < batchSize) return missed
      }
      return null
    },
    async close() {
      clearInterval(timer)
      await Promise.all([stopListening(), numbering.end(), deliver.end()])
    },
  }
}

/**
 * Removes events older than two days, except the newest of them; clients offline for longer reload. In an inactive
 * store that event is the last one that processes and browsers have received, and its absence would look like a loss.
 */
export function purgeExpiredEvents(db: Db, now: Date) {
  const isExpired = lt(liveEvents.at, new Date(now.getTime() - 48 * 3_600_000))
  const newest = db
    .select({ seq: max(liveEvents.seq) })
    .from(liveEvents)
    .where(isExpired)
  return db.delete(liveEvents).where(and(isExpired, lt(liveEvents.seq, newest)))
}
