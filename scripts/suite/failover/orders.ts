import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@kirana/contract'
import { ownPage } from '@kirana/contract/wire/own-page'
import { requestOf } from '@kirana/contract/wire/request'

const PER_SECOND = 20
/** As Retry-After says, doubled each time up to the longest pause. */
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 4_000
/** A call ends at most 40 s after it began (decision 045); one that takes longer counts as broken. */
const LONGEST_MS = 45_000

type Body = Parameters<typeof requestOf<typeof api.storeOrders.place>>[1]['body']
export type Shop = { origins: string[]; tokens: string[]; bodies: Body[] }
/** One call. `outcome`: 'ok', the code of an error response, or 'broken'. Times in ms of `performance.now()`. */
export type Attempt = { origin: string; startedAt: number; endedAt: number; outcome: string }
export type Orders = ReturnType<typeof orders>

/**
 * Places 20 orders a second, one app process after the other, until `stop`. What is not acknowledged is repeated with the
 * same Idempotency-Key, at the next process, until it is.
 */
export function orders({ origins, tokens, bodies }: Shop) {
  const attempts: Attempt[] = []
  const acknowledged: { id: string; at: number }[] = []
  /** Answers that repeating does not change. */
  const refused: string[] = []
  const pending: Promise<void>[] = []
  let isOver = false

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
      const said = (await answer.json()) as { data: { _id: string }; code?: string; message: string }
      note(answer.ok ? 'ok' : (said.code ?? String(answer.status)))
      return { status: answer.status, ...said }
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
    /** Ends when each order is acknowledged or refused. */
    stop: async () => {
      isOver = true
      await placing
      await Promise.all(pending)
    },
  }
}

/** Writes that take longer than this, or pauses between acknowledgments, show that something does not work. */
const SLOW_MS = 1_000

/**
 * From a fault at `from` on until `to`, how long (ms): `outageMs`, until every app process acknowledged writes again;
 * `settledMs`, until none failed or took longer than a second, either, because many had waited. 0 if nothing was noticed.
 */
export function outageOf(attempts: readonly Attempt[], from: number, to: number) {
  const disturbed = attempts.filter(
    ({ startedAt, endedAt, outcome }) =>
      endedAt > from && startedAt < to && (outcome !== 'ok' || endedAt - startedAt > SLOW_MS),
  )
  const pauses = [...new Set(attempts.map(({ origin }) => origin))].map((origin) => {
    const acknowledged = attempts.filter((one) => one.origin === origin && one.outcome === 'ok')
    return endOfLongestPause(
      acknowledged.map(({ endedAt }) => endedAt),
      from,
      to,
    )
  })
  const since = (ends: readonly number[]) => Math.round(Math.max(from, ...ends) - from)
  return {
    outageMs: since(pauses),
    settledMs: since([...pauses, ...disturbed.map(({ endedAt }) => endedAt)]),
  }
}

/** The end of the longest time without an acknowledgment that began before `to`; `from` if there was none of a second. */
function endOfLongestPause(acknowledgedAt: readonly number[], from: number, to: number): number {
  const times = [from, ...acknowledgedAt.filter((at) => at > from).toSorted((a, b) => a - b)]
  let [longest, end] = [SLOW_MS, from]
  for (const [n, at] of times.entries()) {
    const before = times[n - 1] ?? at
    if (before < to && at - before > longest) [longest, end] = [at - before, at]
  }
  return end
}

/** The number of attempts by outcome. */
export function outcomesOf(attempts: readonly Attempt[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { outcome } of attempts) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}
