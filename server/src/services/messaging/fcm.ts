import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import { type FcmAccount, grantFor } from '../../config/fcm-account.ts'

/** The result of a message to one phone. `dead`: its token is no longer registered. `why`: the error, for the log. */
export type Result = { outcome: 'sent' } | { outcome: 'dead' | 'failed'; why: string }
/** An error worth retrying, after `afterMs` if the service asked for it. */
type Transient = { transient: string; afterMs: number | null }
type Message = { token: string; title: string; body: string }

const maxAttempts = 5
const maxDelayMs = 60_000
/** An access token is not used in the last minute before it expires. */
const expiryMarginMs = 60_000
/** On shutdown, requests in progress may take this long. */
const shutdownTimeoutMs = 8_000

const Failure = z.object({
  error: z.object({
    message: z._default(z.string(), ''),
    status: z._default(z.string(), ''),
    details: z._default(
      z.array(
        z.object({
          errorCode: z.optional(z.string()),
          fieldViolations: z.optional(z.array(z.object({ field: z.optional(z.string()) }))),
        }),
      ),
      [],
    ),
  }),
})
const Access = z.object({ access_token: z.string(), expires_in: z.number() })

type Answer = { status: number; json: unknown; retryAfter: string | null; why: string }

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The delay of a Retry-After header in ms (seconds or a date, RFC 9110), at most a minute; null without one. */
function retryDelay(retryAfter: string | null) {
  if (retryAfter === null) return null
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now()
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), maxDelayMs)
}

/**
 * Classifies an answer of `messages:send`. INVALID_ARGUMENT is also returned for a message that is too long, so the
 * token counts as dead only if the error names it. Otherwise one invalid message would remove the tokens of all
 * customers.
 */
function classify({ status, json, retryAfter, why }: Answer): Result | Transient {
  if (status === 200) return { outcome: 'sent' }
  const { message, details = [] } = z.safeParse(Failure, json).data?.error ?? {}
  const isUnregistered = status === 404 && details.some(({ errorCode }) => errorCode === 'UNREGISTERED')
  const namesToken = details.some(({ fieldViolations = [] }) =>
    fieldViolations.some(({ field }) => field === 'message.token'),
  )
  const isMalformed =
    status === 400 && (namesToken || /not a valid FCM registration token/.test(message ?? ''))
  if (isUnregistered || isMalformed) return { outcome: 'dead', why }
  // Google asks for a pause of a minute after a 429 without Retry-After.
  if (status === 429) return { transient: why, afterMs: retryDelay(retryAfter) ?? maxDelayMs }
  if (status === 0 || status >= 500) return { transient: why, afterMs: retryDelay(retryAfter) }
  return { outcome: 'failed', why }
}

/** Status 0: no answer. */
async function postTo(
  address: string,
  request: { body: string | URLSearchParams; headers: Record<string, string>; signal: AbortSignal },
): Promise<Answer> {
  try {
    const answer = await fetch(address, { method: 'POST', redirect: 'error', ...request })
    const json = parsed(await answer.text())
    const { status } = answer
    const name = z.safeParse(Failure, json).data?.error.status ?? ''
    return { status, json, retryAfter: answer.headers.get('retry-after'), why: `${status} ${name}`.trim() }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { status: 0, json: null, retryAfter: null, why }
  }
}

export type Fcm = ReturnType<typeof openFcm>

/**
 * Firebase Cloud Messaging, HTTP v1. OAuth takes only a signature and one request, so Google's library with its dozen
 * dependencies is not used.
 */
export function openFcm(
  account: FcmAccount,
  {
    url,
    now,
    timeoutMs = 10_000,
    firstPauseMs = 1_000,
  }: { url: string; now: () => Date; timeoutMs?: number; firstPauseMs?: number },
) {
  const sendUrl = `${url}/v1/projects/${account.projectId}/messages:send`
  const stopping = new AbortController()
  const shutdown = new AbortController()
  let access: { token: string; until: number } | null = null
  let pendingToken: Promise<string | Transient> | null = null

  const post = (address: string, body: string | URLSearchParams, headers: Record<string, string> = {}) =>
    postTo(address, {
      body,
      headers,
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), shutdown.signal]),
    })

  async function requestToken(): Promise<string | Transient> {
    const { json, why } = await post(account.tokenUri, grantFor(account, now()))
    const granted = z.safeParse(Access, json).data
    if (!granted) return { transient: `no access token: ${why}`, afterMs: null }
    access = {
      token: granted.access_token,
      until: now().getTime() + granted.expires_in * 1000 - expiryMarginMs,
    }
    return access.token
  }

  /** Shares one token request among all callers; a failure is also shared for `firstPauseMs`. */
  function accessToken() {
    if (access && access.until > now().getTime()) return access.token
    pendingToken ??= requestToken().then((answer) => {
      if (typeof answer === 'string') pendingToken = null
      else setTimeout(() => (pendingToken = null), firstPauseMs).unref()
      return answer
    })
    return pendingToken
  }

  async function attempt({ token, title, body }: Message, isFresh = false): Promise<Result | Transient> {
    const bearer = await accessToken()
    if (typeof bearer !== 'string') return bearer
    const answer = await post(
      sendUrl,
      JSON.stringify({ message: { token, notification: { title, body } } }),
      {
        'content-type': 'application/json',
        authorization: `Bearer ${bearer}`,
      },
    )
    if (answer.status !== 401 || isFresh) return classify(answer)
    if (access?.token === bearer) access = null
    return attempt({ token, title, body }, true)
  }

  return {
    /** Sends to one phone and retries transient errors. Never rejects; null when stopped before the result is known. */
    async send(message: Message): Promise<Result | null> {
      for (let n = 1; !stopping.signal.aborted; n++) {
        const answer = await attempt(message)
        if ('outcome' in answer) return answer
        if (n === maxAttempts && !stopping.signal.aborted) return { outcome: 'failed', why: answer.transient }
        const pause = answer.afterMs ?? firstPauseMs * 2 ** (n - 1) * (0.5 + Math.random() / 2)
        await wait(pause, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      }
      return null
    },
    /** Stops retries; requests in progress get `shutdownTimeoutMs` to finish. */
    stop() {
      stopping.abort()
      setTimeout(() => shutdown.abort(), shutdownTimeoutMs).unref()
    },
  }
}
