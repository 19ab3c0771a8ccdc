import { type Asked, type Received, type GatewayResponse, startGateway } from './gateway.ts'

const authKey = '424907Atestkey0000001P1'
const templateId = '65f1a2b3c4d5e6f708192a3b'
const requestId = '3763646c3058373530393938'

/** MSG91's responses, from its documentation and user reports. */
const replies = {
  sent: [200, { type: 'success', request_id: requestId }],
  denied: [401, { status: 'fail', hasError: true, errors: 'Unauthorized', code: '401', apiError: '418' }],
  number: [200, { type: 'error', message: 'Invalid mobile number', code: '202' }],
  template: [400, { type: 'error', message: 'Template ID Missing or Invalid Template' }],
  balance: [200, { type: 'error', message: 'Insufficient balance to send SMS', code: '301' }],
  tooSoon: [200, { type: 'error', message: 'Duplicate request', code: '311' }],
  busy: [429, { type: 'error', message: 'Too many requests' }],
  broken: [503, { type: 'error', message: 'Service unavailable' }],
} as const
export type Msg91Reply = keyof typeof replies | 'silent'

const wrong = (message: string): GatewayResponse => ({ status: 400, json: { type: 'error', message } })

/** Parses the message in a request; returns a sentence if the request is invalid. */
function read({ method, path, query, body }: Asked): Received | string {
  if (method !== 'POST') return 'POST only'
  const sent = JSON.parse(body) as Record<string, unknown>
  if (path === '/api/v5/otp') {
    if (query.get('template_id') !== templateId) return 'Template ID Missing or Invalid Template'
    return found(query.get('mobile'), query.get('otp'), 'sms')
  }
  if (path === '/api/v5/flow') {
    const { template_id, recipients } = sent as {
      template_id?: string
      recipients?: Record<string, string>[]
    }
    if (template_id !== templateId) return 'Template ID Missing or Invalid Template'
    return found(recipients?.[0]?.['mobiles'], recipients?.[0]?.['number'], 'sms')
  }
  if (path !== '/api/v5/whatsapp/whatsapp-outbound-message/bulk/') return 'Not found'
  const { integrated_number, content_type, payload } = sent as {
    integrated_number?: string
    content_type?: string
    payload?: {
      messaging_product?: string
      type?: string
      template?: {
        name?: string
        language?: { code: string; policy: string }
        to_and_components?: { to: string[]; components: Record<string, { type: string; value: string }> }[]
      }
    }
  }
  const { template } = payload ?? {}
  const [recipient] = template?.to_and_components ?? []
  const isTemplate =
    content_type === 'template' && payload?.type === 'template' && template?.name === 'sign_in'
  if (integrated_number !== '919800000000' || !isTemplate || template.language?.policy !== 'deterministic')
    return 'Invalid template'
  const { body_1: text, button_1: button } = recipient?.components ?? {}
  if (text?.value !== button?.value) return 'Template mismatch'
  return found(recipient?.to[0], text?.value, 'whatsapp')
}

const found = (
  mobile: string | null | undefined,
  code: string | null | undefined,
  channel: Received['channel'],
) =>
  /^91\d{10}$/.test(mobile ?? '') && /^\d{4,9}$/.test(code ?? '')
    ? { phone: `+${mobile}`, code: code ?? '', channel }
    : 'Invalid mobile number'

function answer(asked: Asked, take: (received: Received) => Msg91Reply): GatewayResponse {
  if (asked.headers['authkey'] !== authKey)
    return { status: 401, json: { ...replies.denied[1], apiError: '201' } }
  const message = read(asked)
  if (typeof message === 'string') return wrong(message)
  const reply = take(message)
  if (reply === 'silent') return null
  const [status, json] = replies[reply]
  if (reply !== 'sent') return { status, json }
  if (message.channel === 'whatsapp')
    return {
      status,
      json: { status: 'success', hasError: false, data: 'Message submitted', request_id: requestId },
    }
  return { status, json: asked.path === '/api/v5/flow' ? { type: 'success', message: requestId } : json }
}

/** Starts a fake of MSG91 (v5) on loopback; returns also the settings to use it. */
export async function startMsg91() {
  const gateway = await startGateway<Msg91Reply>(answer, 'sent')
  const environment = {
    SMS_PROVIDER: 'msg91',
    SMS_SENDER_ID: 'KIRANA',
    SMS_DLT_ENTITY_ID: '1101234567890123456',
    SMS_DLT_TEMPLATE_ID: '1107123456789012345',
    MSG91_AUTH_KEY: authKey,
    MSG91_TEMPLATE_ID: templateId,
    MSG91_URL: gateway.url,
  }
  const whatsapp = { MSG91_WHATSAPP_NUMBER: '+919800000000', MSG91_WHATSAPP_TEMPLATE: 'sign_in' }
  return Object.assign(gateway, { environment, whatsapp, messageId: requestId })
}
