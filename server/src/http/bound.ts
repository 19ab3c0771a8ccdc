import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kit } from './kit.ts'
import { Refused } from './refuse.ts'

/** Calls that a process works on at once (docs/decisions/006-calls-under-way-are-bounded.md). */
export const MOST_CALLS = 100
/** How long a process may go without looking up from its work. */
export const MOST_BLOCKED_MS = 500
const lookUpMs = 50

const isCounted = ({ url }: FastifyRequest) => url.startsWith('/api/v1/') && !url.startsWith('/api/v1/events')
const isForm = ({ headers }: FastifyRequest) => headers['content-type']?.startsWith('multipart/') === true

/** Milliseconds for which the process has not looked up from its work. */
export function blockedMs(): () => number {
  let lookedUpAt = performance.now()
  setInterval(() => (lookedUpAt = performance.now()), lookUpMs).unref()
  return () => performance.now() - lookedUpAt
}

/**
 * Refuses what comes while enough is under way, before anything is done for it: a queue without an end would have all
 * wait for ever. With a server the queue stands before the database and is counted. The embedded database does a call
 * while nothing else is read, so there the queue stands before the process: it shows in a timer that is late.
 * Who sends a body holds no place until it is there: a hundred slow ones would keep everybody out. Forms are read later,
 * and have a queue of their own (`prepare` in services/files.ts).
 */
export function boundWork(app: FastifyInstance, kit: Kit) {
  const underWay = new Set<FastifyRequest>()
  app.addHook('onRequest', async (request) => {
    if (!isCounted(request)) return
    if (underWay.size >= MOST_CALLS || kit.blockedMs() > MOST_BLOCKED_MS)
      throw new Refused(503, 'The server is busy. Please try again', { retryAfter: 1 })
    underWay.add(request)
  })
  app.addHook('preParsing', async (request) => void underWay.delete(request))
  app.addHook('preValidation', async (request) => {
    if (isCounted(request) && !isForm(request)) underWay.add(request)
  })
  // Comes also where the client has gone away: what was begun for it had to be ended all the same.
  app.addHook('onSend', async (request) => void underWay.delete(request))
}
