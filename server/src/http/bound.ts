import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refused } from './refuse.ts'

/** Calls that a process works on at once (docs/decisions/007-calls-under-way-are-bounded.md). */
export const MOST_CALLS = 100

const isCounted = ({ url }: FastifyRequest) => url.startsWith('/api/v1/') && !url.startsWith('/api/v1/events')
const isForm = ({ headers }: FastifyRequest) => headers['content-type']?.startsWith('multipart/') === true

/**
 * Refuses what comes while enough is under way, before anything is done for it: a queue without an end would have all
 * wait for ever. Who sends a body holds no place until it is there: a hundred slow ones would keep everybody out. Forms
 * are read later, and have a queue of their own (`prepare` in services/files.ts).
 */
export function boundWork(app: FastifyInstance) {
  const underWay = new Set<FastifyRequest>()
  app.addHook('onRequest', async (request) => {
    if (!isCounted(request)) return
    if (underWay.size >= MOST_CALLS)
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
