import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../context.ts'
import { isPosition, type Position } from '../db/position.ts'
import type { Db } from '../db/types.ts'
import { HttpError } from '../errors.ts'
import { cookieAttributes } from './access.ts'

/** The customer app repeats this header of a response in its next calls. Browsers send the cookies. */
const HEADER = 'x-kirana-position'
/**
 * Cookies with the positions after the browser's last write, and after the latest live event that it received
 * (web/src/lib/live/shared-stream.ts).
 */
const WRITTEN = 'kirana-position'
const RECEIVED = 'kirana-event-position'
/** Every read includes changes that are more than 5 seconds old, so older positions are not needed. */
const KEPT_SECONDS = 10

/** Sends the position of a write to its caller, whose next reads then include it. */
export function sendPosition(reply: FastifyReply, context: AppContext, position: Position) {
  const how = { ...cookieAttributes(reply.request, context), maxAge: KEPT_SECONDS }
  reply.header(HEADER, position).setCookie(WRITTEN, position, how)
}

/** The positions that the request names. Ignores malformed cookies. @throws HttpError 400 for a malformed header */
function positionsSeen({ headers, cookies }: FastifyRequest): Position[] {
  const { [HEADER]: sent } = headers
  if (sent !== undefined && !isPosition(sent)) throw new HttpError(400, `The header ${HEADER} is not valid`)
  return [sent, cookies[WRITTEN], cookies[RECEIVED]].filter(isPosition)
}

/** Functions that end the read of a request once its response begins. */
const running = new WeakMap<FastifyRequest, () => void>()
/**
 * `onSend` hook of calls that a replica may answer: a download must not hold a database connection while it is sent.
 */
export const endRead = async (request: FastifyRequest) => running.get(request)?.()

/** The result of a read whose response has begun. */
const BEGUN = Symbol('begun')

/** Runs a read on the replica, if there is one, and repeats it on the primary if it fails there. */
export async function readNear(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { database: { replica, db } }: AppContext,
  read: (db: Db) => Promise<unknown>,
): Promise<unknown> {
  if (!replica) return read(db)
  // A promise that resolves to `reply` settles only at the end of the response, because a Fastify reply is thenable.
  const begun = new Promise<typeof BEGUN>((resolve) => running.set(request, () => resolve(BEGUN)))
  const result = await replica.read(positionsSeen(request), (from) => Promise.race([read(from), begun]))
  return result === BEGUN ? reply : result
}
