import type { FastifyInstance } from 'fastify'
import { HttpError } from '../errors.ts'

/**
 * Rejects every request with a `Content-Encoding`: 150 compressed bytes can expand to a body as large as the limit
 * allows, at no cost to the caller. `identity` is not a valid value either (RFC 9110, 8.4.1).
 */
export function refuseEncodedBodies(app: FastifyInstance) {
  app.addHook('onRequest', async ({ headers }, reply) => {
    if (headers['content-encoding'] === undefined) return
    reply.header('accept-encoding', 'identity')
    throw new HttpError(415, 'Send the body without a Content-Encoding')
  })
}
