// Runs before anything is installed or built: Node's own modules only.
import { createServer } from 'node:net'

/** What the operator can do about an address that cannot be listened on, by the system's error. */
const remedies = {
  EADDRINUSE: ({ port }) =>
    `Port ${port} is in use. Stop the program that uses it, or set PORT to a different port.`,
  EACCES: ({ port }) =>
    `Port ${port} is reserved for the administrator. Set PORT to a different port, such as 4100.`,
  EADDRNOTAVAIL: ({ host }) => `HOST is not valid: this machine has no address ${host}.`,
  ENOTFOUND: ({ host }) => `HOST is not valid: this machine has no address ${host}.`,
}

/**
 * Ends with exit code 2 and one sentence if the server cannot listen on `HOST` and `PORT`, so that the caller does not
 * wait for an install and a build first. The server itself checks whether the values are well formed.
 */
export async function requireFreeAddress(env) {
  const host = env.HOST?.trim() || '127.0.0.1'
  const port = Number(env.PORT?.trim() || 4100)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return
  const code = await new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve(error.code))
    server.listen({ host, port }, () => server.close(() => resolve(null)))
  })
  const remedy = remedies[code]
  if (!remedy) return
  process.stderr.write(`${remedy({ host, port })}\n`)
  process.exit(2)
}
