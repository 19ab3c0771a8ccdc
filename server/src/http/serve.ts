import { WAITING } from '@kirana/domain/approval'
import { firstMessage } from '@kirana/contract/wire/shapes'
import type { FileRule, Returned, Group, Received, Role, Route } from '@kirana/contract/wire/route'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import * as z from 'zod/mini'
import type { Db } from '../db/types.ts'
import type { Change } from '../request/audit.ts'
import type { Prepared } from '../request/prepared-file.ts'
import type { Session } from '../session.ts'
import { readTexts, type TextFile } from './uploads/text-files.ts'
import { admit, requireFreshFor } from './access.ts'
import { answer, type Loose, type Steps } from './answer.ts'
import type { AppContext } from '../context.ts'
import { refuseOtherSites } from './origin.ts'
import { HttpError } from '../errors.ts'
import { endRead, readNear } from './replica-reads.ts'
import type { Awaiting, KeptRefusal, Newest } from '../request/outcome.ts'
import { type Form, type Incoming, incomingFolder, receive } from './uploads/uploads.ts'

declare module 'fastify' {
  interface FastifyRequest {
    who: Session | null
    /** The time when the caller was looked up (ms). */
    admittedAt: number
  }
}

/** A caller whose body took longer than this (ms) is looked up again, because the session may have ended. */
const SLOW_MS = 1000

/** The arguments of a handler besides the input. `db` is the transaction if the call writes. */
type RequestContext<R extends Route> = {
  db: Db
  who: R['access'] extends 'public' ? Session | null : Session
  context: AppContext
  now: Date
  request: FastifyRequest
  reply: FastifyReply
}
/** The validated input. */
type Valid<R extends Route> = Received<R> &
  (R['files'] extends { kind: 'csv' }
    ? { files: TextFile[] }
    : R['files'] extends FileRule
      ? { files: Prepared[] }
      : unknown) &
  (R['isSigned'] extends true ? { raw: Buffer } : unknown)

type Changing = {
  /**
   * Sets the change in the audit row; by default it has only the first id in the request. Several changes get one row
   * each, null writes no row.
   */
  audit: (change: Change | Change[] | null) => void
  /**
   * Runs `work` after the commit; skipped if the transaction fails. The call waits for it; a failure is only logged.
   */
  after: (work: () => Promise<unknown>) => void
}

type Context<R extends Route> = Valid<R> & RequestContext<R> & (R['writes'] extends true ? Changing : unknown)
type Outcome<R extends Route> = R['writes'] extends true
  ? KeptRefusal | (R['awaits'] extends true ? Awaiting : never)
  : never
type Rows<R extends Route> = Returned<R> extends readonly unknown[] ? Newest<Returned<R>> : never
type Answer<R extends Route> = R['counts'] extends true
  ? Rows<R>
  : R['answers'] extends 'json'
    ? Returned<R> extends null
      ? unknown
      : Returned<R>
    : unknown
/** Checks before a form is read, so that a rejected call uses neither disk nor CPU time. `db` is not a transaction. */
type Early<G extends Group> = { [K in keyof G]?: (context: RequestContext<G[K]>) => Promise<void> }
/**
 * Whether the response for the request's idempotency key is stored. It is then sent again, so nothing has to be
 * prepared.
 */
type Repeating = { isRepeated: () => Promise<boolean> }
/**
 * Slow work (hashing, checking a password, asking a payment provider) that must not run inside the transaction. `db` is
 * not a transaction. `undo` of its result runs if the handler fails or is not reached. A signed call checks its
 * signature here and waits for its turn afterwards.
 */
type Before<G extends Group> = {
  [K in keyof G]?: (context: Valid<G[K]> & RequestContext<G[K]> & Repeating) => Promise<object>
}
type Found<B, K> = K extends keyof B
  ? B[K] extends (...args: never[]) => Promise<infer P>
    ? P
    : unknown
  : unknown
type Calls<G extends Group, B> = {
  [K in keyof G]: (
    context: Context<G[K]> & Found<B, K>,
  ) => Answer<G[K]> | Outcome<G[K]> | Promise<Answer<G[K]> | Outcome<G[K]>>
}

/** A group of calls with their handlers, ready to be registered. */
export type Served = {
  group: Group
  register: (app: FastifyInstance, context: AppContext, name: string) => void
}
/** Ties each call of a contract group to its handler. A missing or extra handler does not compile. */
export function serve<const G extends Group>(group: G, calls: Calls<G, object>): Served
export function serve<const G extends Group, B extends Before<G>>(
  group: G,
  before: B,
  calls: Calls<G, B>,
): Served
export function serve<const G extends Group, B extends Before<G>>(
  group: G,
  early: Early<G>,
  before: B,
  calls: Calls<G, B>,
): Served
export function serve(group: Group, ...rest: object[]): Served {
  const steps = rest.toReversed() as Record<string, Loose | undefined>[]
  const [calls = {}, before = {}, early = {}] = steps
  const register = (app: FastifyInstance, context: AppContext, groupName: string) => {
    for (const [name, route] of Object.entries(group)) {
      const handler = calls[name]
      if (!handler) throw new Error(`${groupName}.${name} has no handler`)
      addRoute(app, context, `${groupName}.${name}`, route, {
        handler,
        before: before[name],
        early: early[name],
      })
    }
  }
  return { group, register }
}

function decode(schema: z.core.$ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const checked = z.safeDecode(schema, value)
  if (!checked.success) throw new HttpError(400, firstMessage(checked.error))
  if (!isStorable(checked.data)) throw new HttpError(400, 'The text has a character that cannot be stored')
  return checked.data
}

/** PostgreSQL stores neither NUL nor lone surrogates; JSON may contain both. */
const isStorable = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.isWellFormed() && !value.includes('\0')
    : typeof value !== 'object' || value === null || Object.values(value).every(isStorable)

function readFiles(
  incoming: readonly Incoming[],
  kind: FileRule['kind'],
  { visit }: FastifyRequest,
  { prepareFiles }: AppContext,
) {
  if (kind === 'csv') return readTexts(incoming)
  const { lane, key } = visit?.caller ?? { lane: 'customers', key: '' }
  return prepareFiles(incoming, kind, { isStaff: lane === 'staff', key })
}

/** Compares the parsed media type: `Multipart/Form-Data` is a form, too. */
function refuseMediaType({ mediaType = '' }: FastifyRequest, { files }: Route) {
  if (files?.orJson && mediaType === 'application/json') return
  if (files && mediaType !== 'multipart/form-data')
    throw new HttpError(415, 'Send the form as multipart/form-data')
  if (!files && mediaType.startsWith('multipart/')) throw new HttpError(415, 'Send the body as JSON')
}

function addRoute(app: FastifyInstance, context: AppContext, call: string, route: Route, steps: Steps) {
  const url = `/api/v1${route.path}`
  // receive() reads the body of a call with files, after the caller is known.
  const onRequest = async (request: FastifyRequest) => {
    if (route.writes && !route.isSigned) refuseOtherSites(request, route.access, context.config)
    request.admittedAt = context.now().getTime()
    request.who = isSigned ? null : await admit(request, route, context)
    refuseMediaType(request, route)
  }
  const { access, writes, isSigned = false } = route
  const streams = route.answers === 'events'
  const serving = isSigned ? serveBytes : serveHere
  serving(app, {
    method: route.method,
    url,
    config: {
      call: { access, writes, takesFiles: route.files !== undefined, streams, isSigned },
      ...(route.refusals && { refusals: route.refusals }),
    },
    onRequest,
    ...(route.replica && { onSend: endRead }),
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const sent = {
        params: decode(route.params, request.params),
        query: decode(route.query, request.query),
      }
      const requestContext = {
        who: request.who,
        context,
        now: context.now(),
        request,
        reply,
        db: context.database.db,
      }
      let incoming: Form | undefined
      try {
        await steps.early?.(requestContext)
        const isForm = request.mediaType === 'multipart/form-data'
        if (route.files && isForm) {
          request.visit?.pause()
          incoming = await receive(request.raw, route.files, incomingFolder(context.config))
        }
        const raw = route.isSigned && Buffer.isBuffer(request.body) ? request.body : undefined
        const body = decode(route.body, incoming?.fields ?? request.body ?? {})
        const files =
          route.files && (await readFiles(incoming?.files ?? [], route.files.kind, request, context))
        if (incoming) await request.visit?.resume()
        // Reads the clock again, because the body may have taken long to arrive.
        const now = context.now()
        const isLate = now.getTime() - request.admittedAt > SLOW_MS
        const who = request.who && isLate ? await admit(request, route, context) : request.who
        requireFreshFor(who, route, body, now)
        const respond = async (db: Db) => {
          const input = { ...requestContext, ...sent, who, body, raw, files, now, db }
          if (route.answers !== 'json') return steps.handler(input)
          const { data, isWaiting, total } = await answer(route, call, input, steps)
          if (isWaiting) reply.code(202)
          return {
            data,
            ...(total !== undefined && { total }),
            message: isWaiting ? WAITING : route.message,
          }
        }
        return await (route.replica
          ? readNear(requestContext, context, respond)
          : respond(context.database.db))
      } finally {
        await incoming?.discard()
        request.visit?.leave()
      }
    },
  })
  if (route.method === 'GET' && route.writes) {
    app.route({
      method: 'HEAD',
      url,
      handler: (_request, reply) => reply.header('allow', 'GET').code(405).send(),
    })
  }
}

const serveHere = (app: FastifyInstance, options: RouteOptions) => void app.route(options)

/** The largest body of a signed call. */
const SIGNED_LIMIT = 64 * 1024

/** Keeps the raw body of a signed call: the signature covers its bytes, which parsed JSON no longer has. */
function serveBytes(app: FastifyInstance, options: RouteOptions) {
  void app.register(async (scope) => {
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: SIGNED_LIMIT },
      (_request, body, done) => done(null, body),
    )
    scope.route({ ...options, bodyLimit: SIGNED_LIMIT })
  })
}

export const rolesOf = (access: Route['access']): readonly (Role | 'public')[] =>
  typeof access === 'string' ? [access] : access
