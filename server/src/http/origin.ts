import type { FastifyRequest } from 'fastify'
import { Refused } from './refuse.ts'

const header = (request: FastifyRequest, name: string) => {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

function originOf(url: string | undefined) {
  return url === undefined ? undefined : (URL.parse(url)?.origin ?? 'null')
}

/**
 * The one gate before every call that changes data, whatever its method: cookies travel with foreign requests too.
 * A browser of today says where a request comes from (Sec-Fetch-Site); an older one names its page (Origin, Referer);
 * a program says nothing and carries no cookies it did not put there itself.
 * @throws Refused 403
 */
export function refuseOtherSites(request: FastifyRequest, webOrigins: readonly string[]) {
  const refuse = () => {
    throw new Refused(403, 'This request came from another site', { code: 'other-site' })
  }
  const site = header(request, 'sec-fetch-site')
  const mode = header(request, 'sec-fetch-mode')
  const origin = header(request, 'origin')
  if (header(request, 'sec-purpose') !== undefined || header(request, 'purpose') === 'prefetch') refuse()
  if (mode === 'navigate') refuse()
  if (site === 'same-origin') return
  if (site !== undefined) {
    if (origin === undefined || mode !== 'cors' || !webOrigins.includes(origin)) refuse()
    return
  }
  const page = origin ?? originOf(header(request, 'referer'))
  if (page === undefined) return
  const own = `${request.protocol}://${request.host}`
  if (page !== own && !webOrigins.includes(page)) refuse()
}
