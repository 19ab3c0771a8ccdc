import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { constraintOf, pgCode } from '../db/errors.ts'
import { Refused } from './refuse.ts'
import { drain } from './uploads.ts'

/** What a broken uniqueness says to the people who meet it, by the name of the constraint. */
const taken: Record<string, string> = {
  staff_username: 'This username is taken already',
  coupon_used_once: 'This coupon has been used already',
}

/** SQLSTATEs that are the caller's doing. */
const callersFault: Record<string, (error: unknown) => Refused> = {
  '23505': (error) => new Refused(409, taken[constraintOf(error) ?? ''] ?? 'This exists already'),
  '23503': () => new Refused(409, 'This is in use'),
  '22P02': () => new Refused(404, 'Not found'),
  '22021': () => new Refused(400, 'The text has a character that cannot be kept'),
  '22P05': () => new Refused(400, 'The text has a character that cannot be kept'),
  '22003': () => new Refused(400, 'A number is too large'),
}

/** SQLSTATEs and system errors of a database that is away or busy. */
const away = /^(08|53|57P0[123]|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|40001|40P01|55P03|57014)/

function asRefused(error: unknown): Refused | null {
  if (error instanceof Refused) return error
  const code = pgCode(error)
  if (code !== null) {
    const refuse = callersFault[code]
    if (refuse) return refuse(error)
    if (away.test(code)) return new Refused(503, 'The server is busy. Please try again', { retryAfter: 1 })
  }
  const { statusCode, code: name } = error as FastifyError
  if (name === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Refused(415, 'Send the body as JSON')
  if (name === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refused(413, 'The request is too large')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Refused(400, 'The request could not be read')
  return null
}

/** The one error handler: a readable message for people, a stable code for programs, the details in the log only. */
export function answerErrors(app: FastifyInstance) {
  app.setErrorHandler((error, request: FastifyRequest, reply: FastifyReply) => {
    const refused = asRefused(error)
    if (!refused) request.log.error({ err: error }, 'the call failed')
    // An injected request has no such field, and no connection that could be closed.
    if ('complete' in request.raw && !request.raw.complete) drain(request.raw)
    if (refused?.retryAfter) reply.header('retry-after', String(refused.retryAfter))
    return reply
      .code(refused?.status ?? 500)
      .header('cache-control', 'no-store')
      .send({ message: refused?.message ?? 'Something went wrong', code: refused?.code ?? 'failed' })
  })
}
