import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../context.ts'

/** `/health/live`: the process answers. `/health/ready`: its database answers, too; 503 otherwise. */
export function serveHealth(app: FastifyInstance, context: AppContext) {
  app.get('/health/live', (_request, reply) => reply.send({ status: 'ok' }))
  // This is public and takes no turn, so concurrent requests share one statement.
  let asking: Promise<boolean> | null = null
  const isReady = () => (asking ??= context.database.isReady().finally(() => (asking = null)))
  app.get('/health/ready', async (_request, reply) => {
    const ready = await isReady()
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'database away' })
  })
}
