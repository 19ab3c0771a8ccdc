import type { Db } from '../../db/types.ts'
import type { Channel } from '../../config/sms-settings.ts'
import { type Claimed, finish, postpone } from './code-rows.ts'
import type { Answer, CodeProvider, ErrorClass } from './providers/provider.ts'

const firstPauseMs = 2_000
const longestPauseMs = 30_000

type Sender = {
  db: Db
  provider: CodeProvider
  now: () => Date
  failed: (error: unknown) => void
  isStopping: () => boolean
}

/** A finished attempt. `attempts` is the number of attempts on all channels so far. */
export type Tried = { provider: string; channel: Channel; attempts: number }

/** The stored result of an attempt. */
export type Settled =
  | { state: 'sent' | 'failed' | 'given-up'; error: ErrorClass | ''; reason: string }
  | { state: 'retried'; pauseMs: number }

const describe = ({ provider, channel }: Tried, { reason }: { reason: string }) =>
  `${provider} ${channel} ${reason}`

/**
 * Makes one attempt on the message's channel, then on the next ones as long as the failures are permanent. Null when
 * the process stops before the next channel is tried.
 */
export async function attempt(
  { db, provider, now, failed, isStopping }: Sender,
  message: Claimed,
): Promise<{ answer: Answer; tried: Tried } | null> {
  const { channels } = provider
  const first = channels.findIndex(({ channel }) => channel === message.channel)
  let { attempts } = message
  for (const [at, { channel, send }] of [...channels.entries()].slice(Math.max(0, first))) {
    const answer = await send(message)
    const next = channels[at + 1]
    const tried = { provider: provider.name, channel, attempts: ++attempts }
    if (answer.outcome !== 'refused' || !next) return { answer, tried }
    if (isStopping()) {
      // When the process is stopping, another request could take longer than the time until it is killed.
      await postpone(db, message, { ...tried, channel: next.channel, error: '', reason: '', dueAt: now() })
      return null
    }
    failed(new Error(`A sign-in code was refused, ${next.channel} is next: ${describe(tried, answer)}`))
  }
  return null
}

/** Stores the result of an attempt, or the time of the next one. */
export async function settle(
  { db, now, failed }: Sender,
  message: Claimed,
  { answer, tried }: { answer: Answer; tried: Tried },
): Promise<Settled> {
  const conclude = async (outcome: Exclude<Settled, { state: 'retried' }>, messageId = '') => {
    await finish(db, message, { ...tried, ...outcome, messageId }, now())
    if (outcome.state !== 'sent')
      failed(new Error(`A sign-in code was not sent: ${describe(tried, outcome)}`))
    return outcome
  }
  if (answer.outcome === 'sent') return conclude({ state: 'sent', error: '', reason: '' }, answer.messageId)
  const { reason } = answer
  if (answer.outcome === 'refused') return conclude({ state: 'failed', error: answer.error, reason })
  const pauseMs = answer.afterMs ?? Math.min(longestPauseMs, firstPauseMs * 2 ** (tried.attempts - 1))
  const dueAt = new Date(now().getTime() + pauseMs)
  if (dueAt >= message.giveUpAt) return conclude({ state: 'given-up', error: 'unavailable', reason })
  if (!(await postpone(db, message, { ...tried, error: 'unavailable', reason, dueAt })))
    return conclude({ state: 'given-up', error: 'replaced', reason })
  return { state: 'retried', pauseMs }
}
