import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@kirana/contract'
import { ownPage } from '@kirana/contract/wire/own-page'
import { requestOf } from '@kirana/contract/wire/request'

const PER_SECOND = 20
/** As Retry-After says, doubled each time up to the longest pause. */
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 4_000
/** A call ends at most 40 s after it began (decision 045); a call that takes longer counts as broken. */
const LONGEST_MS = 45_000
/** How long an order is retried after `stop`. */
const RETRY_MS = 120_000

type Body = Parameters<typeof requestOf<typeof api.storeOrders.place>>[1]['body']
export type Shop = { origins: string[]; tokens: string[]; bodies: Body[] }
/** One call. `outcome`: 'ok', the code of an error response, or 'broken'. Times in ms of `performance.now()`. */
export type Attempt = { origin: string; startedAt: number; endedAt: number; outcome: string }
export type Orders = ReturnType<typeof orders>

/**
 * Places 20 orders a second, one app process after the other, until `stop`. Retries an order with the same
 * Idempotency-Key at the next process until it is acknowledged or refused.
 */
export function orders({ origins, tokens, bodies }: Shop) {
  const attempts: Attempt[] = []
  const acknowledged: { id: string; at: number }[] = []
  /** Error responses that a retry does not change. */
  const refused: string[] = []
  const pending: Promise<void>[] = []
  let isOver = false
  let unsettled = 0
  let retryUntil = Infinity

  async function attempt(origin: string, token: string, body: Body, key: string) {
    const { url, ...request } = requestOf(api.storeOrders.place, { body }, { key })
    const startedAt = performance.now()
    const note = (outcome: string) =>
      attempts.push({ origin, startedAt, endedAt: performance.now(), outcome })
    try {
      const answer = await fetch(`${origin}${url}`, {
        ...request,
        headers: { ...ownPage, ...request.headers, authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(LONGEST_MS),
      })
      const content = (await answer.json()) as { data: { _id: string }; code?: string; message: string }
      note(answer.ok ? 'ok' : (content.code ?? String(answer.status)))
      return { status: answer.status, ...content }
    } catch {
      note('broken')
      return null
    }
  }
  async function place(n: number) {
    const key = randomUUID()
    const [token, body] = [tokens[n % tokens.length], bodies[n % bodies.length]]
    if (token === undefined || body === undefined) throw new Error('There is nothing to order')
    for (let turn = n, pause = FIRST_PAUSE_MS; ; turn++, pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      const origin = origins[turn % origins.length] ?? ''
      const answer = await attempt(origin, token, body, key)
      if (answer?.status === 200)
        return void acknowledged.push({ id: answer.data._id, at: performance.now() })
      if (answer !== null && answer.status !== 503)
        return void refused.push(`${answer.status} ${answer.message}`)
      if (performance.now() > retryUntil) return void unsettled++
      await wait(pause * (0.75 + Math.random() / 2))
    }
  }
  const placing = (async () => {
    const began = performance.now()
    for (let n = 0; !isOver; n++) {
      await wait(Math.max(0, began + (n * 1000) / PER_SECOND - performance.now()))
      pending.push(place(n))
    }
  })()
  return {
    attempts,
    acknowledged,
    refused,
    /** The number of orders that were neither acknowledged nor refused until the time limit of `stop`. */
    unsettled: () => unsettled,
    /** Waits until each order is acknowledged or refused, or has been retried for `ms`. */
    stop: async (ms = RETRY_MS) => {
      isOver = true
      retryUntil = performance.now() + ms
      await placing
      await Promise.all(pending)
    },
  }
}

/** A write, or a gap between acknowledgments, longer than this counts as a disturbance. */
const SLOW_MS = 1_000

/** A fault lasts `from` its start `to` its repair; `end` is the end of the load. Times in ms of `performance.now()`. */
export type Span = { from: number; to: number; end: number }

/**
 * In ms after `from`, 0 if there was no disturbance that began before `to`. `outageMs`: until every app process
 * acknowledged writes again. `pauseMs`: the longest time in which one of them acknowledged nothing. `settledMs`: until the last write that failed or took over 1 s had ended. `silent`: the
 * origins that acknowledged nothing any more; their outage lasts to the end.
 */
export function outageOf(attempts: readonly Attempt[], { from, to, end }: Span) {
  const disturbed = attempts.filter(
    ({ startedAt, endedAt, outcome }) =>
      endedAt > from && startedAt < to && (outcome !== 'ok' || endedAt - startedAt > SLOW_MS),
  )
  const silences = [...new Set(attempts.map(({ origin }) => origin))].map((origin) => {
    const acknowledged = attempts.filter((one) => one.origin === origin && one.outcome === 'ok')
    const gaps = gapsOf(
      acknowledged.map(({ endedAt }) => endedAt),
      { from, to, end },
    )
    return {
      origin,
      endsAt: gaps.at(-1)?.endsAt ?? from,
      longest: Math.max(0, ...gaps.map((gap) => gap.endsAt - gap.from)),
    }
  })
  const ends = silences.map(({ endsAt }) => endsAt)
  const since = (times: readonly number[]) => Math.round(Math.max(from, ...times) - from)
  return {
    outageMs: since(ends),
    pauseMs: Math.round(Math.max(0, ...silences.map(({ longest }) => longest))),
    settledMs: since([...ends, ...disturbed.map(({ endedAt }) => endedAt)]),
    silent: silences.flatMap(({ origin, endsAt }) => (endsAt === end ? [origin] : [])),
  }
}

/**
 * The gaps over 1 s between acknowledgments, earliest first. A gap that had not lasted for 1 s at `to` was caused by
 * the repair, so it counts after the repair.
 */
function gapsOf(acknowledgedAt: readonly number[], { from, to, end }: Span) {
  const sorted = acknowledgedAt.filter((at) => at < end).toSorted((a, b) => a - b)
  const times = [sorted.findLast((at) => at <= from) ?? from, ...sorted.filter((at) => at > from), end]
  return times.flatMap((at, n) => {
    const before = times[n - 1] ?? at
    return Math.min(at, to) - before > SLOW_MS ? [{ from: before, endsAt: at }] : []
  })
}

/** The number of attempts by outcome. */
export function outcomesOf(attempts: readonly Attempt[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { outcome } of attempts) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}
