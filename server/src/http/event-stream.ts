import { fulfils, type Need } from '@kirana/domain/permissions'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { coalesce } from '../jobs/coalesce.ts'
import { type Batch, idOf, type Place, placeOf } from '../live-event.ts'
import { findSession, SESSIONS_CHANNEL, stillValid } from '../request/sessions.ts'
import type { Session } from '../session.ts'
import { momentOf, tokenOf } from './access.ts'
import type { AppContext } from '../context.ts'

/** Keeps proxies from closing a quiet stream, and checks that its session is still valid and what its role includes. */
const heartbeatMs = 15_000
/**
 * Bytes of earlier events that a client has not read yet. One that reads nothing is disconnected at the next event or
 * heartbeat; it reconnects and resumes. A batch of large orders alone may be more than that.
 */
const MAX_UNSENT = 1024 * 1024

/**
 * An event as it is written to a stream, without its id; `need` is the permission that staff must have to hear it. The
 * `asker`, whose own request it is about, hears it with another `need`, and without that its shorter `text`.
 */
export type Frame = {
  place: Place
  text: string
  need: Need
  asker?: { id: string; need: Need; text: string }
}

/** The superadmin hears of what they decide on, and of nothing else. */
function textHeard({ role, id, permissions }: Session, { text, need, asker }: Frame): string | null {
  if (role === 'superadmin') return need === 'approvals' ? text : null
  if (fulfils(permissions, need)) return text
  if (asker?.id !== id) return null
  return fulfils(permissions, asker.need) ? text : asker.text
}

/** The frames of a batch, encoded once for all listeners. */
const textOf = new WeakMap<Batch, Promise<Frame[]>>()

function textFor(batch: Batch, encode: (batch: Batch) => Promise<Frame[]>) {
  const text = textOf.get(batch) ?? encode(batch)
  textOf.set(batch, text)
  return text
}

/** The open streams, to be ended when the process stops or their session ends. */
const open = new Set<{ context: AppContext; who: Session; end: () => void }>()
export const endStreams = () => {
  for (const stream of open) stream.end()
}
export const openStreams = () => open.size

/**
 * Ends this process's streams whose session has ended and updates the permissions of the others. One statement per kind
 * of account.
 */
async function endStaleStreams(context: AppContext) {
  const own = [...open].filter((stream) => stream.context === context)
  for (const [role, streams] of Map.groupBy(own, ({ who }) => who.role)) {
    const hashes = streams.map(({ who }) => who.tokenHash)
    const valid = await stillValid(context.database.db, role, hashes, momentOf(context))
    for (const { who, end } of streams) {
      const permissions = valid.get(who.tokenHash)
      if (permissions) who.permissions = permissions
      else end()
    }
  }
}

/** Reads what a session may do now; false when it has ended. */
async function refreshPermissions(context: AppContext, who: Session): Promise<boolean> {
  const valid = await stillValid(context.database.db, who.role, [who.tokenHash], momentOf(context))
  const permissions = valid.get(who.tokenHash)
  if (permissions) who.permissions = permissions
  return permissions !== undefined
}

/**
 * Ends streams as soon as any process publishes that sessions have ended, instead of at their next heartbeat. Returns
 * a function that stops watching.
 */
export async function watchSessions(context: AppContext, failed: (error: unknown) => void) {
  const check = coalesce(() => endStaleStreams(context), failed)
  const stopListening = await context.database.listen(SESSIONS_CHANNEL, check.start)
  return async () => {
    await stopListening()
    await check.end()
  }
}

/** Browsers of the releases before decision 063 resume after a plain number, and compare ids as numbers. */
const idFor = (resumed: string) => (/^\d+$/.test(resumed) ? ({ seq }: Place) => String(seq) : idOf)

/**
 * Replays the events after the id `resumed`, then streams new ones; '' skips the replay. Sends `event: reset`, so that the
 * screen reloads its lists, if the id is too old, of another epoch or invalid, and later whenever events that may have been
 * delivered are lost. `ready` and `reset` carry the id to resume from.
 */
export function streamEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  context: AppContext,
  {
    who: caller,
    resumed,
    encode,
  }: { who: Session; resumed: string; encode: (batch: Batch) => Promise<Frame[]> },
) {
  const who = { ...caller }
  const { live } = context
  const idOfPlace = idFor(resumed)
  let sent = live.position()
  const raw = reply.raw
  const write = (text: string) => {
    // end() would wait for the buffer to drain, which never happens when the client reads nothing.
    if (raw.writableLength > MAX_UNSENT) raw.destroy()
    else if (!raw.writableEnded) raw.write(text)
  }

  const send = async (batch: Batch) => {
    const fresh = (await textFor(batch, encode)).filter(
      ({ place }) => place.epoch === sent.epoch && place.seq > sent.seq,
    )
    if (fresh.length === 0) return
    sent = fresh.at(-1)?.place ?? sent
    const heard = fresh.flatMap((frame) => {
      const text = textHeard(who, frame)
      return text === null ? [] : `id: ${idOfPlace(frame.place)}\n${text}`
    })
    if (heard.length > 0) write(heard.join(''))
  }
  // Whose stream it is: another person may have signed in while a screen kept reconnecting.
  const first = JSON.stringify({ [`${who.role}Id`]: who.id })
  const begin = (name: 'ready' | 'reset', place: Place) => {
    sent = place
    write(`event: ${name}\nid: ${idOfPlace(place)}\ndata: ${first}\n\n`)
  }
  const catchUp = async () => {
    // The session may have ended, or its role changed, after it was looked up and before this stream was registered as open.
    if (!(await refreshPermissions(context, who))) return end()
    await live.poll()
    if (resumed === '') return begin('ready', live.position())
    const place = placeOf(resumed)
    const missed = place && (await live.missed(place))
    if (!place || !missed) return begin('reset', live.position())
    begin('ready', place)
    await send(missed)
  }
  const reset = (place: Place) => {
    // A stream that began after the loss had been noticed is past it.
    if (sent.epoch !== place.epoch || sent.seq < place.seq) begin('reset', place)
  }

  const beat = async () => {
    const token = tokenOf(request, who.role) ?? ''
    // Listening keeps staff signed in for their shift, but not the superadmin who has left the screen.
    const when = { ...momentOf(context), isUse: who.role === 'staff' }
    const session = await findSession(context.database.db, who.role, token, when)
    if (!session || session.mustEnrol) return end()
    who.permissions = session.permissions
    // An event rather than a comment: a screen can't see comments, so it couldn't tell a quiet connection from a dead one.
    write('event: beat\ndata: {}\n\n')
  }
  const heart = setInterval(() => void beat().catch(() => end()), heartbeatMs)
  // New events queue behind the replay: sending them first would mark the replayed ones as delivered.
  let queue = Promise.resolve()
  const next = (work: () => Promise<void>) => {
    queue = queue.then(work).catch((error: unknown) => {
      request.log.error({ err: error }, 'an event could not be sent')
      end()
    })
  }
  const unsubscribe = live.subscribe(
    (batch) => next(() => send(batch)),
    (place) => next(async () => reset(place)),
  )
  const end = () => {
    clearInterval(heart)
    unsubscribe()
    open.delete(stream)
    raw.end()
  }
  const stream = { context, who, end }
  open.add(stream)
  raw.once('close', end)
  reply.hijack()
  // Disconnected before the listener was attached: no 'close' will follow.
  if (raw.destroyed) return end()

  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    connection: 'close',
  })
  next(catchUp)
}
