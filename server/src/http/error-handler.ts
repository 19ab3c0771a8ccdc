import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from '@kirana/contract/wire/route'
import { COUPON_USED_UP } from '@kirana/domain/coupon'
import * as z from 'zod/mini'
import { constraintOf, isUnavailable, pgCode, UnknownOutcome } from '../db/errors.ts'
import { HttpError } from '../errors.ts'
import { drain } from './uploads/uploads.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    refusals?: Route['refusals']
  }
}

/** Messages for violated unique constraints, by constraint name. */
const taken: Record<string, string> = {
  staff_username: 'This username is already taken',
  coupon_uses_per_customer: 'This coupon has already been used',
  coupon_total_uses: COUPON_USED_UP,
}

/** SQLSTATEs caused by the caller's input. */
const causedByCaller: Record<string, (error: unknown) => HttpError | null> = {
  '23505': (error) => new HttpError(409, taken[constraintOf(error) ?? ''] ?? 'This already exists'),
  // The only check by a trigger that a valid call can violate, because the month may be filed while the call runs.
  '23514': (error) =>
    constraintOf(error) === 'gst_month_is_open'
      ? new HttpError(409, 'The month of GST was filed a moment ago. Please try again', { code: 'filed' })
      : null,
  '23503': () => new HttpError(409, 'This is in use'),
  '22P02': () => new HttpError(404, 'Not found'),
  '22021': () => new HttpError(400, 'The text has a character that cannot be stored'),
  '22P05': () => new HttpError(400, 'The text has a character that cannot be stored'),
  '22003': () => new HttpError(400, 'A number is too large'),
}

/** The call may have been committed or not. Repeating it with its `Idempotency-Key` is safe: it takes effect once. */
const unknownOutcome = () =>
  new HttpError(503, 'Not known whether this was saved. Please try again', { code: 'unknown', retryAfter: 1 })

function toHttpError(error: unknown): HttpError | null {
  if (error instanceof HttpError) return error
  if (error instanceof UnknownOutcome) return unknownOutcome()
  const code = pgCode(error)
  if (code !== null) {
    const httpError = causedByCaller[code]?.(error)
    if (httpError) return httpError
    if (isUnavailable(error))
      return new HttpError(503, 'The server is busy. Please try again', { retryAfter: 1 })
  }
  const { statusCode, code: name } = error as FastifyError
  if (name === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new HttpError(415, 'Send the body as JSON')
  if (name === 'FST_ERR_CTP_BODY_TOO_LARGE') return new HttpError(413, 'The request is too large')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new HttpError(400, 'The request could not be read')
  return null
}

/** The `data` of an HttpError in its wire form; undefined when the route describes none for its code. */
function refusalData(httpError: HttpError | null, refusals: Route['refusals']): unknown {
  const schema = httpError?.data !== undefined && refusals?.[httpError.code]?.data
  return schema ? z.encode(schema, httpError.data) : undefined
}

const headersOfFiles = ['content-disposition', 'content-encoding', 'content-length', 'etag']

/** Registers the only error handler. Responses have a readable message and a stable code; details are logged only. */
export function answerErrors(app: FastifyInstance) {
  app.setErrorHandler((error, request: FastifyRequest, reply: FastifyReply) => {
    const httpError = toHttpError(error)
    if (!httpError) request.log.error({ err: error }, 'the call failed')
    // Requests that tests inject have no such field and no connection to close.
    if ('complete' in request.raw && !request.raw.complete) drain(request.raw)
    if (httpError?.retryAfter) reply.header('retry-after', String(httpError.retryAfter))
    // The stream of a file may have failed before its first byte: remove the headers of the file.
    for (const header of headersOfFiles) reply.removeHeader(header)
    return reply
      .code(httpError?.status ?? 500)
      .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
      .send({
        message: httpError?.message ?? 'Something went wrong',
        code: httpError?.code ?? 'failed',
        data: refusalData(httpError, request.routeOptions.config.refusals),
      })
  })
}
