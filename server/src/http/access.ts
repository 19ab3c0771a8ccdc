import type { Role, Route } from '@kirana/contract/route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../db/types.ts'
import { endSession, findSession, hashToken, type Session, startSession } from '../services/sessions.ts'
import type { Kit } from './kit.ts'
import { Refused } from './refuse.ts'

type CookieRole = 'staff' | 'superadmin'

const isSecure = (request: FastifyRequest) => request.protocol === 'https'
/** The prefix makes the browser keep the cookie to this very host over HTTPS. */
const cookieName = (role: CookieRole, secure: boolean) => `${secure ? '__Host-' : ''}kirana_${role}`

export function tokenOf(request: FastifyRequest, role: Role): string | undefined {
  if (role !== 'customer') return request.cookies[cookieName(role, isSecure(request))]
  return /^Bearer (\S{20,200})$/i.exec(request.headers.authorization ?? '')?.[1]
}

const attributes = (request: FastifyRequest, kit: Kit) => {
  const secure = isSecure(request)
  const otherSite = secure && kit.config.webOrigins.length > 0
  return { path: '/', httpOnly: true, secure, sameSite: otherSite ? ('none' as const) : ('lax' as const) }
}

export function setCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  kit: Kit,
  role: CookieRole,
  token: string,
) {
  reply.setCookie(cookieName(role, isSecure(request)), token, attributes(request, kit))
}

/** A sign-in: a new session in the cookie. The one that the browser came with, whosever it was, is over. */
export async function signInWithCookie(
  db: Db,
  { request, reply, kit, now }: { request: FastifyRequest; reply: FastifyReply; kit: Kit; now: Date },
  role: CookieRole,
  id: string,
) {
  const before = tokenOf(request, role)
  if (before !== undefined) await endSession(db, hashToken(before))
  setCookie(request, reply, kit, role, await startSession(db, role, id, now))
}

export function clearCookie(request: FastifyRequest, reply: FastifyReply, kit: Kit, role: CookieRole) {
  reply.clearCookie(cookieName(role, isSecure(request)), attributes(request, kit))
}

/**
 * Who makes the call, by what its contract says: a role it names, or anybody when it is public (a customer's
 * valid token is recognised there all the same).
 * @throws Refused 401 when nobody fitting is signed in
 */
export async function admit(
  request: FastifyRequest,
  access: Route['access'],
  kit: Kit,
): Promise<Session | null> {
  const allowed: readonly Role[] =
    access === 'public' ? ['customer'] : typeof access === 'string' ? [access] : access
  for (const role of allowed) {
    const token = tokenOf(request, role)
    const session = token === undefined ? null : await findSession(kit.database.db, role, token, kit.now())
    if (session) return session
  }
  if (access === 'public') return null
  throw new Refused(401, 'Please log in')
}
