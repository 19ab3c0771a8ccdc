import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { isLoopback } from '../config/networks.ts'
import { HttpError } from '../errors.ts'

/** Whether the name in a Host header always means this machine, so that no DNS server can map another name to it. */
function isLocalHost(host: string | undefined): boolean {
  const url = URL.parse(`http://${host ?? ''}`)
  // A path or user info in the header would hide text around the host.
  if (url?.href !== `http://${url?.host}/`) return false
  const name = url.hostname.replace(/^\[(.*)\]$/, '$1')
  return name === 'localhost' || name.endsWith('.localhost') || isLoopback(name)
}

/**
 * A server on a loopback address accepts only local host names. Otherwise a page whose name was pointed at 127.0.0.1
 * (DNS rebinding) would share the store's origin and could sign in with the sample password.
 */
export function refuseForeignHosts(app: FastifyInstance, config: Config) {
  const isLocal = config.host === 'localhost' || isLoopback(config.host)
  if (!isLocal || config.publicUrl !== null || config.trustProxy !== 'off') return
  app.addHook('onRequest', async ({ headers }) => {
    if (!isLocalHost(headers.host))
      throw new HttpError(
        421,
        'This server answers only as localhost or 127.0.0.1. For another name set PUBLIC_URL, and TRUST_PROXY behind a proxy',
      )
  })
}
