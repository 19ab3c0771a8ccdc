import * as z from 'zod/mini'
import { httpOrigin, optional, value } from './config-values.ts'
import { isLoopback } from './networks.ts'

export const channels = ['sms', 'whatsapp'] as const
export type Channel = (typeof channels)[number]

/** A provider of one-time codes lacks a variable. Its message is one sentence for the operator. */
export class MissingVariable extends Error {}

/** Codes and secrets may be sent unencrypted only within this machine. */
function parseSecureUrl(text: string) {
  const url = URL.parse(text)
  const isHere = url?.hostname === 'localhost' || isLoopback(url?.hostname)
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isHere) ? url : null
}
const secureUrl = value(
  'an https address such as https://sms.example/send',
  (text) => parseSecureUrl(text)?.href ?? null,
)
/** The URL of a provider's API, which can be replaced for tests. */
const apiUrl = (origin: string) =>
  z._default(
    z.pipe(
      value('an https address such as https://sms.example', (text) => parseSecureUrl(text)?.origin ?? null),
      httpOrigin,
    ),
    origin,
  )

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

function parseChannels(text: string): Channel[] | null {
  const channels = text.split(',').map((item) => item.trim())
  const isKnown = (item: string): item is Channel => item === 'sms' || item === 'whatsapp'
  return channels.every(isKnown) && new Set(channels).size === channels.length ? channels : null
}

const like = (pattern: RegExp, expected: string) => optional(z.string().check(z.regex(pattern, expected)))
const anyText = optional(z.string())
const withCode = optional(value('a text with {code}', (text) => (text.includes('{code}') ? text : null)))
const mobile = like(/^\+\d{8,15}$/, 'a number such as +919800000001')
const dltId = like(/^\d{10,20}$/, 'the digits of an id on the DLT portal')
const twilioSid = (prefix: string) =>
  like(new RegExp(`^${prefix}[0-9a-fA-F]{32}$`), `an id that begins with ${prefix} and has 34 characters`)

const providers = ['msg91', 'twilio', 'gupshup', 'http'] as const
const msg91Apis = ['otp', 'flow'] as const

/** The variables about one-time codes, a part of the environment's schema. */
export const smsVariables = {
  SMS_PROVIDER: optional(z.enum(providers, providers.join(', '))),
  SMS_CHANNELS: z._default(
    value('sms, whatsapp, or both in the order in which they are tried', parseChannels),
    ['sms'],
  ),
  SMS_TEXT: withCode,
  SMS_SENDER_ID: like(/^[A-Za-z0-9]{3,11}$/, 'the header on the DLT portal, such as KIRANA'),
  SMS_DLT_ENTITY_ID: dltId,
  SMS_DLT_TEMPLATE_ID: dltId,
  SMS_URL: optional(secureUrl),
  SMS_HEADERS: z._default(value('headers as JSON such as {"authorization": "Bearer …"}', parseHeaders), {}),
  SMS_BODY: optional(
    value('a text with {phone} and {code}', (text) =>
      text.includes('{phone}') && text.includes('{code}') ? text : null,
    ),
  ),
  MSG91_AUTH_KEY: anyText,
  MSG91_API: z._default(z.enum(msg91Apis, 'otp or flow'), 'otp'),
  MSG91_TEMPLATE_ID: like(
    /^[0-9a-fA-F]{24}$/,
    'the template’s id at MSG91, 24 characters; its DLT id is another one',
  ),
  MSG91_VARIABLE: z._default(
    z.string().check(z.regex(/^\w{1,40}$/, 'the name of a variable such as otp')),
    'otp',
  ),
  MSG91_WHATSAPP_NUMBER: mobile,
  MSG91_WHATSAPP_TEMPLATE: anyText,
  MSG91_WHATSAPP_NAMESPACE: anyText,
  MSG91_WHATSAPP_LANGUAGE: z._default(z.string(), 'en'),
  MSG91_URL: apiUrl('https://control.msg91.com'),
  TWILIO_ACCOUNT_SID: twilioSid('AC'),
  TWILIO_AUTH_TOKEN: anyText,
  TWILIO_MESSAGING_SERVICE_SID: twilioSid('MG'),
  TWILIO_FROM: like(/^(\+\d{8,15}|[A-Za-z0-9 ]{3,11})$/, 'a number such as +14155550100, or a sender id'),
  TWILIO_CONTENT_SID: twilioSid('HX'),
  TWILIO_WHATSAPP_FROM: mobile,
  TWILIO_WHATSAPP_CONTENT_SID: twilioSid('HX'),
  TWILIO_URL: apiUrl('https://api.twilio.com'),
  GUPSHUP_USER_ID: like(/^\d+$/, 'the digits of an account'),
  GUPSHUP_PASSWORD: anyText,
  GUPSHUP_URL: apiUrl('https://enterprise.smsgupshup.com'),
  GUPSHUP_WHATSAPP_USER_ID: like(/^\d+$/, 'the digits of an account'),
  GUPSHUP_WHATSAPP_PASSWORD: anyText,
  GUPSHUP_WHATSAPP_TEXT: withCode,
  GUPSHUP_WHATSAPP_URL: apiUrl('https://mediaapi.smsgupshup.com'),
}
const Variables = z.object(smsVariables)
type Variables = z.output<typeof Variables>
type Name = keyof Variables

/** The provider of one-time codes: its channels in the order in which they are tried, and its settings. */
export type Sms = ReturnType<(typeof readers)[keyof typeof readers]> & {
  channels: readonly Channel[]
  dlt: { senderId: string | null; entityId: string | null; templateId: string | null }
}

/** Returns a function that reads required variables. `because` names the setting that requires them. */
const needed = (env: Variables, because: string) => {
  return <N extends Name>(name: N, or?: Name): NonNullable<Variables[N]> => {
    const found = env[name]
    if (found !== null) return found
    throw new MissingVariable(`${because} needs ${or ? `${name} or ${or}` : name}.`)
  }
}

/** The settings of one channel; null if it is not used. */
const ofChannel = <T>(env: Variables, channel: Channel, read: (need: ReturnType<typeof needed>) => T) => {
  const because = channel === 'sms' ? `SMS_PROVIDER=${env.SMS_PROVIDER}` : 'whatsapp in SMS_CHANNELS'
  return env.SMS_CHANNELS.includes(channel) ? read(needed(env, because)) : null
}

const readers = {
  msg91: (env: Variables) => ({
    provider: 'msg91' as const,
    url: env.MSG91_URL,
    authKey: needed(env, 'SMS_PROVIDER=msg91')('MSG91_AUTH_KEY'),
    sms: ofChannel(env, 'sms', (need) => ({
      api: env.MSG91_API,
      templateId: need('MSG91_TEMPLATE_ID'),
      variable: env.MSG91_VARIABLE,
    })),
    whatsapp: ofChannel(env, 'whatsapp', (need) => ({
      number: need('MSG91_WHATSAPP_NUMBER'),
      template: need('MSG91_WHATSAPP_TEMPLATE'),
      namespace: env.MSG91_WHATSAPP_NAMESPACE,
      language: env.MSG91_WHATSAPP_LANGUAGE,
    })),
  }),
  twilio: (env: Variables) => {
    const need = needed(env, 'SMS_PROVIDER=twilio')
    return {
      provider: 'twilio' as const,
      url: env.TWILIO_URL,
      accountSid: need('TWILIO_ACCOUNT_SID'),
      authToken: need('TWILIO_AUTH_TOKEN'),
      sms: ofChannel(env, 'sms', (need) => ({
        sender:
          env.TWILIO_MESSAGING_SERVICE_SID ??
          env.TWILIO_FROM ??
          need('TWILIO_MESSAGING_SERVICE_SID', 'TWILIO_FROM'),
        content:
          env.TWILIO_CONTENT_SID === null
            ? { text: env.SMS_TEXT ?? need('SMS_TEXT', 'TWILIO_CONTENT_SID') }
            : { contentSid: env.TWILIO_CONTENT_SID },
      })),
      whatsapp: ofChannel(env, 'whatsapp', (need) => ({
        from: need('TWILIO_WHATSAPP_FROM'),
        contentSid: need('TWILIO_WHATSAPP_CONTENT_SID'),
      })),
    }
  },
  gupshup: (env: Variables) => ({
    provider: 'gupshup' as const,
    sms: ofChannel(env, 'sms', (need) => ({
      url: env.GUPSHUP_URL,
      userId: need('GUPSHUP_USER_ID'),
      password: need('GUPSHUP_PASSWORD'),
      text: need('SMS_TEXT'),
    })),
    whatsapp: ofChannel(env, 'whatsapp', (need) => ({
      url: env.GUPSHUP_WHATSAPP_URL,
      userId: need('GUPSHUP_WHATSAPP_USER_ID'),
      password: need('GUPSHUP_WHATSAPP_PASSWORD'),
      text: need('GUPSHUP_WHATSAPP_TEXT'),
    })),
  }),
  http: (env: Variables) => {
    const need = needed(env, 'SMS_PROVIDER=http')
    if (env.SMS_CHANNELS.includes('whatsapp'))
      throw new MissingVariable('SMS_CHANNELS with whatsapp needs SMS_PROVIDER=msg91, twilio or gupshup.')
    return {
      provider: 'http' as const,
      url: need('SMS_URL'),
      body: need('SMS_BODY'),
      headers: env.SMS_HEADERS,
    }
  },
}

/** The provider that each variable belongs to; setting one without its provider is an error. */
const impliedProvider: Partial<Record<Name, (typeof providers)[number]>> = {
  SMS_URL: 'http',
  MSG91_AUTH_KEY: 'msg91',
  TWILIO_ACCOUNT_SID: 'twilio',
  GUPSHUP_USER_ID: 'gupshup',
  GUPSHUP_WHATSAPP_USER_ID: 'gupshup',
}

/**
 * The provider of one-time codes; null if none is set.
 * @throws MissingVariable
 */
export function readSms(env: Variables): Sms | null {
  const { SMS_PROVIDER: provider, SMS_DLT_ENTITY_ID: entityId, SMS_DLT_TEMPLATE_ID: templateId } = env
  if (provider === null) {
    for (const [name, provider] of Object.entries(impliedProvider))
      if (env[name as Name] !== null) throw new MissingVariable(`${name} needs SMS_PROVIDER=${provider}.`)
    return null
  }
  if (templateId !== null) needed(env, 'SMS_DLT_TEMPLATE_ID')('SMS_DLT_ENTITY_ID')
  const dlt = { senderId: env.SMS_SENDER_ID, entityId, templateId }
  return { ...readers[provider](env), channels: env.SMS_CHANNELS, dlt }
}
