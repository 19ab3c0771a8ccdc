import { maskPhone } from '@kirana/domain/phone'
import type { Channel } from '../../../config/sms-settings.ts'

/** Reasons why a code was not sent. `unavailable` is temporary; the others are permanent. */
export const errorClasses = [
  'number',
  'template',
  'authentication',
  'balance',
  'rejected',
  'unavailable',
  'interrupted',
  'replaced',
] as const
export type ErrorClass = (typeof errorClasses)[number]
/** Permanent errors of a provider. */
export type Refusal = Exclude<ErrorClass, 'unavailable' | 'interrupted' | 'replaced'>

export type CodeMessage = { phone: string; code: string }

/** The outcome of an attempt. `passing`: a temporary failure; retry after `afterMs` if the provider sent that. */
export type Answer =
  | { outcome: 'sent'; messageId: string }
  | { outcome: 'passing'; reason: string; afterMs: number | null }
  | { outcome: 'refused'; error: Refusal; reason: string }

/** Sends one code. Never rejects. */
export type Send = (message: CodeMessage) => Promise<Answer>

export type CodeProvider = {
  name: string
  /** In the order of use: a channel is tried after a permanent failure of the previous one. */
  channels: readonly { channel: Channel; send: Send }[]
  /** The settings that the superadmin sees, by name. Contains no secrets. */
  about: Readonly<Record<string, string>>
}

/** Less than the time to finish accepted requests after a stop signal. */
const requestTimeoutMs = 8_000
const maxDelayMs = 60_000
const maxReason = 200

/** The reply of a provider's server. Status 0: no reply. */
export type Reply = { status: number; text: string; json: unknown; afterMs: number | null }

/** The delay of a Retry-After header in ms (seconds or a date, RFC 9110), at most a minute; null without one. */
function retryDelay(retryAfter: string | null) {
  if (retryAfter === null) return null
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now()
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), maxDelayMs)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Node reports 'fetch failed' and keeps the reason in the cause. */
function causeOf(error: unknown) {
  const { message, cause } = error instanceof Error ? error : new Error(String(error))
  if (!(cause instanceof Error)) return message
  return 'code' in cause ? String(cause.code) : cause.message
}

/** Posts to a provider. Never rejects. */
export async function post(
  url: string,
  body: string | URLSearchParams,
  headers: Readonly<Record<string, string>>,
): Promise<Reply> {
  try {
    const signal = AbortSignal.timeout(requestTimeoutMs)
    const answer = await fetch(url, { method: 'POST', body, headers, signal, redirect: 'error' })
    const text = await answer.text()
    const afterMs = retryDelay(answer.headers.get('retry-after'))
    return { status: answer.status, text, json: parsed(text), afterMs }
  } catch (error) {
    return { status: 0, text: causeOf(error), json: null, afterMs: null }
  }
}

/**
 * A provider's error text for the table and the log, without code and phone, which providers often repeat; one line of
 * at most 200 characters.
 */
export const reasonOf = (words: string, { phone, code }: CodeMessage) =>
  words
    .replaceAll(code, '••••••')
    .replaceAll(phone.slice(-10), maskPhone(phone.slice(-10)))
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, maxReason)

/**
 * The outcome by status: a temporary failure without a response and for 408, 425, 429 and 5xx; a permanent one for
 * other errors; null for success.
 */
export function failureOf(
  { status, text, afterMs }: Reply,
  message: CodeMessage,
  words = text,
): Exclude<Answer, { outcome: 'sent' }> | null {
  const reason = reasonOf(status === 0 ? words : `${status} ${words}`, message)
  if (status === 0 || status === 408 || status === 425 || status === 429 || status >= 500)
    return { outcome: 'passing', reason, afterMs }
  if (status >= 200 && status < 300) return null
  const isDenied = status === 401 || status === 403
  return { outcome: 'refused', error: isDenied ? 'authentication' : 'rejected', reason }
}

/** Classifies a permanent failure by the provider's error text, if its codes are not specific. */
export function refusalIn(words: string): Refusal {
  if (/auth|password|whitelist|credential|denied|disabled/i.test(words)) return 'authentication'
  if (/balance|credit|insufficient/i.test(words)) return 'balance'
  if (/template|flow|dlt|header|mask|sender/i.test(words)) return 'template'
  if (/phone|mobile|number|recipient/i.test(words)) return 'number'
  return 'rejected'
}

/** The configured channels, in the order of the settings. */
export const inOrder = (
  channels: readonly Channel[],
  sends: Partial<Record<Channel, Send | null>>,
): CodeProvider['channels'] =>
  channels.flatMap((channel) => {
    const send = sends[channel]
    return send ? [{ channel, send }] : []
  })

/** The settings that have a value, for display to the superadmin. */
export const shown = (settings: Record<string, string | null | undefined>) =>
  Object.fromEntries(Object.entries(settings).filter((entry): entry is [string, string] => Boolean(entry[1])))
