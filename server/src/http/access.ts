import { OTHER_PERSON, PERSON_HEADER } from '@kirana/contract/wire/request'
import type { Role, Route } from '@kirana/contract/wire/route'
import { browserName } from '@kirana/domain/browser-name'
import { fulfils } from '@kirana/domain/permissions'
import { isFresh, SECOND_STEP_MS } from '@kirana/domain/second-factor'
import { CONFIRM_FIRST, ENROL_FIRST, NOT_IN_ROLE } from '@kirana/domain/texts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../db/types.ts'
import { DEVICE_DAYS, isDeviceToken, newDeviceToken } from '../request/devices.ts'
import { endSession, endSessionsOf, findSession, hashToken, openSession } from '../request/sessions.ts'
import type { BrowserRole, CookieRole, Session } from '../session.ts'
import type { AppContext } from '../context.ts'
import { HttpError } from '../errors.ts'
import { forgetSession, rememberSession } from './known-sessions.ts'

const signedOut = () => new HttpError(401, 'Please log in')

/** The call was made by another person and sent later (`PERSON_HEADER`). */
const signedInAsOther = () => new HttpError(401, 'Another person is logged in', { code: OTHER_PERSON })

const isSecure = (request: FastifyRequest) => request.protocol === 'https'
/** The __Host- prefix makes browsers limit the cookie to this host over HTTPS. */
const cookieName = (role: BrowserRole, secure: boolean) => `${secure ? '__Host-' : ''}kirana_${role}`

/** The cookie of a sign-in that waits for its second factor. */
const stepCookie = (role: BrowserRole, secure: boolean) => `${cookieName(role, secure)}_step`

export function tokenOf(request: FastifyRequest, role: Role): string | undefined {
  if (role !== 'customer') return request.cookies[cookieName(role, isSecure(request))]
  return /^Bearer (\S{20,200})$/i.exec(request.headers.authorization ?? '')?.[1]
}

/**
 * Whether the request has a session cookie, valid or not. Browsers attach it even if a page of another site sends the
 * request.
 */
export const hasSessionCookie = ({ cookies }: FastifyRequest) =>
  (['staff', 'superadmin', 'rider'] as const).some((role) =>
    [true, false].some(
      (secure) =>
        cookies[cookieName(role, secure)] !== undefined || cookies[stepCookie(role, secure)] !== undefined,
    ),
  )

export const cookieAttributes = (request: FastifyRequest, context: AppContext) => {
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

/** The network address and browser of a sign-in, for the audit log. */
export type SignInDevice = { browser: string; isNewDevice: boolean }

/** Starts a session, sets its cookie and marks the browser as a known device of this person. */
async function beginSession(
  { db, request, reply, context, now }: Call,
  role: BrowserRole,
  id: string,
  isProved: boolean,
): Promise<SignInDevice> {
  const device = deviceOf(request) ?? newDeviceToken()
  const browser = browserName(request.headers['user-agent'] ?? '')
  const isSample = context.config.sampleMode
  const { token, isNewDevice } = await openSession(db, role, id, now, { isSample, device, browser, isProved })
  const [secure, how] = [isSecure(request), cookieAttributes(request, context)]
  reply.setCookie(cookieName(role, secure), token, how)
  reply.setCookie(deviceCookie(secure), device, { ...how, maxAge: DEVICE_DAYS * 86_400 })
  return { browser, isNewDevice }
}

/** The token of a sign-in that waits for its second factor. */
export const stepTokenOf = (request: FastifyRequest, role: CookieRole): string | undefined =>
  request.cookies[stepCookie(role, isSecure(request))]

/** Sets the cookie with the token of an unfinished sign-in; null clears it. */
export function setStepToken(
  { request, reply, context }: Pick<Call, 'request' | 'reply' | 'context'>,
  role: CookieRole,
  token: string | null,
) {
  const [name, how] = [stepCookie(role, isSecure(request)), cookieAttributes(request, context)]
  if (token === null) reply.clearCookie(name, how)
  else reply.setCookie(name, token, { ...how, maxAge: SECOND_STEP_MS / 1000 })
}

/**
 * Ends all sessions of the caller and starts a new one, after a change of password or when the first second factor is
 * added. A stolen cookie is invalid from then on. `isProved`: the caller has just given a second factor.
 * @throws HttpError 401 when the caller's own session has ended in the meantime: a reset by someone else is not undone
 */
export async function renewSession(call: Call & { who: Session }, role: CookieRole, isProved: boolean) {
  const { id, tokenHash } = call.who
  const ended = await endSessionsOf(call, role, id)
  if (!ended.has(tokenHash)) throw signedOut()
  await beginSession(call, role, id, isProved)
}

/**
 * Signs in. Ends the browser's previous session, even of another person. `isProved`: whether a second factor was given.
 */
export async function signInWithCookie(call: Call, role: BrowserRole, id: string, isProved = false) {
  const before = tokenOf(call.request, role)
  if (before !== undefined) await endSession(call, hashToken(before))
  return beginSession(call, role, id, isProved)
}

export function clearCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  context: AppContext,
  role: BrowserRole,
) {
  reply.clearCookie(cookieName(role, isSecure(request)), cookieAttributes(request, context))
}

/** The time and mode by which a session's validity is decided. */
export const momentOf = ({ now, config: { sampleMode } }: AppContext) => ({ now: now(), sampleMode })

/** The roles whose tokens a call accepts; a public call recognises customers. */
export const rolesAt = (access: Route['access']): readonly Role[] =>
  access === 'public' ? ['customer'] : typeof access === 'string' ? [access] : access

const STEP_UP = 'second-factor'

type Asked = Pick<Route, 'can' | 'fresh' | 'beforeEnrolment'>

/** The error if a session may not make a call now; null if it may. `query` is the query string of the request. */
function refusalOf(
  session: Session,
  { can = 'everybody', fresh, beforeEnrolment }: Asked,
  { query, now }: { query: object; now: Date },
): HttpError | null {
  if (session.role === 'staff' && !fulfils(session.permissions, can)) return new HttpError(403, NOT_IN_ROLE)
  if (session.mustEnrol && !beforeEnrolment)
    return new HttpError(403, ENROL_FIRST, { code: 'enrol-second-factor' })
  const asksFresh = typeof fresh === 'object' ? 'query' in fresh && fresh.query in query : fresh
  return asksFresh ? staleFactor(session, now) : null
}

const staleFactor = ({ hasFactor, provedAt }: Session, now: Date) =>
  hasFactor && !isFresh(provedAt, now) ? new HttpError(403, CONFIRM_FIRST, { code: STEP_UP }) : null

/**
 * Rejects a validated body that requires a fresh second factor. `admit` cannot check this, because it runs before the
 * body is read.
 * @throws HttpError 403 when the factor is missing
 */
export function requireFreshFor(
  who: Session | null,
  { fresh }: Pick<Route, 'fresh'>,
  body: unknown,
  now: Date,
) {
  if (!who || typeof fresh !== 'object' || !('body' in fresh)) return
  const asked: unknown = Object(body)[fresh.body]
  const refusal = asked === fresh.is ? staleFactor(who, now) : null
  if (refusal) throw refusal
}

/**
 * The session that makes the call, of a role that the contract allows. If the browser has several, the role in the
 * query `as` comes first. Null for an anonymous caller of a public call.
 * @throws HttpError 401 when no session of an allowed account is valid, or none is of the person in `PERSON_HEADER`; 403
 * when the role of staff does not include the call, or a second factor is missing: one that the role requires, or a fresh
 * one
 */
export async function admit(
  request: FastifyRequest,
  route: Pick<Route, 'access'> & Asked,
  context: AppContext,
): Promise<Session | null> {
  const when = momentOf(context)
  let refusal: HttpError | null = null
  const query = Object(request.query) as { as?: unknown }
  const person = request.headers[PERSON_HEADER]
  for (const role of rolesAt(route.access).toSorted(
    (a, b) => Number(b === query.as) - Number(a === query.as),
  )) {
    const token = tokenOf(request, role)
    if (token === undefined) continue
    const session = await findSession(context.database.db, role, token, when)
    if (!session) {
      forgetSession(role, token)
      continue
    }
    rememberSession(session)
    if (person !== undefined && person !== session.id) {
      refusal ??= signedInAsOther()
      continue
    }
    refusal = refusalOf(session, route, { query, now: when.now })
    if (!refusal) return session
    // The caller must confirm with this account: the browser's other account must not make the call instead.
    if (refusal.code === STEP_UP) throw refusal
  }
  if (route.access === 'public') return null
  throw refusal ?? signedOut()
}
