import * as z from 'zod/mini'
import { optional, value } from './config-values.ts'
import { isLoopback } from './networks.ts'

export type Channel = 'sms' | 'whatsapp'

/** What sends one-time codes: the channels in the order in which they are tried, and what the provider asks for. */
export type Sms = {
  provider: 'http'
  channels: readonly Channel[]
  url: string
  headers: Record<string, string>
  body: string
}

function parseSecureUrl(text: string) {
  const url = URL.parse(text)
  if (url?.protocol === 'https:') return url.href
  // A code in clear text may pass only within this machine.
  const isHere = url?.hostname === 'localhost' || isLoopback(url?.hostname)
  return url?.protocol === 'http:' && isHere ? url.href : null
}
const secureUrl = value('an https address such as https://sms.example/send', parseSecureUrl)

const Headers = z.record(z.string().check(z.regex(/^[\w-]+$/)), z.string())
function parseHeaders(text: string) {
  try {
    const headers = z.safeParse(Headers, JSON.parse(text)).data
    return headers
      ? Object.fromEntries(Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text]))
      : null
  } catch {
    return null
  }
}

const providers = ['http'] as const

/** The variables about one-time codes, a part of the environment's schema. */
export const smsVariables = {
  SMS_PROVIDER: optional(z.enum(providers, providers.join(', '))),
  SMS_URL: optional(secureUrl),
  SMS_HEADERS: z._default(value('headers as JSON such as {"authorization": "Bearer …"}', parseHeaders), {}),
  SMS_BODY: optional(
    value('a text with {phone} and {code}', (text) =>
      text.includes('{phone}') && text.includes('{code}') ? text : null,
    ),
  ),
}
const Variables = z.object(smsVariables)
type Variables = z.output<typeof Variables>

/** The provider of one-time codes; null where none is set, or a sentence for the operator about what is missing. */
export function readSms(env: Variables): Sms | string | null {
  if (env.SMS_PROVIDER === null) return env.SMS_URL === null ? null : 'SMS_URL needs SMS_PROVIDER=http.'
  const { SMS_URL: url, SMS_BODY: body } = env
  if (url === null) return 'SMS_PROVIDER=http needs SMS_URL.'
  if (body === null) return 'SMS_PROVIDER=http needs SMS_BODY.'
  return { provider: 'http', channels: ['sms'], url, headers: env.SMS_HEADERS, body }
}
