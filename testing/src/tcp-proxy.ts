import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

type Way = { isDropped: () => boolean; received: () => void }

/**
 * A proxy to a database server, whose connections can be cut and restored; `url` goes through it. It counts round
 * trips: bytes of the client that follow bytes of the server. `delayMs` delays everything in each direction. Bytes that
 * `mute` and `blackhole` drop stay lost after `mend`.
 */
export async function tcpProxy(to: string, { delayMs = 0 } = {}) {
  let { hostname, port } = new URL(to)
  const open = new Set<Socket>()
  let isCut = false
  let isMuted = false
  let isBlackhole = false
  let trips = 0
  const join = (one: Socket, other: Socket, { isDropped, received }: Way) => {
    open.add(one)
    one.on('error', () => {})
    one.once('close', () => {
      open.delete(one)
      other.destroy()
    })
    one.on('data', (data) => {
      if (isDropped()) return
      received()
      if (delayMs === 0) other.write(data)
      else setTimeout(() => other.write(data), delayMs)
    })
  }
  const between = createServer({ noDelay: true }, (near) => {
    if (isCut) return void near.destroy()
    const far = connect({ port: Number(port), host: hostname, noDelay: true })
    let hasAnswered = true
    const sent = () => {
      if (hasAnswered) trips++
      hasAnswered = false
    }
    join(near, far, { isDropped: () => isBlackhole, received: sent })
    join(far, near, { isDropped: () => isBlackhole || isMuted, received: () => void (hasAnswered = true) })
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
    /** Delivers statements, and drops their answers. */
    mute: () => void (isMuted = true),
    /** Sends new connections to another server, and cuts those that are open. */
    aim: (at: string) => {
      ;({ hostname, port } = new URL(at))
      for (const socket of open) socket.destroy()
    },
    /** Drops everything in both directions; connections stay open. */
    blackhole: () => void (isBlackhole = true),
    mend: () => {
      isCut = false
      isMuted = false
      isBlackhole = false
    },
    close: async () => {
      cut()
      await new Promise((closed) => between.close(closed))
    },
  }
}
