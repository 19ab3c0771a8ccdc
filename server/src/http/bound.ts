import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refused } from './refuse.ts'

/** Calls that a process works on at once (docs/decisions/007-calls-under-way-are-bounded.md). */
export const MOST_CALLS = 100

/** Forms that a process takes in at once, each up to 60 MB on its disk, and how many of them one customer's. */
export const MOST_FORMS = 60
export const MOST_FORMS_OF_A_CUSTOMER = 3

const isCounted = ({ url }: FastifyRequest) => url.startsWith('/api/v1/') && !url.startsWith('/api/v1/events')
const isForm = ({ headers }: FastifyRequest) => headers['content-type']?.startsWith('multipart/') === true

const busy = () => new Refused(503, 'The server is busy. Please try again', { retryAfter: 1 })

/**
 * Refuses what comes while enough is under way, before anything is done for it: a queue without an end would have all
 * wait for ever. A caller holds no place until its body has arrived: a hundred slow ones would keep everybody out. Forms
 * are read later, once their caller is known: they are counted by themselves from then on.
 */
export function boundWork(app: FastifyInstance) {
  const underWay = new Set<FastifyRequest>()
  const forms = new Set<FastifyRequest>()
  app.addHook('onRequest', async (request) => {
    if (!isCounted(request)) return
    if (underWay.size >= MOST_CALLS) throw busy()
    underWay.add(request)
  })
  app.addHook('preParsing', async (request) => void underWay.delete(request))
  app.addHook('preValidation', async (request) => {
    if (isCounted(request) && !isForm(request)) underWay.add(request)
  })
  app.addHook('preHandler', async (request) => {
    if (!isForm(request)) return
    const { who } = request
    const own = [...forms].filter((form) => who?.role === 'customer' && form.who?.id === who.id)
    if (forms.size >= MOST_FORMS || own.length >= MOST_FORMS_OF_A_CUSTOMER) throw busy()
    forms.add(request)
  })
  // Comes also where the client has gone away: what was begun for it had to be ended all the same.
  app.addHook('onSend', async (request) => {
    underWay.delete(request)
    forms.delete(request)
  })
}
