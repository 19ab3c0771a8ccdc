import { sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { openStreams } from './event-stream.ts'
import type { Kit } from './kit.ts'
import { Refused } from './refuse.ts'

const loopback = /^(127\.|::1$|::ffff:127\.)/

/** A proxy on this machine shows the whole world as loopback where TRUST_PROXY was forgotten; it tells so by its headers. */
const isFromHere = ({ ip, headers }: FastifyRequest, { config }: Kit) =>
  loopback.test(ip) && (config.trustProxy || !(headers.forwarded ?? headers['x-forwarded-for']))

/** Prometheus metrics at `/metrics`, for this machine only unless METRICS_OPEN is on. What each says: docs/running.md. */
export function serveMetrics(app: FastifyInstance, kit: Kit) {
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  measureCalls(app, registers)
  const readLive = measureLive(app, kit, registers)
  const readDatabase = measureDatabase(kit, registers)
  app.get('/metrics', async (request, reply) => {
    if (!kit.config.metricsOpen && !isFromHere(request, kit)) throw new Refused(404, 'Not found')
    readLive()
    await readDatabase()
    return reply.type(register.contentType).send(await register.metrics())
  })
}

function measureCalls(app: FastifyInstance, registers: Registry[]) {
  const calls = new Histogram({
    name: 'kirana_http_seconds',
    help: 'Duration of calls by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers,
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    calls.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
}

/** Returns what reads how many listen now. */
function measureLive(app: FastifyInstance, { live, now }: Kit, registers: Registry[]) {
  const streams = new Gauge({ name: 'kirana_live_streams', help: 'Open event streams', registers })
  const told = new Counter({
    name: 'kirana_events_total',
    help: 'Events told, by type',
    labelNames: ['type'],
    registers,
  })
  const lag = new Histogram({
    name: 'kirana_event_lag_seconds',
    help: 'From a change to its telling to the open streams',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  const stop = live.subscribe((batch) => {
    for (const { type, at } of batch) {
      told.inc({ type })
      // The database's clock may be a little ahead of this machine's.
      lag.observe(Math.max(0, now().getTime() - at) / 1000)
    }
  })
  app.addHook('onClose', async () => stop())
  return () => streams.set(openStreams())
}

/** Returns what reads the numbers that the database holds; with the database away they are left out. */
function measureDatabase(kit: Kit, registers: Registry[]) {
  const up = new Gauge({ name: 'kirana_database_up', help: '1 when the database answers', registers })
  const busy = new Gauge({ name: 'kirana_database_busy', help: 'Connections in use', registers })
  const waiting = new Gauge({ name: 'kirana_database_waiting', help: 'Calls waiting for one', registers })
  const broadcasts = new Gauge({
    name: 'kirana_push_open',
    help: 'Push messages still being sent',
    registers,
  })
  const unheard = new Gauge({
    name: 'kirana_event_oldest_seconds',
    help: 'Age of the oldest event that nobody was told of, 0 for none',
    registers,
  })
  return async () => {
    const { db, load } = kit.database
    const now = load()
    busy.set(now.busy)
    waiting.set(now.waiting)
    const read = db.execute<{ open: number; oldest: number }>(sql`
      SELECT (SELECT count(*) FROM push_messages WHERE status = 'sending')::float8 AS open,
        (SELECT coalesce(extract(epoch FROM now() - min(at)), 0) FROM live_events WHERE seq IS NULL)::float8 AS oldest`)
    const row = await read.then(({ rows }) => rows[0]).catch(() => undefined)
    up.set(row ? 1 : 0)
    broadcasts.set(row?.open ?? Number.NaN)
    unheard.set(row?.oldest ?? Number.NaN)
  }
}
