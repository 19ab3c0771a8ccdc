import type { Role, Route } from '@kirana/contract/route'
import { fulfils } from '@kirana/domain/permissions'
import { NOT_IN_ROLE } from '@kirana/domain/texts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../db/types.ts'
import { DEVICE_DAYS, isDeviceToken, newDeviceToken } from '../calls/devices.ts'
import { endSession, endSessionsOf, findSession, hashToken, startSession } from '../calls/sessions.ts'
import type { Session } from '../session.ts'
import type { AppContext } from '../context.ts'
import { HttpError } from '../errors.ts'
import { forgetSession, rememberSession } from './known-sessions.ts'

type CookieRole = 'staff' | 'superadmin'

const signedOut = () => new HttpError(401, 'Please log in')

const isSecure = (request: FastifyRequest) => request.protocol === 'https'
/** The __Host- prefix makes browsers limit the cookie to this host over HTTPS. */
const cookieName = (role: CookieRole, secure: boolean) => `${secure ? '__Host-' : ''}kirana_${role}`

export function tokenOf(request: FastifyRequest, role: Role): string | undefined {
  if (role !== 'customer') return request.cookies[cookieName(role, isSecure(request))]
  return /^Bearer (\S{20,200})$/i.exec(request.headers.authorization ?? '')?.[1]
}

/** Whether the request carries a session cookie, valid or not: browsers attach it whichever page sends the request. */
export const hasSessionCookie = ({ cookies }: FastifyRequest) =>
  (['staff', 'superadmin'] as const).some((role) =>
    [true, false].some((secure) => cookies[cookieName(role, secure)] !== undefined),
  )

const attributes = (request: FastifyRequest, context: AppContext) => {
  const secure = isSecure(request)
  const otherSite = secure && context.config.webOrigins.length > 0
  return { path: '/', httpOnly: true, secure, sameSite: otherSite ? ('none' as const) : ('lax' as const) }
}

const deviceCookie = (secure: boolean) => `${secure ? '__Host-' : ''}kirana_device`

/** The token that identifies a browser after a sign-in. It grants no access. */
export function deviceOf(request: FastifyRequest): string | undefined {
  const token = request.cookies[deviceCookie(isSecure(request))]
  return isDeviceToken(token) ? token : undefined
}

type Call = {
  db: Db
  request: FastifyRequest
  reply: FastifyReply
  context: AppContext
  now: Date
  after: (work: () => Promise<unknown>) => void
}

/** Starts a session, sets its cookie and marks the browser as a known device of this person. */
async function beginSession({ db, request, reply, context, now }: Call, role: CookieRole, id: string) {
  const device = deviceOf(request) ?? newDeviceToken()
  const isSample = context.config.sampleMode
  const token = await startSession(db, role, id, now, { isSample, device })
  const [secure, how] = [isSecure(request), attributes(request, context)]
  reply.setCookie(cookieName(role, secure), token, how)
  reply.setCookie(deviceCookie(secure), device, { ...how, maxAge: DEVICE_DAYS * 86_400 })
}

/**
 * Ends all sessions of the caller and starts a new one, after a change of password.
 * @throws HttpError 401 when the caller's own session has ended in the meantime: a reset by someone else is not undone
 */
export async function renewSession(call: Call & { who: Session }, role: CookieRole) {
  const { id, tokenHash } = call.who
  const ended = await endSessionsOf(call, role, id)
  if (!ended.has(tokenHash)) throw signedOut()
  await beginSession(call, role, id)
}

/** Signs in. Ends the session that the browser came with, whoever it belonged to. */
export async function signInWithCookie(call: Call, role: CookieRole, id: string) {
  const before = tokenOf(call.request, role)
  if (before !== undefined) await endSession(call, hashToken(before))
  await beginSession(call, role, id)
}

export function clearCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  context: AppContext,
  role: CookieRole,
) {
  reply.clearCookie(cookieName(role, isSecure(request)), attributes(request, context))
}

/** What decides whether a session is valid. */
export const momentOf = ({ now, config: { sampleMode } }: AppContext) => ({ now: now(), sampleMode })

/** The roles whose tokens a call accepts; a public call recognises customers. */
export const rolesAt = (access: Route['access']): readonly Role[] =>
  access === 'public' ? ['customer'] : typeof access === 'string' ? [access] : access

/**
 * The session that makes the call, of an account that the contract allows. Null for an anonymous caller of a public call.
 * @throws HttpError 401 when no session of an allowed account is valid, 403 when the role of staff does not include the call
 */
export async function admit(
  request: FastifyRequest,
  { access, can = 'everybody' }: Pick<Route, 'access' | 'can'>,
  context: AppContext,
): Promise<Session | null> {
  let isForbidden = false
  for (const role of rolesAt(access)) {
    const token = tokenOf(request, role)
    if (token === undefined) continue
    const session = await findSession(context.database.db, role, token, momentOf(context))
    if (!session) {
      forgetSession(role, token)
      continue
    }
    rememberSession(session)
    if (role !== 'staff' || fulfils(session.permissions, can)) return session
    isForbidden = true
  }
  if (access === 'public') return null
  if (isForbidden) throw new HttpError(403, NOT_IN_ROLE)
  throw signedOut()
}
