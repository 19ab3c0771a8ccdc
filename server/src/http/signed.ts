import type { FastifyInstance, RouteOptions } from 'fastify'

/** The largest body of a signed call. */
const signedLimit = 64 * 1024

/** Leaves the body of a signed call as it came: a signature is of bytes, and parsed JSON has lost them. */
export function takeBytes(app: FastifyInstance, options: RouteOptions) {
  void app.register(async (scope) => {
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: signedLimit },
      (_request, body, done) => done(null, body),
    )
    scope.route({ ...options, bodyLimit: signedLimit })
  })
}
