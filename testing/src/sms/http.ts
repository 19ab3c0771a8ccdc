import { type Asked, type GatewayResponse, startGateway, type Received } from './gateway.ts'

const secret = 'Bearer gateway-secret-1'
const replies = {
  sent: [200, { id: 'm-1' }],
  denied: [401, { error: 'Unknown key' }],
  busy: [429, { error: 'Slow down' }],
  broken: [502, { error: 'Bad gateway' }],
} as const
export type HttpReply = keyof typeof replies | 'refused' | 'silent'

function answer(
  { method, path, headers, body }: Asked,
  take: (received: Received) => HttpReply,
): GatewayResponse {
  if (method !== 'POST' || path !== '/send') return { status: 404, json: { error: 'Not found' } }
  if (headers.authorization !== secret) return { status: 401, json: { error: 'Unknown key' } }
  if (headers['content-type'] !== 'application/json') return { status: 415, json: { error: 'JSON only' } }
  const { to = '', text = '' } = JSON.parse(body) as { to?: string; text?: string }
  const code = /^Your code is (\d{6})$/.exec(text)?.[1]
  if (!/^\+91\d{10}$/.test(to) || !code) return { status: 400, json: { error: 'to and text are required' } }
  const reply = take({ phone: to, code, channel: 'sms' })
  if (reply === 'silent') return null
  // Gateways echo parts of the request in their errors.
  if (reply === 'refused') return { status: 422, json: { error: `Unknown template for ${to}: code ${code}` } }
  const [status, json] = replies[reply]
  return { status, json, ...(reply === 'busy' && { headers: { 'retry-after': '7' } }) }
}

/** Starts a fake gateway that accepts a code as a POST with JSON; returns also the settings to use it. */
export async function startHttpSms() {
  const gateway = await startGateway<HttpReply>(answer, 'sent')
  const environment = {
    SMS_PROVIDER: 'http',
    SMS_URL: `${gateway.url}/send`,
    SMS_HEADERS: JSON.stringify({ Authorization: secret }),
    SMS_BODY: '{"to": "{phone}", "text": "Your code is {code}"}',
  }
  return Object.assign(gateway, { environment })
}
