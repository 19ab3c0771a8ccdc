import { join } from 'node:path'
import { firstMessage } from '@kirana/contract/shapes'
import type { FileRule, Given, Group, Received, Role, Route } from '@kirana/contract/route'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Db } from '../db/types.ts'
import { type Change, writeAudit } from '../services/audit.ts'
import { type Prepared, prepare } from '../services/files.ts'
import {
  earlierAnswer,
  keepAnswer,
  onceAtATime,
  repeatable,
  type Repeatable,
} from '../services/idempotency.ts'
import type { Session } from '../services/sessions.ts'
import { readTexts, type TextFile } from '../services/text-files.ts'
import { admit } from './access.ts'
import type { Kit } from './kit.ts'
import { refuseOtherSites } from './origin.ts'
import { Refused } from './refuse.ts'
import { type Incoming, receive } from './uploads.ts'

declare module 'fastify' {
  interface FastifyRequest {
    who: Session | null
  }
}

/** What a handler gets beside the input. `db` is the transaction when the call writes. */
type Surroundings<R extends Route> = {
  db: Db
  who: R['access'] extends 'public' ? Session | null : Session
  kit: Kit
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
      : unknown)

type Changing = {
  /**
   * Says what the change was about; without it the audit row names the first id that was sent. Null: nothing was
   * changed, and there is no row.
   */
  audit: (change: Change | null) => void
  /** Puts off what must not happen unless the change is committed. The call waits for it; its failure is logged only. */
  after: (work: () => Promise<unknown>) => void
}

type Context<R extends Route> = Valid<R> & Surroundings<R> & (R['writes'] extends true ? Changing : unknown)
type Answer<R extends Route> = R['answers'] extends 'json'
  ? Given<R> extends null
    ? unknown
    : Given<R>
  : unknown
/** What is asked before a form is read, so that whoever is refused costs no room and no work. `db` is no transaction. */
type Early<G extends Group> = { [K in keyof G]?: (context: Surroundings<G[K]>) => Promise<void> }
/** Slow work (hashing, checking a password) that must not happen inside the transaction. `db` is no transaction there. */
type Before<G extends Group> = {
  [K in keyof G]?: (context: Valid<G[K]> & Surroundings<G[K]>) => Promise<object>
}
type Found<B, K> = K extends keyof B
  ? B[K] extends (...args: never[]) => Promise<infer P>
    ? P
    : unknown
  : unknown
type Calls<G extends Group, B> = {
  [K in keyof G]: (context: Context<G[K]> & Found<B, K>) => Answer<G[K]> | Promise<Answer<G[K]>>
}

/** A group of calls with their handlers, ready to be put into the app. */
export type Served = { group: Group; register: (app: FastifyInstance, kit: Kit, name: string) => void }
type Loose = (context: object) => unknown
type Steps = { handler: Loose; before: Loose | undefined; early: Loose | undefined }

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
  const register = (app: FastifyInstance, kit: Kit, groupName: string) => {
    for (const [name, route] of Object.entries(group)) {
      const handler = calls[name]
      if (!handler) throw new Error(`${groupName}.${name} has no handler`)
      addRoute(app, kit, `${groupName}.${name}`, route, { handler, before: before[name], early: early[name] })
    }
  }
  return { group, register }
}

function decode(schema: z.core.$ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const checked = z.safeDecode(schema, value)
  if (!checked.success) throw new Refused(400, firstMessage(checked.error))
  if (!canBeKept(checked.data)) throw new Refused(400, 'The text has a character that cannot be kept')
  return checked.data
}

/** PostgreSQL keeps no NUL and no half of a character: JSON may hold both. */
const canBeKept = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.isWellFormed() && !value.includes('\0')
    : typeof value !== 'object' || value === null || Object.values(value).every(canBeKept)

const readFiles = (incoming: readonly Incoming[], kind: FileRule['kind']) =>
  kind === 'csv' ? readTexts(incoming) : prepare(incoming, kind)

function addRoute(app: FastifyInstance, kit: Kit, call: string, route: Route, steps: Steps) {
  const url = `/api/v1${route.path}`
  // The body of a call with files is read by receive(); nothing is read before the caller is known.
  const onRequest = async (request: FastifyRequest) => {
    if (route.writes) refuseOtherSites(request, kit.config.webOrigins)
    request.who = await admit(request, route.access, kit)
    if (!route.files && request.headers['content-type']?.startsWith('multipart/'))
      throw new Refused(415, 'Send the body as JSON')
  }
  app.route({
    method: route.method,
    url,
    onRequest,
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const sent = {
        params: decode(route.params, request.params),
        query: decode(route.query, request.query),
      }
      const around = { who: request.who, kit, now: kit.now(), request, reply, db: kit.database.db }
      await steps.early?.(around)
      const incoming =
        route.files && (await receive(request.raw, route.files, join(kit.config.dataDir, 'incoming')))
      try {
        const body = decode(route.body, incoming?.fields ?? request.body ?? {})
        const files = route.files && incoming ? await readFiles(incoming.files, route.files.kind) : undefined
        // A body may have taken its time.
        const input = { ...around, ...sent, body, files, now: kit.now() }
        if (route.answers !== 'json') return await steps.handler(input)
        return { data: await answer(route, call, input, steps), message: route.message }
      } finally {
        await incoming?.discard()
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

type Input = {
  params: unknown
  query: unknown
  body: unknown
  files: readonly { sha256: string }[] | undefined
  who: Session | null
  kit: Kit
  now: Date
  request: FastifyRequest
}

async function answer(route: Route, call: string, input: Input, { handler, before }: Steps) {
  const { kit } = input
  const encode = (given: unknown) =>
    route.data instanceof z.ZodMiniNull ? null : z.encode(route.data, given)
  if (!route.writes) return encode(await handler(input))

  const repeated = repeatableRequest(route, call, input)
  let later: (() => Promise<unknown>)[] = []
  const work = async () => {
    const found = (await before?.(input)) as object | undefined
    return kit.database.transaction(async (db) => {
      // A transaction may run again: only what its last run said and put off counts.
      let change: Change | null = { object: firstId(input) }
      later = []
      const earlier = repeated && (await earlierAnswer(db, repeated))
      if (earlier) return earlier.answer
      const audit = (said: Change | null) => void (change = said && { ...change, ...said })
      const after = (put: () => Promise<unknown>) => void later.push(put)
      const data = encode(await handler({ ...input, ...found, db, audit, after }))
      if (change)
        await writeAudit(db, { call, who: input.who, requestId: input.request.id, change, now: input.now })
      if (repeated) await keepAnswer(db, repeated, { data }, input.now)
      return { data }
    })
  }
  const result = (await (repeated ? onceAtATime(repeated, work) : work())) as { data: unknown }
  kit.live.wake()
  for (const put of later)
    await put().catch((error: unknown) =>
      input.request.log.error({ err: error }, 'work after the call failed'),
    )
  return result.data
}

/** The key of a POST that may be sent again; it belongs to its caller and its call. */
function repeatableRequest(
  route: Route,
  call: string,
  { request, who, params, query, body, files }: Input,
): Repeatable | null {
  const key = request.headers['idempotency-key']
  // A public call has no caller whose key it could be, and its answer may be a token, which is stored nowhere.
  if (route.method !== 'POST' || route.access === 'public' || !who) return null
  if (key === undefined || key === '') {
    if (route.keyRequired) throw new Refused(400, 'The header Idempotency-Key is required')
    return null
  }
  if (typeof key !== 'string' || key.length > 200)
    throw new Refused(400, 'The header Idempotency-Key is not valid')
  const sent = [params, query, body, files?.map((file) => file.sha256)]
  return repeatable(`${who.role}:${who.id} ${call}`, key, sent)
}

const firstId = ({ params, body }: Input) => {
  const sent = Object.entries({ ...(params as object), ...(body as object) })
  return String(sent.find(([name]) => /(^i|I)d$/.test(name))?.[1] ?? '')
}

export const rolesOf = (access: Route['access']): readonly (Role | 'public')[] =>
  typeof access === 'string' ? [access] : access
