import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Statement = { text: string; values: (string | null)[] }

/** Reads null-terminated strings, 16-bit integers and parameter values from a message of the PostgreSQL protocol. */
function reader(body: Buffer) {
  let at = 0
  const skip = (bytes: number) => (at += bytes) - bytes
  return {
    text: () => body.toString('utf8', at, (at = body.indexOf(0, at) + 1) - 1),
    short: () => body.readInt16BE(skip(2)),
    value() {
      const length = body.readInt32BE(skip(4))
      return length < 0 ? null : body.toString('utf8', skip(length), at)
    },
  }
}

/** Calls `onStatement` for every statement that a client sends on one connection. */
function parseStatements(client: Socket, onStatement: (statement: Statement) => void) {
  let rest = Buffer.alloc(0)
  let isOpen = false
  let text = ''
  client.on('data', (data: Buffer) => {
    rest = Buffer.concat([rest, data])
    for (;;) {
      // The startup message has no type byte.
      const start = isOpen ? 1 : 0
      if (rest.length < start + 4) return
      const end = start + rest.readInt32BE(start)
      if (rest.length < end) return
      const type = isOpen ? String.fromCharCode(rest[0] ?? 0) : ''
      const body = reader(rest.subarray(start + 4, end))
      rest = rest.subarray(end)
      isOpen = true
      if (type === 'Q') onStatement({ text: body.text(), values: [] })
      if (type === 'P') {
        body.text()
        text = body.text()
      }
      if (type === 'B') {
        body.text()
        body.text()
        for (let formats = body.short(); formats > 0; formats--) body.short()
        onStatement({ text, values: Array.from({ length: body.short() }, () => body.value()) })
      }
    }
  })
}

/**
 * Starts a proxy between a server and its database that records the statements of every transaction, without BEGIN and
 * COMMIT. `url` is the database URL through the proxy.
 */
export async function startRecorder(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const transactions: Statement[][] = []
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname)
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => [client, database].forEach((one) => one.destroy()))
    }
    let current: Statement[] | null = null
    parseStatements(client, (statement) => {
      if (/^begin/i.test(statement.text)) current = []
      else if (/^(commit|rollback)/i.test(statement.text)) {
        if (current) transactions.push(current)
        current = null
      } else current?.push(statement)
    })
    client.pipe(database).pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    transactions,
    stop: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
