import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import { type FcmAccount, grantFor } from './fcm-account.ts'

/** How a message to one phone ended: `dead` is a phone that is no longer there, `why` says what was wrong. */
export type Result = { outcome: 'sent' } | { outcome: 'dead' | 'failed'; why: string }
/** What may be well in a while. */
type Passing = { passing: string; afterMs: number | null }
type Message = { token: string; title: string; body: string }

const tries = 5
const longestPauseMs = 60_000
/** A token is not used in its last minute. */
const spareMs = 60_000
/** At the process's end, what is under way may take this long. */
const hurryMs = 8_000

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

/** Seconds or a date (RFC 9110), at most a minute; null where nothing is said. */
function pauseOf(retryAfter: string | null) {
  if (retryAfter === null) return null
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now()
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), longestPauseMs)
}

/**
 * What an answer of `messages:send` means. INVALID_ARGUMENT is also said of a message that is too long: only where the
 * token itself is complained of is the phone dead, or one bad message would forget every customer's phone.
 */
function judge({ status, json, retryAfter, why }: Answer): Result | Passing {
  if (status === 200) return { outcome: 'sent' }
  const { message, details = [] } = z.safeParse(Failure, json).data?.error ?? {}
  const isUnregistered = status === 404 && details.some(({ errorCode }) => errorCode === 'UNREGISTERED')
  const namesToken = details.some(({ fieldViolations = [] }) =>
    fieldViolations.some(({ field }) => field === 'message.token'),
  )
  const isMalformed =
    status === 400 && (namesToken || /not a valid FCM registration token/.test(message ?? ''))
  if (isUnregistered || isMalformed) return { outcome: 'dead', why }
  // Without a word on how long, Google asks for a minute's rest after a 429.
  if (status === 429) return { passing: why, afterMs: pauseOf(retryAfter) ?? longestPauseMs }
  if (status === 0 || status >= 500) return { passing: why, afterMs: pauseOf(retryAfter) }
  return { outcome: 'failed', why }
}

export type Fcm = ReturnType<typeof openFcm>

/**
 * Firebase Cloud Messaging, HTTP v1. The OAuth part is a signature and one request: Google's own library for it would
 * bring a dozen packages along.
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
  const hurrying = new AbortController()
  let access: { token: string; until: number } | null = null
  let asking: Promise<string | Passing> | null = null

  /** Status 0: no answer came. */
  async function post(
    address: string,
    body: string | URLSearchParams,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), hurrying.signal])
    try {
      const answer = await fetch(address, { method: 'POST', body, headers, signal, redirect: 'error' })
      const json = parsed(await answer.text())
      const { status } = answer
      const name = z.safeParse(Failure, json).data?.error.status ?? ''
      return { status, json, retryAfter: answer.headers.get('retry-after'), why: `${status} ${name}`.trim() }
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      return { status: 0, json: null, retryAfter: null, why }
    }
  }

  async function askForAccess(): Promise<string | Passing> {
    const { json, why } = await post(account.tokenUri, grantFor(account, now()))
    const granted = z.safeParse(Access, json).data
    if (!granted) return { passing: `no access token: ${why}`, afterMs: null }
    access = { token: granted.access_token, until: now().getTime() + granted.expires_in * 1000 - spareMs }
    return access.token
  }

  /** One request for all who need a token; those who come within a pause after a refusal are refused without another. */
  function accessToken() {
    if (access && access.until > now().getTime()) return access.token
    asking ??= askForAccess().then((answer) => {
      if (typeof answer === 'string') asking = null
      else setTimeout(() => (asking = null), firstPauseMs).unref()
      return answer
    })
    return asking
  }

  async function attempt({ token, title, body }: Message, isFresh = false): Promise<Result | Passing> {
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
    if (answer.status !== 401 || isFresh) return judge(answer)
    if (access?.token === bearer) access = null
    return attempt({ token, title, body }, true)
  }

  return {
    /** Sends to one phone, again where the reason passes. Never rejects; null when it was stopped before it was decided. */
    async send(message: Message): Promise<Result | null> {
      for (let n = 1; !stopping.signal.aborted; n++) {
        const answer = await attempt(message)
        if ('outcome' in answer) return answer
        if (n === tries && !stopping.signal.aborted) return { outcome: 'failed', why: answer.passing }
        const pause = answer.afterMs ?? firstPauseMs * 2 ** (n - 1) * (0.5 + Math.random() / 2)
        await wait(pause, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      }
      return null
    },
    /** No more tries; what is under way gets a little time for its answer. */
    stop() {
      stopping.abort()
      setTimeout(() => hurrying.abort(), hurryMs).unref()
    },
  }
}
