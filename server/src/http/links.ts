import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'

/**
 * The origin of absolute links: PUBLIC_URL, otherwise the Host header of the request; '' without either.
 * X-Forwarded-Host is ignored.
 */
export function linkBase(request: FastifyRequest, { publicUrl }: Pick<Config, 'publicUrl'>): string {
  if (publicUrl !== null) return publicUrl
  const url = URL.parse(`${request.protocol}://${request.headers.host ?? ''}`)
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.origin : ''
}

/**
 * The page that a request comes from, by its origin and by the host name that its passkeys belong to. Null where
 * browsers support no passkeys: at an IP address, and over plain HTTP except on localhost.
 */
export function pageOf(request: FastifyRequest, config: Pick<Config, 'publicUrl' | 'webOrigins'>) {
  const { origin: sent = '' } = request.headers
  const origin = config.webOrigins.includes(sent) ? sent : linkBase(request, config)
  const url = URL.parse(origin)
  if (!url) return null
  const rpId = url.hostname
  const isLocal = rpId === 'localhost' || rpId.endsWith('.localhost')
  const isNumber = isIP(rpId.replace(/^\[(.*)\]$/, '$1')) !== 0
  return !isNumber && (url.protocol === 'https:' || isLocal) ? { origin, rpId } : null
}
