import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Database, Hold } from '../db/open.ts'
import type { Db } from '../db/types.ts'
import type { Fcm, Result } from './fcm.ts'
import { inTurn } from './in-turn.ts'

const channel = 'kirana_push'
/** A process may die with its jobs: whoever looks next goes on with them. */
const lookAnywayMs = 5_000
/** Phones of a broadcast between two notes of how far it has come: a crash repeats one batch at most. */
export const batchSize = 200
const underWayAtOnce = 25
const singlesAtOnce = 10
const saveAgainMs = 1_000
const nothing = async () => {}

type Open = { id: string; audience: 'one' | 'all' }
type Job = Open & { token: string; title: string; body: string; cursor: string | null }
type Phone = { userId: string | null; token: string }

/** What is left to do, single messages before broadcasts. */
const openJobs = async (db: Db) => {
  const { rows } = await db.execute<Open>(sql`
    SELECT id, audience FROM push_messages WHERE status = 'sending'
    ORDER BY audience = 'all', id LIMIT ${2 * singlesAtOnce}`)
  return rows
}

/** A job as it stands now; undefined when it is done. */
const readJob = async (db: Db, id: string) => {
  const { rows } = await db.execute<Job>(sql`
    SELECT id, audience, token, title, body, cursor FROM push_messages WHERE id = ${id} AND status = 'sending'`)
  return rows[0]
}

/** The next customers with a phone. Two accounts on one phone have one token: it is told once. */
const nextPhones = async (db: Db, cursor: string | null): Promise<Phone[]> => {
  const { rows } = await db.execute<Phone>(sql`
    SELECT id AS "userId", fcm_token AS token FROM users u
    WHERE fcm_token IS NOT NULL ${cursor === null ? sql`` : sql`AND id > ${cursor}`}
      AND NOT EXISTS (SELECT 1 FROM users other WHERE other.fcm_token = u.fcm_token AND other.id < u.id)
    ORDER BY id LIMIT ${batchSize}`)
  return rows
}

/** How many phones a message to everybody is for. */
export const countPhones = async (db: Db) => {
  const { rows } = await db.execute<{ phones: number }>(
    sql`SELECT count(DISTINCT fcm_token)::int AS phones FROM users WHERE fcm_token IS NOT NULL`,
  )
  return rows[0]?.phones ?? 0
}

type Progress = { cursor: string | null; phones: Phone[]; results: Result[]; isLast: boolean }

/**
 * Notes how far a job has come and forgets the phones that are no longer there, in one statement. False when somebody
 * else has gone on with the job since it was read.
 */
async function save(db: Db, job: Job, { cursor, phones, results, isLast }: Progress) {
  const count = (outcome: Result['outcome']) => results.filter((result) => result.outcome === outcome).length
  const dead = phones.filter((_, i) => results[i]?.outcome === 'dead').map(({ token }) => token)
  const { rows } = await db.execute(sql`
    WITH forgotten AS (
      UPDATE users SET fcm_token = NULL
      WHERE fcm_token IN (SELECT jsonb_array_elements_text(${JSON.stringify(dead)}::jsonb))
    )
    UPDATE push_messages SET cursor = ${cursor}, sent = sent + ${count('sent')},
      failed = failed + ${count('failed')}, dead = dead + ${count('dead')},
      status = ${isLast ? 'done' : 'sending'}, finished_at = ${isLast ? sql`now()` : null}
    WHERE id = ${job.id} AND status = 'sending' AND cursor IS NOT DISTINCT FROM ${job.cursor}
    RETURNING id`)
  return rows.length > 0
}

/** What went wrong, each reason once: '3 × 500 INTERNAL'. */
function reasons(results: readonly Result[]) {
  const counts = new Map<string, number>()
  for (const result of results)
    if (result.outcome === 'failed') counts.set(result.why, (counts.get(result.why) ?? 0) + 1)
  return [...counts].map(([why, count]) => `${count} × ${why}`).join(', ')
}

export type Push = {
  isConfigured: boolean
  /** Goes on with what was left, and with what comes from now on. */
  start: () => Promise<void>
  /** After the commit of a message: whoever sends them, in whatever process, looks for it. Does not wait for the sending. */
  wake: () => Promise<void>
  /** Ends after the requests that are under way; what was not sent is left for the next start. */
  close: () => Promise<void>
}

/**
 * Sends what stands in push_messages as 'sending'. Of all processes on the database one does so at a time; another goes
 * on where it stopped. Without `fcm` push is not configured, and nothing is sent.
 */
export function openPush(database: Database, fcm: Fcm | null, failed: (error: unknown) => void): Push {
  if (!fcm) return { isConfigured: false, start: nothing, wake: nothing, close: nothing }
  const { db } = database
  const running = new Map<string, { audience: Job['audience']; ended: Promise<void> }>()
  let hold: Hold | null = null
  let isStopping = false
  let stopLooking = nothing

  const look = inTurn(async () => {
    const open = await openJobs(db)
    if (open.length === 0 && running.size === 0) await hold?.release()
    if (open.length === 0 || isStopping) return
    if (!hold?.isHeld() && running.size === 0) hold = await database.hold(channel)
    if (!hold?.isHeld()) return
    for (const job of open) if (!running.has(job.id) && hasRoomFor(job)) begin(job)
  }, failed)

  function hasRoomFor({ audience }: Open) {
    const alike = [...running.values()].filter((other) => other.audience === audience)
    return alike.length < (audience === 'one' ? singlesAtOnce : 1)
  }

  function begin({ id, audience }: Open) {
    // After a failure the timer looks again: at once would be too often.
    const ended = work(id)
      .finally(() => running.delete(id))
      .then(look.start, failed)
    running.set(id, { audience, ended })
  }

  async function work(id: string) {
    // What was read before it was this one's turn may be old.
    let left = await readJob(db, id)
    while (left && !isStopping && hold?.isHeld()) left = await step(left)
  }

  /** Sends one batch; what is left of the job then, if anything. */
  async function step(job: Job): Promise<Job | undefined> {
    const phones =
      job.audience === 'one' ? [{ userId: null, token: job.token }] : await nextPhones(db, job.cursor)
    const results = await sendTo(phones, job)
    const isLast = results.length === phones.length && (job.audience === 'one' || phones.length < batchSize)
    const cursor = phones[results.length - 1]?.userId ?? job.cursor
    const why = reasons(results)
    if (why) failed(new Error(`Push messages were not sent: ${why}`))
    const isNoted = await note(job, { cursor, phones, results, isLast })
    return isNoted && !isLast ? { ...job, cursor } : undefined
  }

  /** Results in the order of the phones, up to the first that was not decided because the process ends. */
  const sendTo = async (phones: readonly Phone[], { title, body }: Job) => {
    const results: (Result | null)[] = phones.map(() => null)
    const waiting = phones.entries()
    const sender = async () => {
      for (const [at, { token }] of waiting) results[at] = await fcm.send({ token, title, body })
    }
    await Promise.all(Array.from({ length: underWayAtOnce }, sender))
    const decided: Result[] = []
    for (const result of results) {
      if (!result) break
      decided.push(result)
    }
    return decided
  }

  /** Until it is written: customers who were told must not be told again because the database was away. */
  async function note(job: Job, progress: Progress): Promise<boolean> {
    for (;;) {
      try {
        return await save(db, job, progress)
      } catch (error) {
        failed(error)
        if (isStopping) return false
        await wait(saveAgainMs)
      }
    }
  }

  return {
    isConfigured: true,
    async start() {
      const stopListening = await database.listen(channel, look.start)
      const timer = setInterval(look.start, lookAnywayMs)
      timer.unref()
      stopLooking = async () => {
        clearInterval(timer)
        await stopListening()
      }
      look.start()
    },
    wake: () => database.notify(channel),
    async close() {
      isStopping = true
      fcm.stop()
      await Promise.all([stopLooking(), look.end()])
      await Promise.all([...running.values()].map(({ ended }) => ended))
      await hold?.release()
      // Whoever else there is goes on at once.
      await database.notify(channel)
    },
  }
}
