import type { Database, Db } from '../../db/types.ts'
import { coalesce } from '../../jobs/coalesce.ts'
import type { Channel } from '../../config/sms-settings.ts'
import {
  addMessage,
  type Claimed,
  claimDue,
  finish,
  giveUpOverdue,
  postpone,
  type Purpose,
} from './code-rows.ts'
import type { Answer, CodeProvider, ErrorClass } from './providers/provider.ts'

/** How long the caller of a sign-in waits for the outcome. */
const answerWithinMs = 4_000
/** Interval at which every process polls for due attempts, including those of stopped processes. */
const pollIntervalMs = 5_000
const firstPauseMs = 2_000
const longestPauseMs = 30_000
/** Messages that one process retries at a time. */
const retryConcurrency = 20
/** The minimum time that a customer must have to enter a code. */
const timeToEnterMs = 5 * 60_000

export type Outcome = {
  id: string
  state: 'asked' | 'sent' | 'failed' | 'given-up'
  error: ErrorClass | ''
  reason: string
}

/** An event of a message, for the metrics. `seconds`: since it was requested. */
export type CodeEvent = {
  provider: string
  channel: Channel
  outcome: 'retried' | Outcome['state']
  seconds: number
}

/** A code to send; `validUntil` is when it expires. */
export type CodeRequest = { purpose: Purpose; phone: string; code: string; validUntil: Date }

export type Codes = {
  /** Null if none is configured. */
  provider: CodeProvider | null
  /** Whether codes can be sent: by a provider, or to the log in sample mode. */
  canSend: boolean
  /**
   * Stores a code and sends it. Waits a few seconds for the outcome; returns `asked` if there is none by then, and continues
   * in the background. Call it outside any transaction.
   */
  send: (request: CodeRequest) => Promise<Outcome>
  /** Stores a code and sends it in the background. */
  sendLater: (request: CodeRequest) => Promise<void>
  /** The first half of `send`: stores a code in a transaction. Call `handOver` immediately after the commit. */
  record: (tx: Db, request: CodeRequest) => Promise<Claimed>
  handOver: (message: Claimed) => Promise<Outcome>
  /** Calls `listener` with the events of messages. Returns a function that unsubscribes. */
  subscribe: (listener: (event: CodeEvent) => void) => () => void
  /** Starts polling, which continues messages left by this or another process. */
  start: () => void
  /** Polls for due attempts. Does not wait for them. */
  poll: () => void
  /** Resolves after the requests in progress; the rest is left for the next start. */
  close: () => Promise<void>
}

const nothing = async () => {}

/** Without a provider, codes are printed in sample mode and not sent otherwise. */
export const withoutProvider = (print: ((phone: string, code: string) => void) | null): Codes => ({
  provider: null,
  canSend: print !== null,
  send: async ({ phone, code }) => {
    print?.(phone, code)
    return { id: '', state: print ? 'sent' : 'failed', error: '', reason: '' }
  },
  sendLater: async ({ phone, code }) => print?.(phone, code),
  record: () => Promise.reject(new Error('There is no provider of sign-in codes')),
  handOver: ({ id }) => Promise.resolve({ id, state: 'failed', error: '', reason: '' }),
  subscribe: () => () => {},
  start: () => {},
  poll: () => {},
  close: nothing,
})

type Options = { now: () => Date; failed: (error: unknown) => void; answerWithinMs?: number }

/**
 * Sends codes through `provider`. The process that handles the request makes the first attempt immediately; after a
 * temporary failure, any process makes the next ones, until the code would arrive too late to be entered.
 */
export function openCodes(
  database: Database,
  provider: CodeProvider,
  { now, failed, ...options }: Options,
): Codes {
  const { db } = database
  const running = new Set<Promise<void>>()
  const waiting = new Map<string, (outcome: Outcome) => void>()
  const listeners = new Set<(event: CodeEvent) => void>()
  const retries = new Set<NodeJS.Timeout>()
  let isStopping = false
  let timer: NodeJS.Timeout | undefined

  function publish(event: CodeEvent) {
    for (const listener of listeners) listener(event)
  }
  const secondsSince = (at: Date) => Math.max(0, now().getTime() - at.getTime()) / 1000

  const poll = coalesce(async () => {
    for (const { channel, provider, error } of await giveUpOverdue(db, now())) {
      publish({ provider, channel, outcome: 'given-up', seconds: 0 })
      failed(new Error(`A sign-in code was given up: ${provider} ${channel} ${error}`))
    }
    const room = retryConcurrency - running.size
    if (isStopping || room <= 0) return
    for (const message of await claimDue(db, room, now())) begin(message)
  }, failed)

  function begin(message: Claimed) {
    // After a database failure the claim expires, and the message is given up, so that it is not sent twice.
    const ended = attempt(message).catch(failed)
    running.add(ended)
    void ended.finally(() => running.delete(ended))
  }

  /** Makes one attempt on the message's channel, then on the next ones as long as the failures are permanent. */
  async function attempt(message: Claimed) {
    const { channels } = provider
    let at = Math.max(
      0,
      channels.findIndex(({ channel }) => channel === message.channel),
    )
    for (let attempts = message.attempts + 1; ; attempts++) {
      const tried = channels[at]
      if (!tried) return
      const answer = await tried.send(message)
      const next = channels[at + 1]
      const progress = { provider: provider.name, channel: tried.channel, attempts }
      if (answer.outcome !== 'refused' || !next) return settle(message, answer, progress)
      if (isStopping) {
        // A second request might outlast the time to stop.
        await postpone(db, message, {
          ...progress,
          channel: next.channel,
          error: '',
          reason: '',
          dueAt: now(),
        })
        return
      }
      failed(new Error(`A sign-in code was refused, ${next.channel} is next: ${describe(progress, answer)}`))
      at++
    }
  }

  type Tried = { provider: string; channel: Channel; attempts: number }
  const describe = ({ provider, channel }: Tried, { reason }: { reason: string }) =>
    `${provider} ${channel} ${reason}`

  async function settle(message: Claimed, answer: Answer, tried: Tried) {
    const { id, giveUpAt } = message
    const conclude = async (
      outcome: Omit<Outcome, 'id' | 'state'> & { state: 'sent' | 'failed' | 'given-up' },
      messageId = '',
    ) => {
      await finish(db, message, { ...tried, ...outcome, messageId }, now())
      publish({ ...tried, outcome: outcome.state, seconds: secondsSince(message.createdAt) })
      if (outcome.state !== 'sent')
        failed(new Error(`A sign-in code was not sent: ${describe(tried, outcome)}`))
      waiting.get(id)?.({ id, ...outcome })
    }
    if (answer.outcome === 'sent') return conclude({ state: 'sent', error: '', reason: '' }, answer.messageId)
    const { reason } = answer
    if (answer.outcome === 'refused') return conclude({ state: 'failed', error: answer.error, reason })
    const pause = answer.afterMs ?? Math.min(longestPauseMs, firstPauseMs * 2 ** (tried.attempts - 1))
    const dueAt = new Date(now().getTime() + pause)
    if (dueAt >= giveUpAt) return conclude({ state: 'given-up', error: 'unavailable', reason })
    if (!(await postpone(db, message, { ...tried, error: 'unavailable', reason, dueAt })))
      return conclude({ state: 'given-up', error: 'replaced', reason })
    publish({ ...tried, outcome: 'retried', seconds: secondsSince(message.createdAt) })
    const retry = setTimeout(() => {
      retries.delete(retry)
      poll.start()
      // Timers may be a little early.
    }, pause + 10)
    retries.add(retry.unref())
  }

  function record(on: Db, { purpose, phone, code, validUntil }: CodeRequest) {
    const channel = provider.channels[0]?.channel ?? 'sms'
    const giveUpAt = new Date(validUntil.getTime() - timeToEnterMs)
    return addMessage(on, { purpose, phone, code, provider: provider.name, channel, giveUpAt }, now())
  }

  async function firstOutcome(message: Claimed) {
    const { id } = message
    const { promise, resolve } = Promise.withResolvers<Outcome>()
    waiting.set(id, resolve)
    const patience = setTimeout(
      () => resolve({ id, state: 'asked', error: '', reason: '' }),
      options.answerWithinMs ?? answerWithinMs,
    )
    begin(message)
    const outcome = await promise
    clearTimeout(patience)
    waiting.delete(id)
    return outcome
  }

  return {
    provider,
    canSend: true,
    record,
    handOver: firstOutcome,
    send: async (request) => firstOutcome(await record(db, request)),
    sendLater: async (request) => begin(await record(db, request)),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    start() {
      timer = setInterval(poll.start, pollIntervalMs)
      timer.unref()
      poll.start()
    },
    poll: poll.start,
    async close() {
      isStopping = true
      clearInterval(timer)
      for (const retry of retries) clearTimeout(retry)
      await poll.end()
      await Promise.all(running)
    },
  }
}
