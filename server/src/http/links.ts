import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/**
 * The origin that absolute links begin with: PUBLIC_URL, otherwise the address that the request came to.
 * X-Forwarded-Host is ignored. '' when the request names no address.
 */
export function linkBase(request: FastifyRequest, { publicUrl }: Pick<Config, 'publicUrl'>): string {
  if (publicUrl !== null) return publicUrl
  const url = URL.parse(`${request.protocol}://${request.headers.host ?? ''}`)
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.origin : ''
}
