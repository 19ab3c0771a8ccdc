import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Backend } from './backend.ts'

/**
 * A round-robin reverse proxy. Tries the next process if a connection is refused, but does not repeat a request that was
 * sent: it responds with 502 and names the process in `x-broken`.
 */
export async function startProxy() {
  let backends: Backend[] = []
  let turn = 0

  function forward(incoming: IncomingMessage, answer: ServerResponse, body: Buffer, untried: Backend[]) {
    const [backend, ...others] = untried
    if (!backend) return answer.writeHead(502).end()
    const headers = { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress }
    const { method, url: path } = incoming
    // A new connection: a kept-alive one could break for reasons that have nothing to do with this request.
    const out = request({ host: '127.0.0.1', port: backend.port, method, path, headers, agent: false })
    const broken = () => answer.writeHead(502, { 'x-broken': backend.name }).end()
    out.on('response', (response) => {
      const status = response.statusCode ?? 502
      const named = { ...response.headers, 'x-process': backend.name }
      response.on('error', () => (answer.headersSent ? answer.destroy() : broken()))
      if (response.headers['content-type']?.startsWith('text/event-stream'))
        return response.pipe(answer.writeHead(status, named))
      // Buffered, because a partial response would break the caller's connection without naming the process.
      return void buffer(response).then(
        (whole) => answer.writeHead(status, named).end(whole),
        () => {},
      )
    })
    out.on('error', (error) => {
      if ('code' in error && error.code === 'ECONNREFUSED') forward(incoming, answer, body, others)
      else if (answer.headersSent) answer.destroy()
      else broken()
    })
    answer.on('close', () => out.destroy())
    out.end(body)
  }

  const server = createServer((incoming, answer) => {
    const parts: Buffer[] = []
    incoming.on('data', (part: Buffer) => parts.push(part))
    incoming.on('end', () => {
      const from = turn++ % backends.length
      forward(incoming, answer, Buffer.concat(parts), [...backends.slice(from), ...backends.slice(0, from)])
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    use: (those: Backend[]) => (backends = those),
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
