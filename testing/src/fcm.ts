import { generateKeyPairSync, type KeyObject, type KeyPairKeyObjectResult, verify } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The response to a message; 'slow' means none. */
export type Reply = 'sent' | keyof typeof refusals | 'slow'
type Received = { token: string; title: string; body: string; at: number }

/** Generated once, because that takes a third of a second. */
let keys: KeyPairKeyObjectResult | undefined

const clientEmail = 'push@kirana-test.iam.gserviceaccount.com'
const scope = 'https://www.googleapis.com/auth/firebase.messaging'
const fcmError = (errorCode: string) => ({
  '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError',
  errorCode,
})
const badRequest = (field: string) => ({
  '@type': 'type.googleapis.com/google.rpc.BadRequest',
  fieldViolations: [{ field, description: 'Invalid value' }],
})

/** Firebase's error responses, from its documentation and its libraries' issues. */
const refusals = {
  dead: [404, 'NOT_FOUND', 'Requested entity was not found.', [fcmError('UNREGISTERED')]],
  malformed: [
    400,
    'INVALID_ARGUMENT',
    'The registration token is not a valid FCM registration token',
    [fcmError('INVALID_ARGUMENT')],
  ],
  badToken: [
    400,
    'INVALID_ARGUMENT',
    'Request contains an invalid argument.',
    [fcmError('INVALID_ARGUMENT'), badRequest('message.token')],
  ],
  tooLong: [400, 'INVALID_ARGUMENT', 'Request contains an invalid argument.', []],
  noProject: [404, 'NOT_FOUND', 'Requested entity was not found.', []],
  otherSender: [403, 'PERMISSION_DENIED', 'SenderId mismatch', [fcmError('SENDER_ID_MISMATCH')]],
  quota: [429, 'RESOURCE_EXHAUSTED', 'Quota exceeded.', [fcmError('QUOTA_EXCEEDED')]],
  internal: [500, 'INTERNAL', 'Internal error encountered.', [fcmError('INTERNAL')]],
  unavailable: [503, 'UNAVAILABLE', 'The service is currently unavailable.', [fcmError('UNAVAILABLE')]],
  signedOut: [401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.', []],
} as const

async function bodyOf(request: IncomingMessage) {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

const decoded = (part = '') =>
  JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>

/** Whether the account's key signed this JWT for `audience` within the last minute, for at most an hour. */
function isSigned(assertion: string, publicKey: KeyObject, audience: string) {
  const [head = '', claims = '', signature = ''] = assertion.split('.')
  const { alg, typ, kid } = decoded(head)
  const { iss, scope: asked, aud, iat, exp } = decoded(claims)
  const age = Date.now() / 1000 - Number(iat)
  return (
    verify('RSA-SHA256', Buffer.from(`${head}.${claims}`), publicKey, Buffer.from(signature, 'base64url')) &&
    alg === 'RS256' &&
    typ === 'JWT' &&
    kid === 'key-1' &&
    iss === clientEmail &&
    asked === scope &&
    aud === audience &&
    Math.abs(age) < 60 &&
    Number(exp) - Number(iat) <= 3600
  )
}

/** The key file that Firebase gives the owner of an account. */
const keyFile = (privateKey: KeyObject, tokenUri: string) =>
  JSON.stringify({
    type: 'service_account',
    project_id: 'kirana-test',
    private_key_id: 'key-1',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    client_email: clientEmail,
    token_uri: tokenUri,
  })

function sendError(response: ServerResponse, error: keyof typeof refusals, retryAfter: string | null) {
  const [code, status, message, details] = refusals[error]
  response.writeHead(code, {
    'content-type': 'application/json',
    ...(retryAfter !== null && { 'retry-after': retryAfter }),
  })
  response.end(JSON.stringify({ error: { code, message, status, ...(details.length > 0 && { details }) } }))
}

/**
 * A fake of Firebase Cloud Messaging (HTTP v1) and Google's token endpoint on loopback, with the key file of its account.
 * It rejects token requests that this account has not signed.
 */
export async function startFcm() {
  keys ??= generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { publicKey, privateKey } = keys
  const folder = mkdtempSync(join(tmpdir(), 'kirana-fcm-'))
  const credentials = join(folder, 'account.json')
  const access = new Set<string>()
  const attempts = new Map<string, number>()

  const service = {
    /** All messages received, whatever the response. */
    received: [] as Received[],
    /** The number of requests for an access token. */
    grants: 0,
    /** Chooses the response to the nth message (from 1) to a token. */
    reply: (_token: string, _nth: number): Reply => 'sent',
    retryAfter: null as string | null,
    /** The status of the token endpoint's responses. */
    tokenStatus: 200,
    /** The lifetime of an access token in seconds. */
    expiresIn: 3599,
    /** The delay before each response in milliseconds. */
    delay: 0,
    /** Invalidates all issued access tokens. */
    revoke: () => access.clear(),
    /** Closes all connections, which ends 'slow' requests. */
    hangUp: () => server.closeAllConnections(),
    phones: () => service.received.map(({ token }) => token),
    credentials,
    url: '',
    stop: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      rmSync(folder, { recursive: true, force: true })
    },
  }

  const server = createServer((request, response) => {
    void (request.url === '/token' ? grant : send)(request, response)
  })

  async function grant(request: IncomingMessage, response: ServerResponse) {
    service.grants++
    const form = new URLSearchParams(await bodyOf(request))
    const isRight =
      form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer' &&
      isSigned(form.get('assertion') ?? '', publicKey, `${service.url}/token`)
    const status = isRight ? service.tokenStatus : 400
    response.writeHead(status, { 'content-type': 'application/json' })
    if (status !== 200) return response.end(JSON.stringify({ error: 'invalid_grant' }))
    const token = `ya29.${service.grants}`
    access.add(token)
    return response.end(
      JSON.stringify({ access_token: token, expires_in: service.expiresIn, token_type: 'Bearer' }),
    )
  }

  async function send(request: IncomingMessage, response: ServerResponse) {
    const text = await bodyOf(request)
    if (request.method !== 'POST' || request.url !== '/v1/projects/kirana-test/messages:send')
      return answer(response, 'noProject')
    if (!access.has(request.headers.authorization?.replace('Bearer ', '') ?? ''))
      return answer(response, 'signedOut')
    const { message } = JSON.parse(text) as {
      message: { token: string; notification: { title: string; body: string } }
    }
    const { token, notification } = message
    service.received.push({ token, ...notification, at: Date.now() })
    const nth = (attempts.get(token) ?? 0) + 1
    attempts.set(token, nth)
    const reply = service.reply(token, nth)
    if (reply === 'slow') return
    setTimeout(() => answer(response, reply), service.delay)
  }

  function answer(response: ServerResponse, reply: Exclude<Reply, 'slow'>) {
    if (reply !== 'sent') return sendError(response, reply, service.retryAfter)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ name: `projects/kirana-test/messages/${service.received.length}` }))
  }

  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  service.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  writeFileSync(credentials, keyFile(privateKey, `${service.url}/token`))
  return service
}

export type FcmServer = Awaited<ReturnType<typeof startFcm>>
