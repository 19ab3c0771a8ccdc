import { setTimeout as wait } from 'node:timers/promises'
import { and, countDistinct, eq, gt, isNotNull, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import { run } from '../../db/send.ts'
import type { Database, Db, Lease } from '../../db/types.ts'
import { pushMessages } from '../../tables/push-messages.ts'
import { users } from '../../tables/users.ts'
import type { Fcm, Result } from './fcm.ts'
import { poll } from '../../jobs/poll.ts'

const channel = 'kirana_push'
/** A process may die during a job; the next poll of any process resumes it. */
const pollIntervalMs = 5_000
/** Number of phones after which a broadcast saves its progress: a crash repeats at most one batch. */
export const batchSize = 200
const sendConcurrency = 25
const singleMessageConcurrency = 10
const saveRetryMs = 1_000
const nothing = async () => {}

const { id, audience, token, title, body, cursor } = pushMessages
type Message = typeof pushMessages.$inferSelect
const openRow = z.strictObject({ id: z.string(), audience: z.enum(['one', 'all']) })
type Open = z.output<typeof openRow>
type Job = Pick<Message, 'id' | 'audience' | 'token' | 'title' | 'body' | 'cursor'>
/** `userId` is null for a message to one phone. */
type Phone = { userId: string | null; token: string }

/** The unfinished jobs, single messages before broadcasts. */
const openJobs = (db: Db): Promise<Open[]> =>
  rowsOf(db, openRow).execute(sql`
    SELECT id, audience FROM push_messages WHERE status = 'sending'
    ORDER BY audience = 'all', id LIMIT ${2 * singleMessageConcurrency}`)

/** The current state of a job; undefined when it is done. */
const readJob = async (db: Db, jobId: string): Promise<Job | undefined> => {
  const rows = await db
    .select({ id, audience, token, title, body, cursor })
    .from(pushMessages)
    .where(and(eq(id, jobId), eq(pushMessages.status, 'sending')))
  return rows[0]
}

/** The next customers with a token. Two accounts on one phone share a token and get one message. */
const nextPhones = (db: Db, after: string | null): Promise<Phone[]> =>
  db
    .select({ userId: users.id, token: sql<string>`${users.fcmToken}` })
    .from(users)
    .where(
      and(
        isNotNull(users.fcmToken),
        after === null ? undefined : gt(users.id, after),
        sql`NOT EXISTS (SELECT 1 FROM users other WHERE other.fcm_token = ${users.fcmToken} AND other.id < ${users.id})`,
      ),
    )
    .orderBy(users.id)
    .limit(batchSize)

/** The number of phones that a broadcast reaches. */
export const countPhones = async (db: Db) => {
  const rows = await db
    .select({ phones: countDistinct(users.fcmToken) })
    .from(users)
    .where(isNotNull(users.fcmToken))
  return rows[0]?.phones ?? 0
}

type Progress = { cursor: string | null; phones: Phone[]; results: Result[]; isLast: boolean }

/**
 * Saves a job's progress and removes dead tokens, in one statement. Returns false if another process has continued the
 * job since it was read.
 */
async function writeProgress(db: Db, job: Job, { cursor, phones, results, isLast }: Progress) {
  const count = (outcome: Result['outcome']) => results.filter((result) => result.outcome === outcome).length
  const dead = phones.filter((_, i) => results[i]?.outcome === 'dead').map(({ token }) => token)
  const { rows } = await run(
    db,
    sql`
    WITH removed AS (
      UPDATE users SET fcm_token = NULL
      WHERE fcm_token IN (SELECT jsonb_array_elements_text(${JSON.stringify(dead)}::jsonb))
    )
    UPDATE push_messages SET cursor = ${cursor}, sent = sent + ${count('sent')},
      failed = failed + ${count('failed')}, dead = dead + ${count('dead')},
      status = ${isLast ? 'done' : 'sending'}, finished_at = ${isLast ? sql`now()` : null}
    WHERE id = ${job.id} AND status = 'sending' AND cursor IS NOT DISTINCT FROM ${job.cursor}
    RETURNING id`,
  )
  return rows.length > 0
}

/** The errors, grouped: '3 × 500 INTERNAL'. */
function reasons(results: readonly Result[]) {
  const counts = new Map<string, number>()
  for (const result of results)
    if (result.outcome === 'failed') counts.set(result.why, (counts.get(result.why) ?? 0) + 1)
  return [...counts].map(([why, count]) => `${count} × ${why}`).join(', ')
}

/** Results in the order of the phones, up to the first phone without a result because of a shutdown. */
async function sendToPhones(fcm: Fcm, phones: readonly Phone[], { title, body }: Job) {
  const results: (Result | null)[] = phones.map(() => null)
  const waiting = phones.entries()
  const sender = async () => {
    for (const [at, { token }] of waiting) results[at] = await fcm.send({ token, title, body })
  }
  await Promise.all(Array.from({ length: sendConcurrency }, sender))
  const decided: Result[] = []
  for (const result of results) {
    if (!result) break
    decided.push(result)
  }
  return decided
}

export type Push = {
  isConfigured: boolean
  /** Starts sending unfinished and new messages. */
  start: () => Promise<void>
  /** Call it after the commit of a message: the sending process then polls. Does not wait for the sending. */
  wake: () => Promise<void>
  /** Resolves after the requests in progress; the next start sends the remaining messages. */
  close: () => Promise<void>
}

/**
 * Sends the push_messages with status 'sending'. With a lease, only one process sends at a time; when it stops, another
 * process resumes its jobs. Without `fcm` push is not configured and nothing is sent.
 */
export function openPush(database: Database, fcm: Fcm | null, failed: (error: unknown) => void): Push {
  return fcm
    ? pushThrough(database, fcm, failed)
    : { isConfigured: false, start: nothing, wake: nothing, close: nothing }
}

function pushThrough(database: Database, fcm: Fcm, failed: (error: unknown) => void): Push {
  const { db } = database
  const running = new Map<string, { audience: Job['audience']; ended: Promise<void> }>()
  let lease: Lease | null = null
  let isStopping = false
  let stopListening = nothing

  const polling = poll(pollIntervalMs, failed, async () => {
    const open = await openJobs(db)
    if (open.length === 0 && running.size === 0) await lease?.release()
    if (open.length === 0 || isStopping) return
    if (!lease?.isHeld() && running.size === 0) lease = await database.lease(channel)
    if (!lease?.isHeld()) return
    for (const job of open) if (!running.has(job.id) && hasRoomFor(job)) startJob(job)
  })

  function hasRoomFor({ audience }: Open) {
    const sameKind = [...running.values()].filter((other) => other.audience === audience)
    return sameKind.length < (audience === 'one' ? singleMessageConcurrency : 1)
  }

  function startJob({ id, audience }: Open) {
    // After a failure only the timer polls again: an immediate retry would be too frequent.
    const ended = runJob(id)
      .finally(() => running.delete(id))
      .then(polling.wake, failed)
    running.set(id, { audience, ended })
  }

  async function runJob(id: string) {
    // Reads the job again, because it may have changed since the poll.
    let job = await readJob(db, id)
    while (job && !isStopping && lease?.isHeld()) job = await sendBatch(job)
  }

  /** Retries until the progress is written, because after a database failure customers must not get a message twice. */
  async function untilWritten(write: () => Promise<boolean>): Promise<boolean> {
    for (;;) {
      try {
        return await write()
      } catch (error) {
        failed(error)
        if (isStopping) return false
        await wait(saveRetryMs)
      }
    }
  }

  /** Sends one batch; returns the job if there is more to send. */
  async function sendBatch(job: Job): Promise<Job | undefined> {
    const phones =
      job.audience === 'one' ? [{ userId: null, token: job.token }] : await nextPhones(db, job.cursor)
    const results = await sendToPhones(fcm, phones, job)
    const isLast = results.length === phones.length && (job.audience === 'one' || phones.length < batchSize)
    const cursor = phones[results.length - 1]?.userId ?? job.cursor
    const why = reasons(results)
    if (why) failed(new Error(`Push messages were not sent: ${why}`))
    const isSaved = await untilWritten(() => writeProgress(db, job, { cursor, phones, results, isLast }))
    return isSaved && !isLast ? { ...job, cursor } : undefined
  }

  return {
    isConfigured: true,
    async start() {
      stopListening = await database.listen(channel, polling.wake)
      polling.start()
    },
    wake: () => database.notify(channel),
    async close() {
      isStopping = true
      fcm.stop()
      await Promise.all([stopListening(), polling.end()])
      await Promise.all([...running.values()].map(({ ended }) => ended))
      await lease?.release()
      // Another process then takes the lease immediately.
      await database.notify(channel)
    },
  }
}
