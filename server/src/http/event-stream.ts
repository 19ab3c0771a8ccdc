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

function textFor(batch: Batch, tell: (batch: Batch) => Promise<Frame[]>) {
  const text = textOf.get(batch) ?? tell(batch)
  textOf.set(batch, text)
  return text
}

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
export function streamEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  kit: Kit,
  { who, after, tell }: { who: Session; after: number | null; tell: (batch: Batch) => Promise<Frame[]> },
) {
  let sent = after ?? kit.live.position()
  const raw = reply.raw
  const write = (text: string) => {
    if (!raw.writableEnded) raw.write(text)
  }

  const send = async (batch: Batch) => {
    const fresh = (await textFor(batch, tell)).filter(({ id }) => id > sent)
    if (fresh.length === 0) return
    sent = fresh.at(-1)?.id ?? sent
    write(fresh.map((frame) => frame.text).join(''))
    // Ending waits until everything has left, which a listener that takes nothing never lets happen.
    if (raw.writableLength > mostUnsent) raw.destroy()
  }
  const catchUp = async () => {
    const missed = after === null ? [] : await kit.live.missed(after)
    if (missed === null) sent = kit.live.position()
    write(`event: ${missed ? 'ready' : 'reset'}\nid: ${sent}\ndata: {}\n\n`)
    if (missed) await send(missed)
  }

  const beat = async () => {
    const session = await findSession(kit.database.db, who.role, tokenOf(request, who.role) ?? '', kit.now())
    // An event and no comment: only so can a screen tell a quiet line from a dead one.
    if (session) write('event: beat\ndata: {}\n\n')
    else end()
  }
  const heart = setInterval(() => void beat().catch(() => end()), heartbeatMs)
  // What happens while the missed is looked up waits for it: told first, it would make the missed look told already.
  let queue = Promise.resolve()
  const next = (work: () => Promise<void>) => {
    queue = queue.then(work).catch((error: unknown) => {
      request.log.error({ err: error }, 'an event could not be told')
      end()
    })
  }
  const unsubscribe = kit.live.subscribe((batch) => next(() => send(batch)))
  const end = () => {
    clearInterval(heart)
    unsubscribe()
    open.delete(end)
    raw.end()
  }
  open.add(end)
  raw.once('close', end)
  reply.hijack()
  // Gone while it was found out who listens: there will be no 'close' any more.
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
