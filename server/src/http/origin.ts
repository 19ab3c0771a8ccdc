import { ownPage } from '@kirana/contract/wire/own-page'
import type { Route } from '@kirana/contract/wire/route'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { hasSessionCookie } from './access.ts'
import { linkBase } from './links.ts'
import { HttpError } from '../errors.ts'

/** Headers by which browsers mark, or used to mark, a prefetch. */
const prefetchHeaders = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']

const header = ({ headers }: FastifyRequest, name: string) => {
  const value = headers[name]
  return (Array.isArray(value) ? value[0] : value) || undefined
}

function originOf(url: string | undefined) {
  return url === undefined ? undefined : (URL.parse(url)?.origin ?? 'null')
}

/**
 * Protects calls that change data against CSRF, because browsers attach cookies to requests of any page. No header may
 * name another origin. If a session cookie authorizes the call, a header must also prove that one of our own pages sent
 * it, because over plain HTTP a browser may send no such header.
 * @throws HttpError 403
 */
export function refuseOtherSites(
  request: FastifyRequest,
  access: Route['access'],
  config: Pick<Config, 'publicUrl' | 'webOrigins'>,
) {
  const own = linkBase(request, config)
  const origin = header(request, 'origin')
  const referer = originOf(header(request, 'referer'))
  const site = header(request, 'sec-fetch-site')
  const mode = header(request, 'sec-fetch-mode')
  const isListed = (page: string | undefined) => page !== undefined && config.webOrigins.includes(page)
  const isForeign = (page: string | undefined) => page !== undefined && page !== own && !isListed(page)

  const speaksAgainst =
    isForeign(origin) ||
    isForeign(referer) ||
    mode === 'navigate' ||
    prefetchHeaders.some((name) => request.headers[name] !== undefined) ||
    (site !== undefined && site !== 'same-origin' && !(mode === 'cors' && isListed(origin)))
  // The Referer of a page of another listed origin proves nothing, because following a link on it also sends one. A
  // fetch sends an Origin header.
  const speaksFor =
    site !== undefined ||
    origin !== undefined ||
    referer === own ||
    header(request, 'x-requested-with') === ownPage['x-requested-with']
  // Browsers never attach a bearer token by themselves.
  const isByToken = [access].flat().every((role) => role === 'customer')
  const needsEvidence = !isByToken && hasSessionCookie(request)

  if (speaksAgainst || (needsEvidence && !speaksFor))
    throw new HttpError(403, 'This request came from another site', { code: 'other-site' })
}
