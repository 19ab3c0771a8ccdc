import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { openStreams } from './event-stream.ts'
import type { Kit } from './kit.ts'
import { Refused } from './refuse.ts'

const loopback = /^(127\.|::1$|::ffff:127\.)/

/** Liveness, readiness, and Prometheus metrics (for this machine only unless METRICS_OPEN is on). */
export function serveHealth(app: FastifyInstance, kit: Kit) {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const calls = new Histogram({
    name: 'kirana_http_seconds',
    help: 'Duration of calls by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [register],
  })
  const streams = new Gauge({
    name: 'kirana_live_streams',
    help: 'Open event streams',
    registers: [register],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    calls.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })

  app.get('/health/live', (_request, reply) => reply.send({ status: 'ok' }))
  app.get('/health/ready', async (_request, reply) => {
    const ready = await kit.database.isReady()
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'database away' })
  })
  app.get('/metrics', async (request, reply) => {
    if (!kit.config.metricsOpen && !loopback.test(request.ip)) throw new Refused(404, 'Not found')
    streams.set(openStreams())
    return reply.type(register.contentType).send(await register.metrics())
  })
}
