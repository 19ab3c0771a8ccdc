import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LiveEvent } from '../services/live.ts'
import { findSession, type Session } from '../services/sessions.ts'
import { tokenOf } from './access.ts'
import type { Kit } from './kit.ts'

/** Keeps proxies from closing a quiet stream, and finds out whether its person may still listen. */
const heartbeatMs = 15_000
/** A listener that takes nothing is let go; it comes back and resumes. */
const mostUnsent = 1024 * 1024

type Batch = readonly LiveEvent[]
type Frame = { id: number; text: string }

/** Every listener of a batch gets the same text, made once. */
const textOf = new WeakMap<Batch, Promise<Frame[]>>()

/** The streams that are open now, to be ended when the process stops. */
const open = new Set<() => void>()
export const endStreams = () => {
  for (const end of open) end()
}
export const openStreams = () => open.size

/**
 * Sends what happens from now on, and before that what was missed since event `after`. When that is too long ago,
 * `event: reset` says so: the screen reloads its lists. The first message carries the number to resume from.
 */
export async function streamEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  kit: Kit,
  { who, after, tell }: { who: Session; after: number | null; tell: (batch: Batch) => Promise<Frame[]> },
) {
  let sent = after ?? kit.live.position()
  let queue = Promise.resolve()
  const raw = reply.raw

  const send = (batch: Batch) => {
    const text = textOf.get(batch) ?? tell(batch)
    textOf.set(batch, text)
    queue = queue
      .then(async () => {
        const fresh = (await text).filter(({ id }) => id > sent)
        if (fresh.length === 0 || raw.writableEnded) return
        sent = fresh.at(-1)?.id ?? sent
        raw.write(fresh.map((frame) => frame.text).join(''))
        if (raw.writableLength > mostUnsent) end()
      })
      .catch((error: unknown) => {
        request.log.error({ err: error }, 'an event could not be told')
        end()
      })
  }

  const beat = async () => {
    const session = await findSession(kit.database.db, who.role, tokenOf(request, who.role) ?? '', kit.now())
    // An event and no comment: only so can a screen tell a quiet line from a dead one.
    if (session) raw.write('event: beat\ndata: {}\n\n')
    else end()
  }
  const heart = setInterval(() => void beat().catch(() => end()), heartbeatMs)
  const unsubscribe = kit.live.subscribe((batch) => send(batch))
  const end = () => {
    clearInterval(heart)
    unsubscribe()
    open.delete(end)
    raw.end()
  }
  open.add(end)
  raw.once('close', end)

  reply.hijack()
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    connection: 'close',
  })
  const missed = after === null ? [] : await kit.live.missed(after)
  if (missed === null) {
    sent = kit.live.position()
    raw.write(`event: reset\nid: ${sent}\ndata: {}\n\n`)
  } else {
    raw.write(`event: ready\nid: ${sent}\ndata: {}\n\n`)
    if (missed.length > 0) send(missed)
  }
}
