import { type CodeBudget, stateBegunBy } from '@kirana/domain/code-budget'
import type { Database, Db } from '../../db/types.ts'
import { poll } from '../../jobs/poll.ts'
import type { Channel } from '../../config/sms-settings.ts'
import { attempt, settle } from './code-attempts.ts'
import { addMessage, type Claimed, claimDue, giveUpOverdue, type Purpose } from './code-rows.ts'
import type { CodeProvider, ErrorClass } from './providers/provider.ts'

/** Maximum time that the caller of a sign-in waits for the outcome. */
const defaultAnswerWithinMs = 4_000
/** Interval at which every process polls for due attempts, including those of stopped processes. */
const pollIntervalMs = 5_000
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

/** An event of a message, for the metrics. `seconds`: time since its request. */
export type CodeEvent = {
  provider: string
  channel: Channel
  outcome: 'retried' | Outcome['state']
  seconds: number
}

/** A code to send, which expires at `validUntil`. */
export type CodeRequest = { purpose: Purpose; phone: string; code: string; validUntil: Date }

export type Codes = {
  /** Null if none is configured. */
  provider: CodeProvider | null
  /** Whether codes can be sent: by a provider, or to the log in sample mode. */
  canSend: boolean
  /**
   * Stores a code and sends it. Waits a few seconds for the outcome; returns `asked` if there is none by then, and
   * continues in the background. Call it outside any transaction.
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
  /** Resolves after the requests in progress. The next start sends the remaining messages. */
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

type Options = {
  now: () => Date
  failed: (error: unknown) => void
  /** Called once when the day's messages reach 80 % of the alarm threshold, and once when they reach it. */
  alarm: (text: string, day: CodeBudget) => void
  answerWithinMs?: number
}

/** Callers who wait for the outcome of their message. */
function outcomeWaits(patienceMs: number) {
  const waiting = new Map<string, (outcome: Outcome) => void>()
  return {
    resolve: (outcome: Outcome) => waiting.get(outcome.id)?.(outcome),
    /**
     * Resolves with the outcome of the message that `begin` starts to send, or with `asked` if there is none in time.
     */
    async outcomeOf(id: string, begin: () => void) {
      const { promise, resolve } = Promise.withResolvers<Outcome>()
      waiting.set(id, resolve)
      const patience = setTimeout(() => resolve({ id, state: 'asked', error: '', reason: '' }), patienceMs)
      begin()
      const outcome = await promise
      clearTimeout(patience)
      waiting.delete(id)
      return outcome
    },
  }
}

/** Timers that do not keep the process alive. */
function timers() {
  const pending = new Set<NodeJS.Timeout>()
  return {
    after(ms: number, work: () => void) {
      const timer = setTimeout(() => {
        pending.delete(timer)
        work()
      }, ms)
      pending.add(timer.unref())
    },
    clear: () => {
      for (const timer of pending) clearTimeout(timer)
    },
  }
}

/**
 * Sends codes through `provider`. The process that handles the request makes the first attempt immediately; after a
 * temporary failure, any process makes the next ones, until there is not enough time left to enter the code.
 */
export function openCodes(
  database: Database,
  provider: CodeProvider,
  { now, failed, alarm, answerWithinMs = defaultAnswerWithinMs }: Options,
): Codes {
  const { db } = database
  const running = new Set<Promise<void>>()
  const listeners = new Set<(event: CodeEvent) => void>()
  const waits = outcomeWaits(answerWithinMs)
  const retries = timers()
  let isStopping = false
  const sender = { db, provider, now, failed, isStopping: () => isStopping }

  function publish(event: CodeEvent) {
    for (const listener of listeners) listener(event)
  }

  const polling = poll(pollIntervalMs, failed, async () => {
    for (const { channel, provider, error } of await giveUpOverdue(db, now())) {
      publish({ provider, channel, outcome: 'given-up', seconds: 0 })
      failed(new Error(`A sign-in code was given up: ${provider} ${channel} ${error}`))
    }
    const room = retryConcurrency - running.size
    if (isStopping || room <= 0) return
    for (const message of await claimDue(db, room, now())) begin(message)
  })

  function begin(message: Claimed) {
    // After a database failure the claim expires, and the message is given up, so that it is not sent twice.
    const ended = send(message).catch(failed)
    running.add(ended)
    void ended.finally(() => running.delete(ended))
  }

  async function send(message: Claimed) {
    const attempted = await attempt(sender, message)
    if (!attempted) return
    const { provider, channel } = attempted.tried
    const settled = await settle(sender, message, attempted)
    const seconds = Math.max(0, now().getTime() - message.createdAt.getTime()) / 1000
    publish({ provider, channel, outcome: settled.state, seconds })
    // A little later than the due time, because timers may fire early.
    if (settled.state === 'retried') retries.after(settled.pauseMs + 10, polling.wake)
    else waits.resolve({ id: message.id, ...settled })
  }

  async function record(on: Db, { purpose, phone, code, validUntil }: CodeRequest) {
    const channel = provider.channels[0]?.channel ?? 'sms'
    const giveUpAt = new Date(validUntil.getTime() - timeToEnterMs)
    const added = { purpose, phone, code, provider: provider.name, channel, giveUpAt }
    const { message, day } = await addMessage(on, added, now())
    const state = stateBegunBy(day)
    if (state === 'near') alarm('the sign-in codes of the day are nearly as many as the store expects', day)
    if (state === 'used') alarm('more sign-in codes than the store expects: see who asks for them', day)
    return message
  }
  const handOver = (message: Claimed) => waits.outcomeOf(message.id, () => begin(message))

  return {
    provider,
    canSend: true,
    record,
    handOver,
    send: async (request) => handOver(await record(db, request)),
    sendLater: async (request) => begin(await record(db, request)),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    start: polling.start,
    poll: polling.wake,
    async close() {
      isStopping = true
      retries.clear()
      await polling.end()
      await Promise.all(running)
    },
  }
}
