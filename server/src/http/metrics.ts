import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import * as z from 'zod/mini'
import { rowsOf } from '../db/rows.ts'
import { openStreams } from './event-stream.ts'
import type { AppContext } from '../context.ts'
import { isFromThisMachine } from './proxies.ts'
import { HttpError } from '../errors.ts'
import { codeBudgets, CodeBudgetsRow } from '../request/code-budget.ts'

const backlogRow = z.strictObject({
  open: z.number(),
  oldest: z.number(),
  codes: CodeBudgetsRow,
  faults: z.number(),
  settledFaults: z.number(),
})

/**
 * Prometheus metrics at `/metrics`, for this machine only unless METRICS_OPEN is on. Each is described in
 * docs/running/operations.md.
 */
export function serveMetrics(app: FastifyInstance, context: AppContext, work: { load: () => Load }) {
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  measureCalls(app, registers)
  const readTurns = measureTurns(work, registers)
  const readLive = measureLive(app, context, registers)
  measureCodes(app, context, registers)
  const readDatabase = measureDatabase(context, registers)
  measureReplica(context, registers)
  app.get('/metrics', async (request, reply) => {
    if (!context.config.metricsOpen && !isFromThisMachine(request)) throw new HttpError(404, 'Not found')
    readTurns()
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

type Load = { running: number; waiting: number }

/** Returns a function that updates the gauges of calls with a turn and calls waiting for one. */
function measureTurns({ load }: { load: () => Load }, registers: Registry[]) {
  const running = new Gauge({ name: 'kirana_calls_running', help: 'Calls that have a turn', registers })
  const waiting = new Gauge({ name: 'kirana_calls_waiting', help: 'Calls that wait for a turn', registers })
  return () => {
    const now = load()
    running.set(now.running)
    waiting.set(now.waiting)
  }
}

/** Returns a function that updates the gauge of open live streams. */
function measureLive(app: FastifyInstance, { live, now }: AppContext, registers: Registry[]) {
  const streams = new Gauge({ name: 'kirana_live_streams', help: 'Open event streams', registers })
  const published = new Counter({
    name: 'kirana_events_total',
    help: 'Events published to the open streams, by type',
    labelNames: ['type'],
    registers,
  })
  const lag = new Histogram({
    name: 'kirana_event_lag_seconds',
    help: 'From a change to the publication of its event to the open streams',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  const stop = live.subscribe((batch) => {
    for (const { type, at } of batch) {
      published.inc({ type })
      // The database's clock may be a little ahead of this machine's.
      lag.observe(Math.max(0, now().getTime() - at) / 1000)
    }
  })
  app.addHook('onClose', async () => stop())
  return () => streams.set(openStreams())
}

/** Counts one-time codes by outcome, and measures how long they take to reach the provider. */
function measureCodes(app: FastifyInstance, { codes }: AppContext, registers: Registry[]) {
  const counted = new Counter({
    name: 'kirana_codes_total',
    help: 'One-time codes by provider, channel and outcome',
    labelNames: ['provider', 'channel', 'outcome'],
    registers,
  })
  const duration = new Histogram({
    name: 'kirana_code_seconds',
    help: 'From the request of a one-time code to its acceptance by the provider',
    labelNames: ['provider', 'channel'],
    buckets: [0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, 120, 300],
    registers,
  })
  const stop = codes.subscribe(({ provider, channel, outcome, seconds }) => {
    counted.inc({ provider, channel, outcome })
    if (outcome === 'sent') duration.observe({ provider, channel }, seconds)
  })
  app.addHook('onClose', async () => stop())
}

/** Counts the reads that the replica may answer, by the server that answered them. */
function measureReplica({ database: { replica } }: AppContext, registers: Registry[]) {
  if (!replica) return
  const reads = new Counter({
    name: 'kirana_replica_reads_total',
    help: 'Reads that a replica may answer, by the server that answered: replica, primary',
    labelNames: ['server'],
    registers,
    collect() {
      reads.reset()
      for (const server of ['replica', 'primary'] as const) reads.inc({ server }, replica.served()[server])
    },
  })
  const waits = new Counter({
    name: 'kirana_replica_waits_total',
    help: 'Reads that have waited for the replica',
    registers,
    collect() {
      waits.reset()
      waits.inc(replica.served().waited)
    },
  })
}

/** Returns a function that reads the gauges from the database. They are omitted when the database is unreachable. */
function measureDatabase(context: AppContext, registers: Registry[]) {
  const up = new Gauge({ name: 'kirana_database_up', help: '1 when the database answers', registers })
  const busy = new Gauge({ name: 'kirana_database_busy', help: 'Connections in use', registers })
  const waiting = new Gauge({
    name: 'kirana_database_waiting',
    help: 'Calls waiting for a connection',
    registers,
  })
  const broadcasts = new Gauge({
    name: 'kirana_push_open',
    help: 'Push messages still being sent',
    registers,
  })
  const unpublished = new Gauge({
    name: 'kirana_event_oldest_seconds',
    help: 'Age of the oldest event that is not published yet, 0 for none',
    registers,
  })
  const newNumbers = new Gauge({
    name: 'kirana_codes_new_numbers',
    help: 'One-time codes of the day to numbers without an account',
    registers,
  })
  const newNumbersLimit = new Gauge({
    name: 'kirana_codes_new_numbers_limit',
    help: 'The daily limit of one-time codes to numbers without an account',
    registers,
  })
  const allCodes = new Gauge({
    name: 'kirana_codes_today',
    help: 'Messages with one-time codes of the day, to all recipients',
    registers,
  })
  const allCodesAlarm = new Gauge({
    name: 'kirana_codes_today_alarm',
    help: 'The daily number of messages with one-time codes from which on the store gets an alarm',
    registers,
  })
  const faults = new Gauge({
    name: 'kirana_payment_faults',
    help: 'Reports of the payment provider that could not be recorded, and refunds beyond what was paid, by state: open, settled',
    labelNames: ['state'],
    registers,
  })
  return async () => {
    const { db, load } = context.database
    const now = load()
    busy.set(now.busy)
    waiting.set(now.waiting)
    const read = rowsOf(db, backlogRow).execute(sql`
      SELECT (SELECT count(*) FROM push_messages WHERE status = 'sending')::float8 AS open,
        (SELECT coalesce(extract(epoch FROM now() - min(at)), 0) FROM live_events WHERE seq IS NULL)::float8 AS oldest,
        ${codeBudgets(context.now())} AS codes,
        (SELECT count(*) FROM payment_faults WHERE settled_at IS NULL)::float8 AS faults,
        (SELECT count(*) FROM payment_faults WHERE settled_at IS NOT NULL)::float8 AS "settledFaults"`)
    const row = await read.then((rows) => rows[0]).catch(() => undefined)
    up.set(row ? 1 : 0)
    broadcasts.set(row?.open ?? Number.NaN)
    unpublished.set(row?.oldest ?? Number.NaN)
    newNumbers.set(row?.codes.newNumbers.sent ?? Number.NaN)
    newNumbersLimit.set(row?.codes.newNumbers.limit ?? Number.NaN)
    allCodes.set(row?.codes.all.sent ?? Number.NaN)
    allCodesAlarm.set(row?.codes.all.limit ?? Number.NaN)
    faults.set({ state: 'open' }, row?.faults ?? Number.NaN)
    faults.set({ state: 'settled' }, row?.settledFaults ?? Number.NaN)
  }
}
