import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { isLoopback, isNearby, within } from '../config/networks.ts'

/**
 * Whether the X-Forwarded-* headers of an address are trusted. Hop 0 is the connection's peer, hop 1 the address that
 * the peer reports.
 */
type Trust = (address: string | undefined, hop: number) => boolean

/**
 * `on` trusts one proxy at a loopback or private address. Clients may have private addresses, too, so entries before
 * the proxy's own are ignored. Listed proxies may be chained.
 */
export function proxyTrust({ trustProxy }: Pick<Config, 'trustProxy'>): Trust | false {
  if (trustProxy === 'off') return false
  if (trustProxy === 'on') return (address, hop) => hop === 0 && isNearby(address)
  return within(trustProxy)
}

const forwardedHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

const isForwarded = ({ headers }: FastifyRequest) =>
  forwardedHeaders.some((name) => headers[name] !== undefined)

/**
 * Whether the client runs on this machine: every address on the way is loopback. False for requests through a proxy
 * that is not trusted or names no client, because all its clients would look local.
 */
export function isFromThisMachine(request: FastifyRequest): boolean {
  const way = request.ips ?? [request.ip]
  return way.every(isLoopback) && (way.length > 1 || !isForwarded(request))
}

/**
 * Logs once when TRUST_PROXY is set but the proxy isn't trusted, because client addresses and HTTPS are then unknown.
 */
export function reportUnknownProxies(app: FastifyInstance, config: Config) {
  const trusts = proxyTrust(config)
  if (trusts === false) return
  let isReported = false
  app.addHook('onRequest', async (request) => {
    const peer = request.socket.remoteAddress
    if (isReported || request.headers['x-forwarded-for'] === undefined || trusts(peer, 0)) return
    isReported = true
    request.log.warn({ peer }, 'X-Forwarded-* is ignored: TRUST_PROXY does not name this peer')
  })
}
