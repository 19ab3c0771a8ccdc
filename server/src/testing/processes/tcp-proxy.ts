import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy to a database server whose connections can be cut and restored. `url` goes through it. */
export async function tcpProxy(to: string) {
  const { hostname, port } = new URL(to)
  const open = new Set<Socket>()
  let isCut = false
  const join = (one: Socket, other: Socket) => {
    open.add(one)
    one.on('error', () => {})
    one.once('close', () => {
      open.delete(one)
      other.destroy()
    })
    one.pipe(other)
  }
  const between = createServer((near) => {
    if (isCut) return void near.destroy()
    const far = connect(Number(port), hostname)
    join(near, far)
    join(far, near)
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
