import { securityContact } from '@kirana/domain/security-contact'
import type { FastifyInstance } from 'fastify'
import { publicCompany } from '../services/shared/company.ts'
import type { AppContext } from '../context.ts'
import { linkBase } from '../http/links.ts'

/** Well below the maximum of a year that RFC 9116 recommends. The expiry is computed for each request. */
const validDays = 180
const dayInMs = 24 * 60 * 60 * 1000

/**
 * Serves security.txt, which states how to report a vulnerability (RFC 9116). If the company has no mail address,
 * reports are sent through the policy's page.
 */
export function serveSecurityTxt(app: FastifyInstance, context: AppContext) {
  // Queued like other calls, because it reads the company's row.
  const config = { call: { access: 'public' as const, writes: false, takesFiles: false, streams: false } }
  app.get('/.well-known/security.txt', { config }, async (request, reply) => {
    const base = linkBase(request, context.config)
    const contact = securityContact(await publicCompany(context.database.db))
    const expires = new Date(context.now().getTime() + validDays * dayInMs)
    expires.setUTCHours(0, 0, 0, 0)
    const lines = [
      `Contact: ${contact ? `mailto:${contact}` : `${base}/legal`}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en, hi',
      `Canonical: ${base}/.well-known/security.txt`,
      `Policy: ${base}/legal`,
    ]
    return (
      reply
        .type('text/plain; charset=utf-8')
        // Without PUBLIC_URL the links come from the caller's Host header, so other callers must not get them from a
        // cache.
        .header('cache-control', context.config.publicUrl ? 'public, max-age=3600' : 'no-store')
        .send(`${lines.join('\n')}\n`)
    )
  })
}
