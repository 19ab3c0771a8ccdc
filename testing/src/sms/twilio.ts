import { type Asked, type Received, type GatewayResponse, startGateway } from './gateway.ts'

const accountSid = `AC${'0a'.repeat(16)}`
const authToken = '0123456789abcdef0123456789abcdef'
const service = `MG${'1b'.repeat(16)}`
const contentSid = `HX${'2c'.repeat(16)}`
const messageId = `SM${'3d'.repeat(16)}`

/** Status, code and message of Twilio's errors, from its error dictionary. */
const failures = {
  denied: [401, 20003, 'Authenticate'],
  number: [400, 21211, "The 'To' number is not a valid phone number."],
  template: [400, 21901, 'DltTemplateId is invalid'],
  balance: [400, 30002, 'Account suspended'],
  busy: [429, 20429, 'Too Many Requests'],
  broken: [500, 20500, 'An internal server error has occurred'],
} as const
export type TwilioReply = 'sent' | keyof typeof failures | 'silent'

const failure = (status: number, code: number, message: string): GatewayResponse => ({
  status,
  json: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
})

const failed = (reply: keyof typeof failures) => {
  const [status, code, message] = failures[reply]
  return failure(status, code, message)
}

function answer(
  { method, path, headers, body }: Asked,
  take: (received: Received) => TwilioReply,
): GatewayResponse {
  const basic = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  if (headers.authorization !== basic) return failed('denied')
  if (method !== 'POST' || path !== `/2010-04-01/Accounts/${accountSid}/Messages.json`)
    return failure(404, 20404, 'The requested resource was not found')
  if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
    return failure(415, 20415, 'Unsupported media type')
  const form = new URLSearchParams(body)
  const [, scheme, phone] = /^(whatsapp:)?(\+91\d{10})$/.exec(form.get('To') ?? '') ?? []
  if (!phone) return failed('number')
  const isSent = scheme
    ? form.get('From') === 'whatsapp:+14155550100'
    : form.get('MessagingServiceSid') === service || form.get('From') === '+14155550100'
  if (!isSent) return failure(400, 21603, "A 'From' phone number is required.")
  const variables = JSON.parse(form.get('ContentVariables') ?? '{}') as Record<string, string>
  const isContent = form.get('ContentSid') === contentSid
  const code = isContent ? variables['1'] : /^Your code is (\d{6})\.$/.exec(form.get('Body') ?? '')?.[1]
  if (!code || (scheme && !isContent)) return failure(400, 21602, 'Message body is required.')
  const reply = take({ phone, code, channel: scheme ? 'whatsapp' : 'sms' })
  if (reply === 'silent') return null
  if (reply !== 'sent') return failed(reply)
  const created = {
    sid: messageId,
    account_sid: accountSid,
    status: 'accepted',
    to: form.get('To'),
    direction: 'outbound-api',
  }
  return { status: 201, json: { ...created, error_code: null, error_message: null } }
}

/** Starts a fake of Twilio's Messages API on loopback; returns also the settings to use it. */
export async function startTwilio() {
  const gateway = await startGateway<TwilioReply>(answer, 'sent')
  const environment = {
    SMS_PROVIDER: 'twilio',
    SMS_TEXT: 'Your code is {code}.',
    TWILIO_ACCOUNT_SID: accountSid,
    TWILIO_AUTH_TOKEN: authToken,
    TWILIO_MESSAGING_SERVICE_SID: service,
    TWILIO_URL: gateway.url,
  }
  const whatsapp = { TWILIO_WHATSAPP_FROM: '+14155550100', TWILIO_WHATSAPP_CONTENT_SID: contentSid }
  return Object.assign(gateway, { environment, whatsapp, messageId })
}
