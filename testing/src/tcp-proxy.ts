import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A proxy to a database server, whose connections can be cut and restored; `url` goes through it. It counts round trips:
 * bytes of the client that follow bytes of the server. `delayMs` delays everything in each direction.
 */
export async function tcpProxy(to: string, { delayMs = 0 } = {}) {
  const { hostname, port } = new URL(to)
  const open = new Set<Socket>()
  let isCut = false
  let trips = 0
  const join = (one: Socket, other: Socket, received: () => void) => {
    open.add(one)
    one.on('error', () => {})
    one.once('close', () => {
      open.delete(one)
      other.destroy()
    })
    one.on('data', (data) => {
      received()
      if (delayMs === 0) other.write(data)
      else setTimeout(() => other.write(data), delayMs)
    })
  }
  const between = createServer({ noDelay: true }, (near) => {
    if (isCut) return void near.destroy()
    const far = connect({ port: Number(port), host: hostname, noDelay: true })
    let hasAnswered = true
    join(near, far, () => {
      if (hasAnswered) trips++
      hasAnswered = false
    })
    join(far, near, () => (hasAnswered = true))
  })
  between.listen(0, '127.0.0.1')
  await once(between, 'listening')
  const url = new URL(to)
  url.hostname = '127.0.0.1'
  url.port = String((between.address() as AddressInfo).port)
  const cut = () => {
    isCut = true
    for (const socket of open) socket.destroy()
  }
  return {
    url: url.href,
    /** The round trips so far, on all connections. */
    trips: () => trips,
    cut,
    mend: () => {
      isCut = false
    },
    close: async () => {
      cut()
      await new Promise((closed) => between.close(closed))
    },
  }
}
