import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'

/** A request to a gateway and its response; null means no response. */
export type Asked = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: string
}
export type GatewayResponse = {
  status: number
  json: unknown
  headers?: Record<string, string>
  /** A step before the message itself, such as an opt-in. */
  isStep?: true
} | null

/** A code that a gateway was asked to send, whatever the response. */
export type Received = { phone: string; code: string; channel: 'sms' | 'whatsapp' }

async function bodyOf(request: IncomingMessage) {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

/** The protocol of a provider: parses a request and formats the response that `reply` chooses. */
export type Protocol<Reply extends string> = (
  asked: Asked,
  take: (received: Received) => Reply,
) => GatewayResponse

/**
 * A fake provider of text messages on loopback. `reply` chooses the response to the nth message (from 1) to a phone on a
 * channel; all responses are documented by the provider or known from practice.
 */
export async function startGateway<Reply extends string>(protocol: Protocol<Reply>, sent: Reply) {
  const gateway = {
    received: [] as Received[],
    reply: (_message: Received, _nth: number): Reply => sent,
    /** Descriptions of invalid requests: wrong secret, missing field, bad format. */
    refused: [] as string[],
    /** The newest code sent to a phone. */
    codeOf: (phone: string) => gateway.received.findLast((message) => message.phone === phone)?.code ?? '',
    /** Closes all connections, which ends requests without a response. */
    hangUp: () => server.closeAllConnections(),
    url: '',
    stop: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
  const take = (received: Received) => {
    gateway.received.push(received)
    const same = ({ phone, channel }: Received) => phone === received.phone && channel === received.channel
    return gateway.reply(received, gateway.received.filter(same).length)
  }
  const server = createServer((request, response) => {
    void (async () => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://gateway')
      const body = await bodyOf(request)
      const { method = '', headers } = request
      const taken = gateway.received.length
      const answer = protocol({ method, path: pathname, query: searchParams, headers, body }, take)
      if (!answer) return
      if (gateway.received.length === taken && !answer.isStep)
        gateway.refused.push(JSON.stringify(answer.json))
      response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
      response.end(JSON.stringify(answer.json))
    })()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  gateway.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return gateway
}
