import { securityContact } from '@kirana/domain/security-contact'
import type { FastifyInstance } from 'fastify'
import { publicCompany } from '../services/company.ts'
import type { Kit } from './kit.ts'
import { linkBase } from './links.ts'

/** Well below the year that RFC 9116 recommends at most; asked for anew, it is always as far away. */
const validDays = 180
const dayInMs = 24 * 60 * 60 * 1000

/** Where and how to report a weakness, for programs (RFC 9116). Where the company has no mail address, the policy's page takes reports. */
export function serveSecurityTxt(app: FastifyInstance, kit: Kit) {
  app.get('/.well-known/security.txt', async (request, reply) => {
    const base = linkBase(request, kit.config)
    const contact = securityContact(await publicCompany(kit.database.db))
    const expires = new Date(kit.now().getTime() + validDays * dayInMs)
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
        // Without PUBLIC_URL the links are the caller's own doing: nobody else may be given them.
        .header('cache-control', kit.config.publicUrl ? 'public, max-age=3600' : 'no-store')
        .send(`${lines.join('\n')}\n`)
    )
  })
}
