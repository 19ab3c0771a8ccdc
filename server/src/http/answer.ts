import { takesKey } from '@kirana/contract/wire/request'
import type { Route } from '@kirana/contract/wire/route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type Change, writeAudit } from '../request/audit.ts'
import {
  claimKey,
  earlierAnswer,
  hasAnswer,
  keepAnswer,
  KeyUsed,
  onceAtATime,
  releaseKey,
  repeatable,
  type Repeatable,
} from '../request/idempotency.ts'
import type { AppContext } from '../context.ts'
import { sendPosition } from './replica-reads.ts'
import { HttpError } from '../errors.ts'
import { Awaiting, KeptRefusal, Newest } from '../request/outcome.ts'
import type { Position } from '../db/position.ts'
import type { Session } from '../session.ts'

export type Loose = (context: object) => unknown
export type Steps = { handler: Loose; before: Loose | undefined; early: Loose | undefined }
type Undoable = { undo?: () => Promise<unknown> }
type Input = {
  params: unknown
  query: unknown
  body: unknown
  files: readonly { sha256: string }[] | undefined
  who: Session | null
  context: AppContext
  now: Date
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * `isWaiting`: nothing has changed yet, because a second person has to approve the change. `total` counts the rows of a
 * list that sends only the newest.
 */
type Answered = { data: unknown; isWaiting?: boolean; total?: number }

/**
 * Runs the steps of a call. A call that changes data runs in a transaction, with its audit rows and its idempotency
 * key.
 */
export async function answer(
  route: Route,
  call: string,
  input: Input,
  { handler, before }: Steps,
): Promise<Answered> {
  const { context } = input
  const { replica } = context.database
  const encode = (given: unknown) =>
    route.data instanceof z.ZodMiniNull ? null : z.encode(route.data, given)
  if (!route.writes) {
    const given = await handler(input)
    return given instanceof Newest
      ? { data: encode(given.rows), total: given.total }
      : { data: encode(given) }
  }

  const repeated = repeatableRequest(route, call, input)
  let deferred: (() => Promise<unknown>)[] = []
  const committed = (position: Position) => sendPosition(input.reply, context, position)
  const failedLater = (error: unknown) =>
    input.request.log.error({ err: error }, 'work after the call failed')
  const work = async () => {
    const isRepeated = async () => repeated !== null && (await hasAnswer(context.database.db, repeated))
    const found = (await before?.({ ...input, isRepeated })) as Undoable | undefined
    // Waits for the turn only now, after `before` has checked the signature, because unsigned requests must not take
    // turns at the database.
    if (route.isSigned) await input.request.visit?.resume()
    let isHandled = false
    try {
      return await context.database.transaction(async (db) => {
        isHandled = false
        // Reset here, because a transaction may be retried: only the audit and the deferred work of the last run count.
        let change: Change | Change[] | null = { object: firstId(input) }
        deferred = []
        if (repeated) await claimKey(db, repeated, input.now)
        const audit = (about: Change | Change[] | null) =>
          void (change = Array.isArray(about) || !about ? about : { ...[change].flat()[0], ...about })
        const after = (task: () => Promise<unknown>) => void deferred.push(task)
        const given = await handler({ ...input, ...found, db, audit, after })
        const answered: Answered =
          given instanceof Awaiting
            ? { data: { approvalId: given.approvalId }, isWaiting: true }
            : { data: given instanceof KeptRefusal ? null : encode(given) }
        if (change)
          await writeAudit(db, { call, who: input.who, requestId: input.request.id, change, now: input.now })
        if (given instanceof KeptRefusal) {
          if (repeated) await releaseKey(db, repeated)
          return given
        }
        if (repeated) await keepAnswer(db, repeated, answered)
        isHandled = true
        return answered
      }, committed)
    } catch (error) {
      if (!repeated || !(error instanceof KeyUsed)) throw error
      deferred = []
      isHandled = false
      const earlier = (await earlierAnswer(context.database.db, repeated)) as Answered
      if (replica) committed(await replica.position())
      return earlier
    } finally {
      // Skipped if only the commit failed, because its outcome may be unknown.
      if (!isHandled) await found?.undo?.().catch(failedLater)
    }
  }
  const result = await (repeated ? onceAtATime(repeated, work) : work())
  context.live.wake()
  for (const task of deferred) await task().catch(failedLater)
  if (result instanceof KeptRefusal) throw result.error
  return result
}

/** The idempotency key of a call that takes one, scoped to its caller and its call. */
function repeatableRequest(
  route: Route,
  call: string,
  { request, who, params, query, body, files }: Input,
): Repeatable | null {
  const key = request.headers['idempotency-key']
  if (!takesKey(route) || !who) return null
  if (key === undefined || key === '') {
    if (route.keyRequired) throw new HttpError(400, 'The header Idempotency-Key is required')
    return null
  }
  if (typeof key !== 'string' || key.length > 200)
    throw new HttpError(400, 'The header Idempotency-Key is not valid')
  const sent = [params, query, body, files?.map((file) => file.sha256)]
  return repeatable(`${who.role}:${who.id} ${call}`, key, sent)
}

const firstId = ({ params, body }: Input) => {
  const sent = Object.entries({ ...(params as object), ...(body as object) })
  return String(sent.find(([name]) => /(^i|I)d$/.test(name))?.[1] ?? '')
}
