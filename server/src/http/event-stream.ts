import { fulfils, type Need } from '@kirana/domain/permissions'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { coalesce } from '../jobs/coalesce.ts'
import { type Batch, idOf, type Place, placeOf } from '../live-event.ts'
import { findSession, SESSIONS_CHANNEL, stillValid } from '../request/sessions.ts'
import type { Session } from '../session.ts'
import { momentOf, tokenOf } from './access.ts'
import type { AppContext } from '../context.ts'

/**
 * Interval of heartbeats. They keep proxies from closing an idle stream, and check its session and permissions again.
 */
const heartbeatMs = 15_000
/**
 * The maximum of unread bytes of earlier events. A client that exceeds it is disconnected at the next event or
 * heartbeat; it reconnects and resumes. A single batch of large orders may exceed it.
 */
const MAX_UNSENT = 1024 * 1024

/**
 * An event as it is written to a stream, without its id; `need` is the permission that staff must have to receive it.
 * The `asker`, who made the request that the event is about, receives the same text with the permission `asker.need`,
 * and otherwise the shorter `asker.text`.
 */
export type Frame = {
  place: Place
  text: string
  need: Need
  asker?: { id: string; need: Need; text: string }
}

/**
 * The text of an event for a session; null if the session may not receive it. The superadmin receives requests for
 * approval only.
 */
function visibleText({ role, id, permissions }: Session, { text, need, asker }: Frame): string | null {
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

/** Updates the permissions of a session; false when it has ended. */
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

/**
 * Returns the format of ids for a stream. Browsers of releases before decision 063 resume after a plain number, and
 * compare ids as numbers.
 */
const idFor = (resumed: string) => (/^\d+$/.test(resumed) ? ({ seq }: Place) => String(seq) : idOf)

type Encode = (batch: Batch) => Promise<Frame[]>

/**
 * Writes the events for `who` to a stream, each once and in order. `resumed` is the id of the last event that the
 * screen received, '' for none.
 */
function eventWriter(
  { live }: AppContext,
  { who, resumed, encode }: { who: Session; resumed: string; encode: Encode },
  write: (text: string) => void,
) {
  const idOfPlace = idFor(resumed)
  // The person of the stream, because another person may have signed in while a screen was reconnecting.
  const owner = JSON.stringify({ [`${who.role}Id`]: who.id })
  let sent = live.position()

  const begin = (name: 'ready' | 'reset', place: Place) => {
    sent = place
    write(`event: ${name}\nid: ${idOfPlace(place)}\ndata: ${owner}\n\n`)
  }
  const send = async (batch: Batch) => {
    const fresh = (await textFor(batch, encode)).filter(
      ({ place }) => place.epoch === sent.epoch && place.seq > sent.seq,
    )
    if (fresh.length === 0) return
    sent = fresh.at(-1)?.place ?? sent
    const visible = fresh.flatMap((frame) => {
      const text = visibleText(who, frame)
      return text === null ? [] : `id: ${idOfPlace(frame.place)}\n${text}`
    })
    if (visible.length > 0) write(visible.join(''))
  }
  return {
    send,
    replay: async () => {
      await live.poll()
      if (resumed === '') return begin('ready', live.position())
      const place = placeOf(resumed)
      const missed = place && (await live.missed(place))
      if (!place || !missed) return begin('reset', live.position())
      begin('ready', place)
      await send(missed)
    },
    reset: (place: Place) => {
      // A stream that began after the loss was detected needs no reset.
      if (sent.epoch !== place.epoch || sent.seq < place.seq) begin('reset', place)
    },
  }
}

/**
 * Replays the events after the id `resumed`, then streams new ones; '' skips the replay. Sends `event: reset`, so that
 * the screen reloads its lists, if the id is too old, of another epoch or invalid, and later whenever events that may
 * have been delivered are lost. `ready` and `reset` carry the id to resume from.
 */
export function streamEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  context: AppContext,
  { who: caller, resumed, encode }: { who: Session; resumed: string; encode: Encode },
) {
  const who = { ...caller }
  const raw = reply.raw
  const write = (text: string) => {
    // end() would wait for the buffer to drain, which never happens when the client reads nothing.
    if (raw.writableLength > MAX_UNSENT) raw.destroy()
    else if (!raw.writableEnded) raw.write(text)
  }
  const events = eventWriter(context, { who, resumed, encode }, write)
  const catchUp = async () => {
    // The session may have ended, or its role changed, after it was looked up and before this stream was registered as
    // open.
    if (!(await refreshPermissions(context, who))) return end()
    await events.replay()
  }

  const beat = async () => {
    const token = tokenOf(request, who.role) ?? ''
    // An open stream counts as use for staff, who stay signed in for their shift, but not for the superadmin.
    const when = { ...momentOf(context), isUse: who.role === 'staff' }
    const session = await findSession(context.database.db, who.role, token, when)
    if (!session || session.mustEnrol) return end()
    who.permissions = session.permissions
    // An event rather than a comment: a screen can't see comments, so it couldn't distinguish an idle connection from a
    // dead one.
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
  const unsubscribe = context.live.subscribe(
    (batch) => next(() => events.send(batch)),
    (place) => next(async () => events.reset(place)),
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
