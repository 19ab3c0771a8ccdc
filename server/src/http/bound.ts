import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { Route } from '@kirana/contract/wire/route'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { rolesAt, tokenOf } from './access.ts'
import { addressOf, networkOf } from './address.ts'
import { type FairTurns, fairTurns } from '../request/fair-turns.ts'
import { busy, type Places, places } from '../request/places.ts'
import type { AppContext } from '../context.ts'
import { knownPerson } from './known-sessions.ts'
import * as limits from './limits.ts'
import type { LaneName } from './limits.ts'
import { HttpError } from '../errors.ts'

/**
 * The properties of a call that its limits depend on. They are read from the matched route, so that the form of the URL
 * makes no difference.
 */
export type CallConfig = {
  access: Route['access']
  writes: boolean
  takesFiles: boolean
  streams: boolean
  /** Whether the call takes a turn only after its signature is checked: `answer` then resumes the visit. */
  isSigned?: boolean
}

/** The turn and the places that one call holds. */
export type Visit = {
  /** Releases the turn while the call waits for something other than the database. @throws HttpError 429, 503 */
  pause: () => void
  /** Waits for the next turn. @throws HttpError 429, 503, or 400 when the caller has disconnected */
  resume: () => Promise<void>
  /** Releases everything except the place of a live stream. Idempotent. */
  leave: () => void
}
type Caller = { lane: LaneName; key: string }

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: CallConfig
  }
  interface FastifyRequest {
    /** Null for routes without limits: health, screens, unknown paths. */
    visit: (Visit & Details) | null
  }
}
/** Used by the hooks of this file only. */
type Details = {
  call: CallConfig
  caller: Caller | null
  /** Releases the place of a form, which the call holds until its response. */
  releaseForm: () => void
  isReading: boolean
  hasTurn: boolean
}

const gone = () => new HttpError(400, 'The request was interrupted')

const person = ({ role, id }: { role: string; id: string }): Caller => ({
  lane: role === 'customer' ? 'customers' : 'staff',
  key: `${role}:${id}`,
})
/**
 * An anonymous caller, by network: all /64s of one /48 count as one caller. Its changes (sign-in, contact) don't queue
 * behind its reads.
 */
const stranger = (request: FastifyRequest, { writes }: CallConfig): Caller => ({
  lane: 'customers',
  key: `${writes ? 'writes' : 'reads'} ${networkOf(request)}`,
})

/**
 * The caller before the session is looked up. Null if there is no look-up: the call is signed, or needs a token and got
 * none.
 */
function callerBefore(request: FastifyRequest, call: CallConfig): Caller | null {
  if (call.isSigned) return null
  let hasToken = false
  for (const role of rolesAt(call.access)) {
    const token = tokenOf(request, role)
    const known = token === undefined ? undefined : knownPerson(role, token)
    if (known) return person(known)
    hasToken ||= token !== undefined
  }
  if (hasToken) return { lane: 'lookup', key: networkOf(request) }
  return call.access === 'public' ? stranger(request, call) : null
}

/** Waits for a turn. A caller who disconnects or has waited too long leaves the queue. */
async function turnIn(turns: FairTurns<LaneName>, { lane, key }: Caller, response: ServerResponse) {
  if (response.destroyed) throw gone()
  const leaving = new AbortController()
  const close = () => leaving.abort(gone())
  const timer = setTimeout(() => leaving.abort(busy()), limits.MAX_WAIT_MS)
  response.once('close', close)
  try {
    return await turns.wait(lane, key, leaving.signal)
  } finally {
    clearTimeout(timer)
    response.off('close', close)
  }
}

/** Takes a place that counts for the person and, if it is a customer, also for the keys in `others`. */
function placeOf(
  pool: Places,
  { lane, key }: Caller,
  {
    perStaff,
    perCustomer,
    others,
  }: { perStaff: number; perCustomer: number; others: Record<string, number> },
) {
  const isStaff = lane === 'staff'
  return pool.take(isStaff ? { [key]: perStaff } : { [key]: perCustomer, ...others }, isStaff)
}

const nothing = () => {}

function openVisit(
  turns: FairTurns<LaneName>,
  pauses: Places,
  call: CallConfig,
  caller: Caller | null,
  reply: FastifyReply,
) {
  /** Releases the turn, or the place that the call holds instead of a turn. */
  let release = nothing
  const end = () => {
    release()
    release = nothing
    visit.hasTurn = false
  }
  const visit: Visit & Details = {
    call,
    caller,
    releaseForm: nothing,
    isReading: false,
    hasTurn: false,
    pause: () => {
      end()
      // A form already holds a separate place for its whole duration.
      if (call.takesFiles || !visit.caller) return
      // Several customers and anonymous callers may share one network.
      const others = { [`network ${networkOf(reply.request)}`]: limits.pauses.perNetwork }
      release = placeOf(pauses, visit.caller, { ...limits.pauses, others })
    },
    resume: async () => {
      end()
      if (!visit.caller) return
      release = await turnIn(turns, visit.caller, reply.raw)
      visit.hasTurn = true
    },
    leave: () => {
      end()
      visit.releaseForm()
    },
  }
  return visit
}

/**
 * Gives callers turns at the database and limits what else they may hold: bodies being read, forms, live streams
 * (docs/decisions/007-fair-scheduling-between-callers.md). Register it after the cookies and before the routes.
 */
export function boundWork(app: FastifyInstance, { database }: AppContext) {
  const turns = fairTurns(limits.turnsOn[database.engine])
  const pauses = places(limits.pauses)
  const forms = places(limits.forms)
  const streams = places(limits.streams)

  app.decorateRequest('visit', null)
  app.addHook('onRequest', async (request, reply) => {
    const { call } = request.routeOptions.config
    if (!call) return
    const visit = openVisit(turns, pauses, call, callerBefore(request, call), reply)
    request.visit = visit
    await visit.resume()
  })

  // At this point the caller is known and the body is still unread.
  app.addHook('preParsing', async (request, reply) => {
    const { visit, who } = request
    if (!visit) return
    if (reply.raw.destroyed) throw gone()
    const { call } = visit
    const caller = who ? person(who) : stranger(request, call)
    const isSame = visit.caller?.key === caller.key
    visit.caller = caller
    if (call.takesFiles) {
      const others = { [`address ${addressOf(request)}`]: limits.forms.perAddress }
      const perStaff = who?.role === 'rider' ? limits.forms.perRider : limits.forms.perStaff
      visit.releaseForm = placeOf(forms, caller, { ...limits.forms, perStaff, others })
    }
    if (call.streams)
      reply.raw.once(
        'close',
        streams.take({ [caller.key]: limits.streams.perPerson }, caller.lane === 'staff'),
      )
    // Requests that tests inject have no such field, and their body is complete.
    const isArriving = 'complete' in request.raw && !request.raw.complete
    if (isArriving || !isSame || call.takesFiles) visit.pause()
    visit.isReading = true
    const tooSlow =
      isArriving && !call.takesFiles
        ? setTimeout(() => visit.isReading && request.raw.destroy(), limits.MAX_BODY_MS)
        : undefined
    // If the caller disconnects while its body is read, later hooks may not run, so the places are released here.
    reply.raw.once('close', () => {
      clearTimeout(tooSlow)
      if (visit.isReading) visit.leave()
    })
  })
  app.addHook('preValidation', async ({ visit }) => {
    if (!visit) return
    visit.isReading = false
    if (!visit.hasTurn && !visit.call.isSigned) await visit.resume()
  })
  // Runs for every response, including those of hooks and errors. A live stream sends none: serve() ends its turn.
  app.addHook('onSend', async ({ visit }, reply, payload) => {
    if (!visit) return
    // A file holds a place until the client has read it. The response of a change is never rejected, because the change
    // is already committed.
    if (!(payload instanceof Readable) || visit.call.writes) return visit.leave()
    try {
      visit.pause()
    } catch (error) {
      payload.destroy()
      throw error
    }
    reply.raw.once('close', visit.leave)
  })

  return { load: turns.load }
}
