import { lt, sql } from 'drizzle-orm'
import type { Database } from '../db/open.ts'
import type { Db } from '../db/types.ts'
import { liveEvents } from '../tables/journal.ts'
import { inTurn } from './in-turn.ts'

export type EventType =
  | 'order.created'
  | 'order.changed'
  | 'manual-order.created'
  | 'manual-order.changed'
  | 'withdrawal.created'
  | 'withdrawal.changed'
/**
 * `seq` grows and is never seen before a smaller one, so a listener that knows a `seq` has missed nothing before it.
 * `at`: when it was written, milliseconds since 1970 by the database's clock.
 */
export type LiveEvent = { seq: number; type: EventType; subject: string; at: number }
type Batch = readonly LiveEvent[]

const channel = 'kirana_live'
/** A process may die between its commit and the numbering: whoever looks next numbers what it left. */
const lookAnywayMs = 2_000
const atOnce = 500
/** Numbering is a commit of its own: what happens within this long of one shares the next. */
const numberingRestMs = 50

/** Writes what live screens will hear of, within the transaction of the change itself. */
export const announce = (tx: Db, type: EventType, subject: string) =>
  tx.insert(liveEvents).values({ type, subject })

/**
 * Numbers what was committed. The lock makes numbering processes follow each other up to their commit, which is what
 * keeps a larger number from being seen first; a plain sequence in the writers' transactions would not.
 */
const numberCommitted = (database: Database) =>
  database.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${channel}, 0))`)
    const { rows } = await tx.execute(sql`
      UPDATE live_events e SET seq = n.seq
      FROM (
        SELECT id, nextval('live_event_seq') AS seq
        FROM (SELECT id FROM live_events WHERE seq IS NULL ORDER BY id LIMIT ${atOnce}) fresh
      ) n
      WHERE e.id = n.id
      RETURNING e.id`)
    return rows.length
  })

/** Most changes announce nothing: a look costs less than the lock and its transaction. */
const isAnyFresh = async ({ db }: Database) =>
  (await db.execute(sql`SELECT 1 FROM live_events WHERE seq IS NULL LIMIT 1`)).rows.length > 0

const readAfter = async (db: Db, seq: number): Promise<Batch> => {
  const { rows } = await db.execute<{ events: LiveEvent[] | null }>(sql`
    SELECT json_agg(json_build_object('seq', seq, 'type', type, 'subject', subject,
      'at', round(extract(epoch FROM at) * 1000)) ORDER BY seq) AS events
    FROM (SELECT * FROM live_events WHERE seq > ${seq} ORDER BY seq LIMIT ${atOnce}) e`)
  return rows[0]?.events ?? []
}

export type Live = Awaited<ReturnType<typeof openLive>>

/** The process's ear: hears of every committed change of every process, and tells its listeners. */
export async function openLive(database: Database, failed: (error: unknown) => void) {
  const listeners = new Set<(batch: Batch) => void>()
  const { rows } = await database.db.execute<{ seq: number }>(
    sql`SELECT coalesce(max(seq), 0)::float8 AS seq FROM live_events`,
  )
  let last = rows[0]?.seq ?? 0

  const hear = inTurn(async () => {
    for (
      let batch = await readAfter(database.db, last);
      batch.length > 0;
      batch = await readAfter(database.db, last)
    ) {
      last = batch.at(-1)?.seq ?? last
      for (const listener of listeners) listener(batch)
    }
  }, failed)
  const number = inTurn(
    async () => {
      if (!(await isAnyFresh(database))) return
      let numbered = 0
      for (
        let n = await numberCommitted(database);
        n > 0;
        n = n < atOnce ? 0 : await numberCommitted(database)
      )
        numbered += n
      if (numbered === 0) return
      hear.start()
      await database.notify(channel)
    },
    failed,
    numberingRestMs,
  )
  const stopListening = await database.listen(channel, () => hear.start())
  const timer = setInterval(() => {
    number.start()
    hear.start()
  }, lookAnywayMs)
  timer.unref()
  number.start()

  return {
    /** After the commit of anything that may have announced something. */
    wake: () => number.start(),
    /** The number of the newest event that was told. */
    position: () => last,
    subscribe(listener: (batch: Batch) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** What came after `seq`; null when that is too long ago (or from another database) to be told one by one. */
    async missed(seq: number): Promise<Batch | null> {
      const { rows: kept } = await database.db.execute<{ least: number | null; most: number | null }>(
        sql`SELECT min(seq)::float8 AS least, max(seq)::float8 AS most FROM live_events`,
      )
      const { least, most } = kept[0] ?? {}
      if (seq > (most ?? 0)) return seq === last ? [] : null
      if (least != null && seq < least - 1) return null
      const batch = await readAfter(database.db, seq)
      return batch.length < atOnce ? batch : null
    },
    async close() {
      clearInterval(timer)
      await Promise.all([stopListening(), number.end(), hear.end()])
    },
  }
}

/** Events of more than two days ago are forgotten: whoever was away longer reloads. */
export const sweepEvents = (db: Db, now: Date) =>
  db.delete(liveEvents).where(lt(liveEvents.at, new Date(now.getTime() - 48 * 3_600_000)))
