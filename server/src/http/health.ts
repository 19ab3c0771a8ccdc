import type { FastifyInstance } from 'fastify'
import type { Kit } from './kit.ts'

/** `/health/live`: the process answers. `/health/ready`: so does its database, else 503. */
export function serveHealth(app: FastifyInstance, kit: Kit) {
  app.get('/health/live', (_request, reply) => reply.send({ status: 'ok' }))
  app.get('/health/ready', async (_request, reply) => {
    const ready = await kit.database.isReady()
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'database away' })
  })
}
