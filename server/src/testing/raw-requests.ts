import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Requests as raw bytes: with any spelling of URLs and headers, and with bodies that do not end. */
export function rawRequests(app: FastifyInstance) {
  const listening = app.listen({ port: 0, host: '127.0.0.1' })
  const sockets: Socket[] = []

  /** Sends the request over `count` connections, which stay open; the returned statuses fill in as answers arrive. */
  async function send(count: number, lines: readonly string[], body = '') {
    await listening
    const { port } = app.server.address() as AddressInfo
    const statuses: number[] = []
    const made = Array.from({ length: count }, () => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {})
      socket.once('data', (text) => statuses.push(Number(/^HTTP\/1\.1 (\d+)/.exec(String(text))?.[1])))
      socket.write(`${[...lines, 'Host: localhost'].join('\r\n')}\r\n\r\n${body}`)
      return socket
    })
    sockets.push(...made)
    await Promise.all(made.map((socket) => once(socket, 'connect')))
    return statuses
  }
  const hangUp = () => sockets.splice(0).forEach((socket) => socket.destroy())
  return { send, hangUp }
}
