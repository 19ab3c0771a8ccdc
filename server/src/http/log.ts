import { DrizzleQueryError } from 'drizzle-orm'
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Config } from '../config/config.ts'
import { constraintOf, pgCode } from '../db/errors.ts'

const secrets = ['req.headers.cookie', 'req.headers.authorization', 'res.headers["set-cookie"]']

/** The URL without its query, which may hold a phone number. */
const loggedRequest = ({ method, url, ip }: FastifyRequest) => ({ method, path: url.split('?')[0], ip })

/**
 * A failed statement without its values and without PostgreSQL's details, which quote the row: phone numbers, bank
 * accounts and password hashes must not reach the log.
 */
const messageOf = (error: Error): string => {
  const own = error instanceof DrizzleQueryError ? `Failed query: ${error.query}` : error.message
  return error.cause instanceof Error ? `${own}: ${messageOf(error.cause)}` : own
}

const loggedError = (thrown: unknown) => {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  return {
    type: error.name,
    message: messageOf(error),
    code: pgCode(error) ?? undefined,
    constraint: constraintOf(error) ?? undefined,
    // The lines before the first stack frame repeat the message.
    stack: error.stack?.replace(/^[^]*?(?=\n +at )/, '').trim() ?? '',
  }
}

/** The log: JSON lines without secrets. */
export const logging = (level: Config['logLevel']) => ({
  level,
  redact: secrets,
  base: null,
  serializers: { req: loggedRequest, err: loggedError },
})

/**
 * Adds to Fastify's log, as errors, the responses that fail after their first byte. The caller sees only a closed
 * connection.
 */
class Logging extends LogController {
  override streamError(error: Error & { code?: string }, request: FastifyRequest, reply: FastifyReply) {
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') super.streamError(error, request, reply)
    else request.log.error({ err: error, req: request }, 'the answer failed after its first byte')
  }
}
export const logController = new Logging()
