import { type Asked, type Received, type GatewayResponse, startGateway } from './gateway.ts'

const messageId = '4321098765432109876-267834567890123456'
const accounts = { sms: ['2000100001', 'Sms@2026'], whatsapp: ['2000200002', 'Wa@2026'] } as const
const registered = {
  mask: 'KIRANA',
  principalEntityId: '1101234567890123456',
  dltTemplateId: '1107123456789012345',
}

/** Codes and details of Gupshup's errors, which have the status 200. */
const failures = {
  denied: ['102', 'Authentication failed due to invalid userId or password.'],
  number: ['105', 'The phone number is not a valid phone number.'],
  template: ['322', 'The message does not match any DLT template of this header.'],
  balance: ['130', 'Your account has insufficient balance.'],
  busy: ['100', 'Unknown error has occurred. Please try again.'],
} as const
export type GupshupReply = 'sent' | keyof typeof failures | 'broken' | 'silent'

const response = (id: string, details: string, phone = '') => ({
  status: 200,
  json: { response: { id, phone, details, status: details ? 'error' : 'success' } },
})

const failed = (reply: keyof typeof failures) => {
  const [id, details] = failures[reply]
  return response(id, details)
}

function answer(
  { method, path, headers, body }: Asked,
  take: (received: Received) => GupshupReply,
): GatewayResponse {
  if (method !== 'POST' || path !== '/GatewayAPI/rest') return { status: 404, json: {} }
  const form = new URLSearchParams(body)
  const field = (name: string) => form.get(name) ?? ''
  if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
    return response('101', 'The parameter method is missing.')
  const isFramed = field('v') === '1.1' && field('auth_scheme') === 'plain' && field('format') === 'json'
  if (!isFramed) return response('107', 'The version is unknown.')
  const channel = field('userid') === accounts.whatsapp[0] ? 'whatsapp' : 'sms'
  const [userId, password] = accounts[channel]
  if (field('userid') !== userId || field('password') !== password) return failed('denied')
  if (field('method') === 'OPT_IN')
    return channel === 'whatsapp' && /^91\d{10}$/.test(field('phone_number'))
      ? { ...response(messageId, '', field('phone_number')), isStep: true }
      : failed('number')
  const code = /^(\d{6}) is your Kirana code\.$/.exec(field('msg'))?.[1] ?? ''
  const isTemplate =
    channel === 'whatsapp'
      ? field('isTemplate') === 'true' && field('buttonUrlParam') === code
      : Object.entries(registered).every(([name, value]) => field(name) === value)
  if (!code || !isTemplate || field('method') !== 'SendMessage') return failed('template')
  if (!/^91\d{10}$/.test(field('send_to'))) return failed('number')
  const reply = take({ phone: `+${field('send_to')}`, code, channel })
  if (reply === 'silent') return null
  if (reply === 'broken') return { status: 502, json: { error: 'Bad gateway' } }
  return reply === 'sent' ? response(messageId, '', field('send_to')) : failed(reply)
}

/** Starts fakes of Gupshup's gateways on loopback; returns also the settings to use them. */
export async function startGupshup() {
  const gateway = await startGateway<GupshupReply>(answer, 'sent')
  const environment = {
    SMS_PROVIDER: 'gupshup',
    SMS_TEXT: '{code} is your Kirana code.',
    SMS_SENDER_ID: registered.mask,
    SMS_DLT_ENTITY_ID: registered.principalEntityId,
    SMS_DLT_TEMPLATE_ID: registered.dltTemplateId,
    GUPSHUP_USER_ID: accounts.sms[0],
    GUPSHUP_PASSWORD: accounts.sms[1],
    GUPSHUP_URL: gateway.url,
  }
  const whatsapp = {
    GUPSHUP_WHATSAPP_USER_ID: accounts.whatsapp[0],
    GUPSHUP_WHATSAPP_PASSWORD: accounts.whatsapp[1],
    GUPSHUP_WHATSAPP_TEXT: '{code} is your Kirana code.',
    GUPSHUP_WHATSAPP_URL: gateway.url,
  }
  return Object.assign(gateway, { environment, whatsapp, messageId })
}
